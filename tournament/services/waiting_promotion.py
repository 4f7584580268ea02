"""The first waiting team moves up: into the draw to come, or into the place another team gave up."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Team, Tournament

from . import audit
from .actor import Actor
from .drawing import draw_in_force, first_stage
from .late_entry import PLACE, admit, openings
from .names import required
from .refusal import Refusal
from .tournaments import locked
from .waiting import admit as enter_before_draw
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
        return enter_before_draw(team, actor, reason or team.over_quota_reason)
    free = [one for one in openings(draw) if one.kind == PLACE and (given_up is None or one.team == given_up)]
    if len(free) != 1:
        return None
    admit(team, PLACE, actor, places=[free[0].place], reason=reason)
    return team


@transaction.atomic
def step_down(gone: Team, actor: Actor, *, reason: str) -> Team:
    """A drawn team gives up before its first match, and the first waiting team takes its place at once; that team.

    Its opponents stay who they were. Raises `Refusal` without a waiting team, or where the team has begun a match: it
    then withdraws by the rules, and nobody takes its place.
    """
    held = locked(gone.tournament_id)
    gone.refresh_from_db()
    why = required(reason, _("原因"), at="reason", limit=200)
    if gone.withdrawn_at:
        raise Refusal(_("“%(team)s”已经退赛。") % {"team": gone.name}, code="withdrawn", at="team")
    if first_waiting(held) is None:
        raise Refusal(_("候补名单是空的。"), code="nobody-waits", at="team")
    gone.withdrawn_at, gone.withdrawn_reason = timezone.now(), why
    gone.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    audit.record(held, actor, "team.step_down", gone.name, reason=why)
    team = promote_first(held, actor, given_up=gone, reason=why)
    if team is None:
        message = _("“%(team)s”已有场次开赛或不在抽签里，位置不能交给候补；请按退赛办理。") % {"team": gone.name}
        raise Refusal(message, code="begun", at="team")
    return team


@transaction.atomic
def enter_waiting(tournament: Tournament, actor: Actor) -> Team:
    """Let the first waiting team take part in the draw to come. Raises `Refusal` without one, or after the draw."""
    held = locked(tournament.pk)
    if draw_in_force(first_stage(held)):
        raise Refusal(_("已经抽签，候补的队只能补轮空位或退赛队的位置。"), code="drawn", at="team")
    team = first_waiting(held)
    if team is None:
        raise Refusal(_("候补名单是空的。"), code="nobody-waits", at="team")
    return enter_before_draw(team, actor, team.over_quota_reason)
