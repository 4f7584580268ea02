"""The bracket behind groups in which the number that advances depends on a group's size, or the best n-th go on too."""

from collections.abc import Mapping, Sequence
from typing import Any

from . import knockout
from .document import PLACES, known_keys, number, shown
from .errors import DrawError
from .groups import group_name
from .lots import ALGORITHM, Lots
from .placing import place

FORMAT = "cross/1"
KEYS = ("format", "algorithm", "sizes", "advance", "best", "places", "third_place", "result")
HALF = "half"
STANDARD = "standard"
LEAST_FOR_THIRD = 4


def compute(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its `result` {"slots": [side or None], "matches", "notes"}. Raises `DrawError`.

    A record: format "cross/1", algorithm 1, `sizes` of the groups, `advance` (a number, {"size": number} or "half":
    the better half, rounded down), `best` (how many of those placed next go on over all groups), places and
    third_place as in `draw/1`. Sides are {"group", "place"} or {"best": place, "rank": n}. Nothing is left to lot:
    firsts are the best seeds, then seconds and so on, the best n-th last; group-mates are kept apart.
    """
    if not isinstance(record, Mapping):
        raise DrawError("", f"记录应为一个对象，现为 {shown(record)}")
    known_keys("", record, KEYS)
    if record.get("format") != FORMAT:
        raise DrawError("format", f"“{shown(record.get('format'))}”不可用；可用 {FORMAT}")
    number(record, "algorithm", ALGORITHM, ALGORITHM)
    counts = advancing(_sizes(record.get("sizes")), record.get("advance"))
    best = best_count(record.get("sizes", []), counts, record.get("best", 0))
    sides = _seated(counts, best)
    places, joint = _awarded(record, sum(side is not None for side in sides))
    return {
        **record,
        "result": {"slots": sides, "matches": knockout.bracket(sides, places, joint), "notes": []},
    }


def advancing(sizes: Sequence[int], advance: Any) -> list[int]:
    """How many of each group go on. Raises `DrawError` at `advance`."""
    return [_of_size(size, advance) for size in sizes]


def _of_size(size: int, advance: Any) -> int:
    if advance == HALF:
        return size // 2
    value = advance.get(str(size)) if isinstance(advance, Mapping) else advance
    if value is None:
        raise DrawError("advance", f"没有写明 {size} 队的小组出线几队")
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= size:
        raise DrawError("advance", f"“{shown(value)}”不可用；{size} 队的小组可出线 1 到 {size} 队")
    return value


def best_count(sizes: Sequence[int], counts: Sequence[int], best: Any) -> int:
    """How many of those placed next go on, checked against the groups. Raises `DrawError` at `best`."""
    if isinstance(best, bool) or not isinstance(best, int) or best < 0:
        raise DrawError("best", f"“{shown(best)}”不可用；应为 0 或跨组择优的队数")
    if not best:
        return 0
    if len(set(counts)) > 1:
        raise DrawError("best", "各组出线队数不同时，不能再跨组择优")
    if best >= len(counts):
        raise DrawError("best", f"跨组择优 {best} 队不可用；共 {len(counts)} 组，应少于组数")
    if min(sizes) <= counts[0]:
        raise DrawError("best", f"最小的组只有 {min(sizes)} 队，没有第 {counts[0] + 1} 名可择优")
    return best


def _sizes(sizes: Any) -> list[int]:
    right = isinstance(sizes, list) and all(isinstance(one, int) and not isinstance(one, bool) for one in sizes)
    if not right or not sizes or min(sizes) < 2 or len(sizes) > 10_000:
        raise DrawError("sizes", f"“{shown(sizes)}”不可用；应为各组队数的列表，每组至少 2 队")
    return list(sizes)


def _seated(counts: Sequence[int], best: int) -> list[knockout.Side | None]:
    """The bracket's slots: firsts of all groups, seconds …, then the best of the next; each group kept apart."""
    entrants = [(place, group) for place in range(1, max(counts) + 1) for group, n in enumerate(counts) if n >= place]
    sides: list[knockout.Side] = [{"group": group_name(group), "place": place} for place, group in entrants]
    sides += [{"best": counts[0] + 1, "rank": rank} for rank in range(1, best + 1)]
    if len(sides) < 2:
        raise DrawError("advance", "出线的只有 1 队，没有淘汰赛可排；请增加出线队数")
    apart = [group for _place, group in entrants] + [-rank for rank in range(1, best + 1)]
    return [None if one is None else sides[one] for one in place(apart, range(len(sides)), Lots(STANDARD))]


def _awarded(record: Mapping[str, Any], entrants: int) -> tuple[int, bool]:
    places, third = record.get("places", 1), record.get("third_place", "match")
    allowed = [one for one in PLACES if one <= entrants]
    if isinstance(places, bool) or places not in allowed:
        raise DrawError("places", f"“{shown(places)}”不可用；{entrants} 队可决出前 {'、'.join(map(str, allowed))} 名")
    if third not in ("match", "joint") or (third == "joint" and places < LEAST_FOR_THIRD):
        raise DrawError("third_place", f"“{shown(third)}”不可用；可用 match，或在决出前 4 名以上时用 joint")
    return int(places), third == "joint"
