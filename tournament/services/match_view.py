"""Everything a screen shows of one match, as one JSON-able snapshot."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from scoring import sheet as rules
from scoring.clock import clock
from scoring.words import next_step_text
from tournament.models import Match, Player, Team

from .folded import Folded, folded
from .keypad import group_names, keypad, reader
from .line_ups import teams_playing
from .match_rules import rules_of


def match_view(match: Match) -> dict[str, Any]:
    """The match as a console or a page shows it: a whole snapshot, so that a reconnect is only a refresh.

    `result` is the sheet's result (hands with reasoning, levels, declarer …); each of `entries` carries `id`, `n`,
    `type`, `payload`, `struck`; `version` and `last_entry` are what the next write names; `confirmations` are the
    sides that agree with this version; `rules` is the keypad; `teams` are null while a slot is open. Constant
    number of queries. `declarer_seat` (n e s w) prompts who declares next; `open_protests` are numbers of entries.
    """
    return {
        **place_view(match),
        **sheet_view(match, folded(match)),
        "teams": teams_view(match),
        "confirmations": confirmations(match),
        "rules": {**keypad(rules_of(match)), "groups": group_names()},
        "options": match.stage.match_options,
    }


def sheet_view(match: Match, sheet: Folded, result: dict[str, Any] | None = None) -> dict[str, Any]:
    """Of the snapshot, what a line on the sheet can change; no query. `result`: where it is known, in Chinese."""
    state = sheet.state
    code = rules.next_step(state)
    return {
        "version": match.version,
        "last_entry": sheet.last,
        "status": match.status,
        "status_text": match.get_status_display(),
        "next_step": {"code": code, "text": next_step_text(code, reader())},
        "declarer_seat": rules.declarer_seat(state),
        "open_protests": rules.open_protests(state),
        "result": result if result is not None and reader() == "zh" else rules.result(state, reader()),
        "entries": _entries(sheet),
        "clock": _clock(match, state.entries),
        "verified": match.status == Match.Status.VERIFIED,
    }


def written_view(match: Match, sheet: Folded, result: dict[str, Any]) -> dict[str, Any]:
    """What a line just written changed: it also takes back the sides' confirmations, which were of the sheet before."""
    return {**sheet_view(match, sheet, result), "confirmations": []}


def place_view(match: Match) -> dict[str, Any]:
    """Which match this is, where and when."""
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


def teams_view(match: Match) -> dict[str, Any]:
    """Both sides' teams with the two who play, by their seats' numbers; null while a side is open."""
    return {side: _team(*found) if found else None for side, found in teams_playing([match.pk])[match.pk].items()}


def _team(team: Team, playing: Sequence[Player]) -> dict[str, Any]:
    return {
        "id": team.pk,
        "name": team.name,
        "players": [{"number": number, "name": player.name} for number, player in enumerate(playing, start=1)],
    }


def _entries(sheet: Folded) -> list[dict[str, Any]]:
    struck = _struck(sheet.state.entries)
    return [{**line, "struck": line["n"] in struck, "struck_reason": struck.get(line["n"], "")} for line in sheet.lines]


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


def confirmations(match: Match) -> list[str]:
    """The sides that agree with this version."""
    return sorted(match.confirmations.filter(version=match.version).values_list("side", flat=True))
