"""Everything a screen shows of one match, as one JSON-able snapshot."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from scoring import sheet as rules
from scoring.clock import clock
from scoring.words import next_step_text
from tournament.models import Match, SheetEntry, Team

from . import folding
from .keypad import group_names, keypad, reader
from .match_rules import rules_of
from .sides import teams_of


def match_view(match: Match) -> dict[str, Any]:
    """The match as a console or a page shows it: a whole snapshot, so that a reconnect is only a refresh.

    `result` is the sheet's result (hands with reasoning, levels, declarer …); each of `entries` carries `id`, `n`,
    `type`, `payload`, `struck`; `version` and `last_entry` are what the next write names; `confirmations` are the
    sides that agree with this version; `rules` is the keypad; `teams` are null while a slot is open. Constant
    number of queries. `declarer_seat` (n e s w) prompts who declares next; `open_protests` are numbers of entries.
    """
    rows = folding.entries_of(match)
    entries = folding.sheet_entries(rows)
    state = folding.fold_entries(match, entries)
    code = rules.next_step(state)
    return {
        **_place(match),
        "version": match.version,
        "last_entry": str(rows[-1].pk) if rows else None,
        "status": match.status,
        "status_text": match.get_status_display(),
        "next_step": {"code": code, "text": next_step_text(code, reader())},
        "declarer_seat": rules.declarer_seat(state),
        "open_protests": rules.open_protests(state),
        "teams": _teams(match),
        "result": rules.result(state, reader()),
        "entries": _entries(rows, entries),
        "clock": _clock(match, entries),
        "confirmations": _confirmations(match),
        "verified": match.status == Match.Status.VERIFIED,
        "rules": {**keypad(rules_of(match)), "groups": group_names()},
        "options": match.stage.match_options,
    }


def _place(match: Match) -> dict[str, Any]:
    return {
        "id": match.pk,
        "uuid": str(match.uuid),
        "code": match.code,
        "tournament": {"slug": match.stage.tournament.slug, "name": match.stage.tournament.name},
        "stage": match.stage.name,
        "round": match.round,
        "group": match.group,
        "table": match.table.number if match.table else None,
        "starts_at": match.starts_at.isoformat() if match.starts_at else None,
        "ends_at": match.ends_at.isoformat() if match.ends_at else None,
    }


def _teams(match: Match) -> dict[str, Any]:
    sides = teams_of([match.pk])[match.pk]
    teams = Team.objects.prefetch_related("players").in_bulk([pk for pk in sides.values() if pk])
    return {side: _team(teams[pk]) if pk in teams else None for side, pk in sides.items()}


def _team(team: Team) -> dict[str, Any]:
    players = sorted(team.players.all(), key=lambda player: player.number)
    return {
        "id": team.pk,
        "name": team.name,
        "players": [{"number": player.number, "name": player.name} for player in players],
    }


def _entries(rows: Sequence[SheetEntry], entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    struck = _struck(entries)
    return [
        {
            "id": str(row.pk),
            "n": row.n,
            "type": row.type,
            "payload": row.payload,
            "struck": row.n in struck,
            "struck_reason": struck.get(row.n, ""),
            "actor_name": row.actor_name,
            "server_at": row.server_at.isoformat(),
        }
        for row in rows
    ]


def _struck(entries: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """The struck entries' numbers with the reason: by a strike, or by a ruling."""
    found: dict[int, str] = {}
    for entry in entries:
        if entry["type"] == "strike":
            found[entry["entry"]] = entry.get("reason", "")
        elif entry["type"] == "ruling":
            found |= dict.fromkeys(entry.get("strike", []), entry.get("text", ""))
    return found


def _clock(match: Match, entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    now = timezone.now()
    found = clock(rules_of(match), match.stage.match_options, entries, now)
    return {
        "deadline": found.deadline.isoformat() if found.deadline else None,
        "seconds_left": found.seconds_left,
        "state": found.state,
        "now": now.isoformat(),
    }


def _confirmations(match: Match) -> list[str]:
    return sorted(match.confirmations.filter(version=match.version).values_list("side", flat=True))
