"""Moving a tournament's dates to a new start: the days move, the hours of the clock stay."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.utils import timezone

from .details import Details


def days_between(old: datetime, new: datetime) -> int:
    """Whole days from one start to the other, by the venue's calendar."""
    return (timezone.localtime(new).date() - timezone.localtime(old).date()).days


def moved(when: datetime | None, days: int) -> datetime | None:
    """The same hour so many days later."""
    return when and timezone.localtime(when) + timedelta(days=days)


def moved_day(day: date | None, days: int) -> date | None:
    """The day so many days later."""
    return day and day + timedelta(days=days)


def moved_rounds(starts: Sequence[datetime], new: datetime) -> list[datetime]:
    """The rounds' hours, the first at `new`: the later ones keep their hours of the clock where they still rise."""
    if not starts:
        return []
    days = days_between(starts[0], new)
    kept = [new, *(timezone.localtime(start) + timedelta(days=days) for start in starts[1:])]
    if sorted(set(kept)) == kept:
        return kept
    return [start + (new - starts[0]) for start in starts]


def moved_details(details: Details, days: int | None) -> Details:
    """The details with their agenda so many days later; None takes the agenda's hours away.

    The notice's number, date and parts written by hand speak of the old dates and stay behind.
    """
    agenda = [
        item.model_copy(update={"at": moved(item.at, days) if days is not None else None}) for item in details.agenda
    ]
    paper = details.notice.model_copy(update={"number": "", "dated": None, "edited": ()})
    return details.model_copy(update={"agenda": tuple(agenda), "notice": paper})
