"""Who stands in which slot of a bracket: sections are halved until a pair is left.

Every halving splits the byes and every department as evenly as can be (floor or ceiling), so the same holds for
halves, quarters and so on down to the pairs: colleagues meet as late as possible, and first-round clashes are
max(0, largest department - slots / 2), the fewest there can be. Seeds come first: 1 and 2 in different halves,
1 to 4 in different quarters; further seeds alternate as far as departments leave them free.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from .lots import Lots
from .seating import Seating

Slots = list[int | None]
SMALL = 32


@dataclass(slots=True)
class Section:
    """Part of a bracket still to be filled. Entrants are numbers; `together` holds the unseeded of each department
    that has two or more entrants here (seeded ones counted), `apart` the unseeded without a colleague here.
    """

    start: int
    size: int
    byes: int
    best_last: bool
    seeds: list[int] = field(default_factory=list)
    together: dict[int, list[int]] = field(default_factory=dict)
    apart: list[int] = field(default_factory=list)


def place(departments: Sequence[int], seeds: Sequence[int], lots: Lots) -> Slots:
    """The slots of a bracket for entrants 0 … n-1 (n ≥ 2), None = bye.

    `departments[i]` is the department of entrant i (a number of its own if it has none); `seeds` are entrants, best
    first. Entrants are expected in drawn order: among equals the smaller number is placed first.
    """
    count = len(departments)
    size = 1 << (count - 1).bit_length()
    slots: Slots = [None] * size
    sections = [_whole(departments, seeds, size)]
    while sections:
        section = sections.pop()
        if not section.seeds and (section.size <= SMALL or not section.together):
            _fill(section, slots, lots)
        elif section.size == 2:
            _fill_pair(section, slots)
        else:
            sections += _halve(section, departments, lots, whole=section.size == size)
    return slots


def fixed(count: int) -> Slots:
    """Slots for entrants 0 … n-1 from the top, byes spread evenly in a fixed way: what paper lots are read against."""
    size = 1 << (count - 1).bit_length()
    free = set(_bit_reversed(size // 2)[: size - count])
    slots: Slots = []
    waiting = iter(range(count))
    for pair in range(size // 2):
        slots += [next(waiting), None if pair in free else next(waiting)]
    return slots


def _whole(departments: Sequence[int], seeds: Sequence[int], size: int) -> Section:
    sizes = Counter(departments)
    seeded = set(seeds)
    section = Section(0, size, size - len(departments), best_last=False, seeds=list(seeds))
    section.together = {department: [] for department, total in sizes.items() if total > 1}
    for entrant, department in enumerate(departments):
        if entrant not in seeded:
            section.together.get(department, section.apart).append(entrant)
    return section


def _halve(section: Section, departments: Sequence[int], lots: Lots, *, whole: bool) -> tuple[Section, Section]:
    """Split a section in two: the seeds, then the odd members of departments, then the rest in equal shares."""
    seating = Seating(departments, section.seeds, section.together, len(section.apart))
    sides = seating.seat_seeds(section.seeds, whole=whole)
    byes = _split_byes(section.byes, sides, seating, lots)
    extra, apart = _leftovers(seating, len(section.apart), seating.odd // 2 + (byes[0] < byes[1]), lots)
    last = section.best_last if section.seeds else bool(lots.below(2))
    half = section.size // 2
    starts = (section.start + half * last, section.start + half * (not last))
    seeds = [[seed for seed, on in zip(section.seeds, sides, strict=True) if on == side] for side in (0, 1)]
    halves = (
        Section(starts[0], half, byes[0], last, seeds[0]),
        Section(starts[1], half, byes[1], not last, seeds[1]),
    )
    _share(section, seating, halves, extra, apart)
    return halves


def _split_byes(byes: int, sides: Sequence[int], seating: Seating, lots: Lots) -> tuple[int, int]:
    """Half the byes each; an odd one goes where more of the best seeds are waiting for it, if it still fits there."""
    fewer, odd = divmod(byes, 2)
    if not odd:
        return fewer, fewer
    best = sides[:byes]
    ones = sum(best)
    side = int(ones * 2 > len(best)) if ones * 2 != len(best) else lots.below(2)
    if len(seating.forced[side]) > seating.odd // 2:
        side = 1 - side
    return (fewer, fewer + 1) if side else (fewer + 1, fewer)


def _leftovers(seating: Seating, apart: int, wanted: int, lots: Lots) -> tuple[set[int], int]:
    """Whose odd member goes to side 0: which departments, and how many of the `apart` without a colleague; by lot."""
    chosen = set(seating.forced[0])
    need = wanted - len(chosen)
    forced = seating.forced[0] | seating.forced[1]
    free = [key for key, size in seating.sizes.items() if size & 1 and key not in forced]
    left = len(free) + apart
    for department, drawn in zip(free, lots.below_each(range(left, apart, -1)), strict=True):
        if drawn < need:
            chosen.add(department)
            need -= 1
    return chosen, need


def _share(section: Section, seating: Seating, halves: tuple[Section, Section], extra: set[int], apart: int) -> None:
    """Hand the unseeded to the two halves: of each department what its seeds leave of its share."""
    first, second = halves
    first.apart, second.apart = section.apart[:apart], section.apart[apart:]
    sizes, taken = seating.sizes, seating.taken[0]
    for department, members in section.together.items():
        share = sizes[department] // 2 + (department in extra)
        cut = share - taken.get(department, 0)
        if share > 1:
            first.together[department] = members[:cut]
        else:
            first.apart += members[:cut]
        if sizes[department] - share > 1:
            second.together[department] = members[cut:]
        else:
            second.apart += members[cut:]
    first.apart.sort()
    second.apart.sort()


def _fill(section: Section, slots: Slots, lots: Lots) -> None:
    """Seat a section without seeds at once: the byes, then department by department, departments in drawn order.

    In bit-reversed order any run of slots is spread evenly over halves, quarters and so on down to the pairs;
    turning the bits by a drawn number keeps that.
    """
    if section.together:
        runs = lots.shuffled([*section.together.values(), *([entrant] for entrant in section.apart)])
        entrants = list(chain.from_iterable(runs))
    else:
        entrants = lots.shuffled(section.apart)
    turn = lots.below(section.size // 2) * 2 + 1
    start = section.start
    for slot, entrant in zip(_bit_reversed(section.size)[section.byes :], entrants, strict=True):
        slots[start + (slot ^ turn)] = entrant


@lru_cache(maxsize=32)
def _bit_reversed(count: int) -> tuple[int, ...]:
    """0 … count - 1 (a power of two) by their bits read backwards: 0, 4, 2, 6, 1, 5, 3, 7."""
    order = [0]
    while len(order) < count:
        order = [2 * number for number in order] + [2 * number + 1 for number in order]
    return tuple(order)


def _fill_pair(section: Section, slots: Slots) -> None:
    entrants: Slots = [*section.seeds, *(one for members in section.together.values() for one in members)]
    entrants += section.apart
    entrants += [None] * (2 - len(entrants))
    slots[section.start : section.start + 2] = entrants[::-1] if section.best_last else entrants
