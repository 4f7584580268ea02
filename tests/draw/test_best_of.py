"""Best thirds over unequal groups, best losers: what counts, what is dropped, what stays open."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standings import Meeting
from tournament.draw.best_of import Rules, best_losers, best_placed, choose

RULES = Rules(["points", "levels-in-wins", "lot"])


def beaten_in_order(group: list[str]) -> list[Meeting]:
    """A single round robin in which everybody beats those behind."""
    return [Meeting(a, b, "a", ("passed", "10")) for a, b in combinations(group, 2)]


THREE, FOUR = ["甲1", "甲2", "甲3"], ["乙1", "乙2", "乙3", "乙4"]
MATCHES = beaten_in_order(THREE) + beaten_in_order(FOUR)


def test_results_against_the_last_of_a_larger_group_are_dropped() -> None:
    choice = best_placed([THREE, FOUR], 2, 1, MATCHES, RULES)
    assert {row.team: row.values["points"] for row in choice.rows} == {"甲2": 2, "乙2": 2}
    assert choice.open_tie == ("乙2", "甲2")
    assert choice.chosen == ()
    assert choice.notes == ("B组有 4 队：与乙4的比赛不计",)


def test_averages_are_per_match_played() -> None:
    choice = best_placed([THREE, FOUR], 2, 1, MATCHES, RULES, "average")
    assert {row.team: str(row.values["points"]) for row in choice.rows} == {"甲2": "1", "乙2": "4/3"}
    assert choice.chosen == ("乙2",)
    assert choice.notes == ("各组队数不同，各项按每场平均比较",)


def test_equal_groups_compare_as_they_are() -> None:
    for unequal in ("drop-last", "average"):
        choice = best_placed(
            [THREE, FOUR[:3]], 1, 2, beaten_in_order(THREE) + beaten_in_order(FOUR[:3]), RULES, unequal
        )
        assert (set(choice.chosen), choice.notes) == ({"甲1", "乙1"}, ())


def test_a_lot_counts_only_if_it_names_exactly_the_tied() -> None:
    wrong = Rules(RULES.criteria, lots=[["甲2", "乙2", "乙3"]])
    right = Rules(RULES.criteria, lots=[["乙2", "甲2"], ["甲2", "乙2"]])
    assert best_placed([THREE, FOUR], 2, 1, MATCHES, wrong).open_tie == ("乙2", "甲2")
    choice = best_placed([THREE, FOUR], 2, 1, MATCHES, right)
    assert choice.chosen == ("甲2",)
    assert [row.decided_by for row in choice.rows] == ["lot", "lot"]


def test_the_best_losers_are_those_who_reached_most_and_a_forfeit_is_none() -> None:
    matches = [
        Meeting("a", "b", "a", ("A", "J")),
        Meeting("c", "d", "b", ("9", "A")),
        Meeting("e", "f", "a", ("A", "Q")),
        Meeting("g", "h", "a", ("A", "K"), forfeit="b"),
        Meeting("i", None, "a"),
    ]
    choice = best_losers(matches, 2, Rules(["levels-in-losses"]))
    assert choice.chosen == ("f", "b")
    assert [(row.rank, row.team, row.decided_by) for row in choice.rows] == [
        (1, "f", "levels-in-losses"),
        (2, "b", "levels-in-losses"),
        (3, "c", "levels-in-losses"),
    ]


def test_a_tie_that_crosses_the_line_stays_open_and_one_above_it_does_not_matter() -> None:
    matches = [Meeting(f"w{n}", f"l{n}", "a", ("A", level)) for n, level in enumerate(["K", "K", "9", "9"])]
    above = best_losers(matches, 2, Rules(["levels-in-losses"]))
    assert (above.chosen, above.open_tie) == (("l0", "l1"), ())
    across = best_losers(matches, 3, Rules(["levels-in-losses"]))
    assert (across.chosen, across.open_tie) == (("l0", "l1"), ("l2", "l3"))


def test_criteria_of_direct_matches_do_not_apply_and_the_note_says_so() -> None:
    choice = best_placed([THREE, FOUR], 2, 2, MATCHES, Rules(["points", "head-to-head"]))
    assert "各队没有相互比赛，“相互间比赛积分”不适用" in choice.notes


def test_low_is_best_for_penalties() -> None:
    matches = [Meeting("a", "b", "a", penalties=(0, 30)), Meeting("c", "d", "a", penalties=(0, 10))]
    assert best_losers(matches, 1, Rules(["fewest-penalties"])).chosen == ("d",)


@given(st.permutations(["b", "d", "f", "h"]), st.integers(1, 4))
def test_the_order_of_the_candidates_does_not_matter(order: list[str], count: int) -> None:
    matches = [Meeting(chr(ord(team) - 1), team, "a", ("A", "9" if team in "bd" else "K")) for team in "bdfh"]
    rules = Rules(["levels-in-losses"])
    assert choose(order, count, matches, rules) == choose(["b", "d", "f", "h"], count, matches, rules)


@pytest.mark.parametrize(("place", "count", "at"), [(0, 1, "place"), (4, 1, "place"), (2, 0, "count"), (2, 3, "count")])
def test_places_and_counts_that_cannot_be_are_refused(place: int, count: int, at: str) -> None:
    with pytest.raises(ScoringError) as refused:
        best_placed([THREE, FOUR], place, count, MATCHES, RULES)
    assert refused.value.at == at


def test_an_unknown_criterion_is_refused_with_its_place() -> None:
    with pytest.raises(ScoringError) as refused:
        best_placed([THREE, FOUR], 2, 1, MATCHES, Rules(["colour"]))
    assert refused.value.at == "criteria[0]"


def test_who_is_barred_is_passed_over() -> None:
    assert best_placed([THREE, FOUR], 2, 1, MATCHES, RULES, barred={"甲2"}).chosen == ("乙2",)
    assert best_placed([THREE, FOUR], 2, 1, MATCHES, RULES, barred={"乙2"}).chosen == ("甲2",)
    assert best_placed([THREE, FOUR], 2, 2, MATCHES, RULES, barred={"甲2"}).chosen == ("乙2",)
    assert best_placed([THREE, FOUR], 2, 1, MATCHES, RULES, barred={"甲2", "乙2"}).chosen == ()
