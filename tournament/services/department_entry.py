"""What a department's contact may do by its link: enter, change, replace and withdraw its own teams, nothing else."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import DepartmentLink, Player, Team

from .department_links import contact_of, link_of
from .people import PlayerEntry
from .refusal import Refusal
from .registration import add_team, change_team, leave
from .replacing import replace
from .tournaments import locked

T = TypeVar("T")


@transaction.atomic
def enter(link: DepartmentLink, players: Sequence[PlayerEntry], *, name: str = "", same_name_ok: bool = False) -> Team:
    """A new team of the department, within window and quota."""
    held = _still(link)
    department = held.department
    return add_team(
        department.tournament, department, players, contact_of(held), name=name or None,
        same_name_ok=same_name_ok, contact=True,
    )  # fmt: skip


@transaction.atomic
def change(
    link: DepartmentLink, team_id: int, players: Sequence[PlayerEntry], *, name: str, same_name_ok: bool = False
) -> Team:
    """Change a team's name and players before the draw, until the hour changes end."""

    def write(team: Team) -> Team:
        return change_team(
            team, contact_of(link), name=name, players=players, seed=team.seed, same_name_ok=same_name_ok, contact=True
        )

    return _on_team(link, team_id, write)


@transaction.atomic
def substitute(
    link: DepartmentLink, team_id: int, number: int, new: PlayerEntry, *, reason: str = "", same_name_ok: bool = False
) -> Player:
    """Put another person in a player's place after the draw, until the hour changes end."""

    def write(team: Team) -> Player:
        return replace(team, number, new, contact_of(link), reason=reason, same_name_ok=same_name_ok, contact=True)

    return _on_team(link, team_id, write)


@transaction.atomic
def withdraw(link: DepartmentLink, team_id: int, reason: str) -> Team:
    """Take a team off the list before the draw, within the window."""
    return _on_team(link, team_id, lambda team: leave(team, contact_of(link), reason, contact=True))


def team_of(link: DepartmentLink, team_id: int) -> Team:
    """A team of the link's department; another's is refused as if it did not exist."""
    team = Team.objects.select_related("department").filter(pk=team_id, department=link.department_id).first()
    if team is None:
        raise Refusal(_("本单位没有这个队。"), code="no-team", at="team")
    return team


def _on_team(link: DepartmentLink, team_id: int, write: Callable[[Team], T]) -> T:
    _still(link)
    return write(team_of(link, team_id))


def _still(link: DepartmentLink) -> DepartmentLink:
    """The link as it is now that the tournament is held: it may have been taken back since the page was opened."""
    locked(link.department.tournament_id)
    return link_of(link.token)
