"""Why a team is where it is, in words; and what holds for every standing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.standings import CRITERIA, LADDER, PASSED, Meeting, compute
from scoring.words.standings import criterion_name, explain

A, B, C = "甲", "乙", "丙"
NOTICE = ["points", "levels-in-wins", "levels-in-losses", "lot"]
CIRCLE = [
    Meeting(A, B, "a", ("passed", "10")),
    Meeting(B, C, "a", ("passed", "8")),
    Meeting(C, A, "a", ("passed", "Q")),
]


def rows(*arguments, **more):
    return {row.team: row for row in compute(*arguments, **more).rows}


def test_the_chain_of_the_notice_example_reads_from_points_to_the_deciding_criterion():
    assert explain(rows(NOTICE, {}, [A, B, C], CIRCLE)[A]) == [
        "积分：丙 2、乙 2、甲 2；与丙、乙相同",
        "胜场级数之和：丙 13、乙 13、甲 13；与丙、乙相同",
        "负场级数之和：甲 10、乙 8、丙 6；名次由此定下",
    ]


def test_the_chain_in_english_uses_the_names_given():
    lines = explain(rows(NOTICE, {}, [A, B, C], CIRCLE)[B], "en", {A: "Alpha", B: "Beta", C: "Gamma"})
    assert lines[0] == "points: Gamma 2, Beta 2, Alpha 2; level with Gamma, Alpha"
    assert lines[-1] == "levels in lost matches: Alpha 10, Beta 8, Gamma 6; this settles the place"


def test_a_missing_lot_and_a_shared_place_are_said():
    tied = rows(["points", "head-to-head", "head-to-head-two", "lot"], {}, [A, B, C], CIRCLE)[A]
    assert explain(tied)[1:] == [
        "相互间比赛积分：丙 2、乙 2、甲 2；与丙、乙相同",
        "两队相互间胜负：相同的不是恰好两队，不比较",
        "抽签：还没有这几队的抽签记录",
        "各项都相同，名次并列",
    ]


def test_a_team_that_has_not_played_or_was_annulled_is_explained():
    unplayed = rows(["points"], {}, [A, B, C], [Meeting(A, B, "a"), Meeting(A, C, None)])
    assert "还没有已确认的比赛" in explain(unplayed[C])[0]
    annulled = rows(["points"], {}, [A, B, C], [Meeting(B, C, "a"), Meeting(A, C, None)], withdrawn=[A])
    assert "不足半数" in explain(annulled[A])[0]


def test_a_large_set_is_summed_up():
    teams = [f"队{number:02}" for number in range(20)]
    meetings = [Meeting(teams[i], teams[i + 1], "draw") for i in range(0, 20, 2)]
    assert explain(rows(["points"], {}, teams, meetings)["队03"])[0] == "积分：队03 1（共20队）；与另外19队相同"


@pytest.mark.parametrize("key", CRITERIA)
def test_every_criterion_has_a_name_in_both_languages(key):
    assert criterion_name(key, "zh") != criterion_name(key, "en")
    assert criterion_name(key, "en").isascii()


TEAMS = [f"队{number}" for number in range(7)]
LEVEL = st.sampled_from([*LADDER[:3], PASSED, None])
MEETING = st.builds(
    lambda pair, winner, levels, score, number, more: Meeting(
        *pair, winner, levels=levels, score=score, round=number, **more
    ),
    st.permutations(TEAMS).map(lambda teams: teams[:2]),
    st.sampled_from(["a", "b", "draw", None]),
    st.tuples(LEVEL, LEVEL),
    st.sampled_from([(None, None), (1, 0), (0, 1)]),
    st.integers(1, 4),
    st.fixed_dictionaries({"extra": st.booleans(), "confirmed": st.sampled_from([True, True, True, False])}),
)
CHOICE = st.lists(st.sampled_from(list(CRITERIA)), min_size=1, max_size=6, unique=True)
LOTS = st.lists(st.lists(st.sampled_from(TEAMS), min_size=2, max_size=4, unique=True), max_size=4)
WITHDRAWN = st.sets(st.sampled_from(TEAMS), max_size=2)


@settings(max_examples=150, deadline=None)
@given(CHOICE, st.lists(MEETING, max_size=20), LOTS, WITHDRAWN, st.integers())
def test_a_standing_is_a_permutation_with_competition_ranks_whatever_the_order_of_input(
    criteria, meetings, lots, withdrawn, shuffle
):
    standing = compute(criteria, {}, TEAMS, meetings, lots, withdrawn=withdrawn)
    assert sorted(row.team for row in standing.rows) == TEAMS
    for position, row in enumerate(standing.rows):
        better = [other for other in standing.rows if other.rank < row.rank]
        assert row.rank == len(better) + 1
        assert position >= len(better)
        assert row.tied == (sum(other.rank == row.rank for other in standing.rows) > 1)
        assert row.played == row.won + row.drawn + row.lost
    mixed = list(meetings)
    random.Random(shuffle).shuffle(mixed)
    assert compute(criteria, {}, TEAMS[::-1], mixed, lots, withdrawn=withdrawn) == standing


@settings(max_examples=150, deadline=None)
@given(CHOICE, st.lists(MEETING, max_size=20), LOTS)
def test_every_chain_leads_from_all_to_the_place_and_names_what_decided(criteria, meetings, lots):
    standing = compute(criteria, {}, TEAMS, meetings, lots)
    for row in standing.rows:
        assert explain(row)
        for step, following in zip(row.chain, row.chain[1:], strict=False):
            assert following.among == step.left
        if row.chain and not row.note:
            left = row.chain[-1].left
            assert row.team in left
            assert {other.team for other in standing.rows if other.rank == row.rank} == set(left)
            assert row.decided_by == (None if row.tied else row.chain[-1].criterion)


@settings(max_examples=100, deadline=None)
@given(st.lists(MEETING, max_size=20))
def test_a_recorded_lot_closes_each_open_tie(meetings):
    criteria = ["points", "lot"]
    owed = compute(criteria, {}, TEAMS, meetings).open_ties
    closed = compute(criteria, {}, TEAMS, meetings, owed)
    assert closed.open_ties == ()
    for tie in owed:
        assert [row.team for row in closed.rows if row.team in tie] == list(tie)
