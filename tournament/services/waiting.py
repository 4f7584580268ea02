"""The waiting list (候补): teams that are entered but take no place until they are let in."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.models import Team, Tournament

from . import audit
from .actor import Actor
from .entry_window import is_drawn
from .quotas import check_room
from .refusal import Refusal
from .tournaments import locked


def entered_teams(tournament: Tournament) -> QuerySet[Team]:
    """The teams that take part: neither withdrawn nor waiting."""
    return tournament.teams.filter(withdrawn_at=None, waiting_since=None)


def waiting_teams(tournament: Tournament) -> QuerySet[Team]:
    """The teams that wait, who has waited longest first."""
    waiting = tournament.teams.filter(withdrawn_at=None, waiting_since__isnull=False)
    return waiting.select_related("department").order_by("waiting_since", "id")


@transaction.atomic
def admit(team: Team, actor: Actor, reason: str = "") -> Team:
    """Let a waiting team in before the draw, within its department's quota or for a reason."""
    held = locked(team.tournament_id)
    team.refresh_from_db()
    if team.waiting_since is None or team.withdrawn_at is not None:
        raise Refusal(_("“%s”不在候补名单里。") % team.name, code="not-waiting", at="team")
    if is_drawn(held):
        raise Refusal(_("已经抽签：候补队递补请在“抽签”页办理。"), code="drawn", at="team")
    over = check_room(held, team.department, reason)
    before = team.waiting_since.isoformat()
    team.waiting_since, team.over_quota_reason = None, reason[:200] if over else ""
    team.save(update_fields=["waiting_since", "over_quota_reason"])
    audit.record(held, actor, "team.admit", team.name, before={"waiting_since": before}, reason=reason)
    return team
