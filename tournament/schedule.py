"""Matches laid out over tables and hours, and what clashes in a layout. Pure: times are arguments."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count, islice


@dataclass(frozen=True, slots=True)
class Game:
    """A match to be laid out.

    `teams` are the teams known to play in it, `feeders` the keys of matches that must be over before (a group place
    feeds on all matches of its group), `minutes` its length, `table` a table it stays at, `tableless` True if it gets
    an hour but no table yet (the notice gives none), `earliest` the hour its round begins, if that is fixed.
    """

    key: int
    order: tuple[int, int]
    teams: frozenset[int] = frozenset()
    feeders: frozenset[int] = frozenset()
    minutes: int = 60
    table: int | None = None
    tableless: bool = False
    earliest: datetime | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A match in its hour, at its table (None: no table yet)."""

    key: int
    start: datetime
    end: datetime
    table: int | None


@dataclass(frozen=True, slots=True)
class Clash:
    """Why two matches cannot both stand: `table` doubled, `team` doubled, `feeder` not over, `rest` too short.

    `subject` is the table's number or the team's id (0 for a feeder).
    """

    reason: str
    first: int
    second: int
    subject: int


def hours(
    start: datetime, minutes: int, *, changeover: int = 0, until: tuple[int, int] | None = None
) -> Iterator[datetime]:
    """Slot starts from `start` on, every `minutes` + `changeover`; after `until` (hour, minute) on the next day.

    Each day begins at the hour of `start`. Without `until` they go on through the night.
    """
    step = timedelta(minutes=minutes + changeover)
    length = timedelta(minutes=minutes)
    for day in count():
        slot = first = start + timedelta(days=day)
        if until is None:
            yield from (first + step * number for number in count())
        close = first.replace(hour=until[0], minute=until[1]) if until else first
        while slot == first or slot + length <= close:
            yield slot
            slot += step


def round_hours(starts: Sequence[datetime], minutes: int, *, changeover: int = 0) -> Iterator[datetime]:
    """Slot starts of rounds that begin at `starts` (rising): a round's until the next begins, the last's on and on."""
    for number, start in enumerate(starts, start=1):
        for slot in hours(start, minutes, changeover=changeover):
            if number < len(starts) and slot >= starts[number]:
                break
            yield slot


def lay_out(
    games: Sequence[Game], tables: Sequence[int], slots: Iterable[datetime], *, rest: int = 0, changeover: int = 0
) -> list[Placed]:
    """Every match in the first slot in which its table, its teams and its feeders allow it, in order of `Game.order`.

    `slots` rise and may be endless; ValueError("no-tables") without tables, ValueError("no-slots") where they run out.
    `rest` is the least number of minutes between two matches of a team, `changeover` that between two matches of a
    table and between a match and those it feeds (slots an equal step apart may hold it already).
    """
    if not tables:
        raise ValueError("no-tables")
    plan = _Plan(tables, slots, timedelta(minutes=rest), timedelta(minutes=changeover))
    for game in sorted(games, key=lambda one: (one.order, one.key)):
        plan.place(game)
    if any(game.table is not None for game in games):
        return plan.placed
    return _evened(plan.placed, tables, timedelta(minutes=changeover))


def _evened(placed: Sequence[Placed], tables: Sequence[int], changeover: timedelta) -> list[Placed]:
    """The same hours with the tables dealt anew in order of time, the least used free one each; no match is bound."""
    load = dict.fromkeys(tables, 0)
    free_from: dict[int, datetime] = {}
    dealt: dict[int, int] = {}
    for one in sorted((one for one in placed if one.table is not None), key=lambda one: (one.start, one.key)):
        free = [table for table in load if table not in free_from or free_from[table] <= one.start]
        table = min(free, key=load.__getitem__)
        load[table] += 1
        free_from[table] = one.end + changeover
        dealt[one.key] = table
    return [replace(one, table=dealt.get(one.key)) for one in placed]


class _Plan:
    """The layout while it grows. Ready times replace look-backs, so that each match costs about one slot look-up."""

    def __init__(
        self, tables: Sequence[int], slots: Iterable[datetime], rest: timedelta, changeover: timedelta
    ) -> None:
        self.tables, self.source, self.rest, self.changeover = list(tables), iter(slots), rest, changeover
        self.starts: list[datetime] = []
        self.busy: dict[datetime, set[int]] = defaultdict(set)
        self.crowd: Counter[datetime] = Counter()
        self.load: Counter[int] = Counter()
        self.free_from: dict[int, datetime] = {}
        self.ended: dict[int, datetime] = {}
        self.table_free_from: dict[int, datetime] = {}
        self.placed: list[Placed] = []
        self.full = 0

    def place(self, game: Game) -> None:
        ready = self._ready(game)
        for start in self._slots():
            if ready is not None and start < ready:
                continue
            table = self._table(game, start)
            if table is not None or (game.tableless and self.crowd[start] < len(self.tables)):
                self._put(game, start, table)
                return
        raise ValueError("no-slots")

    def _ready(self, game: Game) -> datetime | None:
        times = [self.ended[key] + self.changeover for key in game.feeders if key in self.ended]
        times += [self.free_from[team] for team in game.teams if team in self.free_from]
        times += [game.earliest] if game.earliest else []
        return max(times, default=None)

    def _slots(self) -> Iterator[datetime]:
        """Slots with room, the known ones first, then as many as are asked for."""
        while self.full < len(self.starts) and self.crowd[self.starts[self.full]] >= len(self.tables):
            self.full += 1
        for number in count(self.full):
            if number == len(self.starts):
                self.starts.extend(islice(self.source, 1))
            if number == len(self.starts):
                return
            yield self.starts[number]

    def _table(self, game: Game, start: datetime) -> int | None:
        """The match's own table if free, else the free table used least; None for a match without a table."""
        if game.tableless:
            return None
        wanted = self.tables if game.table is None else [game.table]
        free = [table for table in wanted if table not in self.busy[start] and self._open(table, start)]
        return min(free, key=lambda table: self.load[table], default=None)

    def _open(self, table: int, start: datetime) -> bool:
        return table not in self.table_free_from or self.table_free_from[table] <= start

    def _put(self, game: Game, start: datetime, table: int | None) -> None:
        end = start + timedelta(minutes=game.minutes)
        self.crowd[start] += 1
        if table is not None:
            self.busy[start].add(table)
            self.load[table] += 1
            self.table_free_from[table] = end + self.changeover
        self.ended[game.key] = end
        for team in game.teams:
            self.free_from[team] = end + self.rest
        self.placed.append(Placed(game.key, start, end, table))


def clashes(games: Iterable[Game], placed: Iterable[Placed], *, rest: int = 0) -> list[Clash]:
    """Everything that cannot stand in a layout, made by hand or not; partial overlaps included."""
    at = {one.key: one for one in placed}
    found = _overlaps("table", _by_table(at.values()), timedelta(0))
    games = [game for game in games if game.key in at]
    by_team: dict[int, list[Placed]] = defaultdict(list)
    for game in games:
        for team in game.teams:
            by_team[team].append(at[game.key])
    found += _overlaps("team", by_team, timedelta(minutes=rest))
    for game in games:
        for feeder in sorted(game.feeders & at.keys()):
            if at[feeder].end > at[game.key].start:
                found.append(Clash("feeder", feeder, game.key, 0))
    return found


def _by_table(placed: Iterable[Placed]) -> dict[int, list[Placed]]:
    by_table: dict[int, list[Placed]] = defaultdict(list)
    for one in placed:
        if one.table is not None:
            by_table[one.table].append(one)
    return by_table


def _overlaps(reason: str, rows: Mapping[int, list[Placed]], rest: timedelta) -> list[Clash]:
    found = []
    for subject, row in sorted(rows.items()):
        row.sort(key=lambda one: (one.start, one.end))
        latest = row[0]
        for one in row[1:]:
            if latest.end > one.start:
                found.append(Clash(reason, latest.key, one.key, subject))
            elif latest.end + rest > one.start:
                found.append(Clash("rest", latest.key, one.key, subject))
            latest = max(latest, one, key=lambda row: row.end)
    return found
