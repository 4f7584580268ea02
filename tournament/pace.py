"""How far a day is behind its plan and when it will end, from how long hands and matches really took. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median


@dataclass(frozen=True, slots=True)
class Running:
    """A match at its table: begun, its clock's end (null without a limit or paused), hands still allowed (or null)."""

    key: int
    table: int | None
    started: datetime
    planned_minutes: int
    deadline: datetime | None = None
    hands_left: int | None = None
    last_hand: datetime | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match to come: planned start and length, its table if it has one, and the matches that feed it."""

    key: int
    table: int | None
    planned: datetime
    minutes: int
    feeders: frozenset[int] = frozenset()
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Forecast:
    """By match key when it will probably start and end; `behind_minutes` is how late the latest of them will start."""

    starts: Mapping[int, datetime]
    ends: Mapping[int, datetime]
    behind_minutes: int
    end: datetime | None


def hand_minutes(sheets: Iterable[Sequence[datetime]]) -> float | None:
    """The median minutes from one hand to the next over sheets of hand times (rising); null with fewer than three."""
    gaps = [
        (later - earlier).total_seconds() / 60
        for times in sheets
        for earlier, later in zip(times, times[1:], strict=False)
    ]
    real = [gap for gap in gaps if gap > 0]
    return median(real) if len(real) >= MIN_HANDS else None


def forecast(
    running: Sequence[Running],
    waiting: Sequence[Waiting],
    *,
    now: datetime,
    hand: float | None,
    factor: float = 1.0,
    changeover: int = 0,
) -> Forecast:
    """When each match will start and end. `hand` is the median minutes of a hand, `factor` how much longer than
    planned finished matches took; a waiting match starts when its plan, its table, its feeders and now allow.
    """
    ends = {one.key: _end_of(one, now, hand, factor) for one in running}
    starts = {one.key: one.started for one in running}
    free = _free_from(running, ends, changeover)
    for one in sorted(waiting, key=lambda one: (one.planned, one.key)):
        earliest = [one.planned, now, *(ends[key] for key in one.feeders if key in ends)]
        if one.table in free:
            earliest.append(free[one.table])
        starts[one.key] = max(earliest)
        ends[one.key] = starts[one.key] + timedelta(minutes=one.minutes * factor)
        if one.table is not None:
            free[one.table] = ends[one.key] + timedelta(minutes=changeover)
    late = [starts[one.key] - one.planned for one in waiting]
    behind = max(late, default=timedelta()) // timedelta(minutes=1)
    return Forecast(starts, ends, max(0, behind), max(ends.values(), default=None))


def factor_of(lengths: Iterable[tuple[float, int]]) -> float:
    """How much longer than planned finished matches took: the median of real minutes by planned ones, 1 for none."""
    ratios = [real / planned for real, planned in lengths if planned > 0 and real > 0]
    return median(ratios) if ratios else 1.0


def _end_of(one: Running, now: datetime, hand: float | None, factor: float) -> datetime:
    """The nearest of what can end it: the clock (and the hand being played), the hands left; else the usual length."""
    ends = []
    if one.deadline is not None:
        ends.append(one.deadline + timedelta(minutes=(hand or 0) / 2))
    if one.hands_left is not None and hand is not None:
        ends.append((one.last_hand or one.started) + timedelta(minutes=one.hands_left * hand))
    usual = one.started + timedelta(minutes=one.planned_minutes * factor)
    return max(now, min(ends, default=usual))


def _free_from(running: Sequence[Running], ends: Mapping[int, datetime], changeover: int) -> dict[int | None, datetime]:
    return {one.table: ends[one.key] + timedelta(minutes=changeover) for one in running if one.table is not None}


MIN_HANDS = 3
