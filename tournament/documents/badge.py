"""参赛证: a card a player, eight to a sheet, to cut out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Player, Tournament
from tournament.services.shown import Shown

from .fonts import Role
from .frame import MM, Frame, Page, Parts, bind
from .text import draw_fitted, fit_box

ACROSS, DOWN = 2, 4
PAD = 5 * MM


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's card."""

    name: str
    team: str
    department: str


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """Everybody who is entered, department by department."""
    return badge_parts(frame, badges_of(tournament), tournament.host)


def is_ready(tournament: Tournament) -> bool:
    """True once somebody is entered."""
    return bool(_entered(tournament).exists())


def badges_of(tournament: Tournament) -> list[Badge]:
    """The cards in the order of departments, teams, players; nobody who waits, withdrew or was replaced. One query."""
    players = _entered(tournament).select_related("team__department")
    players = players.order_by(
        "team__department__sort_key", "team__department_id", "team__sort_key", "team_id", "number"
    )
    return [Badge(one.name, one.team.name, one.team.department.name) for one in players]


def _entered(tournament: Tournament) -> Any:
    return Player.objects.filter(
        team__tournament=tournament, team__withdrawn_at=None, team__waiting_since=None, left_at=None
    )


def draw_badges(frame: Frame, badges: Sequence[Badge], host: str) -> bytes:
    """The PDF of these cards."""
    return bind(badge_parts(frame, badges, host))


def badge_parts(frame: Frame, badges: Sequence[Badge], host: str) -> Parts:
    """The sheets of these cards."""
    plain = replace(frame, titled=False)
    size = ACROSS * DOWN
    sheets = [badges[start : start + size] for start in range(0, len(badges), size)]
    return [(plain, [_page(plain, sheet, host) for sheet in sheets or [[]]])]


def _page(frame: Frame, badges: Sequence[Badge], host: str) -> Page:
    width, height = frame.room / ACROSS, (frame.top - frame.bottom) / DOWN

    def page(canvas: Any) -> None:
        _cuts(canvas, frame, -(-len(badges) // ACROSS), width, height)
        for index, badge in enumerate(badges):
            down, across = divmod(index, ACROSS)
            _card(canvas, frame, badge, host, (frame.left + across * width, frame.top - down * height, width, height))

    return page


def _cuts(canvas: Any, frame: Frame, rows: int, width: float, height: float) -> None:
    """The lines to cut along, each drawn once."""
    low = frame.top - rows * height
    canvas.setDash(2, 2)
    for across in range(ACROSS + 1 if rows else 0):
        canvas.line(frame.left + across * width, frame.top, frame.left + across * width, low)
    for down in range(rows + 1 if rows else 0):
        canvas.line(frame.left, frame.top - down * height, frame.left + frame.room, frame.top - down * height)
    canvas.setDash()


def _card(canvas: Any, frame: Frame, badge: Badge, host: str, box: tuple[float, float, float, float]) -> None:
    """Title, 参赛证, name, team and department, host."""
    left, top, width, height = box
    room, middle = width - 2 * PAD, left + width / 2
    team = badge.team if badge.team.startswith(badge.department) else f"{badge.team} · {badge.department}"
    parts: list[tuple[str, Role, float, float]] = [
        (frame.tournament, "title", 11, 0.2),
        (_("参赛证"), "hei", 12, 0.13),
        (badge.name, "song", 30, 0.33),
    ]
    parts += [(team, "song", 12, 0.2), (host, "song", 8.5, 0.1)]
    y = top - height * 0.03
    for text, role, size, share in parts:
        fitted = fit_box(text, role, size, room, height * share)
        draw_fitted(canvas, fitted, middle, y - (height * share - fitted.height) / 2, role, "center")
        y -= height * share
