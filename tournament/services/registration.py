"""Departments, teams and players: who takes part. After the draw only names change, until the draw is undone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.models import Department, Draw, Team, Tournament

from . import audit
from .actor import Actor
from .names import required, sort_key
from .people import NAME_LIMIT, PlayerEntry, checked_people, present_players, settled_people, store_players
from .refusal import Refusal
from .team_names import name_by_themselves
from .tournaments import locked

MAX_TEAMS = 4096


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line of a pasted list: the department, then its two players."""

    number: int
    department: str
    players: tuple[str, str]


@transaction.atomic
def add_department(
    tournament: Tournament, name: str, actor: Actor, *, headcount: int | None = None, team_quota: int | None = None
) -> Department:
    """A new department; its name occurs once in a tournament. `team_quota` None = as many teams as it likes."""
    held = locked(tournament.pk)
    name = required(name, _("单位名称"), at="name", limit=NAME_LIMIT)
    _refuse_known_department(held, name)
    made = Department.objects.create(
        tournament=held, name=name, sort_key=sort_key(name), headcount=headcount, team_quota=team_quota
    )
    audit.record(held, actor, "department.add", name, after={"headcount": headcount, "team_quota": team_quota})
    return made


@transaction.atomic
def change_department(
    department: Department, actor: Actor, *, name: str, headcount: int | None, team_quota: int | None
) -> Department:
    """Change a department; teams named after it follow as long as no draw is held."""
    held = locked(department.tournament_id)
    name = required(name, _("单位名称"), at="name", limit=NAME_LIMIT)
    if name != department.name:
        _refuse_known_department(held, name)
    before = {"name": department.name, "headcount": department.headcount, "team_quota": department.team_quota}
    old, department.name, department.sort_key = department.name, name, sort_key(name)
    department.headcount, department.team_quota = headcount, team_quota
    department.save(update_fields=["name", "sort_key", "headcount", "team_quota"])
    if not is_drawn(held):
        name_by_themselves(department, formerly=old)
    after = {"name": name, "headcount": headcount, "team_quota": team_quota}
    audit.record(held, actor, "department.change", name, before=before, after=after)
    return department


@transaction.atomic
def remove_department(department: Department, actor: Actor) -> None:
    """Remove a department without teams."""
    held = locked(department.tournament_id)
    if count := department.teams.count():
        facts = {"name": department.name, "count": count}
        message = _("“%(name)s”还有 %(count)s 队,不能删除;请先删除这些队。") % facts
        raise Refusal(message, code="department-in-use", at="department")
    audit.record(held, actor, "department.remove", department.name, before={"team_quota": department.team_quota})
    department.delete()


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
) -> Team:
    """A new team; without a name it is called after its department (甲系, then 甲系A, 甲系B).

    Refused: after the draw, above the quota (unless a reason is given), a player of the same name in the same
    department (unless `same_name_ok`), a seed given twice.
    """
    held = locked(tournament.pk)
    _refuse_drawn(held)
    department.refresh_from_db()  # its quota as it is now that the tournament is held
    _check_room(held, department, reason)
    people = settled_people(department, checked_people(held, players), None, same_name_ok=same_name_ok)
    _check_seed(held, seed, None)
    wanted = _free_team_name(held, name, None) if name else f"~{department.pk}~"  # named below
    team = Team.objects.create(
        tournament=held, department=department, name=wanted, sort_key=sort_key(wanted), seed=seed
    )
    store_players(team, people)
    if not name:
        name_by_themselves(department, new=team)
        team.refresh_from_db()
    audit.record(
        held, actor, "team.add", team.name, after={"players": [one.name for one in people], "seed": seed}, reason=reason
    )
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
) -> Team:
    """Change a team's name, players and (before the draw) its seed."""
    held = locked(team.tournament_id)
    before = _facts(team)
    if seed != team.seed:
        _refuse_drawn(held)
    people = _carried(team, players, checked_people(held, players))
    people = settled_people(team.department, people, team, same_name_ok=same_name_ok)
    _check_seed(held, seed, team)
    team.name = _free_team_name(held, name, team)
    team.sort_key, team.seed = sort_key(team.name), seed
    team.save(update_fields=["name", "sort_key", "seed"])
    store_players(team, people)
    audit.record(held, actor, "team.change", team.name, before=before, after=_facts(team))
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
def add_lines(tournament: Tournament, lines: Iterable[EntryLine], actor: Actor, *, same_name_ok: bool = False) -> int:
    """Enter a whole list or nothing: departments not yet known are made; an error names its line. Returns the count."""
    count = 0
    for line in lines:
        try:
            enter_team(tournament, line.department, line.players, actor, same_name_ok=same_name_ok)
        except Refusal as refusal:
            message = _("第 %(line)s 行:%(message)s") % {"line": line.number, "message": refusal.message}
            raise Refusal(message, code=refusal.code, at="lines") from refusal
        count += 1
    return count


def is_drawn(tournament: Tournament) -> bool:
    """True while a draw of this tournament is in force."""
    return Draw.objects.filter(stage__tournament=tournament, undone_at__isnull=True).exists()


def _facts(team: Team) -> dict[str, object]:
    return {"name": team.name, "players": [player.name for player in present_players(team)], "seed": team.seed}


def _refuse_drawn(tournament: Tournament) -> None:
    if is_drawn(tournament):
        message = _("已经抽签,不能再增减队或改种子;确需改动,请先撤销抽签。")
        raise Refusal(message, code="drawn", at="tournament")


def _refuse_known_department(tournament: Tournament, name: str) -> None:
    if tournament.departments.filter(name=name).exists():
        raise Refusal(_("单位“%(name)s”已经登记过。") % {"name": name}, code="department-known", at="name")


def _check_room(tournament: Tournament, department: Department, reason: str) -> None:
    if tournament.teams.count() >= MAX_TEAMS:
        raise Refusal(_("一项赛事最多 %(most)s 队。") % {"most": MAX_TEAMS}, code="full", at="tournament")
    quota = department.team_quota
    if quota is not None and not reason and department.teams.count() >= quota:
        facts = {"name": department.name, "quota": quota}
        message = _("“%(name)s”的名额是 %(quota)s 队,已满;请调整名额,或写明超额的理由。") % facts
        raise Refusal(message, code="quota", at="department")


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
    if seed < 1:
        raise Refusal(_("种子号 %(seed)s 不对:从 1 开始,或留空。") % {"seed": seed}, code="bad-seed", at="seed")
    holder = _others(tournament, own).filter(seed=seed).first()
    if holder:
        facts = {"seed": seed, "team": holder.name}
        raise Refusal(_("%(seed)s 号种子已是“%(team)s”。") % facts, code="seed-taken", at="seed")


def _free_team_name(tournament: Tournament, name: str, own: Team | None) -> str:
    name = required(name, _("队名"), at="name", limit=NAME_LIMIT)
    if _others(tournament, own).filter(name=name).exists():
        raise Refusal(_("队名“%(name)s”已经用过。") % {"name": name}, code="team-name-taken", at="name")
    return name
