"""A knockout drawn anew each round, and a knockout whose last ones play a round robin."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from scoring.errors import ScoringError
from tournament.draw.last_group import knockout_then_group
from tournament.draw.redraw import compute


def teams(departments: list[str], seeds: int = 0) -> list[dict[str, Any]]:
    return [
        {"id": f"t{n}", "name": f"队{n}", "department": name, "seed": n + 1 if n < seeds else None}
        for n, name in enumerate(departments)
    ]


def record(listed: list[dict[str, Any]], number: int = 1, **changes: Any) -> dict[str, Any]:
    base = {"format": "redraw/1", "algorithm": 1, "seed": f"第{number}轮", "round": number, "protect": "department"}
    return {**base, "teams": listed, **changes}


@pytest.mark.parametrize("count", range(2, 131))
def test_a_whole_tournament_has_byes_in_round_1_only_and_ends_with_one_team(count: int) -> None:
    chance, left, number, played = random.Random(count), teams([f"d{n // 3}" for n in range(count)], 4), 1, 0
    while len(left) > 1:
        result = compute(record(left, number))["result"]
        by_id = {team["id"]: team for team in left}
        seated = [one for pair in result["pairs"] for one in pair] + result["byes"]
        assert sorted(seated) == sorted(by_id)
        assert not result["byes"] or number == 1
        largest = max(Counter(team["department"] for team in left).values())
        clashes = sum(by_id[a]["department"] == by_id[b]["department"] for a, b in result["pairs"])
        assert clashes == max(0, largest - len(result["pairs"]) - len(result["byes"]))
        assert clashes == sum("同单位相遇" in note for note in result["notes"])
        assert [match["place"] for match in result["matches"]] == [1 if len(left) == 2 else None] * len(result["pairs"])
        played += len(result["pairs"])
        left = [by_id[chance.choice(pair)] for pair in result["pairs"]] + [by_id[one] for one in result["byes"]]
        number += 1
    assert played == count - 1


def test_the_best_seeds_left_are_kept_apart_and_best_seeds_are_free_in_round_1() -> None:
    result = compute(record(teams(list("abcdef"), 2)))["result"]
    assert sorted(result["byes"]) == ["t0", "t1"]
    later = [{**team, "seed": seed} for team, seed in zip(teams(list("abcd")), (2, None, 7, None), strict=True)]
    for seed in map(str, range(20)):
        pairs = compute(record(later, 2, seed=seed))["result"]["pairs"]
        assert all(set(pair) != {"t0", "t2"} for pair in pairs)


def test_the_losing_semi_finalists_meet_for_third_place_beside_the_final() -> None:
    result = compute(record(teams(["a", "b"]), 3, third=["t8", "t9"]))["result"]
    assert [(match["id"], match["place"]) for match in result["matches"]] == [("r3m1", 3), ("r3m2", 1)]
    assert result["matches"][0]["a"] == {"team": "t8"}


def test_colleagues_left_alone_together_are_said_with_the_round() -> None:
    notes = compute(record(teams(["院直", "院直"]), 4))["result"]["notes"]
    assert len(notes) == 1
    assert notes[0].startswith("第4轮同单位相遇：院直（")


def test_lots_pair_the_teams_in_their_order() -> None:
    result = compute(record(teams(list("abcd")), 2, lots={"t0": 3, "t1": 1, "t2": 4, "t3": 2}))["result"]
    assert result["pairs"] == [["t1", "t3"], ["t0", "t2"]]


@pytest.mark.parametrize(
    ("changes", "at", "words"),
    [
        ({"format": "draw/1"}, "format", "redraw/1"),
        ({"round": 0}, "round", "整数"),
        ({"round": 2, "teams": teams(list("abc"))}, "teams", "只有第 1 轮可有轮空"),
        ({"colour": 1}, "", "不认识的键“colour”"),
        ({"third": ["x", "y"]}, "third", "只剩 2 队"),
        ({"third": ["x"]}, "third", "两支半决赛负队"),
        ({"third": ["t0", "x"]}, "third", "两支半决赛负队"),
        ({"teams": [{"id": "a", "seed": 3}, {"id": "b", "seed": 3}]}, "teams[1].seed", "各一次"),
        ({"teams": None}, "teams", "至少 2 队"),
        ({"absent": {"free1": "t9"}}, "absent", "第 2 轮起"),
        ({"round": 2, "absent": {"free1": 9}}, "absent", "轮空后退赛的队"),
    ],
)
def test_a_wrong_record_is_refused(changes: dict[str, Any], at: str, words: str) -> None:
    with pytest.raises(ScoringError) as refused:
        compute({**record(teams(list("abcd"))), **changes})
    assert refused.value.at == at
    assert words in refused.value.message


@pytest.mark.parametrize("last", [4, 8])
@pytest.mark.parametrize("count", range(9, 40))
def test_the_knockout_leaves_the_last_ones_who_then_all_meet(count: int, last: int) -> None:
    width = 1 << (count - 1).bit_length()
    free = width - count
    sides: list[dict[str, Any] | None] = []
    for pair in range(width // 2):
        first = {"team": f"t{len(sides)}"}
        sides += [first, None if pair < free else {"team": f"t{len(sides) + 1}"}]
    drawn = knockout_then_group(sides, last)
    assert len(drawn["matches"]) == count - last
    winner: dict[str, str] = {}
    for match in drawn["matches"]:
        sides_now = [resolve(match[side], winner) for side in "ab"]
        assert match["place"] is None
        winner[match["id"]] = min(sides_now)
    assert [match["id"] for match in drawn["matches"]] == [f"m{n}" for n in range(1, count - last + 1)]
    assert len({resolve(side, winner) for side in drawn["group"]}) == last
    met = sorted(tuple(sorted(pair)) for one in drawn["rounds"] for pair in one)
    assert met == list(combinations(range(1, last + 1), 2))


def resolve(side: dict[str, Any], winner: dict[str, str]) -> str:
    return winner[side["winner_of"]] if "winner_of" in side else str(side["team"])


@pytest.mark.parametrize(("count", "last"), [(4, 4), (8, 8), (16, 3), (16, 0)])
def test_numbers_that_cannot_be_left_are_refused(count: int, last: int) -> None:
    with pytest.raises(ScoringError) as refused:
        knockout_then_group([{"team": f"t{n}"} for n in range(count)], last)
    assert refused.value.at == "last"
