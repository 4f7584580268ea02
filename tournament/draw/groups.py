"""Groups: seeds in snake order, colleagues spread, the rest by lot; or places read from lots drawn by hand."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from .lots import shuffled

Team = Mapping[str, Any]


def sizes(teams: int, groups: int) -> list[int]:
    """Sizes of the groups, differing by one at most, the larger ones first."""
    small, larger = divmod(teams, groups)
    return [small + (index < larger) for index in range(groups)]


def by_lots(teams: Sequence[Team], groups: int, lots: Mapping[str, int]) -> list[list[str]]:
    """Groups read from lots: numbers 1 … n fill group A, then B, and so on."""
    ordered = sorted((team["id"] for team in teams), key=lambda one: lots[one])
    found: list[list[str]] = []
    for size in sizes(len(ordered), groups):
        found.append(ordered[:size])
        ordered = ordered[size:]
    return found


def drawn(teams: Sequence[Team], groups: int, seed: str, *, protect: bool) -> list[list[str]]:
    """Groups drawn from a seed: seeded teams first, then the rest shuffled; colleagues in as many groups as can be."""
    hall = _Hall(sizes(len(teams), groups), protect)
    for team in sorted((team for team in teams if team["seed"]), key=lambda one: int(one["seed"])):
        hall.seat_seed(team, int(team["seed"]) - 1)
    rest = shuffled([team for team in teams if not team["seed"]], seed, "teams")
    for team in _largest_departments_first(rest, teams) if protect else rest:
        hall.seat(team, shuffled(range(groups), seed, f"group {team['id']}"))
    return [
        [team["id"] for team in hall.seeded(index)] + shuffled(hall.unseeded(index), seed, f"places {index}")
        for index in range(groups)
    ]


def _largest_departments_first(rest: Sequence[Team], teams: Sequence[Team]) -> list[Team]:
    """The drawn order, but large departments first and colleagues together (the order decides nothing else)."""
    count = Counter(team["department"] for team in teams)
    first = {team["department"]: place for place, team in reversed(list(enumerate(rest)))}
    return sorted(rest, key=lambda team: (-count[team["department"]], first[team["department"]]))


class _Hall:
    """Groups being filled: who sits where, and how many colleagues each group has."""

    def __init__(self, capacity: Sequence[int], protect: bool) -> None:
        self.capacity, self.protect = list(capacity), protect
        self.seats: list[list[Team]] = [[] for _size in capacity]
        self.colleagues: list[defaultdict[str, int]] = [defaultdict(int) for _size in capacity]

    def seeded(self, group: int) -> list[Team]:
        return [team for team in self.seats[group] if team["seed"]]

    def unseeded(self, group: int) -> list[str]:
        return [team["id"] for team in self.seats[group] if not team["seed"]]

    def seat_seed(self, team: Team, rank: int) -> None:
        """The snake's group, or the nearest of the same block without a colleague."""
        block, place = divmod(rank, len(self.seats))
        snake = place if block % 2 == 0 else len(self.seats) - 1 - place
        free = [
            group
            for group in range(len(self.seats))
            if len(self.seeded(group)) == block and len(self.seats[group]) < self.capacity[group]
        ]
        self._put(team, min(free, key=lambda group: (self._known(team, group), abs(group - snake))))

    def seat(self, team: Team, order: Sequence[int]) -> None:
        """A group with the fewest colleagues; where those are full, somebody there moves on to make room."""
        wanted = sorted(order, key=lambda group: self._known(team, group))
        fewest = self._known(team, wanted[0])
        for limit in range(fewest, fewest + len(self.capacity) + 1):
            near = [group for group in wanted if self._known(team, group) <= limit]
            if self._place(team, near, set()):
                return

    def _place(self, team: Team, near: Sequence[int], tried: set[int]) -> bool:
        for group in near:
            if len(self.seats[group]) < self.capacity[group]:
                self._put(team, group)
                return True
        return any(self._make_room(team, group, tried) for group in near if group not in tried)

    def _make_room(self, team: Team, group: int, tried: set[int]) -> bool:
        tried.add(group)
        for other in [one for one in self.seats[group] if not one["seed"]]:
            known = self._known(other, group) - 1
            self._take(other, group)
            better = [to for to in range(len(self.seats)) if to != group and self._known(other, to) <= known]
            if self._place(other, better, tried):
                self._put(team, group)
                return True
            self._put(other, group)
        return False

    def _known(self, team: Team, group: int) -> int:
        """How many colleagues of the team sit in the group; 0 where colleagues are not kept apart."""
        return self.colleagues[group][team["department"]] if self.protect else 0

    def _put(self, team: Team, group: int) -> None:
        self.seats[group].append(team)
        self.colleagues[group][team["department"]] += 1

    def _take(self, team: Team, group: int) -> None:
        self.seats[group].remove(team)
        self.colleagues[group][team["department"]] -= 1
