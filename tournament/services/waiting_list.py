"""The waiting list (候补): who came late, in the order of coming; joining it and giving up."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Department, Team, Tournament

from . import audit
from .actor import Actor
from .match_words import group_letter
from .names import clean, required, sort_key
from .people import NAME_LIMIT, PlayerEntry, checked_people, settled_people, store_players
from .quotas import check_room
from .refusal import Refusal
from .registration import MAX_TEAMS, add_department
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
    wanted = required(department_name, _("单位名称"), at="department", limit=NAME_LIMIT)
    why = required(reason, _("原因"), at="reason", limit=200)
    if held.teams.count() >= MAX_TEAMS:
        raise Refusal(_("一项赛事最多 %(most)s 队。") % {"most": MAX_TEAMS}, code="full", at="department")
    department = held.departments.filter(name=wanted).first() or add_department(held, wanted, actor)
    people = settled_people(department, checked_people(held, players), None, same_name_ok=same_name_ok)
    named = _name(held, department, clean(name))
    team = Team.objects.create(
        tournament=held, department=department, name=named, sort_key=sort_key(named), waiting_since=timezone.now(),
        over_quota_reason=why if check_room(held, department, why) else "",
    )  # fmt: skip
    store_players(team, people)
    after = {"players": [one.name for one in people], "department": department.name}
    audit.record(held, actor, "team.wait", team.name, after=after, reason=why)
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


def _name(held: Tournament, department: Department, name: str) -> str:
    taken = set(held.teams.values_list("name", flat=True))
    if name:
        if name in taken:
            raise Refusal(_("队名“%(name)s”已经用过。") % {"name": name}, code="team-name-taken", at="name")
        return required(name, _("队名"), at="name", limit=NAME_LIMIT)
    own = department.teams.count()
    names = [department.name] if not own else []
    names += [department.name + group_letter(number) for number in range(own + 1, own + MAX_TEAMS + 2)]
    return next(one for one in names if one not in taken)[:NAME_LIMIT]
