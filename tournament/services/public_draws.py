"""The draws everybody may read and compute again, with their addenda."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.draw.reveal import order_of, sections_of
from tournament.models import Draw, Stage, Tournament

from .draw_differences import draw_differences
from .draw_words import public_draws
from .match_words import group_letter, group_text
from .shown import Shown


def draws_shown(tournament: Tournament, shown: Shown) -> QuerySet[Draw]:
    """The draws in force, stage and addenda loaded; not one that is still being shown in the hall.

    A later round of a Swiss stage is drawn by the points so far: its record waits for the results to be published.
    """
    held = Draw.objects.filter(stage__tournament=tournament, undone_at=None, revealed=None)
    if not shown.draw:
        held = held.none()
    elif not shown.results:
        held = held.exclude(Q(stage__kind=Stage.Kind.SWISS, round__gt=1))
    return held.select_related("stage__tournament").prefetch_related("addenda__team").order_by("stage__number", "round")


def draw_page_of(draw: Draw) -> dict[str, Any]:
    """A draw carried out again from its record.

    `same` and `differences` (in words) compare it with what was drawn; `steps` [{"number", "name", "department",
    "where", "against"}] are the teams in the order in which the lots put them; `paired` if any of them has an opponent.
    """
    records = [draw.record, *(one.record for one in draw.addenda.all())]
    differences = [line for record in records for line in draw_differences(record)]
    steps = _steps(draw)
    return {
        **public_draws([draw])[0],
        "round": draw.round,
        "by_hand": bool(draw.record.get("lots")),
        "same": not differences,
        "differences": differences,
        "steps": steps,
        "paired": any(step["against"] for step in steps),
    }


def _steps(draw: Draw) -> list[dict[str, Any]]:
    names = {str(team["id"]): team for team in draw.record["teams"]}
    where = _where(draw, names)
    return [
        {
            "number": number,
            "name": names[one].get("name") or one,
            "department": names[one].get("department") or "",
            "where": where[one][0],
            "against": where[one][1],
        }
        for number, one in enumerate(_order(draw, where), start=1)
    ]


def _order(draw: Draw, where: Mapping[str, Any]) -> list[str]:
    """The teams as the lots put them; of a Swiss round as they were paired, for there points come before lots."""
    if draw.stage.kind == Stage.Kind.SWISS:
        return list(where)
    return [one for one in map(str, order_of(draw.record)) if one in where]


def _where(draw: Draw, names: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """By team where it stands and, in a bracket or a round, whom it meets."""
    result = draw.record["result"]
    found: dict[str, tuple[str, str]] = {}
    for index, section in enumerate(sections_of(result), start=1):
        for number, team in enumerate(section, start=1):
            if team is None:
                continue
            if "groups" in result:
                facts = {"group": group_text(draw.stage, group_letter(index)), "number": number}
                found[str(team)] = _("%(group)s %(number)d号") % facts, ""
            else:
                place = _("第 %(number)d 号位") % {"number": 2 * (index - 1) + number}
                found[str(team)] = place, _other(section[2 - number], names)
    return found | {str(team): (_("轮空"), "") for team in result.get("byes", [])}


def _other(team: str | None, names: Mapping[str, Any]) -> str:
    if team is None:
        return _("轮空")
    return str(names[str(team)].get("name") or team)
