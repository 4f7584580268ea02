"""The records of the other formats: best of groups, best losers, the last ones in a circle; each replays to itself."""

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from tournament.draw import best_losers, last_record, qualifying
from tournament.draw.apart import seats
from tournament.draw.replay import FORMATS, check, compute

BASE: dict[str, Any] = {"algorithm": 1, "protect": "department"}


def teams(count: int, colleagues: int = 1, seeds: int = 0) -> list[dict[str, Any]]:
    return [
        {"id": f"t{n}", "name": f"队{n}", "department": f"d{n // colleagues}", "seed": n + 1 if n < seeds else None}
        for n in range(count)
    ]


def play(matches: list[dict[str, Any]], best: dict[tuple[int, int], str]) -> dict[str, tuple[str, str]]:
    """Every match won by its side a; (winner, loser) by id. Nobody plays twice in a round, feeders come before."""
    done: dict[str, tuple[str, str]] = {}
    rounds = {match["id"]: match["round"] for match in matches}
    busy: set[tuple[int, str]] = set()
    for match in sorted(matches, key=lambda one: one["round"]):
        sides = []
        for side in (match["a"], match["b"]):
            if "team" in side:
                sides.append(side["team"])
            elif "best" in side:
                sides.append(best[side["best"], side["rank"]])
            else:
                kind, key = next(iter(side.items()))
                assert rounds[key] < match["round"]
                sides.append(done[key][0 if kind == "winner_of" else 1])
        for team in sides:
            assert (match["round"], team) not in busy
            busy.add((match["round"], team))
        done[match["id"]] = (sides[0], sides[1])
    return done


@pytest.mark.parametrize("count", range(2, 131))
def test_winners_and_best_losers_fill_the_second_round(count: int) -> None:
    record = {**BASE, "format": "losers/1", "seed": f"s{count}", "teams": teams(count, 2, min(4, count))}
    result = best_losers.compute(record)["result"]
    first = [match for match in result["matches"] if match["round"] == 1]
    seated = [one for pair in result["pairs"] for one in pair] + [result["bye"]] * (count % 2)
    assert sorted(seated) == sorted(team["id"] for team in record["teams"])
    assert result["bye"] == ("t0" if count % 2 else None)
    losers = best_losers.wanted(count)
    second = [match for match in result["matches"] if match["round"] == 2]
    on = len(first) + count % 2 + losers
    assert on & (on - 1) == 0
    assert len(second) == on // 2
    assert 0 <= losers <= len(first)
    department = {team["id"]: team["department"] for team in record["teams"]}
    assert sum(department[a] == department[b] for a, b in result["pairs"]) == max(0, 2 - -(-count // 2))
    played = play(result["matches"], {(1, rank): f"loser{rank}" for rank in range(1, losers + 1)})
    assert len(played) == len(first) + on - 1
    for match in second:
        assert not ("best" in match["a"] and "best" in match["b"])


@given(st.lists(st.integers(0, 3), min_size=2, max_size=9), st.integers(0, 4), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_the_first_round_has_as_few_clashes_as_can_be(departments: list[int], seeds: int, seed: int) -> None:
    listed = [
        {"id": f"t{n}", "department": f"d{one}", "seed": n + 1 if n < seeds else None}
        for n, one in enumerate(departments)
    ]
    result = best_losers.compute({**BASE, "format": "losers/1", "seed": str(seed), "teams": listed})["result"]
    department = {f"t{n}": one for n, one in enumerate(departments)}
    clashes = sum(department[a] == department[b] for a, b in result["pairs"])
    pairs = -(-len(departments) // 2)
    assert clashes == max(0, max(Counter(departments).values()) - pairs)
    assert sum("同单位相遇" in note for note in result["notes"]) == clashes


@pytest.mark.parametrize("last", range(3, 9))
@pytest.mark.parametrize("count", [4, 5, 7, 9, 10, 12, 13, 16, 17, 23, 24, 31, 48, 64, 65, 130])
def test_a_knockout_leaves_the_last_ones_who_all_meet(count: int, last: int) -> None:
    record = {**BASE, "format": "last/1", "seed": "x", "teams": teams(count, 2, min(3, count)), "last": last}
    if count <= last:
        with pytest.raises(ScoringError, match="须少于参赛队数"):
            last_record.compute(record)
        return
    result = last_record.compute(record)["result"]
    assert len(result["matches"]) == count - last
    slots = result["slots"]
    assert sorted(one for one in slots if one) == sorted(team["id"] for team in record["teams"])
    assert all((a, b) != (None, None) for a, b in zip(slots[::2], slots[1::2], strict=True)), "bye against bye"
    done = play(result["matches"], {})
    left = [done[side["winner_of"]][0] if "winner_of" in side else side["team"] for side in result["group"]]
    assert len(set(left)) == last
    seeds_sections = [slots.index(f"t{n}") // (len(slots) // last) for n in range(3)]
    assert len(set(seeds_sections)) == 3
    first_rounds = {team: match["round"] for match in reversed(result["matches"]) for team in _named(match)}
    assert set(first_rounds.values()) <= {1, 2}, "byes in round 1 only"
    met = sorted(tuple(sorted(pair)) for one in result["rounds"] for pair in one)
    assert met == list(combinations(range(1, last + 1), 2))


def _named(match: dict[str, Any]) -> list[str]:
    return [side["team"] for side in (match["a"], match["b"]) if "team" in side]


def test_paper_lots_fill_the_sections_from_the_top() -> None:
    lots = {f"t{n}": 7 - n for n in range(7)}
    result = last_record.compute({**BASE, "format": "last/1", "seed": "", "teams": teams(7), "last": 3, "lots": lots})
    assert [one for one in result["result"]["slots"] if one] == ["t6", "t5", "t4", "t3", "t2", "t1", "t0"]


CROSS = [([3] * 6, 2, 4), ([4] * 8, 1, 0), ([3, 3, 4], 1, 1), ([4, 4, 3, 3, 3], 1, 3), ([5, 5], {"5": 3}, 0),
         ([4, 4, 3, 3], {"4": 2, "3": 1}, 0), ([6, 5, 5], "half", 0), ([3] * 12, 1, 4)]  # fmt: skip


@pytest.mark.parametrize(("sizes", "advance", "best"), CROSS)
def test_the_bracket_takes_everybody_who_advances_once(sizes: list[int], advance: Any, best: int) -> None:
    record = {"format": "cross/1", "algorithm": 1, "sizes": sizes, "advance": advance, "best": best}
    result = qualifying.compute(record)["result"]
    sides = [side for side in result["slots"] if side is not None]
    counts = qualifying.advancing(sizes, advance)
    wanted = [{"group": "ABCDEFGHIJKL"[g], "place": p} for g, n in enumerate(counts) for p in range(1, n + 1)]
    wanted += [{"best": counts[0] + 1, "rank": rank} for rank in range(1, best + 1)]
    assert sorted(map(str, sides)) == sorted(map(str, wanted))
    assert len(result["matches"]) == len(sides) - 1
    pairs = list(zip(result["slots"][::2], result["slots"][1::2], strict=True))
    assert (None, None) not in pairs
    for a, b in pairs:
        if a and b and "group" in a and "group" in b:
            assert a["group"] != b["group"], "group-mates in the first round"
            assert len(sizes) > len(pairs) or {a["place"], b["place"]} != {1}, "two firsts in the first round"


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"advance": {"3": 1}}, "advance"),
        ({"advance": 4}, "advance"),
        ({"advance": True}, "advance"),
        ({"best": 3}, "best"),
        ({"best": -1}, "best"),
        ({"advance": {"3": 1, "4": 2}, "best": 1}, "best"),
        ({"advance": 3, "best": 1}, "best"),
        ({"sizes": []}, "sizes"),
        ({"sizes": [3, "x"]}, "sizes"),
        ({"places": 8}, "places"),
        ({"third_place": "joint"}, "third_place"),
        ({"format": "cross/2"}, "format"),
        ({"colour": 1}, ""),
    ],
)
def test_a_bracket_that_cannot_be_is_refused(changes: dict[str, Any], at: str) -> None:
    with pytest.raises(ScoringError) as refused:
        qualifying.compute(
            {"format": "cross/1", "algorithm": 1, "sizes": [3, 3, 4], "advance": 1, "best": 0, **changes}
        )
    assert refused.value.at == at


RECORDS: list[dict[str, Any]] = [
    {**BASE, "format": "draw/1", "seed": "x", "method": "groups", "teams": teams(9), "group_size": 3},
    {**BASE, "format": "losers/1", "seed": "x", "teams": teams(12, 2)},
    {**BASE, "format": "last/1", "seed": "x", "teams": teams(12, 2), "last": 5},
    {**BASE, "format": "redraw/1", "seed": "x", "round": 1, "teams": teams(11)},
    {**BASE, "format": "redraw/1", "seed": "x", "round": 2, "teams": teams(4), "from": {"t0": "r1m1"}},
    {**BASE, "format": "swiss/1", "seed": "x", "round": 1, "teams": [{"id": "a"}, {"id": "b"}, {"id": "c"}]},
    {"format": "cross/1", "algorithm": 1, "sizes": [3, 3, 4], "advance": 1, "best": 1},
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda one: one["format"])
def test_every_record_gives_the_same_result_again_and_a_changed_one_is_told(record: dict[str, Any]) -> None:
    drawn = compute(record)
    assert compute(drawn) == drawn
    assert check(drawn) == []
    key = next(key for key, value in drawn["result"].items() if value)
    assert check({**drawn, "result": {**drawn["result"], key: []}})


def test_every_format_has_a_record_above() -> None:
    assert {record["format"] for record in RECORDS} | {"draw-addendum/1"} == set(FORMATS)  # which has tests of its own


@pytest.mark.parametrize("junk", [None, 1, "x", [], {}, {"format": 7}, {"format": ["swiss/1"]}])
@pytest.mark.parametrize("key", sorted(FORMATS))
def test_junk_is_refused_in_words(junk: Any, key: str) -> None:
    for bad in (junk, {"format": key, "teams": junk, "sizes": junk, "seed": junk}):
        with pytest.raises(ScoringError):
            FORMATS[key](bad)
        with pytest.raises(ScoringError):
            compute(bad)


def test_lots_order_equals_in_a_swiss_round_by_hand() -> None:
    listed = [{"id": one, "points": points} for one, points in zip("abcd", (2, 0, 2, 0), strict=True)]
    lots = {"a": 4, "b": 1, "c": 3, "d": 2}
    record = {**BASE, "format": "swiss/1", "round": 2, "teams": listed, "lots": lots}
    assert compute(record)["result"]["pairs"] == [["c", "a"], ["b", "d"]]
    for bad in ({"a": 1}, {**lots, "d": 3}, {**lots, "x": 1}, 7, {**lots, "a": 9}):
        with pytest.raises(ScoringError):
            compute({**record, "lots": bad})


@given(st.data(), st.integers(1, 5))
@settings(max_examples=200, deadline=None)
def test_the_seating_breaks_as_few_rules_as_any_and_prefers_the_order(data: st.DataObject, count: int) -> None:
    letters = st.sampled_from("ABCDEF")
    origins = data.draw(st.lists(letters, min_size=count, max_size=count, unique=True))
    forbidden = [frozenset(data.draw(st.sets(letters, max_size=3))) for _ in range(count)]

    def broken(order: tuple[int, ...]) -> int:
        return sum(origins[one] in out for one, out in zip(order, forbidden, strict=True))

    found = tuple(seats(origins, forbidden))
    fewest = min(broken(order) for order in permutations(range(count)))
    assert broken(found) == fewest
    assert found == min(order for order in permutations(range(count)) if broken(order) == fewest)
