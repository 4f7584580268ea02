"""The hall as it is now (现场调度): tables, who is late, who is next, how far behind plan, when it ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import pace
from tournament.models import Match, PlayTable, Tournament

from .check_in import Attendance, attendance_of
from .fixtures import matches_of, rows_of
from .floor_pace import LIVE, Sheets, forecast_of, sheets_of, started_at
from .lateness import lateness_of
from .match_words import titles_of
from .withdrawn import not_coming

SOON = timedelta(minutes=30)
EVENING = timedelta(hours=6)
FREE, BUSY, CLOSED = "free", "busy", "closed"
MOST = 48


@dataclass(frozen=True, slots=True)
class Card:
    """A match on the screen: what it is called, its teams in words, and the facts of the moment."""

    match: Match
    title: str
    teams: dict[str, str]
    attendance: Mapping[str, Attendance]
    start: datetime | None
    end: datetime | None

    @property
    def table(self) -> int | None:
        """The number of its table."""
        return self.match.table.number if self.match.table else None


@dataclass(frozen=True, slots=True)
class Floor:
    """Everything at one moment; matches of other days only where they are being played."""

    tournament: Tournament
    now: datetime
    matches: Sequence[Match]
    cards: Mapping[int, Card]
    forecast: pace.Forecast
    sheets: Sheets
    tables: Sequence[PlayTable]

    def busy(self) -> dict[int, Match]:
        """The match being played (or waiting to be confirmed) at each table, by the table's number."""
        return {match.table.number: match for match in self.matches if match.status in LIVE and match.table}

    def waiting(self) -> list[Match]:
        """Matches not begun, with both teams known, in the order of their hours."""
        return [
            match
            for match in self.matches
            if match.status == Match.Status.SCHEDULED and all(slot.team_id for slot in match.slots.all())
        ]


def floor_of(tournament: Tournament, now: datetime | None = None) -> dict[str, Any]:
    """The page's facts at `now`; the number of queries does not depend on the number of matches.

    `tables`, `late`, `next`, `running` (each a list of dicts), `more` (how many wait beyond `next`), `behind`
    (minutes), `end`, `other_day`, `missed`.
    """
    floor = load(tournament, now or timezone.now())
    waiting = _waiting(floor)
    return {
        "now": floor.now,
        "behind": floor.forecast.behind_minutes if floor.matches else None,
        "end": floor.forecast.end,
        "tables": [_table(floor, table) for table in floor.tables],
        "late": [one for one in waiting if one["late"]],
        "next": [one for one in waiting if not one["late"]],
        "more": len(floor.waiting()) - len(waiting),
        "running": [_going(floor, match) for match in floor.matches if match.status in LIVE],
        "other_day": None if floor.matches else _next_day(tournament, floor.now),
        "missed": _missed(tournament, floor.now),
    }


def load(tournament: Tournament, now: datetime) -> Floor:
    """Today's matches and those being played, with all that hangs on them; not those a team will not come to."""
    everything, stages = matches_of(tournament), tournament.stages.select_related("ruleset").in_bulk()
    for match in everything:
        match.stage = stages[match.stage_id]
    titles = titles_of(everything)
    matches = [match for match in everything if match.status in LIVE or _is_today(match, now)]
    matches = [match for match in matches if not not_coming(match)]
    attendance, sheets = attendance_of(match.pk for match in matches), sheets_of(matches)
    forecast = forecast_of(matches, sheets, now, int(tournament.schedule_options.get("changeover", 0)))
    cards = {
        match.pk: Card(
            match,
            titles[match.pk].full,
            {side: row[f"team_{side}"] for side in "ab"},
            attendance[match.pk],
            forecast.starts.get(match.pk),
            forecast.ends.get(match.pk),
        )
        for match, row in zip(matches, rows_of(matches, titles), strict=True)
    }
    return Floor(tournament, now, matches, cards, forecast, sheets, list(tournament.tables.all()))


def is_open(table: PlayTable, now: datetime) -> bool:
    """Whether the table may be used at this moment."""
    spans = [(datetime.fromisoformat(since), datetime.fromisoformat(until)) for since, until in table.hours]
    return not spans or any(since <= now < until for since, until in spans)


def _table(floor: Floor, table: PlayTable) -> dict[str, Any]:
    match = floor.busy().get(table.number)
    state = BUSY if match else FREE if is_open(table, floor.now) else CLOSED
    word = {BUSY: _("使用中"), FREE: _("空闲"), CLOSED: _("不可用")}[state]
    card = floor.cards[match.pk] if match else None
    return {"table": table, "state": state, "word": word, "card": card}


def _most(floor: Floor) -> int:
    """How many of those waiting are listed: at the least a match for every table."""
    return max(MOST, len(floor.tables))


def _waiting(floor: Floor) -> list[dict[str, Any]]:
    """What waits, each with a free table to go to. A match is late if its hour has come and it is its table's next."""
    busy, open_tables = floor.busy(), {table.number for table in floor.tables if is_open(table, floor.now)}
    free, limit = sorted(open_tables - busy.keys()), lateness_of(floor.tournament).forfeit_minutes
    taken: set[int] = set()
    queued: set[int | None] = set()
    found = []
    for match in floor.waiting()[: _most(floor)]:
        own = floor.cards[match.pk].table
        choice = _choice(own, free, taken)
        taken |= {choice} if choice else set()
        held_by = floor.cards[busy[own].pk] if own in busy else None
        known = {"card": floor.cards[match.pk], "held_by": held_by, "choice": choice, "free": free}
        first = held_by is None and own not in queued
        queued |= {own} if own is not None else set()
        found.append({**known, "called": match.called_at, **_lateness(floor, match, limit, first)})
    return found


def _lateness(floor: Floor, match: Match, limit: int | None, has_table: bool) -> dict[str, Any]:
    """Minutes since its hour came, who is missing, and whether the rules would let it be a forfeit."""
    card = floor.cards[match.pk]
    minutes = int((floor.now - match.starts_at).total_seconds() // 60) if match.starts_at else 0
    absent = [card.teams[side] for side in "ab" if not card.attendance[side].complete]
    late = has_table and match.starts_at is not None and match.starts_at <= floor.now
    return {
        "late": late,
        "minutes": minutes,
        "absent": absent,
        "over": late and bool(absent) and limit is not None and minutes >= limit,
        "soon": match.starts_at is not None and match.starts_at <= floor.now + SOON,
    }


def _choice(own: int | None, free: Sequence[int], taken: set[int]) -> int | None:
    """The table to send a match to: its own where free, else the first nobody else was offered."""
    if own in free and own not in taken:
        return own
    return next((number for number in free if number not in taken), free[0] if free else None)


def _going(floor: Floor, match: Match) -> dict[str, Any]:
    card, rows = floor.cards[match.pk], floor.sheets.get(match.pk, ())
    hands = len(match.projection.get("hands", ()))
    over = int((card.end - match.ends_at).total_seconds() // 60) if card.end and match.ends_at else 0
    return {"card": card, "since": started_at(match, rows), "hands": hands, "over": max(0, over)}


def _is_today(match: Match, now: datetime) -> bool:
    starts = match.starts_at
    return starts is not None and _since(now) <= starts and timezone.localdate(starts) <= timezone.localdate(now)


def _since(now: datetime) -> datetime:
    """When the day began: at midnight, and just after it some hours before, for an evening may run past midnight."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return min(midnight, now - EVENING)


def _next_day(tournament: Tournament, now: datetime) -> datetime | None:
    """When the next match of a later day begins."""
    later = Match.objects.filter(stage__tournament=tournament, starts_at__gt=now).order_by("starts_at")
    return later.values_list("starts_at", flat=True).first()


def _missed(tournament: Tournament, now: datetime) -> int:
    """Matches of earlier days that nobody began."""
    earlier = Match.objects.filter(stage__tournament=tournament, starts_at__lt=_since(now))
    return earlier.filter(status=Match.Status.SCHEDULED).count()
