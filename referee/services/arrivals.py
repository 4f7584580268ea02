"""Who has come to a table before the match, and how late the others are, as the console shows it."""

from collections.abc import Sequence
from typing import Any

from tournament.models import Match
from tournament.services import check_in as service
from tournament.services.actor import Actor
from tournament.services.lateness import lateness_of

from .late_proposals import proposal_view

FROM_CALL = ("announced", "chief")  # lateness that runs from the match being called, where it was


def arrivals_view(match: Match) -> dict[str, Any]:
    """`sides`: of each the players `{id, number, name, since}` (null: not here); `late_from`: when lateness begins.

    `late_minutes`: minutes late at which the rules make it a forfeit (0: at once; null: they name none); `proposal`:
    what the table proposed about it, and what became of that.
    """
    found = service.attendance_of([match.pk])[match.pk]
    rule = lateness_of(match.stage.tournament)
    origin = (match.called_at if rule.counts_from in FROM_CALL else None) or match.starts_at
    return {
        "sides": {side: _players(found[side]) for side in "ab"},
        "late_from": origin.isoformat() if origin else None,
        "late_minutes": rule.forfeit_minutes,
        "proposal": proposal_view(match),
    }


def note_arrivals(match_id: int, side: str, players: Sequence[int] | None, actor: Actor, *, here: bool) -> None:
    """Check players of a side in, or take that back; all of the side where none is named. Raises `Refusal`."""
    change = service.check_in if here else service.take_back
    change(match_id, side, players, actor)


def _players(there: service.Attendance) -> list[dict[str, Any]]:
    return [
        {"id": player.pk, "number": number, "name": player.name, "since": _since(there, player.pk)}
        for number, player in enumerate(there.players, start=1)
    ]


def _since(there: service.Attendance, player_id: int) -> str | None:
    since = there.since.get(player_id)
    return since.isoformat() if since else None
