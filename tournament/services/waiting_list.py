"""The waiting list (候补): who came late, in the order of coming; joining it and giving up."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Team, Tournament

from . import audit
from .actor import Actor
from .names import clean, required
from .people import PlayerEntry
from .quotas import check_room
from .refusal import Refusal
from .registration import REASON_LIMIT, enter_team
from .tournaments import locked
from .waiting import waiting_teams


def first_waiting(tournament: Tournament) -> Team | None:
    """Whose turn it is."""
    return waiting_teams(tournament).first()


@transaction.atomic
def join(
    tournament: Tournament,
    department_name: str,
    players: Sequence[str | PlayerEntry],
    actor: Actor,
    *,
    reason: str,
    name: str = "",
    same_name_ok: bool = False,
) -> Team:
    """Put a late team on the waiting list, with the reason why it is taken. Above its department's quota too: recorded.

    A new team takes a name nobody has: the names of drawn teams stay as they are. Raises `Refusal`.
    """
    held = locked(tournament.pk)
    why = required(reason, _("原因"), at="reason", limit=REASON_LIMIT)
    options = {"name": name, "same_name_ok": same_name_ok, "reason": why, "waiting": True}
    team = enter_team(held, department_name, players, actor, **options)
    if check_room(held, team.department, why):
        team.over_quota_reason = why
        team.save(update_fields=["over_quota_reason"])
    return team


@transaction.atomic
def give_up(team: Team, actor: Actor, reason: str = "") -> Team:
    """A waiting team does not want to play any more: it leaves the list and stays on record as withdrawn."""
    held = locked(team.tournament_id)
    team.refresh_from_db()
    if team.waiting_since is None or team.withdrawn_at:
        raise Refusal(_("“%(team)s”不在候补名单上。") % {"team": team.name}, code="not-waiting", at="team")
    team.withdrawn_at, team.withdrawn_reason = timezone.now(), clean(reason)[:200]
    team.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    audit.record(held, actor, "team.give_up", team.name, reason=team.withdrawn_reason)
    return team
