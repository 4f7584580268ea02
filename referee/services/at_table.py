"""The match now at a table: the one being played there, else the next; for the tabs of a referee's tables."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from referee.models import Device
from scoring.clock import clock
from tournament.models import Match, PlayTable, Team
from tournament.services.folded import folded, with_last_entry
from tournament.services.match_rules import rules_of
from tournament.services.sides import Sides, teams_of

from .holding import holders_of
from .table_rights import holder_view

DONE = (Match.Status.CONFIRMED, Match.Status.VERIFIED)


def match_now(table: PlayTable, now: datetime | None = None) -> Match | None:
    """The match a referee at this table wants to see; None while there is none."""
    return matches_now([table], now).get(table.pk)


def matches_now(tables: Sequence[PlayTable], now: datetime | None = None) -> dict[int, Match]:
    """By table: the match begun and not confirmed, else the next one of today with both teams known, else [A] the next
    of another day, else the last one done. Two queries, and two for the sides of those not begun."""
    rows = Match.objects.select_related("stage__tournament", "stage__ruleset", "table")
    rows = with_last_entry(rows.filter(table__in=[table.pk for table in tables]).defer("projection"))
    matches = list(rows.order_by("starts_at", "id"))
    sides = teams_of(match.pk for match in matches if match.status == Match.Status.SCHEDULED)
    today = timezone.localdate(now)
    found: dict[int, Match] = {}
    for table in tables:
        here = [match for match in matches if match.table_id == table.pk and _is_ready(match, sides)]
        if here:
            found[table.pk] = min(here, key=lambda match: _rank(match, today))
    return found


def tables_view(device: Device) -> list[dict[str, Any]]:
    """The device's tables, each with who writes there and its match now: teams, status, clock. Constant queries."""
    tables = list(device.table_pass.tables.order_by("number"))
    matches, holders = matches_now(tables), holders_of(table.pk for table in tables)
    names = named(matches.values())
    rows = []
    for table in tables:
        holder, match = holders.get(table.pk), matches.get(table.pk)
        rows.append(
            {
                "number": table.number,
                "place": table.place,
                "holder": holder_view(holder),
                "mine": holder is None or holder.device_id == device.pk,
                "match": _match_view(match, names[match.pk]) if match else None,
            }
        )
    return rows


def _is_ready(match: Match, sides: dict[int, Sides]) -> bool:
    return match.status != Match.Status.SCHEDULED or all(sides[match.pk].values())


def _rank(match: Match, today: Any) -> tuple[int, float]:
    """Smaller comes first."""
    at = match.starts_at.timestamp() if match.starts_at else float("inf")
    if match.status in DONE:
        return 3, -at
    if match.status != Match.Status.SCHEDULED:
        return 0, at
    return (1 if match.starts_at and timezone.localdate(match.starts_at) == today else 2), at


def named(matches: Iterable[Match]) -> dict[int, dict[str, str]]:
    """The teams' names by match and side, empty while a side is open."""
    sides = teams_of(match.pk for match in matches)
    ids = {team for by_side in sides.values() for team in by_side.values() if team}
    names = dict(Team.objects.filter(pk__in=ids).values_list("pk", "name"))
    return {pk: {side: names.get(team or 0, "") for side, team in by_side.items()} for pk, by_side in sides.items()}


def _match_view(match: Match, teams: dict[str, str]) -> dict[str, Any]:
    entries = folded(match).state.entries if match.version else ()
    found = clock(rules_of(match), match.stage.match_options, entries, timezone.now())
    return {
        "id": match.pk,
        "code": match.code,
        "stage": match.stage.name,
        "group": match.group,
        "round": match.round,
        "starts_at": match.starts_at.isoformat() if match.starts_at else None,
        "status": match.status,
        "status_text": match.get_status_display(),
        "teams": teams,
        "clock": {
            "state": found.state,
            "deadline": found.deadline.isoformat() if found.deadline else None,
            "seconds_left": found.seconds_left,
        },
    }
