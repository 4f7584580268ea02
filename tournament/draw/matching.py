"""Perfect matchings in a general graph (Edmonds' blossoms): can everybody be paired, and with whom?"""

from collections.abc import Sequence

NOBODY = -1


class Matching:
    """A matching that grows by augmenting paths. `neighbours[v]` are the vertices v may be paired with."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.neighbours = neighbours
        self.mate = [NOBODY] * len(neighbours)
        self.out: set[int] = set()

    def complete(self) -> bool:
        """Pair everybody who is not out; whether that is possible."""
        for v, neighbours in enumerate(self.neighbours):
            if v not in self.out and self.mate[v] == NOBODY:
                self._pair_directly(v, neighbours)
        return all(self.augment(v) for v in range(len(self.mate)) if v not in self.out and self.mate[v] == NOBODY)

    def _pair_directly(self, v: int, neighbours: Sequence[int]) -> None:
        for to in neighbours:
            if to not in self.out and self.mate[to] == NOBODY:
                self.mate[v], self.mate[to] = to, v
                return

    def take_out(self, *vertices: int) -> list[int]:
        """Take vertices out of the graph; returns those left behind without a mate."""
        self.out.update(vertices)
        mates = [self.mate[v] for v in vertices]
        for v in vertices:
            if self.mate[v] != NOBODY:
                self.mate[self.mate[v]] = NOBODY
            self.mate[v] = NOBODY
        return [v for v in mates if v != NOBODY and v not in self.out]

    def augment(self, root: int) -> bool:
        """Find `root` a mate, re-pairing others along a path; whether there is such a path."""
        search = _Search(self, root)
        end = search.run()
        while end != NOBODY:
            before = search.parent[end]
            after = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = after
        return search.found


class _Search:
    """One breadth-first search from an unmatched vertex, shrinking odd cycles (blossoms) to their base."""

    def __init__(self, matching: Matching, root: int) -> None:
        self.matching = matching
        self.mate = matching.mate
        self.root = root
        count = len(self.mate)
        self.parent = [NOBODY] * count
        self.base = list(range(count))
        self.seen = {root}
        self.queue = [root]
        self.found = False

    def run(self) -> int:
        """The unmatched vertex at the end of an augmenting path, or NOBODY."""
        for v in self.queue:
            for to in self.matching.neighbours[v]:
                if to in self.matching.out or self.base[v] == self.base[to] or self.mate[v] == to:
                    continue
                if to == self.root or (self.mate[to] != NOBODY and self.parent[self.mate[to]] != NOBODY):
                    self._shrink(v, to)
                elif self.parent[to] == NOBODY:
                    self.parent[to] = v
                    if self.mate[to] == NOBODY:
                        self.found = True
                        return to
                    self._enqueue(self.mate[to])
        return NOBODY

    def _enqueue(self, v: int) -> None:
        if v not in self.seen:
            self.seen.add(v)
            self.queue.append(v)

    def _shrink(self, v: int, to: int) -> None:
        top = self._common_base(v, to)
        blossom: set[int] = set()
        self._mark(v, top, to, blossom)
        self._mark(to, top, v, blossom)
        for number, base in enumerate(self.base):
            if base in blossom:
                self.base[number] = top
                self._enqueue(number)

    def _common_base(self, a: int, b: int) -> int:
        passed: set[int] = set()
        while True:
            a = self.base[a]
            passed.add(a)
            if self.mate[a] == NOBODY:
                break
            a = self.parent[self.mate[a]]
        while self.base[b] not in passed:
            b = self.parent[self.mate[self.base[b]]]
        return self.base[b]

    def _mark(self, v: int, top: int, child: int, blossom: set[int]) -> None:
        while self.base[v] != top:
            blossom |= {self.base[v], self.base[self.mate[v]]}
            self.parent[v] = child
            child = self.mate[v]
            v = self.parent[self.mate[v]]
