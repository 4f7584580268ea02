"""Groups: seeds in snake order, colleagues spread, lots read group by group."""

from collections import Counter
from collections.abc import Sequence

from . import spread
from .colouring import Table
from .lots import Lots

Group = list[int]


def group_name(index: int) -> str:
    """0 → A, 25 → Z, 26 → AA."""
    text = ""
    number = index + 1
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(65 + letter) + text
    return text


def in_reading_order(count: int, groups: int) -> list[Group]:
    """Entrants 0 … count-1 read group by group; the first groups are the larger ones."""
    size, larger = divmod(count, groups)
    starts = [index * size + min(index, larger) for index in range(groups + 1)]
    return [list(range(starts[index], starts[index + 1])) for index in range(groups)]


def drawn(departments: Sequence[int], seeds: Sequence[int], groups: int, lots: Lots) -> list[Group]:
    """Groups of entrants 0 … n-1: seeds first (best first), the others by lot; sizes differ by one at most.

    Without seeds the first groups are the larger ones.

    `departments[i]` is the department of entrant i (a number of its own if it has none).
    """
    seats: list[Group] = [[] for _ in range(groups)]
    for number, entrant in enumerate(seeds):
        seats[snake(number, groups)].append(entrant)
    members = _unseeded(departments, seeds)
    filled = spread.fill(departments, members, seats, lots) or _coloured(departments, seeds, members, groups, lots)
    rank = {entrant: number for number, entrant in enumerate(seeds)}
    for group in filled:
        group.sort(key=lambda entrant: (rank.get(entrant, len(rank)), entrant))
    return filled if seeds else sorted(filled, key=len, reverse=True)


def snake(number: int, groups: int) -> int:
    """The group of seed `number` (from 0): to and fro, A B C C B A."""
    row, place = divmod(number, groups)
    return place if row % 2 == 0 else groups - 1 - place


def _unseeded(departments: Sequence[int], seeds: Sequence[int]) -> dict[int, Group]:
    """The unseeded of each department, the largest department first."""
    seeded = set(seeds)
    members: dict[int, Group] = {}
    for entrant, department in enumerate(departments):
        if entrant not in seeded:
            members.setdefault(department, []).append(entrant)
    sizes = Counter(departments)
    return dict(sorted(members.items(), key=lambda one: -sizes[one[0]]))


def _coloured(
    departments: Sequence[int], seeds: Sequence[int], members: dict[int, Group], groups: int, lots: Lots
) -> list[Group]:
    """The groups where the exact snake cannot stand: seeds leave it as little as the search finds."""
    table = Table(departments, seeds, groups, lots)
    order = [*seeds, *(entrant for group in members.values() for entrant in group)]
    for number, entrant in enumerate(order):
        table.add(entrant, number // groups, snake(number, groups) if number < len(seeds) else None)
    filled: list[Group] = [[] for _ in range(groups)]
    for entrant in order:
        filled[table.group[entrant]].append(entrant)
    return filled
