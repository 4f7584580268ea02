"""Teams: who takes part. After the draw only names and players change, until the draw is undone."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Department, Team, Tournament

from . import audit
from .actor import Actor
from .departments import add_department, change_department, remove_department, set_sizes
from .entry_window import check_change, check_entry, is_drawn
from .names import required, sort_key
from .people import NAME_LIMIT, PlayerEntry, checked_people, present_players, settled_people, store_players
from .quotas import check_room
from .refusal import Refusal
from .replacing import refuse_returned
from .team_names import name_by_themselves, name_next
from .tournaments import locked
from .waiting import entered_teams

__all__ = [
    "add_department", "add_team", "change_department", "change_team", "enter_team",
    "is_drawn", "leave", "remove_department", "remove_team", "restore", "set_sizes",
]  # fmt: skip

MAX_TEAMS = 4096
REASON_LIMIT = 200


@transaction.atomic
def add_team(
    tournament: Tournament,
    department: Department,
    players: Sequence[str | PlayerEntry],
    actor: Actor,
    name: str | None = None,
    seed: int | None = None,
    *,
    same_name_ok: bool = False,
    reason: str = "",
    contact: bool = False,
    waiting: bool = False,
) -> Team:
    """A new team; without a name it is called after its department (甲系, then 甲系A, 甲系B).

    Refused: after the draw, outside the window or above the quota (unless an account gives a `reason`; a department's
    `contact` never), a player of another team, a seed given twice. On the `waiting` list it takes no place, so that
    neither quota nor draw matters.
    """
    held = locked(tournament.pk)
    check_entry(held, actor, reason, contact=contact)
    department.refresh_from_db()  # its quota as it is now that the tournament is held
    over = not waiting and _takes_a_place(held, department, reason, contact)
    people = settled_people(department, checked_people(held, players), None, same_name_ok=same_name_ok)
    _check_seed(held, seed, None)
    wanted = _free_team_name(held, name, None) if name else f"~{department.pk}~"  # named below
    team = Team.objects.create(
        tournament=held,
        department=department,
        name=wanted,
        sort_key=sort_key(wanted),
        seed=seed,
        over_quota_reason=reason[:REASON_LIMIT] if over else "",
        waiting_since=timezone.now() if waiting else None,
    )
    store_players(team, people)
    if not name:
        _name(held, department, team)
    action = "team.wait" if waiting else "team.add"
    audit.record(held, actor, action, team.name, after=_facts(team) | {"over_quota": over}, reason=reason)
    return team


@transaction.atomic
def enter_team(
    tournament: Tournament, department_name: str, players: Sequence[str | PlayerEntry], actor: Actor, **options: Any
) -> Team:
    """A new team of the department of this name, which is made if it is new; `options` as `add_team` takes them."""
    name = required(department_name, _("单位名称"), at="department", limit=NAME_LIMIT)
    department = tournament.departments.filter(name=name).first() or add_department(tournament, name, actor)
    return add_team(tournament, department, players, actor, **options)


@transaction.atomic
def change_team(
    team: Team,
    actor: Actor,
    *,
    name: str,
    players: Sequence[str | PlayerEntry],
    seed: int | None = None,
    same_name_ok: bool = False,
    reason: str = "",
    contact: bool = False,
) -> Team:
    """Change a team's name, players and (before the draw) its seed; late changes take an account's `reason`.

    After the draw a changed player's name is a spelling put right; who is replaced goes through `replacing.replace`.
    """
    held = locked(team.tournament_id)
    before, drawn = _facts(team), is_drawn(held)
    if drawn and seed != team.seed:
        _refuse_drawn(held)
    people = _carried(team, players, checked_people(held, players))
    if name != team.name or people != _present(team):
        check_change(held, actor, reason, contact=contact)
    if drawn:
        refuse_returned(team, [one for one in people if one.name not in before["players"]])
    people = settled_people(team.department, people, team, same_name_ok=same_name_ok)
    _check_seed(held, seed, team)
    team.name = _free_team_name(held, name, team)
    team.sort_key, team.seed = sort_key(team.name), seed
    team.save(update_fields=["name", "sort_key", "seed"])
    store_players(team, people)
    audit.record(held, actor, "team.change", team.name, before=before, after=_facts(team), reason=reason)
    return team


@transaction.atomic
def remove_team(team: Team, actor: Actor) -> None:
    """Remove a team before the draw; its department's other teams close ranks (B becomes A)."""
    held = locked(team.tournament_id)
    _refuse_drawn(held)
    audit.record(held, actor, "team.remove", team.name, before=_facts(team))
    department = team.department
    team.delete()
    name_by_themselves(department)


@transaction.atomic
def leave(team: Team, actor: Actor, reason: str, *, contact: bool = False) -> Team:
    """A team withdraws before the draw: it is off the list and can be restored. `reason` is asked of everybody."""
    held = locked(team.tournament_id)
    team.refresh_from_db()
    reason = required(reason, _("退赛原因"), at="reason", limit=REASON_LIMIT)
    if team.withdrawn_at is not None:
        raise Refusal(_("“%s”已经退赛。") % team.name, code="withdrawn", at="team")
    if is_drawn(held):
        message = _("已经抽签：“%s”留在对阵里，退赛由裁判长按弃权办理。") % team.name
        raise Refusal(message, code="drawn", at="team")
    check_entry(held, actor, reason, contact=contact)
    team.withdrawn_at, team.withdrawn_reason, team.seed = timezone.now(), reason, None
    team.save(update_fields=["withdrawn_at", "withdrawn_reason", "seed"])
    name_by_themselves(team.department)
    audit.record(held, actor, "team.leave", team.name, before=_facts(team), reason=reason)
    return team


@transaction.atomic
def restore(team: Team, actor: Actor, reason: str = "", *, same_name_ok: bool = False) -> Team:
    """Put a withdrawn team back on the list before the draw, within the quota or for a reason."""
    held = locked(team.tournament_id)
    team.refresh_from_db()
    if team.withdrawn_at is None:
        raise Refusal(_("“%s”没有退赛。") % team.name, code="not-withdrawn", at="team")
    _refuse_drawn(held)
    over = team.waiting_since is None and _takes_a_place(held, team.department, reason, contact=False)
    store_players(team, settled_people(team.department, _present(team), team, same_name_ok=same_name_ok))
    team.withdrawn_at, team.withdrawn_reason = None, ""
    team.over_quota_reason = reason[:REASON_LIMIT] if over else ""
    team.save(update_fields=["withdrawn_at", "withdrawn_reason", "over_quota_reason"])
    name_by_themselves(team.department)
    audit.record(held, actor, "team.restore", team.name, after=_facts(team), reason=reason)
    return team


def _name(held: Tournament, department: Department, team: Team) -> None:
    if is_drawn(held):
        name_next(department, team)
    else:
        name_by_themselves(department, new=team)
    team.refresh_from_db()


def _present(team: Team) -> list[PlayerEntry]:
    return [PlayerEntry(one.name, one.staff_number, one.namesake) for one in present_players(team)]


def _facts(team: Team) -> dict[str, Any]:
    return {"name": team.name, "players": [player.name for player in present_players(team)], "seed": team.seed}


def _refuse_drawn(tournament: Tournament) -> None:
    if is_drawn(tournament):
        message = _("已经抽签，不能再增减队或改种子；确需改动，请先撤销抽签。")
        raise Refusal(message, code="drawn", at="tournament")


def _takes_a_place(held: Tournament, department: Department, reason: str, contact: bool) -> bool:
    """True if one more team goes beyond the quota; refused after the draw, when full, or without a reason."""
    _refuse_drawn(held)
    if entered_teams(held).count() >= MAX_TEAMS:
        raise Refusal(_("一项赛事最多 %(most)s 队。") % {"most": MAX_TEAMS}, code="full", at="tournament")
    return check_room(held, department, reason, contact=contact)


def _carried(team: Team, given: Sequence[str | PlayerEntry], people: Sequence[PlayerEntry]) -> list[PlayerEntry]:
    """A player whose name stays keeps the namesake's mark, and the staff number where only a name was given."""
    old = {one.number: one for one in present_players(team)}
    kept = []
    for number, (typed, person) in enumerate(zip(given, people, strict=True), start=1):
        known = old.get(number)
        if known is not None and known.name == person.name:
            staff_number = known.staff_number if isinstance(typed, str) else person.staff_number
            person = PlayerEntry(person.name, staff_number, person.namesake or known.namesake)
        kept.append(person)
    return kept


def _others(tournament: Tournament, own: Team | None) -> QuerySet[Team]:
    teams = tournament.teams.all()
    return teams.exclude(pk=own.pk) if own else teams


def _check_seed(tournament: Tournament, seed: int | None, own: Team | None) -> None:
    if seed is None:
        return
    if not 1 <= seed <= MAX_TEAMS:
        facts = {"seed": seed, "most": MAX_TEAMS}
        raise Refusal(_("种子号 %(seed)s 不对：从 1 到 %(most)d，或留空。") % facts, code="bad-seed", at="seed")
    holder = _others(tournament, own).filter(seed=seed).first()
    if holder:
        taken = {"seed": seed, "team": holder.name}
        raise Refusal(_("%(seed)s 号种子已是“%(team)s”。") % taken, code="seed-taken", at="seed")


def _free_team_name(tournament: Tournament, name: str, own: Team | None) -> str:
    name = required(name, _("队名"), at="name", limit=NAME_LIMIT)
    if _others(tournament, own).filter(name=name).exists():
        raise Refusal(_("队名“%(name)s”已经用过。") % {"name": name}, code="team-name-taken", at="name")
    return name
