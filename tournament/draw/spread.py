"""Filling groups around seeds that stay where they are: every department split evenly, sizes within one.

With d teams of a department and G groups, each group gets ⌊d/G⌋, and d mod G groups one more. So most places are
given; what is left, one more here or there, is a matching of departments to groups, found with augmenting paths.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from .lots import Lots

TRIES = 4


def fill(
    departments: Sequence[int], members: Mapping[int, Sequence[int]], seats: Sequence[Sequence[int]], lots: Lots
) -> list[list[int]] | None:
    """The groups, `seats` (the seeds of each) and all `members` (the unseeded by department) together.

    None where these seats do not allow an even split.
    """
    matching = Matching(len(departments), len(seats), lots)
    totals = Counter(departments)
    for number, seeds in enumerate(seats):
        matching.used[number] += len(seeds)
    seeded = [Counter(departments[seed] for seed in seeds) for seeds in seats]
    places: dict[int, list[int]] = {}
    for department, total in totals.items():
        given = matching.give(department, total, [counts[department] for counts in seeded])
        if given is None:
            return None
        places[department] = given
    if not matching.solve():
        return None
    groups = [list(seeds) for seeds in seats]
    for department, teams in members.items():
        for team, number in zip(teams, places[department] + matching.extra_of(department), strict=True):
            groups[number].append(team)
    return groups


class Matching:
    """Which departments have one more team in which groups."""

    def __init__(self, teams: int, groups: int, lots: Lots) -> None:
        self.size, self.larger = divmod(teams, groups)
        self.lots = lots
        self.used = [0] * groups
        self.holders: list[set[int]] = [set() for _ in range(groups)]
        self.extras: dict[int, set[int]] = defaultdict(set)
        self.waiting: list[int] = []
        self.closed: dict[int, frozenset[int]] = {}

    def give(self, department: int, total: int, seeded: Sequence[int]) -> list[int] | None:
        """Note what a department needs; returns the groups of its places that are given, None if it has too many."""
        share, more = divmod(total, len(self.used))
        closed = frozenset(number for number, count in enumerate(seeded) if count > share)
        if len(closed) > more or any(seeded[number] > share + 1 for number in closed):
            return None
        given = [number for number, count in enumerate(seeded) for _place in range(share - count)] if share else []
        for number in given:
            self.used[number] += 1
        self.closed[department] = closed
        self.waiting += [department] * (more - len(closed))
        return given

    def solve(self) -> bool:
        """Bring every group to the smaller size, then seat who is left in one group each, the first ones first."""
        if max(self.used) > self.size + (self.larger > 0):
            return False
        waiting = self._seat(self.lots.shuffled(self.waiting), self.size, by_lot=True)
        if min(self.used) < self.size:
            return False
        return not self._seat(waiting, self.size + (self.larger > 0), by_lot=False)

    def extra_of(self, department: int) -> list[int]:
        """The groups that have one more of this department than its even share."""
        return sorted(self.extras[department])

    def _seat(self, waiting: Sequence[int], limit: int, *, by_lot: bool) -> list[int]:
        """Seat departments in groups smaller than `limit`; returns those that found no place."""
        room = [number for number, used in enumerate(self.used) if used < limit]
        left: list[int] = []
        for index, department in enumerate(waiting):
            if not room:
                return left + list(waiting[index:])
            number = self._choose(department, room, by_lot=by_lot)
            if number is None:
                number = self._augment(department, limit)
            else:
                self._put(department, number)
            if number is None:
                left.append(department)
                continue
            self.used[number] += 1
            if self.used[number] >= limit:
                room.remove(number)
        return left

    def _choose(self, department: int, room: Sequence[int], *, by_lot: bool) -> int | None:
        """A group with room that can take one more of this department: by lot, or the first."""
        if by_lot:
            for _try in range(TRIES):
                number = room[self.lots.below(len(room))]
                if self._open(department, number):
                    return number
        return next((number for number in room if self._open(department, number)), None)

    def _open(self, department: int, number: int) -> bool:
        return department not in self.holders[number] and number not in self.closed[department]

    def _put(self, department: int, number: int) -> None:
        self.holders[number].add(department)
        self.extras[department].add(number)

    def _augment(self, department: int, limit: int) -> int | None:
        """Make room by moving others along; returns the group that grew, None if there is no way."""
        came: dict[int, tuple[int, int | None]] = {}
        queue: list[tuple[int, int | None]] = [(department, None)]
        for mover, left in queue:
            for number in range(len(self.used)):
                if number in came or not self._open(mover, number):
                    continue
                came[number] = (mover, left)
                if self.used[number] < limit:
                    self._move(number, came)
                    return number
                queue += [(other, number) for other in sorted(self.holders[number])]
        return None

    def _move(self, number: int, came: Mapping[int, tuple[int, int | None]]) -> None:
        goal: int | None = number
        while goal is not None:
            mover, left = came[goal]
            if left is not None:
                self.holders[left].remove(mover)
                self.extras[mover].remove(left)
            self._put(mover, goal)
            goal = left
