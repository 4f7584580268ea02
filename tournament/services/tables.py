"""The tables of a hall: their places and hours, one more, one taken out of use."""

import re
from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, PlayTable, Tournament

from . import audit
from .actor import Actor
from .fixtures import named
from .names import clean
from .refusal import Refusal
from .tournaments import MAX_TABLES, locked

MAX_SPANS = 20
_SPAN = re.compile(r"(?:(\d{4}-\d{1,2}-\d{1,2})\s+)?(\d{1,2}:\d{2})\s*[-–—~至到]\s*(\d{1,2}:\d{2})")


@transaction.atomic
def change_table(tournament: Tournament, number: int, *, place: str, hours: str, actor: Actor) -> PlayTable:
    """Say where a table stands and when it may be used (a span a line, see `read_hours`; empty: always)."""
    held = locked(tournament.pk)
    table = _table(held, number)
    before = _facts(table)
    table.place, table.hours = _place(place), read_hours(hours)
    table.save(update_fields=["place", "hours"])
    if before != _facts(table):
        audit.record(held, actor, "table.change", str(table), before=before, after=_facts(table))
    return table


@transaction.atomic
def add_table(tournament: Tournament, actor: Actor, *, number: int | None = None, place: str = "") -> PlayTable:
    """One more table, with this number or the smallest that is free."""
    held = locked(tournament.pk)
    taken = set(held.tables.values_list("number", flat=True))
    if len(taken) >= MAX_TABLES:
        raise Refusal(_("最多 %(most)s 张桌。") % {"most": MAX_TABLES}, code="too-many-tables", at="number")
    number = number or next(free for free in range(1, MAX_TABLES + 1) if free not in taken)
    if number in taken or not 1 <= number <= MAX_TABLES:
        message = _("桌号应是 1 到 %(most)s 之间还没有用的号码。") % {"most": MAX_TABLES}
        raise Refusal(message, code="bad-table", at="number")
    table = PlayTable.objects.create(tournament=held, number=number, place=_place(place))
    audit.record(held, actor, "table.add", str(table), after=_facts(table))
    return table


@transaction.atomic
def retire_table(tournament: Tournament, number: int, actor: Actor) -> None:
    """Take a table out of use; one that holds a match, or the last one, stays."""
    held = locked(tournament.pk)
    table = _table(held, number)
    if used := Match.objects.filter(table=table).first():
        message = _("%(table)s还排着场次 %(code)s，不能停用；请先把它移到别的桌。")
        raise Refusal(message % {"table": str(table), "code": named(used)}, code="table-in-use", at="number")
    if held.tables.count() == 1:
        raise Refusal(_("至少要有一张桌。"), code="last-table", at="number")
    table.delete()
    audit.record(held, actor, "table.remove", str(table), before=_facts(table))


def tables_of(tournament: Tournament) -> list[dict[str, Any]]:
    """The tables with their hours as typed and how many matches stand at each: two queries."""
    counts: dict[int, int] = {}
    for number in Match.objects.filter(stage__tournament=tournament).values_list("table__number", flat=True):
        if number is not None:
            counts[number] = counts.get(number, 0) + 1
    return [
        {"table": table, "hours": hours_text(table.hours), "matches": counts.get(table.number, 0)}
        for table in tournament.tables.all()
    ]


def read_hours(text: str) -> list[list[str]]:
    """Hours out of lines such as `08:30-12:00` (every day) or `2026-05-09 14:00-18:00` (that day), as stored.

    Stored are [from, to] pairs of ISO times: clock times, or moments with their zone.
    """
    lines = [part.strip() for line in text.splitlines() for part in clean(line).split(";") if part.strip()]
    if len(lines) > MAX_SPANS:
        raise Refusal(_("可用时间最多写 %(most)d 段。") % {"most": MAX_SPANS}, code="hours", at="hours")
    return [_span(line) for line in lines]


def hours_text(hours: Sequence[Sequence[str]]) -> str:
    """Stored hours as they are typed, a span a line."""
    return "\n".join(_span_text(*pair) for pair in hours if len(pair) == 2)


def _span(line: str) -> list[str]:
    found = _SPAN.fullmatch(line)
    try:
        if found is None:
            raise ValueError(line)
        day, first, last = found.groups()
        since, until = _clock(first), _clock(last)
        if since >= until:
            raise ValueError(line)
        if day is None:
            return [f"{since:%H:%M}", f"{until:%H:%M}"]
        date = datetime(*map(int, day.split("-"))).date()  # type: ignore[arg-type]
        return [timezone.make_aware(datetime.combine(date, clock)).isoformat() for clock in (since, until)]
    except (ValueError, OverflowError) as error:
        message = _("“%(line)s”不是可用时间；请写成 08:30-12:00（每天）或 2026-05-09 14:00-18:00（只限那天）。")
        raise Refusal(message % {"line": line[:40]}, code="hours", at="hours") from error


def _clock(text: str) -> time:
    hour, minute = text.split(":")
    return time(int(hour), int(minute))


def _span_text(since: str, until: str) -> str:
    if len(since) <= len("00:00:00"):
        return f"{since[:5]}-{until[:5]}"
    start = timezone.localtime(datetime.fromisoformat(since))
    end = timezone.localtime(datetime.fromisoformat(until))
    return f"{start:%Y-%m-%d %H:%M}-{end:%H:%M}"


def _place(text: str) -> str:
    place = clean(text)
    if len(place) > 60:
        raise Refusal(_("位置最多 60 个字。"), code="too-long", at="place")
    return place


def _table(tournament: Tournament, number: int) -> PlayTable:
    found = tournament.tables.filter(number=number).first()
    if found is None:
        raise Refusal(_("没有%(number)s号桌。") % {"number": number}, code="no-table", at="number")
    return found


def _facts(table: PlayTable) -> dict[str, object]:
    return {"number": table.number, "place": table.place, "hours": table.hours}
