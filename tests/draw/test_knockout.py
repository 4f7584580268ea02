"""Single elimination: byes, seeds, colleagues, placement matches, lots; every size from 2 to 130."""

import random
from collections import Counter
from hashlib import sha256
from itertools import product
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from tournament.draw.lots import Lots
from tournament.draw.placing import place
from tournament.draw.record import check, compute

from .checker import check_matches, check_slots, clashes, even, parts

SIZES = range(2, 131)


def record(departments: list[Any], seeds: int = 0, **changes: Any) -> dict[str, Any]:
    """A record of teams t0, t1 … in these departments, the first `seeds` of them seeded."""
    teams = [
        {"id": f"t{index}", "name": f"队{index}", "department": str(name), "seed": index + 1 if index < seeds else None}
        for index, name in enumerate(departments)
    ]
    base = {"format": "draw/1", "algorithm": 1, "seed": "大礼堂", "method": "single-elimination", "teams": teams}
    return {**base, "protect": "department", "places": 1, **changes}


def department(drawn: dict[str, Any]) -> dict[str, str]:
    return {team["id"]: team["department"] for team in drawn["teams"]}


def partitions(count: int) -> list[tuple[int, ...]]:
    """Every way to part `count` teams among departments, as the department of each team."""
    found: list[tuple[int, ...]] = [(0,)]
    for _team in range(count - 1):
        found = [(*one, name) for one in found for name in range(max(one) + 2)]
    return found


@pytest.mark.parametrize("count", SIZES)
def test_byes_are_spread_and_every_team_is_once_in_a_bracket_of_the_least_size(count: int) -> None:
    for seeds in (0, min(count, 4), count):
        result = compute(record(list(range(count)), seeds))["result"]
        check_slots(result["slots"], {f"t{n}": n for n in range(count)}, [f"t{n}" for n in range(seeds)])
        assert len(result["matches"]) == count - 1
        byes = len(result["slots"]) - count
        pairs = list(zip(result["slots"][::2], result["slots"][1::2], strict=True))
        free = {a or b for a, b in pairs if a is None or b is None}
        assert {f"t{n}" for n in range(min(byes, seeds))} <= free, "the best seeds have the byes"
        assert result["notes"] == []


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_two_to_five_colleagues_are_split_over_halves_and_quarters(count: int, size: int) -> None:
    for seeds in (0, 2, 4, 8):
        drawn = compute(record([index // size for index in range(count)], min(seeds, count)))
        check_slots(drawn["result"]["slots"], department(drawn), [f"t{n}" for n in range(min(seeds, count))])


@pytest.mark.parametrize("count", range(2, 9))
def test_up_to_eight_teams_every_choice_of_departments_and_seeds_gives_the_optimum(count: int) -> None:
    for names in partitions(count):
        for seeds in range(min(count, 4) + 1):
            slots = place(names, range(seeds), Lots("a"))
            check_slots(slots, dict(enumerate(names)), range(seeds))


@pytest.mark.parametrize("count", range(2, 9))
def test_no_pairing_at_all_has_fewer_clashes_up_to_eight_teams(count: int) -> None:
    width = 1 << (count - 1).bit_length()
    for names in partitions(count):
        slots = place(names, [], Lots("b"))
        assert clashes(slots, dict(enumerate(names))) == fewest(names, width - count)


def fewest(names: tuple[int, ...], byes: int) -> int:
    """The least number of clashes over every way to pair the teams, `byes` of them with nobody."""
    if not names:
        return 0
    first, rest = names[0], names[1:]
    alone = [fewest(rest, byes - 1)] if byes else []
    return min(alone + [(first == rest[k]) + fewest(rest[:k] + rest[k + 1 :], byes) for k in range(len(rest))])


@settings(max_examples=200, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 40), min_size=1, max_size=30),
    seeds=st.integers(0, 20),
    seed=st.text(max_size=6),
    order=st.randoms(use_true_random=False),
)
def test_any_departments_and_seeds_keep_every_promise(
    sizes: list[int], seeds: int, seed: str, order: random.Random
) -> None:
    names = [index for index, size in enumerate(sizes) for _team in range(size)] + [len(sizes)]
    order.shuffle(names)
    drawn = compute(record(names, min(seeds, len(names)), seed=seed))
    check_slots(drawn["result"]["slots"], department(drawn), [f"t{n}" for n in range(min(seeds, len(names), 4))])
    assert check(drawn) == []


@pytest.mark.parametrize("places", [1, 2, 4, 6, 8, 16])
@pytest.mark.parametrize("third", ["match", "joint"])
def test_matches_decide_exactly_the_places_asked_for(places: int, third: str) -> None:
    for count, seeds in product(range(places, 40), (0, 3)):
        if count < 2 or (third == "joint" and places < 4):
            continue
        drawn = compute(record(list(range(count)), min(seeds, count), places=places, third_place=third))
        rank = {f"t{n}": (n * 7919) % 10007 for n in range(count)}
        order = check_matches(drawn["result"], places, third == "joint", rank)
        assert order[0] == min(rank, key=rank.__getitem__)


def test_a_placement_bracket_has_only_its_own_matches() -> None:
    result = compute(record(list(range(8)), places=8))["result"]
    assert [(match["round"], match["place"]) for match in result["matches"]] == [
        *[(1, None)] * 4,
        *[(2, None)] * 4,
        *[(3, 7), (3, 5), (3, 3), (3, 1)],
    ]
    six = compute(record(list(range(8)), places=6))["result"]
    assert [match["place"] for match in six["matches"] if match["place"]] == [5, 3, 1]


def test_joint_thirds_play_no_match() -> None:
    result = compute(record(list(range(8)), places=4, third_place="joint"))["result"]
    assert [match["place"] for match in result["matches"]] == [None] * 6 + [1]


def test_all_seeded_gives_the_bracket_everybody_knows() -> None:
    slots = compute(record(list(range(8)), 8))["result"]["slots"]
    assert slots == ["t0", "t7", "t4", "t3", "t2", "t5", "t6", "t1"]


def test_unavoidable_clashes_are_named_with_their_department() -> None:
    drawn = compute(record(["院直", "院直", "院直", "综艺"]))
    (note,) = drawn["result"]["notes"]
    assert note.startswith("首轮同单位相遇：院直（")
    assert note.endswith("；该单位队数超过首轮对数，无法避免")


def test_a_seed_without_its_bye_is_told_why() -> None:
    drawn = compute(record(["甲", "乙", "乙"], 3))
    assert drawn["result"]["slots"] == ["t0", "t2", None, "t1"]
    assert drawn["result"]["notes"] == ["1 号种子 队0 首轮没有轮空：为使同单位分开，轮空给了别的队"]


def test_without_protection_colleagues_may_meet_and_the_note_says_so() -> None:
    drawn = compute(record(["院直"] * 4, protect=None))
    assert [note.rpartition("；")[2] for note in drawn["result"]["notes"]] == ["本次抽签不要求同单位回避"] * 2


@pytest.mark.parametrize("count", [2, 3, 5, 6, 11, 13, 64, 100])
def test_lots_fill_the_slots_from_the_top_whoever_is_seeded_or_a_colleague(count: int) -> None:
    numbers = list(range(1, count + 1))
    random.Random(count).shuffle(numbers)
    lots = {f"t{index}": number for index, number in enumerate(numbers)}
    result = compute(record(["院直"] * count, 2, lots=lots, seed=""))["result"]
    assert [lots[slot] for slot in result["slots"] if slot] == list(range(1, count + 1))
    assert all(pair != (None, None) for pair in zip(result["slots"][::2], result["slots"][1::2], strict=True))
    for cut in (2, 4):
        if cut <= len(result["slots"]):
            assert even([part.count(None) for part in parts(result["slots"], cut)])
    assert len(result["notes"]) == count - len(result["slots"]) // 2
    assert all(note.endswith("；按签号入位，不作调整") for note in result["notes"])


def test_the_same_record_gives_the_same_bracket_and_another_seed_another() -> None:
    names = [index // 3 for index in range(30)]
    assert compute(record(names)) == compute(record(names))
    assert compute(record(names))["result"] != compute(record(names, seed="院工会"))["result"]


def test_algorithm_1_is_pinned() -> None:
    block = sha256(b"draw/1:1:0:" + "大礼堂".encode()).digest()
    assert Lots("大礼堂").numbers(2) == [int.from_bytes(block[:8], "big"), int.from_bytes(block[8:16], "big")]
    slots = compute(record([index // 2 for index in range(11)], 2))["result"]["slots"]
    assert " ".join(slot or "-" for slot in slots) == "t0 - t4 t7 t3 t8 t10 - t2 t5 t9 - t6 - - t1"


def test_every_team_comes_to_every_slot_about_equally_often() -> None:
    seen = Counter(slot for number in range(2000) for slot in enumerate(place(range(4), [], Lots(str(number)))))
    assert len(seen) == 16
    assert all(400 < times < 600 for times in seen.values())


def test_lots_draw_each_number_below_a_limit_about_equally_often() -> None:
    lots = Lots("公开")
    seen = Counter(lots.below(6) for _draw in range(6000))
    assert sorted(seen) == [0, 1, 2, 3, 4, 5]
    assert all(880 < times < 1120 for times in seen.values())


@pytest.mark.parametrize(
    ("changes", "at", "words"),
    [
        ({"places": 16}, "places", "8 队可决出前 1、2、4、6、8 名"),
        ({"places": True}, "places", "不可用"),
        ({"third_place": "joint", "places": 2}, "third_place", "至少前 4 名"),
        ({"groups": 2}, "", "不认识的键“groups”"),
        ({"protect": "team"}, "protect", "department"),
        ({"seed": 7}, "seed", "一段文字"),
        ({"seed": None}, "seed", "一段文字"),
        ({"method": "swiss"}, "method", "single-elimination、groups"),
        ({"teams": []}, "teams", "至少 2 队"),
        ({"teams": [{"id": "a"}, {"id": "a"}]}, "teams[1].id", "只能出现一次"),
        ({"teams": [{"id": "a", "colour": 1}, {"id": "b"}]}, "teams[0]", "不认识的键“colour”"),
        ({"teams": [{"id": "a", "seed": 2}, {"id": "b"}]}, "teams[0].seed", "1 到 1"),
        ({"teams": [{"id": "a", "seed": 1}, {"id": "b", "seed": 1}]}, "teams[1].seed", "1 到 2"),
        ({"teams": [{"id": "a", "seed": True}, {"id": "b"}]}, "teams[0].seed", "不可用"),
        ({"teams": ["a", "b"]}, "teams[0]", "应为一个对象"),
        ({"lots": {"t9": 1}}, "lots", "“t9”不是参赛队的编号"),
        ({"lots": {"t1": 0}}, "lots.t1", "1 到 8"),
        ({"lots": []}, "lots", "签号应为"),
    ],
)
def test_a_wrong_record_is_refused_with_the_place_and_what_is_allowed(
    changes: dict[str, Any], at: str, words: str
) -> None:
    with pytest.raises(ScoringError) as refused:
        compute(record(list(range(8)), **changes))
    assert refused.value.at == at
    assert words in refused.value.message


@pytest.mark.parametrize("document", [None, [], "x", 3])
def test_what_is_no_object_is_refused(document: Any) -> None:
    with pytest.raises(ScoringError, match="应为一个对象"):
        compute(document)


def test_thousands_of_teams_take_no_longer_than_n_log_n() -> None:
    def seconds(count: int) -> float:
        drawn = record([index // 4 for index in range(count)], 8)
        return min(_timed(drawn) for _try in range(3))

    assert seconds(8192) < 8 * 4 * max(seconds(1024), 0.002)


def _timed(drawn: dict[str, Any]) -> float:
    start = perf_counter()
    compute(drawn)
    return perf_counter() - start
