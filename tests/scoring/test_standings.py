"""Standings: the vectors, then each criterion, policy and refusal in a sentence."""

import json
from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.standings import Meeting, compute, rank

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "standings.jsonl").read_text(encoding="utf-8").splitlines()
]
GOOD = [vector for vector in VECTORS if "ranks" in vector["want"]]
BAD = [vector for vector in VECTORS if "at" in vector["want"]]


def title(vector):
    return vector["title"]


@pytest.mark.parametrize("vector", GOOD, ids=title)
def test_every_vector_is_ranked_as_wanted(vector):
    want, output = vector["want"], rank(vector["input"])
    rows = {row["team"]: row for row in output["rows"]}
    groups = {}
    for row in output["rows"]:
        groups.setdefault(row["rank"], []).append(row["team"])
    assert list(groups.values()) == [sorted(group) for group in want["order"]]
    assert {team: row["rank"] for team, row in rows.items()} == want["ranks"]
    assert {team: row["decided_by"] for team, row in rows.items() if row["decided_by"]} == want["decided_by"]
    assert output["open_ties"] == [sorted(tie) for tie in want["open_ties"]]
    for team, record in want["record"].items():
        assert [rows[team][key] for key in ("played", "won", "drawn", "lost")] == record
    for team, values in want["values"].items():
        assert {key: rows[team]["values"][key] for key in values} == values
    assert all(row["tied"] == (len(groups[row["rank"]]) > 1) for row in output["rows"])


@pytest.mark.parametrize("vector", BAD, ids=title)
def test_every_bad_vector_is_refused_at_its_place(vector):
    with pytest.raises(ScoringError) as caught:
        rank(vector["input"])
    assert caught.value.at == vector["want"]["at"]


A, B, C, D = "甲", "乙", "丙", "丁"


def document(criteria, matches, teams=(A, B, C), **more):
    return {
        "format": "standings/1",
        "criteria": list(criteria),
        "teams": list(teams),
        "matches": [match if isinstance(match, dict) else played(*match) for match in matches],
        **more,
    }


def played(a, b, winner="a", **more):
    return {"a": a, "b": b, "winner": winner, **more}


def row(output, team):
    return next(one for one in output["rows"] if one["team"] == team)


def ranks(output):
    return {one["team"]: one["rank"] for one in output["rows"]}


def value(criterion, matches, team=A, **more):
    return row(rank(document([criterion], matches, **more)), team)["values"][criterion]


CIRCLE = [(A, B), (B, C), (C, A)]


def test_the_notice_of_2011_prefers_the_team_that_lost_at_the_higher_level():
    matches = [
        played(A, B, levels={"a": "passed", "b": "10"}),
        played(B, C, levels={"a": "passed", "b": "8"}),
        played(C, A, levels={"a": "passed", "b": "Q"}),
    ]
    output = rank(document(["points", "levels-in-wins", "levels-in-losses", "lot"], matches))
    assert ranks(output) == {A: 1, B: 2, C: 3}
    assert {one["decided_by"] for one in output["rows"]} == {"levels-in-losses"}
    assert row(output, A)["values"] == {"points": 2, "levels-in-wins": 13, "levels-in-losses": 10, "lot": None}


def test_ranks_are_competition_ranks():
    matches = [(A, D), (B, D), (C, D)]
    assert [one["rank"] for one in rank(document(["points"], matches, teams=(A, B, C, D)))["rows"]] == [1, 1, 1, 4]


def test_only_confirmed_and_decided_matches_count():
    matches = [played(A, B, confirmed=False), played(B, C, None), played(C, A)]
    assert [row(rank(document(["wins"], matches)), team)["played"] for team in (A, B, C)] == [1, 0, 1]


def test_a_team_without_a_match_ranks_after_all_others_and_owes_no_lot():
    output = rank(document(["points", "lot"], [played(A, B, "draw")], teams=(A, B, C, D)))
    assert ranks(output) == {A: 1, B: 1, C: 3, D: 3}
    assert output["open_ties"] == [[B, A]]
    assert row(output, C)["decided_by"] is None
    assert row(output, C)["tied"]


def test_before_any_match_nobody_is_first_alone_and_nothing_is_owed():
    output = rank(document(["points", "lot"], []))
    assert set(ranks(output).values()) == {1}
    assert output["open_ties"] == []


def test_a_bye_is_a_win_for_points_and_meets_nobody():
    output = rank(document(["points", "opponents-points"], [{"a": A, "b": None}, played(B, C)]))
    assert row(output, A)["values"] == {"points": 2, "opponents-points": 0}
    assert row(output, A)["won"] == 1
    assert value("points", [{"a": A, "b": None}], points={"bye": 1.5}) == 1.5


def test_both_absent_both_lost():
    output = rank(document(["points"], [played(A, B, None, double_forfeit=True)], points={"double_forfeit": -1}))
    for team in (A, B):
        assert row(output, team)["lost"] == 1
        assert row(output, team)["values"]["points"] == -1


def test_a_forfeit_needs_no_winner_and_takes_its_own_points():
    output = rank(document(["points", "wins"], [{"a": A, "b": B, "forfeit": "a"}], points={"forfeit": -1}))
    assert row(output, A)["values"] == {"points": -1, "wins": 0}
    assert row(output, B)["values"] == {"points": 2, "wins": 1}


@pytest.mark.parametrize(
    ("criterion", "matches", "wanted"),
    [
        ("level-difference", [played(A, B, levels={"a": "A", "b": "5"})], 9),
        ("level-difference", [played(A, B, levels={"a": "A"})], 0),
        ("level-difference", [played(A, B, "draw", levels={"a": "4", "b": "5"})], -1),
        ("levels-total", [played(A, B, levels={"a": "passed", "b": "5"}), played(C, A, levels={"b": "3"})], 14),
        ("levels-total", [played(A, B, games={"a": 2, "b": 1}, levels={"a": "3", "b": "2"})], 27),
        ("levels-total", [played(A, B, games={"a": 2})], 26),
        ("levels-total", [{"a": A, "b": B, "forfeit": "b"}], 0),
        ("levels-in-wins", [played(A, B, levels={"a": "5"}), played(A, C, "b", levels={"a": "9"})], 3),
        ("levels-in-losses", [played(A, B, levels={"a": "5"}), played(A, C, "b", levels={"a": "9"})], 7),
        ("levels-in-wins", [played(A, B, "draw", levels={"a": "5"})], 0),
        ("levels-in-losses", [played(A, B, "draw", levels={"a": "5"})], 0),
        ("wins", [{"a": A, "b": B, "forfeit": "b"}, played(A, C, "draw")], 1),
        ("opponents-points", [(A, B), (B, C), (B, D)], 4),
        ("fewest-penalties", [played(A, B, penalty_points={"a": 10, "b": 20}), (A, C)], 10),
        ("fewest-forfeits", [{"a": A, "b": B, "forfeit": "a"}, played(A, C, None, double_forfeit=True)], 2),
        ("points", [{"a": A, "b": B, "forfeit": "a"}], 0),
        ("points", [played(A, B, None, double_forfeit=True)], 0),
        ("points", [(A, B), played(A, C, "draw")], 3),
        ("best-round", [played(A, B, score={"a": 3}, round=1), played(A, C, score={"a": 5}, round=2)], 5),
        ("best-round", [played(A, B, score={"a": -3}, round=1), played(B, C, round=2)], 0),
        ("best-round", [played(A, B, score={"a": -3}, round=1), played(A, C, score={"a": -1}, round=2)], -1),
        ("second-best-round", [played(A, B, score={"a": 3}, round=1), played(A, C, score={"a": 5}, round=2)], 3),
        ("second-best-round", [played(A, B, round=1)], None),
        ("points", [played(A, B, score={"a": 0.1}), played(A, C, score={"a": 0.2})], 0.3),
        ("points", [played(A, B, score={"a": 0.5}), played(A, C, score={"a": 0.5})], 1),
    ],
)
def test_each_criterion_adds_up_what_it_says(criterion, matches, wanted):
    assert value(criterion, matches, teams=(A, B, C, D)) == wanted


def test_cumulative_points_add_the_running_totals_from_the_second_round_on():
    matches = [
        played(A, B, score={"a": 1, "b": 0}, round=1),
        played(A, B, score={"a": 2, "b": 0}, round=2),
        played(B, C, score={"b": 0, "a": 0}, round=4),
    ]
    assert value("cumulative-points-without-first-round", matches) == (1 + 2) + (3 + 0) + (3 + 0)
    assert value("cumulative-points-without-first-round", matches[:1]) == 0


def test_levels_are_counted_on_the_ladder_of_the_file():
    assert value("levels-total", [played(A, B, levels={"a": "passed"})], ladder=["5", "10", "K"]) == 3


def test_head_to_head_is_skipped_unless_all_have_met_and_a_forfeit_is_a_meeting():
    matches = [(A, B), (C, D), (B, C)]
    tied = rank(document(["wins", "head-to-head"], [*matches, (D, A)], teams=(A, B, C, D)))
    assert {one["values"]["head-to-head"] for one in tied["rows"]} == {None}
    met = rank(document(["head-to-head"], [{"a": A, "b": B, "forfeit": "b"}], teams=(A, B)))
    assert ranks(met) == {A: 1, B: 2}


def test_head_to_head_is_applied_again_to_every_smaller_part():
    """Among four it leaves two pairs level (4, 4, 2, 2); within each pair their own match decides."""
    matches = [(A, B), (A, C), (D, A), (B, C), (B, D), (C, D)]
    output = rank(document(["head-to-head"], matches, teams=(D, C, B, A)))
    assert ranks(output) == {A: 1, B: 2, C: 3, D: 4}
    assert row(output, A)["values"]["head-to-head"] == 2


def test_a_criterion_never_looks_back_over_a_split():
    """Points split off 丁; the three others go on alone, and their matches against 丁 count no more head to head."""
    matches = [*CIRCLE, (A, D), (B, D), (C, D)]
    output = rank(document(["points", "head-to-head", "lot"], matches, teams=(A, B, C, D), lots=[[C, A, B]]))
    assert ranks(output) == {C: 1, A: 2, B: 3, D: 4}
    assert row(output, A)["values"]["head-to-head"] == 2


def test_a_lot_counts_only_for_exactly_the_tied_set_and_the_last_one_counts():
    owed = rank(document(["points", "lot"], CIRCLE, lots=[[A, B]]))
    assert owed["open_ties"] == [[C, B, A]]
    drawn = rank(document(["points", "lot"], CIRCLE, lots=[[A, B, C], [B, C, A], [A, B]]))
    assert ranks(drawn) == {B: 1, C: 2, A: 3}
    assert row(drawn, B)["values"]["lot"] == 1


def test_extra_matches_count_for_their_criterion_alone():
    extra = [played(A, B, extra=True), played(B, C, extra=True), played(A, C, extra=True)]
    output = rank(document(["points", "extra-match"], [*CIRCLE, *extra]))
    assert ranks(output) == {A: 1, B: 2, C: 3}
    assert {one["played"] for one in output["rows"]} == {2}


def test_extra_matches_are_looked_at_again_in_every_smaller_part():
    pairs = [(A, B), (A, C), (D, A), (B, C), (B, D), (C, D)]
    matches = [(A, B, "draw"), (C, D, "draw"), *(played(*pair, extra=True) for pair in pairs)]
    assert ranks(rank(document(["points", "extra-match"], matches, teams=(A, B, C, D)))) == {A: 1, B: 2, C: 3, D: 4}


def test_a_team_withdrawn_before_half_of_its_matches_is_annulled_and_last():
    matches = [played(A, B), played(A, C, None), played(A, D, None), (B, C)]
    output = rank(document(["points"], matches, teams=(A, B, C, D), withdrawn=[A]))
    assert ranks(output) == {B: 1, C: 2, D: 3, A: 4}
    assert row(output, A)["played"] == 0
    assert row(output, B)["played"] == 1


def test_a_team_withdrawn_after_half_keeps_its_results_and_forfeits_the_rest():
    matches = [played(A, B), played(A, C, None), (B, C)]
    output = rank(document(["points", "fewest-forfeits"], matches, withdrawn=[A]))
    assert row(output, A)["won"] == 1
    assert row(output, A)["values"]["fewest-forfeits"] == 1
    assert row(output, C)["won"] == 1


def test_two_withdrawn_teams_both_lose_the_match_between_them():
    matches = [(A, C), (B, C), played(A, B, None)]
    output = rank(document(["points"], matches, withdrawn=[A, B]))
    assert [row(output, team)["lost"] for team in (A, B, C)] == [1, 1, 2]


def test_a_meeting_without_penalties_adds_none():
    rows = compute(["fewest-penalties"], {}, [A, B], [Meeting(A, B, "a")]).rows
    assert [one.values["fewest-penalties"] for one in rows] == [0, 0]


def test_the_disqualified_stand_behind_the_others_and_the_chain_says_so():
    """甲 won most and is disqualified in a match it lost; 乙 and 丙 are ranked without it, and it is last."""
    matches = [(A, B), (A, C), (B, C), played(A, D, "b"), (C, D), (B, D)]
    plain = rank(document(["points", "head-to-head"], matches, teams=(A, B, C, D)))
    assert [one["team"] for one in plain["rows"]][0] in (A, B)
    output = rank(document(["points", "head-to-head"], matches, teams=(A, B, C, D), disqualified=[A]))
    assert [(one["rank"], one["team"]) for one in output["rows"]][-1] == (4, A)
    assert row(output, A)["decided_by"] == "disqualified"
    assert row(output, A)["values"]["points"] == row(plain, A)["values"]["points"]


def test_two_disqualified_are_compared_with_each_other():
    matches = [(A, B), (A, C), (B, C)]
    output = rank(document(["points"], matches, disqualified=[A, B]))
    assert [(one["rank"], one["team"], one["decided_by"]) for one in output["rows"]] == [
        (1, C, "disqualified"),
        (2, A, "points"),
        (3, B, "points"),
    ]


def test_all_disqualified_are_ranked_as_always():
    matches = [(A, B), (A, C), (B, C)]
    same = rank(document(["points"], matches))
    assert rank(document(["points"], matches, disqualified=[A, B, C])) == same


def test_only_a_team_of_the_table_can_be_disqualified():
    with pytest.raises(ScoringError) as caught:
        rank(document(["points"], [(A, B)], disqualified=[D]))
    assert caught.value.at == "disqualified[0]"
