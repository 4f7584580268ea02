"""签到表: every team's players department by department, with room to sign, for the door of the hall."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Player, Team, Tournament
from tournament.services.shown import Shown

from .frame import Frame, Page, Parts
from .table import Column, Section, Table

SIZE = 12.0


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """A line a player; nobody who waits, withdrew or was replaced."""
    present = Player.objects.filter(
        team__tournament=tournament, team__withdrawn_at=None, team__waiting_since=None, left_at=None
    ).select_related("team__department")
    order = ("team__department__sort_key", "team__department_id", "team__sort_key", "team_id", "number")
    return [(frame, check_in_pages(frame, sections_of(list(present.order_by(*order)))))]


def is_ready(tournament: Tournament) -> bool:
    """True once somebody is entered."""
    return Team.objects.filter(tournament=tournament, withdrawn_at=None, waiting_since=None).exists()


def check_in_pages(frame: Frame, sections: Sequence[Section]) -> list[Page]:
    """The pages of these sections."""
    columns = [
        Column(_("序号"), 14, "center"),
        Column(_("参赛队"), 46),
        Column(_("队员"), 36, "center"),
        Column(_("签名"), 42),
        Column(_("到场时间"), 24),
        Column(_("备注"), 18),
    ]
    return Table(frame, columns, SIZE).pages(sections)


def sections_of(players: Sequence[Player]) -> list[Section]:
    """Departments with their players, numbered through; a line says its team, also where a page begins with it."""
    found: dict[str, list[list[str]]] = {}
    for number, player in enumerate(players, start=1):
        rows = found.setdefault(player.team.department.name, [])
        rows.append([str(number), player.team.name, player.name, "", "", ""])
    return [Section(name, rows) for name, rows in found.items()]
