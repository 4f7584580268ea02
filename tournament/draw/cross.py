"""Cross knockout: where the groups' first, second … enter the bracket, by name (1A-1C) or in the standard way."""

from collections import Counter
from collections.abc import Sequence

from .errors import DrawError
from .groups import group_name
from .knockout import Side
from .lots import Lots
from .placing import place

Cross = str | Sequence[Sequence[str]]
STANDARD = "standard"


def sides(groups: int, advance: int, cross: Cross) -> list[Side | None]:
    """The bracket's slots as {"group", "place"} for `advance` teams of each group (None = bye). Raises `DrawError`."""
    if groups * advance < 2:
        raise DrawError("advance", "出线的只有 1 队，没有淘汰赛可排；请增加出线队数")
    return _standard(groups, advance) if isinstance(cross, str) else _by_name(groups, advance, cross)


def _standard(groups: int, advance: int) -> list[Side | None]:
    """Firsts are the best seeds, then seconds; a group's teams are kept apart as a department's are.

    So, with two advancing, group-mates are in different halves, and no two firsts share a pair. Nothing is left to lot.
    """
    entrants: list[Side] = [
        {"group": group_name(group), "place": number} for number in range(1, advance + 1) for group in range(groups)
    ]
    of_group = [number % groups for number in range(len(entrants))]
    slots = place(of_group, range(len(entrants)), Lots(STANDARD))
    return [None if entrant is None else entrants[entrant] for entrant in slots]


def _by_name(groups: int, advance: int, cross: Sequence[Sequence[str]]) -> list[Side | None]:
    """Pairs as typed in; winners of consecutive pairs meet. Everyone who advances stands in exactly one pair."""
    known = {
        f"{number}{group_name(group)}": (group, number) for number in range(1, advance + 1) for group in range(groups)
    }
    named = Counter(name for pair in cross for name in pair)
    for index, pair in enumerate(cross):
        for side, name in enumerate(pair):
            _refuse_name(f"cross[{index}][{side}]", name, known, named)
    if missing := [name for name in known if name not in named]:
        raise DrawError("cross", f"缺少 {'、'.join(missing)}；每个出线名次都要写进一对")
    if len(cross) & (len(cross) - 1):
        raise DrawError("cross", f"写了 {len(cross)} 对；按名次配对须为 1、2、4、8……对，否则请用 standard")
    return [{"group": group_name(known[name][0]), "place": known[name][1]} for pair in cross for name in pair]


def _refuse_name(at: str, name: str, known: dict[str, tuple[int, int]], named: Counter[str]) -> None:
    if name not in known:
        raise DrawError(at, f"“{name}”不是出线名次；可写 {'、'.join(known)}")
    if named[name] > 1:
        raise DrawError(at, f"“{name}”写了 {named[name]} 次；每个出线名次只能写一次")
