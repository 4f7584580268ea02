"""Matches on tables and hours, purely: given fixtures and a start, who plays when and where, and what clashes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be placed: team and feeder ids, its length; `table` is its group's own table if it has one.

    Without `on_table` it gets an hour and no table.
    """

    key: int
    teams: frozenset[int]
    feeders: frozenset[int]
    minutes: int
    table: int | None = None
    on_table: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a match is played: times with their zone, the table's number or None."""

    starts_at: datetime
    ends_at: datetime
    table: int | None


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two matches that cannot both be played so: `what` is "table", "team" or "feeder" (`second` feeds on `first`)."""

    what: str
    first: int
    second: int
    subject: int


def place(
    fixtures: Sequence[Fixture], tables: Sequence[int], starts_at: datetime, changeover: int
) -> dict[int, Placed]:
    """Place the fixtures, which come in the order they should be played, in waves that start together.

    No team and no table twice in a wave, every team's matches in the order given, no match before its feeders have
    ended, as many at once as there are tables, loads even. O(matches × waves).
    """
    placed: dict[int, Placed] = {}
    uses: Counter[int] = Counter(dict.fromkeys(tables, 0))
    waiting, start = list(fixtures), starts_at
    while waiting:
        wave = _wave(waiting, placed, uses)
        if not wave:
            raise ValueError("fixtures wait for each other in a circle")
        for fixture, table in wave:
            placed[fixture.key] = Placed(start, start + timedelta(minutes=fixture.minutes), table)
        waiting = [fixture for fixture in waiting if fixture.key not in placed]
        start = max(placed[fixture.key].ends_at for fixture, _table in wave) + timedelta(minutes=changeover)
    return placed


def _wave(
    waiting: Iterable[Fixture], placed: Mapping[int, Placed], uses: Counter[int]
) -> list[tuple[Fixture, int | None]]:
    free, busy, wave = set(uses), set[int](), list[tuple[Fixture, int | None]]()
    for fixture in waiting:
        wanted = fixture.table if fixture.table in uses else None
        ready = not busy & fixture.teams and all(feeder in placed for feeder in fixture.feeders)
        room = len(wave) < len(uses) and (wanted is None or wanted in free)
        busy |= fixture.teams  # also where it waits: a team's matches stay in their order
        if not (ready and room):
            continue
        table = None
        if fixture.on_table:
            table = wanted if wanted is not None else min(free, key=lambda number: (uses[number], number))
            free.discard(table)
            uses[table] += 1
        wave.append((fixture, table))
    return wave


def overlaps(fixtures: Sequence[Fixture], placed: Mapping[int, Placed]) -> list[Overlap]:
    """Every table or team doubled (partial overlaps too) and every match that starts before a feeder has ended."""
    found = [
        *_doubled("table", fixtures, placed, lambda fixture: _table_of(placed[fixture.key])),
        *_doubled("team", fixtures, placed, lambda fixture: fixture.teams),
    ]
    for fixture in fixtures:
        if fixture.key in placed:
            early = (key for key in sorted(fixture.feeders) if key in placed)
            found += [
                Overlap("feeder", key, fixture.key, key)
                for key in early
                if placed[key].ends_at > placed[fixture.key].starts_at
            ]
    return found


def _table_of(where: Placed) -> frozenset[int]:
    return frozenset() if where.table is None else frozenset({where.table})


def _doubled(
    what: str,
    fixtures: Sequence[Fixture],
    placed: Mapping[int, Placed],
    of: Callable[[Fixture], frozenset[int]],
) -> list[Overlap]:
    """Neighbours in time that share a subject and overlap."""
    by_subject: dict[int, list[int]] = {}
    for fixture in fixtures:
        if fixture.key in placed:
            for subject in of(fixture):
                by_subject.setdefault(subject, []).append(fixture.key)
    return [
        Overlap(what, first, second, subject)
        for subject, keys in by_subject.items()
        for first, second in pairwise(sorted(keys, key=lambda key: placed[key].starts_at))
        if placed[first].ends_at > placed[second].starts_at
    ]
