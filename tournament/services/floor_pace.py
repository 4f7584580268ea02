"""From the day's rows to the forecast: what runs, what waits, how long hands and matches really took."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from scoring.clock import clock
from tournament import pace
from tournament.models import Match, SheetEntry

from .folding import sheet_entries
from .match_rules import lengths_of, rules_of
from .rulesets import ruleset_of

OVER = (Match.Status.CONFIRMED, Match.Status.VERIFIED)
LIVE = (Match.Status.PLAYING, Match.Status.LAST_HAND, Match.Status.TIED, Match.Status.FINISHED)
HAND_MINUTES = (1.0, 60.0)  # what is shorter was keyed in afterwards, what is longer had a break in it
PLAUSIBLE = (0.2, 3.0)  # a match's real length by its planned one; anything else was not recorded as it was played

Sheets = Mapping[int, Sequence[SheetEntry]]


def forecast_of(matches: Sequence[Match], sheets: Sheets, now: datetime, changeover: int) -> pace.Forecast:
    """The forecast for the matches of the day; `matches` with stage, table and slots loaded."""
    minutes = lengths_of(matches)
    running = [
        _running(match, sheets.get(match.pk, ()), minutes[match.pk], now) for match in matches if match.status in LIVE
    ]
    waiting = [
        _waiting(match, minutes[match.pk])
        for match in matches
        if match.status == Match.Status.SCHEDULED and match.starts_at
    ]
    return pace.forecast(
        running,
        waiting,
        now=now,
        hand=pace.hand_minutes(_hand_times(rows) for rows in sheets.values()),
        factor=pace.factor_of(_lengths(matches, sheets, minutes)),
        changeover=changeover,
    )


def sheets_of(matches: Sequence[Match]) -> dict[int, list[SheetEntry]]:
    """The sheets of the matches that have begun, one query."""
    found: dict[int, list[SheetEntry]] = defaultdict(list)
    begun = [match.pk for match in matches if match.begun]
    for row in SheetEntry.objects.filter(match_id__in=begun).order_by("match_id", "n"):
        found[row.match_id].append(row)
    return found


def started_at(match: Match, rows: Sequence[SheetEntry]) -> datetime | None:
    """When the match began, as its sheet says; one that is played again began with its last start."""
    for row in reversed(rows):
        if row.type == "start":
            return datetime.fromisoformat(row.payload["at"]) if "at" in row.payload else row.server_at
    return rows[0].server_at if rows else None


def _running(match: Match, rows: Sequence[SheetEntry], minutes: int, now: datetime) -> pace.Running:
    times = _hand_times(rows)
    return pace.Running(
        key=match.pk,
        table=match.table.number if match.table else None,
        started=started_at(match, rows) or now,
        planned_minutes=minutes,
        deadline=_deadline(match, rows, now),
        hands_left=_hands_left(match, len(match.projection.get("hands", ()))),
        last_hand=times[-1] if times else None,
    )


def _waiting(match: Match, minutes: int) -> pace.Waiting:
    assert match.starts_at
    slots = list(match.slots.all())
    feeders = {slot.source_match_id for slot in slots if slot.source_match_id}
    return pace.Waiting(
        key=match.pk,
        table=match.table.number if match.table else None,
        planned=match.planned_at or match.starts_at,
        minutes=minutes,
        feeders=frozenset(feeders),
        ready=all(slot.team_id for slot in slots),
    )


def _deadline(match: Match, rows: Sequence[SheetEntry], now: datetime) -> datetime | None:
    return clock(rules_of(match), match.stage.match_options, sheet_entries(rows), now).deadline


def _hands_left(match: Match, played: int) -> int | None:
    limit = match.stage.match_options.get("max_hands") or ruleset_of(match.stage.ruleset).match.max_hands
    return max(0, int(limit) - played) if limit else None


def _hand_times(rows: Sequence[SheetEntry]) -> list[datetime]:
    """When hands were recorded, by the phone's time where it told one; gaps no hand can have are left out."""
    times = [row.device_at or row.server_at for row in _standing(rows) if row.type == "hand"]
    kept = times[:1]
    for time in times[1:]:
        if HAND_MINUTES[0] <= (time - kept[-1]).total_seconds() / 60 <= HAND_MINUTES[1]:
            kept.append(time)
        else:
            kept = [*kept[:-1], time] if len(kept) == 1 else kept
    return kept


def _standing(rows: Sequence[SheetEntry]) -> list[SheetEntry]:
    """The lines not struck, in order. Read from the end, for a ruling that is struck strikes nothing any more."""
    struck: set[str] = set()
    kept = []
    for row in reversed(rows):
        if str(row.pk) in struck:
            continue
        kept.append(row)
        struck.update([row.payload["entry"]] if row.type == "strike" else row.payload.get("strike", ()))
    return kept[::-1]


def _lengths(matches: Sequence[Match], sheets: Sheets, minutes: Mapping[int, int]) -> list[tuple[float, int]]:
    found = []
    for match in matches:
        rows = sheets.get(match.pk, ())
        if match.status not in OVER or not (times := _hand_times(rows)):
            continue
        real = (times[-1] - (started_at(match, rows) or times[0])).total_seconds() / 60
        if PLAUSIBLE[0] <= real / minutes[match.pk] <= PLAUSIBLE[1]:
            found.append((real, minutes[match.pk]))
    return found
