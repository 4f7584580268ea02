"""An independent check of a bracket: written from the promises, sharing no code with the draw."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

Slots = Sequence[Any]


def parts(slots: Slots, count: int) -> list[Slots]:
    """The bracket cut into `count` equal stretches."""
    size = len(slots) // count
    return [slots[start : start + size] for start in range(0, len(slots), size)]


def even(numbers: Sequence[int]) -> bool:
    return max(numbers) - min(numbers) <= 1


def clashes(slots: Slots, department: dict[Any, Any]) -> int:
    return sum(
        a is not None and b is not None and department[a] == department[b]
        for a, b in zip(slots[::2], slots[1::2], strict=True)
    )


def check_slots(slots: Slots, department: dict[Any, Any], seeds: Sequence[Any]) -> None:
    """Everyone once; byes spread, never against each other; seeds apart; colleagues as far apart as can be."""
    teams = [slot for slot in slots if slot is not None]
    assert sorted(teams) == sorted(department)
    assert len(slots) // 2 < len(teams) <= len(slots)
    assert len(slots) & (len(slots) - 1) == 0
    assert all((a, b) != (None, None) for a, b in zip(slots[::2], slots[1::2], strict=True))
    cuts = [count for count in (2, 4) if count <= len(slots)]
    for count in cuts:
        assert even([part.count(None) for part in parts(slots, count)]), "byes"
        for number, part in enumerate(parts(slots, count)):
            assert sum(seed in part for seed in seeds[:count]) <= 1, ("seeds", count, number)
    sizes = Counter(department.values())
    for count in cuts:
        for name in sizes:
            assert even([sum(department.get(one) == name for one in part) for part in parts(slots, count)]), name
    assert clashes(slots, department) == max(0, max(sizes.values()) - len(slots) // 2)


def check_matches(result: dict[str, Any], places: int, joint: bool, rank: dict[str, int]) -> list[str]:
    """Play the bracket (lower `rank` wins) and return the teams in the order of the places decided."""
    matches = result["matches"]
    teams = [slot for slot in result["slots"] if slot is not None]
    assert len({match["id"] for match in matches}) == len(matches)
    done: dict[str, tuple[int, str, str]] = {}
    places_of: dict[int, str] = {}
    lost: Counter[str] = Counter()
    for match in sorted(matches, key=lambda one: one["round"]):
        sides = [_team(match[side], done, match["round"]) for side in "ab"]
        assert sides[0] != sides[1]
        winner, loser = sorted(sides, key=rank.__getitem__)
        lost[loser] += 1
        done[match["id"]] = (match["round"], winner, loser)
        if match["place"] is not None:
            assert match["place"] % 2 == 1
            assert match["place"] not in places_of
            places_of |= {match["place"]: winner, match["place"] + 1: loser}
    assert set(lost) == set(teams) - {min(teams, key=rank.__getitem__)}
    wanted = {1, 2, *range(1, places + 1)} - ({3, 4} if joint else set())
    assert set(places_of) == wanted
    assert len(set(places_of.values())) == len(places_of)
    return [places_of[place] for place in sorted(places_of)]


def _team(side: dict[str, Any], done: dict[str, tuple[int, str, str]], number: int) -> str:
    if "team" in side:
        return str(side["team"])
    key = "winner_of" if "winner_of" in side else "loser_of"
    before, winner, loser = done[side[key]]
    assert before < number, "a match before its feeder"
    return winner if key == "winner_of" else loser
