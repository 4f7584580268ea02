"""The chief referee's list: what waits because a side will not come, matches, teams, rulings in force, past ones."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Match, MatchSlot, Tournament

from ..audit_words import audit_texts
from ..fixtures import matches_of, rows_of
from ..match_finder import EVERYTHING, Asked, find
from ..match_words import titles_of
from ..protests import CLOSED, disputed
from ..result_words import decided_text
from ..withdrawing import due
from .preview import side_names

ACTIONS = ("match.correct", "team.withdraw", "team.return", "slot.rule", "table.move")
SHOWN = 30


def desk_of(tournament: Tournament, asked: Asked = EVERYTHING) -> dict[str, Any]:
    """The page's facts with the matches `asked` for; the number of queries does not depend on how many there are."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    doubtful = {match.pk for match in disputed_in(tournament)}
    rows = list(zip(matches, rows_of(matches, titles), strict=True))
    names = side_names()
    listed = [
        {
            **row,
            "match": match,
            "title": titles[match.pk].full,
            "closed": match.status in CLOSED,
            "disputed": match.pk in doubtful,
            "decided": decided_text(match.decided_by) if match.status in CLOSED else "",
            "known": bool(row["team_a"] or row["team_b"]),
        }
        for match, row in rows
    ]
    found = find(tournament, listed, asked)
    return {
        "due": [_due(one, {pk: title.full for pk, title in titles.items()}, names) for one in due(tournament)],
        "found": found,
        "rows": found["rows"],
        "teams": tournament.teams.filter(waiting_since=None).order_by("sort_key", "id"),
        "rulings": [
            {"slot": slot, "title": titles[slot.match_id].full, "side": names[slot.side]} for slot in _ruled(tournament)
        ],
        "history": _told(_history(tournament)),
    }


def disputed_in(tournament: Tournament) -> list[Match]:
    """The confirmed matches whose winner an open protest could still change."""
    return disputed(Q(stage__tournament=tournament))


def _due(one: dict[str, Any], titles: dict[int, str], names: dict[str, str]) -> dict[str, Any]:
    slots = [
        {**row, "side": names[row["slot"].side], "name": row["slot"].team.name if row["slot"].team else _("无人出场")}
        for row in one["slots"]
    ]
    return {**one, "title": titles[one["match"].pk], "slots": slots, "verdict": _verdict(one["forfeits"])}


def _verdict(sides: list[str]) -> str:
    """The verdict that records these sides as absent, as the match's form names it."""
    return f"forfeit-{sides[0] if len(sides) == 1 else 'both'}" if sides else ""


def _ruled(tournament: Tournament) -> list[MatchSlot]:
    ruled = MatchSlot.objects.filter(match__stage__tournament=tournament, ruling_by__isnull=False)
    return list(ruled.select_related("match", "ruling_team", "ruling_by").order_by("match_id", "side"))


def _told(entries: list[AuditEntry]) -> list[dict[str, Any]]:
    return [{"entry": entry, "text": text} for entry, text in zip(entries, audit_texts(entries), strict=True)]


def _history(tournament: Tournament) -> list[AuditEntry]:
    return list(tournament.audit_entries.filter(action__in=ACTIONS)[:SHOWN])
