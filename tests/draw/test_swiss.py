"""Swiss rounds: highest against highest, no pair twice, one bye each at most; whole tournaments and small optima."""

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from tournament.draw.matching import NOBODY, Matching
from tournament.draw.swiss import compute


def record(teams: list[dict[str, Any]], number: int = 1, **changes: Any) -> dict[str, Any]:
    base = {"format": "swiss/1", "algorithm": 1, "seed": "院工会", "round": number, "protect": "department"}
    return {**base, "teams": teams, **changes}


def entrants(count: int) -> list[dict[str, Any]]:
    return [
        {"id": f"t{n}", "name": f"队{n}", "points": 0, "met": [], "had_bye": False, "named_first": 0}
        for n in range(count)
    ]


def play(teams: list[dict[str, Any]], number: int, chance: random.Random) -> dict[str, Any]:
    """Pair a round, check it, and enter random results."""
    result: dict[str, Any] = compute(record(teams, number))["result"]
    by_id = {team["id"]: team for team in teams}
    seated = [one for pair in result["pairs"] for one in pair] + [one for one in (result["bye"],) if one]
    assert sorted(seated) == sorted(by_id)
    assert (result["bye"] is None) == (len(teams) % 2 == 0)
    for a, b in result["pairs"]:
        assert b not in by_id[a]["met"]
        by_id[a]["met"].append(b)
        by_id[b]["met"].append(a)
        by_id[a]["named_first"] += 1
        by_id[chance.choice([a, b])]["points"] += 2
    if result["bye"]:
        assert not by_id[result["bye"]]["had_bye"]
        by_id[result["bye"]]["had_bye"] = True
        by_id[result["bye"]]["points"] += 2
    return result


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 33, 64])
def test_whole_tournaments_repeat_no_pair_and_no_bye(count: int) -> None:
    chance, teams = random.Random(count), entrants(count)
    for number in range(1, (count - 1).bit_length() + 1):
        play(teams, number, chance)


@settings(max_examples=60, deadline=None)
@given(count=st.integers(4, 8), rounds=st.integers(1, 4), chance=st.randoms(use_true_random=False))
def test_from_the_top_everybody_meets_the_highest_possible(count: int, rounds: int, chance: random.Random) -> None:
    teams = entrants(count)
    for number in range(1, rounds + 1):
        before = [{**team, "met": list(team["met"])} for team in teams]
        try:
            result = play(teams, number, chance)
        except ScoringError:
            assert not (free_teams(before) if count % 2 else pairings(before))
            return
        check_from_the_top(before, result)


def check_from_the_top(teams: list[dict[str, Any]], result: dict[str, Any]) -> None:
    """Pair by pair, the highest left meets the highest it can if everybody else is to be paired; by trying all."""
    points = {team["id"]: team["points"] for team in teams}
    left = [team for team in teams if team["id"] != result["bye"]]
    if result["bye"]:
        assert points[result["bye"]] == min(team["points"] for team in free_teams(teams))
    for pair in result["pairs"]:
        top, other = sorted(pair, key=lambda one: -points[one])
        assert points[top] == max(team["points"] for team in left)
        met = [
            b["id"] if a["id"] == top else a["id"]
            for one in pairings(left)
            for a, b in one
            if top in (a["id"], b["id"])
        ]
        assert points[other] == max(points[one] for one in met)
        left = [team for team in left if team["id"] not in pair]


def free_teams(teams: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that may have the bye: none yet, and the others can be paired."""
    return [
        free
        for free in teams
        if not free["had_bye"] and len(teams) % 2 and pairings([team for team in teams if team is not free])
    ]


def pairings(teams: list[dict[str, Any]]) -> list[list[tuple[dict[str, Any], dict[str, Any]]]]:
    if not teams:
        return [[]]
    first, rest = teams[0], teams[1:]
    return [
        [(first, other), *more]
        for other in rest
        if other["id"] not in first["met"]
        for more in pairings([team for team in rest if team is not other])
    ]


def test_colleagues_of_equal_points_meet_others_first() -> None:
    teams = [{**team, "department": name} for team, name in zip(entrants(4), "甲甲乙乙", strict=True)]
    for seed in map(str, range(20)):
        result = compute(record(teams, seed=seed))["result"]
        assert result["notes"] == []
        assert all({"t0", "t1"} != set(pair) != {"t2", "t3"} for pair in result["pairs"])


def test_who_was_named_first_less_often_is_named_first_now() -> None:
    a, b = entrants(2)
    assert compute(record([{**a, "named_first": 1}, b]))["result"]["pairs"] == [["t1", "t0"]]


def test_different_points_and_colleagues_are_said() -> None:
    a, b = ({**team, "department": "院直"} for team in entrants(2))
    notes = compute(record([{**a, "points": 2.5}, b]))["result"]["notes"]
    assert notes == ["同单位相遇：院直（队0 – 队1）", "不同分相遇：队0（2.5分）– 队1（0分）"]


def test_when_everybody_has_met_the_round_is_refused() -> None:
    teams = entrants(2)
    teams[0]["met"] = ["t1"]
    with pytest.raises(ScoringError, match="没有既不重复相遇"):
        compute(record(teams))


def test_when_everybody_had_a_bye_the_round_is_refused() -> None:
    with pytest.raises(ScoringError, match="重复轮空"):
        compute(record([{**team, "had_bye": True} for team in entrants(3)]))


@pytest.mark.parametrize(
    ("changes", "at", "words"),
    [
        ({"format": "draw/1"}, "format", "swiss/1"),
        ({"round": 0}, "round", "整数"),
        ({"seed": ""}, "seed", "文字"),
        ({"protect": 1}, "protect", "department"),
        ({"colour": 1}, "", "不认识的键“colour”"),
        ({"teams": [{"id": "a"}]}, "teams", "至少 2 队"),
        ({"teams": [{"id": "a"}, {"id": "a"}]}, "teams[1].id", "重复"),
        ({"teams": [{"id": "a"}, {"id": "b", "points": "2"}]}, "teams[1].points", "积分"),
        ({"teams": [{"id": "a"}, {"id": "b", "points": float("inf")}]}, "teams[1].points", "积分"),
        ({"teams": [{"id": "a"}, {"id": "b", "met": "a"}]}, "teams[1].met", "编号列表"),
        ({"teams": [{"id": "a"}, {"id": "b", "had_bye": 1}]}, "teams[1].had_bye", "true"),
    ],
)
def test_a_wrong_record_is_refused(changes: dict[str, Any], at: str, words: str) -> None:
    with pytest.raises(ScoringError) as refused:
        compute({**record(entrants(4)), **changes})
    assert refused.value.at == at
    assert words in refused.value.message


@settings(max_examples=300, deadline=None)
@given(count=st.integers(2, 8), chance=st.randoms(use_true_random=False), share=st.floats(0.1, 0.9))
def test_a_perfect_matching_is_found_exactly_when_there_is_one(count: int, chance: random.Random, share: float) -> None:
    edges = {pair for pair in combinations(range(count), 2) if chance.random() < share}
    neighbours = [[k for k in range(count) if (min(i, k), max(i, k)) in edges] for i in range(count)]
    matching = Matching(neighbours)
    complete = matching.complete()
    assert complete == has_perfect(set(range(count)), edges)
    for v, mate in enumerate(matching.mate):
        assert mate == NOBODY or (matching.mate[mate] == v and mate in neighbours[v])
    assert complete == (NOBODY not in matching.mate)


def has_perfect(left: set[int], edges: set[tuple[int, int]]) -> bool:
    if not left:
        return True
    first = min(left)
    return any((first, other) in edges and has_perfect(left - {first, other}, edges) for other in left - {first})
