"""What the registration page lists: departments by pinyin with their teams, the numbers, and a search."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch

from tournament.models import Department, Player, Team, Tournament

from .names import carries, clean
from .quotas import QuotaRow, quota_table

_PRESENT = Prefetch("players", Player.objects.filter(left_at=None).order_by("number"))


@dataclass(frozen=True)
class TeamRow:
    """A team with its present players; `state` is `in`, `waiting` or `withdrawn`."""

    team: Team
    players: list[Player]
    state: str

    @cached_property
    def words(self) -> str:
        """What a search by Chinese text looks through."""
        return " ".join([self.team.name, *(f"{one.name} {one.staff_number}" for one in self.players)])


@dataclass(frozen=True, slots=True)
class DepartmentRow:
    """A department's places and its teams in the order of their names."""

    places: QuotaRow
    teams: list[TeamRow]


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many there are of each."""

    departments: int
    teams: int
    waiting: int
    withdrawn: int


def entry_rows(tournament: Tournament) -> list[DepartmentRow]:
    """All departments with their teams; three queries."""
    by_department: dict[int, list[TeamRow]] = {}
    for team in tournament.teams.prefetch_related(_PRESENT).order_by("sort_key", "id"):
        by_department.setdefault(team.department_id, []).append(_row(team))
    return [DepartmentRow(row, by_department.get(row.department.pk, [])) for row in quota_table(tournament)]


def teams_of_department(department: Department) -> list[TeamRow]:
    """One department's teams, two queries."""
    return [_row(team) for team in department.teams.prefetch_related(_PRESENT).order_by("sort_key", "id")]


def numbers_of(rows: Iterable[DepartmentRow]) -> Numbers:
    """The numbers over all rows."""
    rows = list(rows)
    states = [team.state for row in rows for team in row.teams]
    return Numbers(len(rows), states.count("in"), states.count("waiting"), states.count("withdrawn"))


def found_in(rows: Iterable[DepartmentRow], text: str) -> list[DepartmentRow]:
    """The departments and teams that carry the text: in their names, players, staff numbers, or pinyin initials."""
    wanted = clean(text)
    if not wanted:
        return list(rows)
    found = []
    for row in rows:
        teams = [team for team in row.teams if carries(team.words, _names(team), wanted)]
        name = row.places.department.name
        if carries(name, [name], wanted):
            teams = row.teams
        elif not teams:
            continue
        found.append(DepartmentRow(row.places, teams))
    return found


def _row(team: Team) -> TeamRow:
    state = "withdrawn" if team.withdrawn_at else "waiting" if team.waiting_since else "in"
    return TeamRow(team, list(team.players.all()), state)


def _names(row: TeamRow) -> list[str]:
    return [row.team.name, *(one.name for one in row.players)]
