"""Draws in groups: sizes, seeds, colleagues, lots, and the refusals."""

import copy
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from tournament.draw.record import check, compute

DEPARTMENTS = [
    *("院直1", "综艺系", "戏剧系"),
    *("院直1", "院直3", "基础部"),
    *("美术系", "综艺系", "舞蹈系"),
    *("院直3", "美术系", "院直2"),
]


def teams(departments: list[str], seeds: int = 0) -> list[dict[str, Any]]:
    return [
        {"id": f"t{index}", "name": f"{name}{index}", "department": name, "seed": index + 1 if index < seeds else None}
        for index, name in enumerate(departments)
    ]


def record(**changes: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "format": "draw/1",
        "algorithm": 1,
        "seed": "2011-11-24 9:00 大礼堂",
        "method": "groups",
        "groups": 4,
        "order": [[1, 2], [1, 3], [2, 3]],
        "advance": 1,
        "cross": [["1A", "1C"], ["1B", "1D"]],
        "teams": teams(DEPARTMENTS),
        "protect": "department",
    }
    base.update(changes)
    return {key: value for key, value in base.items() if value is not ...}


def test_the_notice_s_groups_are_read_from_lots_in_its_own_order() -> None:
    lots = {f"t{index}": index + 1 for index in range(12)}
    result = compute(record(lots=lots))["result"]
    assert result["groups"] == [[f"t{3 * group + place}" for place in range(3)] for group in range(4)]
    assert result["rounds"][0] == [["t0", "t1"], ["t3", "t4"], ["t6", "t7"], ["t9", "t10"]]
    assert result["matches"] == [
        {"id": "m1", "round": 1, "a": {"group": "A", "place": 1}, "b": {"group": "C", "place": 1}, "place": None},
        {"id": "m2", "round": 1, "a": {"group": "B", "place": 1}, "b": {"group": "D", "place": 1}, "place": None},
        {"id": "m3", "round": 2, "a": {"winner_of": "m1"}, "b": {"winner_of": "m2"}, "place": 1},
    ]
    assert result["notes"] == []


def test_lots_that_bring_colleagues_together_are_kept_and_said() -> None:
    order = [0, 3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11]
    lots = {f"t{team}": number for number, team in enumerate(order, start=1)}
    assert compute(record(lots=lots))["result"]["notes"] == ["A组有同单位 2 队：院直1；按签号入位，不作调整"]


def test_the_same_record_always_gives_the_same_draw_and_another_seed_another() -> None:
    assert compute(record()) == compute(copy.deepcopy(record()))
    assert compute(record())["result"] != compute(record(seed="别的话"))["result"]


def test_a_record_is_checked_against_its_own_result() -> None:
    drawn = compute(record())
    assert check(drawn) == []
    drawn["result"]["groups"][0].reverse()
    right = compute(drawn)["result"]["groups"][0]
    assert check(drawn) == [f"result.groups[0]：分组应为 {right}，记录里为 {right[::-1]}"]


@settings(max_examples=150, deadline=None)
@given(
    departments=st.lists(st.integers(1, 5), min_size=2, max_size=20),
    groups=st.integers(1, 8),
    seed=st.text(max_size=8),
)
def test_every_team_is_drawn_once_and_every_department_is_split_evenly(
    departments: list[int], groups: int, seed: str
) -> None:
    names = [f"d{index}" for index, size in enumerate(departments) for _one in range(size)]
    groups = max(1, min(groups, len(names) // 2))
    drawn = compute(record(teams=teams(names), groups=groups, order="berger", advance=..., cross=..., seed=seed))
    result = drawn["result"]
    assert sorted(team for group in result["groups"] for team in group) == sorted(team["id"] for team in drawn["teams"])
    assert [len(group) for group in result["groups"]] == sorted(map(len, result["groups"]), reverse=True)
    assert max(map(len, result["groups"])) - min(map(len, result["groups"])) <= 1
    name = {team["id"]: team["department"] for team in drawn["teams"]}
    for department, size in Counter(names).items():
        spread = [sum(name[team] == department for team in group) for group in result["groups"]]
        assert max(spread) <= -(-size // groups), (department, spread)


@pytest.mark.parametrize("groups", range(2, 9))
def test_seeds_sit_in_snake_order_where_no_colleague_forbids_it(groups: int) -> None:
    names = [f"d{index}" for index in range(groups * 4)]
    result = compute(record(teams=teams(names, groups * 2), groups=groups, order="berger", cross="standard"))["result"]
    seats = {team: index for index, group in enumerate(result["groups"]) for team in group}
    first, second = range(groups), range(groups, 2 * groups)
    assert [seats[f"t{index}"] for index in first] == list(range(groups))
    assert [seats[f"t{index}"] for index in second] == list(reversed(range(groups)))


@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("advance", [1, 2])
def test_standard_cross_keeps_group_mates_apart_until_the_final(groups: int, advance: int) -> None:
    names = [f"d{index}" for index in range(groups * 3)]
    drawn = record(teams=teams(names), groups=groups, order="berger", advance=advance, cross="standard")
    matches = {match["id"]: match for match in compute(drawn)["result"]["matches"]}
    assert len(matches) == groups * advance - 1
    final = next(match for match in matches.values() if match["place"] == 1)
    halves = [_entrants(matches, final[side]) for side in "ab"]
    assert sorted(halves[0] + halves[1]) == sorted(
        (chr(65 + group), place) for group in range(groups) for place in range(1, advance + 1)
    )
    for half in halves:
        assert len({group for group, _place in half}) == len(half)
    for match in matches.values():
        if advance == 2 and match["round"] == 1 and all("group" in match[side] for side in "ab"):
            assert {match["a"]["place"], match["b"]["place"]} != {1}


def _entrants(matches: dict[str, Any], side: dict[str, Any]) -> list[tuple[str, int]]:
    if "group" in side:
        return [(side["group"], side["place"])]
    match = matches[side["winner_of"]]
    return _entrants(matches, match["a"]) + _entrants(matches, match["b"])


@pytest.mark.parametrize(
    ("changes", "at", "words"),
    [
        ({"algorithm": 2}, "algorithm", "应为 1"),
        ({"colour": 1}, "", "不认识的键“colour”"),
        ({"groups": 7}, "groups", "1 到 6"),
        ({"group_size": 3}, "groups", "只写一个"),
        ({"order": [[1, 2]]}, "order", "缺少 1-3"),
        ({"order": [[1, 2], [1, 3], [2, 3]], "groups": 5}, "order", "各组队数不同"),
        ({"advance": 4}, "advance", "1 到 3"),
        ({"groups": 1, "advance": 1, "order": "berger"}, "advance", "没有淘汰赛可排"),
        ({"cross": [["1A", "1B"]]}, "cross", "缺少 1C、1D"),
        ({"cross": "usual"}, "cross", "逐对写明"),
        ({"teams": teams(["a"])}, "teams", "至少 2 队"),
        ({"lots": {"t0": 1}}, "lots", "每队都要有一个"),
        ({"lots": {f"t{index}": 1 for index in range(12)}}, "lots.t1", "1 号签已由“t0”抽得"),
        ({"places": 3}, "places", "前 1、2、4 名"),
        ({"places": 8}, "places", "4 队可决出"),
        ({"third_place": "joint"}, "third_place", "至少前 4 名"),
    ],
)
def test_a_wrong_record_is_refused_with_the_place_and_what_is_allowed(
    changes: dict[str, Any], at: str, words: str
) -> None:
    with pytest.raises(ScoringError) as refused:
        compute(record(**changes))
    assert refused.value.at == at
    assert words in refused.value.message
