"""Groups by colouring: for draws in which the exact snake cannot stand because colleagues forbid it.

Teams stand in rows of as many teams as there are groups, and the teams of a department in chunks of the same size.
Giving each team a group such that no row and no chunk has a group twice is colouring the edges of a bipartite graph
(König); it can always be done, keeps every block of seeds in different groups, and puts of every department
floor or ceiling of its share into each group.
"""

from collections import Counter
from collections.abc import Sequence

from .lots import Lots


class Table:
    """The teams placed so far: the group of each, and who holds which group in each row and chunk."""

    def __init__(self, departments: Sequence[int], seeds: Sequence[int], groups: int, lots: Lots) -> None:
        self.departments = departments
        self.groups = groups
        self.lots = lots
        self.group: dict[int, int] = {}
        self.rows = -(-len(departments) // groups)
        self.lines: list[dict[int, int]] = [{} for _ in range(self.rows)]
        self.line_of: dict[int, tuple[int, int]] = {}
        self.chunks: dict[int, list[int]] = {}
        self.room: dict[int, int] = {}
        self.seeds = frozenset(seeds)
        for department, size in sorted(Counter(departments).items()):
            self._open_chunks(department, size)

    def add(self, entrant: int, row: int, wanted: int | None) -> None:
        """Place a team in a row: in the group wanted if its department allows, else in one free for both, by lot."""
        for chunk in self.chunks[self.departments[entrant]]:
            if self.room[chunk] and (group := self._free(row, chunk, wanted)) is not None:
                self._put(entrant, (row, chunk), group)
                return
        chunk = next(chunk for chunk in self.chunks[self.departments[entrant]] if self.room[chunk])
        group = self._make_free(row, chunk)
        self._put(entrant, (row, chunk), group)

    def _open_chunks(self, department: int, size: int) -> None:
        self.chunks[department] = []
        for start in range(0, size, self.groups):
            self.chunks[department].append(len(self.lines))
            self.room[len(self.lines)] = min(self.groups, size - start)
            self.lines.append({})

    def _free(self, row: int, chunk: int, wanted: int | None) -> int | None:
        held, taken = self.lines[row], self.lines[chunk]
        if wanted is not None:
            return None if wanted in held or wanted in taken else wanted
        free = [group for group in range(self.groups) if group not in held and group not in taken]
        if not free:
            return None
        return free[0] if row == self.rows - 1 else free[self.lots.below(len(free))]

    def _put(self, entrant: int, lines: tuple[int, int], group: int) -> None:
        self.group[entrant] = group
        self.line_of[entrant] = lines
        self.room[lines[1]] -= 1
        for line in lines:
            self.lines[line][group] = entrant

    def _make_free(self, row: int, chunk: int) -> int:
        """Free a group for both by swapping two groups along a path, one without seeds if there is one."""
        in_row = [group for group in range(self.groups) if group not in self.lines[row]]
        in_chunk = [group for group in range(self.groups) if group not in self.lines[chunk]]
        both = [group for group in in_row if group in in_chunk]
        if both:
            return both[0]
        paths = ((a, self._path(chunk, a, b), b) for a in in_row for b in in_chunk)
        group, path, other = min(paths, key=lambda one: (not self.seeds.isdisjoint(one[1]), len(one[1])))
        self._swap(path, group, other)
        return group

    def _path(self, line: int, first: int, second: int) -> list[int]:
        """The teams met when leaving `line` by group `first`, then by turns `second` and `first`."""
        path: list[int] = []
        group, other = first, second
        while (entrant := self.lines[line].get(group)) is not None:
            path.append(entrant)
            row, chunk = self.line_of[entrant]
            line = chunk if line == row else row
            group, other = other, group
        return path

    def _swap(self, path: Sequence[int], first: int, second: int) -> None:
        for entrant in path:
            for line in self.line_of[entrant]:
                if self.lines[line].get(self.group[entrant]) == entrant:
                    del self.lines[line][self.group[entrant]]
        for entrant in path:
            self.group[entrant] = second if self.group[entrant] == first else first
            for line in self.line_of[entrant]:
                self.lines[line][self.group[entrant]] = entrant
