"""Cross pairing (交叉): who of which group meets whom in the knockout after the groups."""

from collections.abc import Sequence
from string import ascii_uppercase

from .bracket import Side, seeding


def group_letter(index: int) -> str:
    """A … Z, then AA, AB … (index from 0)."""
    return ascii_uppercase[index] if index < 26 else ascii_uppercase[index // 26 - 1] + ascii_uppercase[index % 26]


def standard(groups: int, advance: int) -> list[Side | None]:
    """Bracket slots for one or two from each group.

    Two from each: the second of a group is in the other half than its first, so that group-mates meet no earlier than
    the final, and first-placed teams do not meet in the first round; byes go to first-placed teams.
    """
    if advance == 1:
        return _seeded([_side(group, 1) for group in range(groups)])
    halves: list[list[Side]] = []
    for half in (0, 1):
        firsts = [_side(group, 1) for group in range(groups) if group % 2 == half]
        seconds = [_side(group, 2) for group in range(groups) if group % 2 != half]
        halves.append(firsts + seconds)
    width = _power(groups)
    return [slot for half in halves for slot in _seeded(half, width)]


def explicit(pairs: Sequence[Sequence[str]]) -> list[Side | None]:
    """Bracket slots as written: pairs such as ["1A", "1C"]; winners of consecutive pairs meet."""
    names = [name for pair in pairs for name in pair]
    return [{"group": name.lstrip("0123456789"), "place": int(name[: _digits(name)])} for name in names]


def _digits(name: str) -> int:
    return len(name) - len(name.lstrip("0123456789"))


def _side(group: int, place: int) -> Side:
    return {"group": group_letter(group), "place": place}


def _power(count: int) -> int:
    return 1 << max(count - 1, 0).bit_length()


def _seeded(entries: Sequence[Side], width: int = 0) -> list[Side | None]:
    """Entries, best first, in the slots of a bracket; the empty slots are byes of the best."""
    order = seeding(width or _power(len(entries)))
    return [entries[rank] if rank < len(entries) else None for rank in order]
