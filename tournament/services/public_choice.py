"""Whose matches a reader wants to see: one department's, one team's, or all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.models import Team

from .public_cards import teams_in


@dataclass(frozen=True, slots=True)
class Wanted:
    """The ids asked for; None for all."""

    department: int | None = None
    team: int | None = None


def kept_of(cards: Iterable[dict[str, Any]], wanted: Wanted) -> list[dict[str, Any]]:
    """The cards that name a team asked for. What a card does not name cannot be asked for."""
    kept = list(cards)
    if wanted.department is not None:
        theirs = {team.pk for team in teams_in(kept) if team.department_id == wanted.department}
        kept = [card for card in kept if theirs & set(card["entrants"].values())]
    if wanted.team is not None:
        kept = [card for card in kept if wanted.team in card["entrants"].values()]
    return kept


def whose_of(cards: Sequence[Mapping[str, Any]], wanted: Wanted) -> dict[str, Any]:
    """The choice as a form shows it: `departments` [(id, name, teams)], and what is chosen; `team` for its calendar.

    Only departments and teams that the cards name.
    """
    by_department: dict[tuple[int, str], list[Team]] = {}
    for team in teams_in(cards):
        by_department.setdefault((team.department_id, team.department.name), []).append(team)
    every = [team for teams in by_department.values() for team in teams]
    return {
        "departments": [(pk, name, teams) for (pk, name), teams in by_department.items()],
        "department_id": wanted.department,
        "team_id": wanted.team,
        "team": next((team for team in every if team.pk == wanted.team), None),
        "chosen": wanted != Wanted(),
    }
