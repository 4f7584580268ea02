"""Seeds in a halving of the bracket: on which side each is put, so that departments can still be split evenly."""

from collections import Counter
from collections.abc import Mapping, Sequence


class Seating:
    """How many of each department its seeds put on either side of a halving, and what that forces."""

    def __init__(
        self, departments: Sequence[int], seeds: Sequence[int], together: Mapping[int, Sequence[int]], apart: int
    ) -> None:
        """`departments` by entrant; `together` the unseeded by department, `apart` how many have no colleague."""
        self.departments = departments
        self.taken: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self.forced: tuple[set[int], set[int]] = (set(), set())
        seeded = Counter(departments[seed] for seed in seeds)
        self.sizes = {key: len(members) for key, members in together.items()}
        for key in self.sizes.keys() & seeded.keys():
            self.sizes[key] += seeded[key]
        lone = sum(1 for department in seeded if department not in self.sizes)
        self.odd = apart + lone + sum([size & 1 for size in self.sizes.values()])

    def seat_seeds(self, seeds: Sequence[int], *, whole: bool) -> list[int]:
        """The side (0 or 1) of each seed: 0, 1, 1, 0, 0, 1 … where the departments leave it free."""
        sides = self._first_four(seeds) if whole and len(seeds) > 3 else []
        counts = [sides.count(0), sides.count(1)]
        for seed in seeds[len(sides) :]:
            last = sides[-1] if sides else 0
            wanted = last if counts[0] == counts[1] else int(counts[1] < counts[0])
            side = wanted if self._fits(seed, wanted) else 1 - wanted
            self._take(seed, side)
            counts[side] += 1
            sides.append(side)
        return sides

    def _first_four(self, seeds: Sequence[int]) -> list[int]:
        """Seeds 1 and 2 apart, 3 and 4 apart; 4 joins 1 unless that holds colleagues together."""
        for sides in ([0, 1, 1, 0], [0, 1, 0, 1]):
            if self._all_fit(seeds, sides):
                break
            self._clear()
        return sides

    def _all_fit(self, seeds: Sequence[int], sides: list[int]) -> bool:
        for seed, side in zip(seeds, sides, strict=False):
            if not self._fits(seed, side):
                return False
            self._take(seed, side)
        return True

    def _clear(self) -> None:
        for side in (0, 1):
            self.taken[side].clear()
            self.forced[side].clear()

    def _fits(self, seed: int, side: int) -> bool:
        """Whether everything else can still be split evenly with this seed on this side."""
        department = self.departments[seed]
        size = self.sizes.get(department, 1)
        taken = self.taken[side][department] + 1
        if taken * 2 <= size:
            return True
        return taken * 2 == size + 1 and len(self.forced[side]) < (self.odd + 1) // 2

    def _take(self, seed: int, side: int) -> None:
        department = self.departments[seed]
        self.taken[side][department] += 1
        if self.taken[side][department] * 2 > self.sizes.get(department, 1):
            self.forced[side].add(department)
