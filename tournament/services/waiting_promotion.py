"""The first waiting team moves up: into the draw to come, or into the place another team gave up."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Team, Tournament

from . import audit
from .actor import Actor
from .drawing import draw_in_force, first_stage
from .late_entry import PLACE, admit, openings
from .refusal import Refusal
from .tournaments import locked
from .waiting_list import first_waiting


@transaction.atomic
def promote_first(
    tournament: Tournament, actor: Actor, *, given_up: Team | None = None, reason: str = ""
) -> Team | None:
    """Move the first waiting team up, where there is one and a place for it; the team that moved, else None.

    Before the draw it simply takes part. After it, it takes the place of `given_up` (a withdrawn team none of whose
    matches began), or the only place given up; without such a place, or with several, nothing happens here: the
    office then draws a lot (`late_entry.admit`).
    """
    held = locked(tournament.pk)
    team = first_waiting(held)
    if team is None:
        return None
    draw = draw_in_force(first_stage(held))
    if draw is None:
        return _enter(held, team, actor, reason)
    free = [one for one in openings(draw) if one.kind == PLACE and (given_up is None or one.team == given_up)]
    if len(free) != 1:
        return None
    admit(team, PLACE, actor, places=[free[0].place], reason=reason)
    return team


@transaction.atomic
def enter_waiting(tournament: Tournament, actor: Actor) -> Team:
    """Let the first waiting team take part in the draw to come. Raises `Refusal` without one, or after the draw."""
    held = locked(tournament.pk)
    if draw_in_force(first_stage(held)):
        raise Refusal(_("已经抽签,候补的队只能补轮空位或退赛队的位置。"), code="drawn", at="team")
    team = first_waiting(held)
    if team is None:
        raise Refusal(_("候补名单是空的。"), code="nobody-waits", at="team")
    return _enter(held, team, actor, "")


def _enter(held: Tournament, team: Team, actor: Actor, reason: str) -> Team:
    since, team.waiting_since = team.waiting_since, None
    team.save(update_fields=["waiting_since"])
    before = {"waiting_since": since.isoformat() if since else None}
    audit.record(held, actor, "team.promote", team.name, before=before, reason=reason)
    return team
