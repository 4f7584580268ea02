"""The hours at which matches may begin: slot after slot, around breaks, day after day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta


@dataclass(frozen=True, slots=True)
class Day:
    """How long a day is played, by the venue's clock: times are compared with a match's own wall-clock times.

    `opens`: when the following days begin (None: at the hour of the first); `closes`: no match runs past it (None:
    play goes on through the night); `breaks`: no match overlaps one.
    """

    opens: time | None = None
    closes: time | None = None
    breaks: tuple[tuple[time, time], ...] = ()

    def fits(self, start: datetime, end: datetime) -> bool:
        """True if a match from `start` to `end` touches no break and is over when the day closes."""
        if self.closes is not None and end > _at(start, self.closes):
            return False
        return not any(start < until and since < end for since, until in self._breaks(start.date(), end.date(), start))

    def past_breaks(self, start: datetime, length: timedelta) -> datetime:
        """The first moment from `start` on from which `length` overlaps no break; `start` where there is none."""
        moment = start
        for _ in range(2 * len(self.breaks) + 2):
            spans = self._breaks(moment.date(), (moment + length).date(), moment)
            until = [until for since, until in spans if moment < until and since < moment + length]
            if not until:
                return moment
            moment = max(until)
        return start

    def closing(self, morning: datetime) -> datetime | None:
        """When the day of `morning` closes."""
        return None if self.closes is None else _at(morning, self.closes)

    def next_morning(self, morning: datetime) -> datetime:
        """When the day after that of `morning` begins."""
        following = morning + timedelta(days=1)
        return following if self.opens is None else _at(following, self.opens)

    def _breaks(self, first: date, last: date, like: datetime) -> Iterator[tuple[datetime, datetime]]:
        for since, until in self.breaks:
            for number in range((last - first).days + 1):
                day = like.replace(year=first.year, month=first.month, day=first.day) + timedelta(days=number)
                yield _at(day, since), _at(day, until)


ANY_DAY = Day()


@dataclass(frozen=True, slots=True)
class Usable:
    """When a table may be used: every day by the clock (`daily`) and in single spans; without either always."""

    daily: tuple[tuple[time, time], ...] = ()
    spans: tuple[tuple[datetime, datetime], ...] = ()

    def covers(self, start: datetime, end: datetime) -> bool:
        """True if a match from `start` to `end` lies in one of the spans."""
        if not self.daily and not self.spans:
            return True
        if any(since <= start and end <= until for since, until in self.spans):
            return True
        return any(_at(start, since) <= start and end <= _at(start, until) for since, until in self.daily)


def hours(start: datetime, minutes: int, *, changeover: int = 0, day: Day = ANY_DAY) -> Iterator[datetime]:
    """Slot starts from `start` on, every `minutes` + `changeover`, around breaks; after closing on the next day.

    Each day has one slot at least. Without a closing time they go on through the night.
    """
    step, length, morning = timedelta(minutes=minutes + changeover), timedelta(minutes=minutes), start
    while True:
        closing, slot = day.closing(morning), day.past_breaks(morning, length)
        yield slot
        slot = day.past_breaks(slot + step, length)
        while closing is None or slot + length <= closing:
            yield slot
            slot = day.past_breaks(slot + step, length)
        morning = day.next_morning(morning)


def round_hours(
    starts: Sequence[datetime], minutes: int, *, changeover: int = 0, day: Day = ANY_DAY
) -> Iterator[datetime]:
    """Slot starts of rounds that begin at `starts` (rising): a round's until the next begins, the last's on and on."""
    for number, start in enumerate(starts, start=1):
        for slot in hours(start, minutes, changeover=changeover, day=day):
            if number < len(starts) and slot >= starts[number]:
                break
            yield slot


def _at(moment: datetime, clock: time) -> datetime:
    return moment.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
