"""Laying matches out: each in the first slot in which its table, its teams and its feeders allow it."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count, islice

from .hours import ANY_DAY, Day, Usable
from .kinds import Game, Placed

HORIZON = timedelta(days=370)
ALWAYS = Usable()
_NONE: Mapping[int, Usable] = {}
_NOTHING_FIXED: Mapping[int, Placed] = {}


def lay_out(
    games: Sequence[Game],
    tables: Sequence[int],
    slots: Iterable[datetime],
    *,
    rest: int = 0,
    changeover: int = 0,
    day: Day = ANY_DAY,
    usable: Mapping[int, Usable] = _NONE,
    fixed: Mapping[int, Placed] = _NOTHING_FIXED,
) -> list[Placed]:
    """Every game that is not `fixed` in the first slot that allows it, in order of `Game.order`.

    `slots` rise and may be endless. `rest` is the least number of minutes between two matches of a team, known or to
    come out of a feeder; `changeover` that between two matches of a table and between a match and those it feeds
    (slots an equal step apart may hold it already). `usable` gives the hours of a table (one not named is always
    free), `fixed` the places of games that stay. ValueError("no-tables") without tables, ValueError("no-slots") where
    the slots run out or nothing is free within a year.
    """
    if not tables:
        raise ValueError("no-tables")
    plan = _Plan(tables, slots, timedelta(minutes=rest), timedelta(minutes=changeover), day, usable)
    for game in games:
        if game.key in fixed:
            plan.keep(game, fixed[game.key])
    free = sorted((game for game in games if game.key not in fixed), key=lambda one: (one.order, one.key))
    for game in free:
        plan.place(game)
    if fixed or usable or any(game.table is not None for game in games):
        return plan.placed
    return _evened(plan.placed, tables, timedelta(minutes=changeover))


def _evened(placed: Sequence[Placed], tables: Sequence[int], changeover: timedelta) -> list[Placed]:
    """The same hours with the tables dealt anew in order of time, the least used free one each; no match is bound."""
    free = [(0, table) for table in sorted(tables)]
    busy: list[tuple[datetime, int, int]] = []
    dealt: dict[int, int] = {}
    for one in sorted((one for one in placed if one.table is not None), key=lambda one: (one.start, one.key)):
        while busy and busy[0][0] <= one.start:
            _until, used, table = heappop(busy)
            heappush(free, (used, table))
        used, table = heappop(free)
        heappush(busy, (one.end + changeover, used + 1, table))
        dealt[one.key] = table
    return [replace(one, table=dealt.get(one.key)) for one in placed]


class _Plan:
    """The layout while it grows. Ready times and full slots are remembered, so that a match costs about one look-up."""

    def __init__(
        self,
        tables: Sequence[int],
        slots: Iterable[datetime],
        rest: timedelta,
        changeover: timedelta,
        day: Day,
        usable: Mapping[int, Usable],
    ) -> None:
        self.source, self.rest, self.day = iter(slots), rest, day
        self.changeover, self.after_feeder = changeover, max(rest, changeover)
        self.starts: list[datetime] = []
        self.crowd: Counter[datetime] = Counter()
        self.stuck: dict[datetime, timedelta] = {}
        self.tables = {table: _Table(changeover, usable.get(table, ALWAYS)) for table in tables}
        self.by_load = sorted((0, table) for table in self.tables)
        self.free_from: dict[int, datetime] = {}
        self.ended: dict[int, datetime] = {}
        self.placed: list[Placed] = []
        self.full = 0

    def keep(self, game: Game, at: Placed) -> None:
        """A game that stays where it is."""
        self._take(game, at)

    def place(self, game: Game) -> None:
        """The game's own slot and table."""
        length = timedelta(minutes=game.minutes)
        for start in self._slots(self._ready(game)):
            if self._is_stuck(game, start, length) or not self.day.fits(start, start + length):
                continue
            table = self._table(game, start, start + length)
            if table is not None or (game.tableless and self.crowd[start] < len(self.tables)):
                placed = Placed(game.key, start, start + length, table)
                self._take(game, placed)
                self.placed.append(placed)
                return
        raise ValueError("no-slots")

    def _is_stuck(self, game: Game, start: datetime, length: timedelta) -> bool:
        """True if a match no longer than this one found no table at this hour already."""
        shortest = self.stuck.get(start)
        return shortest is not None and shortest <= length and not game.tableless

    def _ready(self, game: Game) -> datetime | None:
        times = [self.ended[key] + self.after_feeder for key in game.feeders if key in self.ended]
        times += [self.free_from[team] for team in game.teams if team in self.free_from]
        times += [game.earliest] if game.earliest else []
        return max(times, default=None)

    def _slots(self, ready: datetime | None) -> Iterator[datetime]:
        """Slots with room from `ready` on, the known ones first, then as many as are asked for."""
        while self.full < len(self.starts) and self.crowd[self.starts[self.full]] >= len(self.tables):
            self.full += 1
        for number in count(self.full if ready is None else bisect_left(self.starts, ready, self.full)):
            if number == len(self.starts):
                self.starts.extend(islice(self.source, 1))
            if number == len(self.starts) or self.starts[number] - self.starts[0] > HORIZON:
                return
            if ready is None or self.starts[number] >= ready:
                yield self.starts[number]

    def _table(self, game: Game, start: datetime, end: datetime) -> int | None:
        """The match's own table if free, else the free table used least; None for a match without a table."""
        if game.tableless:
            return None
        if game.table is not None:
            return game.table if self.tables[game.table].is_free(start, end) else None
        found = next((table for _load, table in self.by_load if self.tables[table].is_free(start, end)), None)
        if found is None:
            self.stuck[start] = min(end - start, self.stuck.get(start, end - start))
        return found

    def _take(self, game: Game, at: Placed) -> None:
        self.crowd[at.start] += 1
        if at.table in self.tables:
            assert at.table is not None
            self._load(at.table)
            self.tables[at.table].take(at.start, at.end)
        self.ended[game.key] = at.end
        for team in game.teams:
            self.free_from[team] = max(at.end + self.rest, self.free_from.get(team, at.end))

    def _load(self, table: int) -> None:
        used = self.tables[table].used
        del self.by_load[bisect_left(self.by_load, (used, table))]
        insort(self.by_load, (used + 1, table))


class _Table:
    """When a table is taken: spans that do not overlap, in order, each with the changeover after it."""

    def __init__(self, changeover: timedelta, usable: Usable) -> None:
        self.changeover, self.usable = changeover, usable
        self.since: list[datetime] = []
        self.until: list[datetime] = []
        self.used = 0

    def is_free(self, start: datetime, end: datetime) -> bool:
        """True if a match from `start` to `end` disturbs no other and lies in the hours of the table."""
        number = bisect_left(self.since, end + self.changeover)
        if number and self.until[number - 1] > start:
            return False
        return self.usable.covers(start, end)

    def take(self, start: datetime, end: datetime) -> None:
        """Note a match; spans of matches that stay may overlap, the later end counts."""
        number = bisect_left(self.since, start)
        self.since.insert(number, start)
        self.until.insert(number, end + self.changeover)
        for later in range(max(number, 1), len(self.until)):
            if self.until[later] >= self.until[later - 1]:
                break
            self.until[later] = self.until[later - 1]
        self.used += 1
