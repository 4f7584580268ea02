"""What a tournament holds already, as far as new teams must not clash with it; three queries at any size."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from tournament.models import Department, Player, Team, Tournament
from tournament.services.people import Known
from tournament.services.quota_rule import QuotaRule, rule_from, teams_allowed


class KnownTeam(NamedTuple):
    """A team that is entered, or withdrawn but still on record under its name."""

    pk: int
    name: str
    withdrawn: bool


@dataclass(slots=True)
class KnownDepartment:
    """A department; `pk` is negative while it is not stored, `team_quota` its own number of teams where one is set."""

    pk: int
    name: str
    headcount: int | None = None
    team_quota: int | None = None
    entered: int = 0
    teams: list[KnownTeam] = field(default_factory=list)

    @property
    def is_new(self) -> bool:
        """True for one that the import makes."""
        return self.pk < 0


@dataclass(frozen=True, slots=True)
class Registered:
    """Departments by name, the department of each team's name, all present players, each team's players' names.

    `teams` counts those that take a place.
    """

    departments: dict[str, KnownDepartment]
    team_names: dict[str, str]
    people: list[Known]
    whole_teams: dict[tuple[str, frozenset[str]], str]
    teams: int
    rule: QuotaRule

    def allowed(self, department: KnownDepartment) -> int | None:
        """How many teams the department may enter: its own quota, else what the rule gives; None for any number."""
        if department.team_quota is not None:
            return department.team_quota
        return teams_allowed(self.rule, department.headcount)


def registered(tournament: Tournament) -> Registered:
    """The snapshot; call it in the transaction that holds the tournament where something is stored."""
    departments = _departments(tournament)
    by_pk = {one.pk: one for one in departments.values()}
    names: dict[str, str] = {}
    count = 0
    for pk, name, owner, withdrawn, waiting in _teams(tournament):
        department = by_pk[owner]
        department.teams.append(KnownTeam(pk, name, withdrawn is not None))
        takes_place = withdrawn is None and waiting is None
        department.entered += takes_place
        count += takes_place
        names[name] = department.name
    people = _people(tournament)
    rule = rule_from(tournament.quota)
    return Registered(departments, names, people, _whole_teams(people, by_pk), count, rule)


def _teams(tournament: Tournament) -> QuerySet[Team, tuple[int, str, int, datetime | None, datetime | None]]:
    rows = Team.objects.filter(tournament=tournament).order_by("pk")
    return rows.values_list("pk", "name", "department_id", "withdrawn_at", "waiting_since")


def _departments(tournament: Tournament) -> dict[str, KnownDepartment]:
    rows = Department.objects.filter(tournament=tournament).order_by("pk")
    return {one.name: KnownDepartment(one.pk, one.name, one.headcount, one.team_quota) for one in rows}


def _people(tournament: Tournament) -> list[Known]:
    rows = Player.objects.filter(team__tournament=tournament, team__withdrawn_at=None, left_at=None).order_by("pk")
    return [Known(*row) for row in rows.values_list("name", "staff_number", "team__department_id", "team__name")]


def _whole_teams(people: list[Known], by_pk: dict[int, KnownDepartment]) -> dict[tuple[str, frozenset[str]], str]:
    teams: dict[tuple[int, str], set[str]] = defaultdict(set)
    for one in people:
        teams[one.department_id, one.team].add(one.name)
    return {(by_pk[pk].name, frozenset(names)): team for (pk, team), names in teams.items()}
