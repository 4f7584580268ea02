"""奖状: an A4 sheet across for every player who won and, of its own kind, for those who took part; room for a seal."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Team, Tournament
from tournament.services.awards import Award, awards_of, is_final, last_day, taking_part
from tournament.services.details import details_of
from tournament.services.keypad import reader
from tournament.services.notice_words import day_text
from tournament.services.shown import Shown
from tournament.services.typography import closed_up

from .fonts import width
from .frame import MM, Frame, Page, Parts
from .text import Fitted, draw, draw_fitted, fit, fit_box, wrap

TITLE, NAME, BODY, PRIZE, SIGN = 54.0, 26.0, 22.0, 34.0, 18.0
OUTER, INNER, CORNER = 12 * MM, 16 * MM, 9 * MM
ACCENT = (0.70, 0.15, 0.12)
BODY_LEADING = 1.75
SIDE = 42 * MM  # of the words, from the edge of the paper
TITLE_TOP, SIGNED = 28 * MM, 48 * MM  # from the paper's upper and lower edge
MOST_AIR, PRINT = 8 * MM, 6.5


@dataclass(frozen=True, slots=True)
class Certificate:
    """One sheet: whom it is for, what it says, who signs and when."""

    name: str
    text: str
    title: str
    signature: str
    dated: date


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """A sheet for every player of a team with a prize, best places first."""
    return certificate_parts(frame, certificates_of(tournament, awards_of(tournament)))


def make_for_taking_part(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """A sheet for every player of the other teams."""
    return certificate_parts(frame, certificates_of(tournament, taking_part(tournament)))


def is_ready(tournament: Tournament) -> bool:
    """True once the places are final and verified."""
    return is_final(tournament)


def is_ready_for_taking_part(tournament: Tournament) -> bool:
    """True if besides the notice promises something to those who took part."""
    return is_final(tournament) and bool(taking_part(tournament))


def certificates_of(tournament: Tournament, awards: Sequence[Award]) -> list[Certificate]:
    """A certificate a player; a team without players gets one itself."""
    signature = details_of(tournament).notice.signature or tournament.host
    day = last_day(tournament)
    return [
        Certificate(name, _text(tournament, award, name), award.title, signature, day)
        for award in awards
        for name in award.players or (award.team.name,)
    ]


def _text(tournament: Tournament, award: Award, name: str) -> str:
    team, others = award.team, [one for one in award.players if one != name]
    facts = {"name": tournament.name, "team": team.name, "others": _("、").join(others)}
    facts["department"] = team.department.name
    if others and team.name != team.department.name:
        words = _with_team(team)
    elif others:
        words = _("与%(others)s代表%(department)s参加%(name)s，荣获")
    else:
        words = _("代表%(department)s参加%(name)s，荣获")
    return closed_up(words % facts) if reader() == "zh" else words % facts


def _with_team(team: Team) -> str:
    """The words for a player of a team with a name of its own: 院直1B says already that it is 院直1's."""
    if team.name.startswith(team.department.name):
        return _("与%(others)s代表%(team)s队参加%(name)s，荣获")
    return _("与%(others)s代表%(department)s（%(team)s队）参加%(name)s，荣获")


@dataclass(frozen=True, slots=True)
class CertificateFrame(Frame):
    """An award's paper: its foot is small print below the border."""

    def foot(self, canvas: Any, number: int, count: int) -> None:
        """The same words as on every document, without a rule."""
        fitted = fit(self.foot_text(number, count), "song", PRINT, self.room)
        draw_fitted(canvas, fitted, self.size[0] / 2, OUTER - 1.5 * MM, "song", "center")


def certificate_parts(frame: Frame, certificates: Sequence[Certificate]) -> Parts:
    """One page a certificate."""
    names = {one.name: getattr(frame, one.name) for one in fields(Frame)}
    across = CertificateFrame(**names | {"paper": "A4-landscape", "titled": False})
    return [(across, [_page(across, one) for one in certificates])]


def _page(frame: Frame, certificate: Certificate) -> Page:
    return lambda canvas: _draw(canvas, frame, certificate)


def _draw(canvas: Any, frame: Frame, certificate: Certificate) -> None:
    """Title above, who signs below, between them the words with the free room spread among them."""
    wide, high = frame.size
    _border(canvas, wide, high)
    top, room = high - TITLE_TOP, wide - 2 * SIDE
    _title(canvas, _("奖状"), wide / 2, top)
    top -= TITLE * 1.25
    name = fit_box(_("%(name)s同志：") % {"name": certificate.name}, "song", NAME, room, 14 * MM)
    text = _fitted(certificate.text, room, top - SIGNED - name.height - 2.8 * PRIZE)
    lines = (len(text.lines) + 1) * text.size * BODY_LEADING
    air = min(MOST_AIR, max(0.0, (top - SIGNED - name.height - lines - 1.4 * PRIZE) / 5))
    top -= air
    draw_fitted(canvas, name, SIDE, top, "song")
    _words(canvas, certificate.title, text, room, top - name.height - air, air)
    _sign(canvas, certificate, wide - SIDE, SIGNED, room)


def _words(canvas: Any, title: str, text: Fitted, room: float, y: float, air: float) -> None:
    """What was done, the prize in the middle in large type, the closing words."""
    for number, line in enumerate(text.lines):
        draw(canvas, line, SIDE + (2 * text.size if number == 0 else 0), y - text.size, "song", text.size)
        y -= text.size * BODY_LEADING
    prize = fit_box(title, "title", PRIZE, room, PRIZE * 1.4)
    y -= air / 2
    draw_fitted(canvas, prize, SIDE + room / 2, y, "title", "center")
    y -= PRIZE * 1.4 + air
    draw(canvas, _("特发此状，以资鼓励。"), SIDE + 2 * text.size, y - text.size, "song", text.size)


def _fitted(text: str, room: float, height: float) -> Fitted:
    """The sentence with two characters' indent, as large as the height allows."""
    size = BODY
    while True:
        lines = wrap("\u3000\u3000" + text, "song", size, room).lines
        if len(lines) * size * BODY_LEADING <= height or size < 10:
            return Fitted(lines, size)
        size *= 0.95


def _title(canvas: Any, text: str, x: float, top: float) -> None:
    """The word with a character's space between its characters."""
    spaced = "\u3000".join(text) if reader() == "zh" else text
    canvas.saveState()
    canvas.setFillColorRGB(*ACCENT)
    draw(canvas, spaced, x, top - TITLE, "title", TITLE, "center")
    canvas.restoreState()


def _border(canvas: Any, wide: float, high: float) -> None:
    """A heavy and a fine frame with stepped corners; it prints as well in grey."""
    canvas.saveState()
    canvas.setStrokeColorRGB(*ACCENT)
    canvas.setLineWidth(3)
    canvas.rect(OUTER, OUTER, wide - 2 * OUTER, high - 2 * OUTER)
    canvas.setLineWidth(0.8)
    low, top, left, right = INNER, high - INNER, INNER, wide - INNER
    c = CORNER
    path = canvas.beginPath()
    path.moveTo(left + c, low)
    for x, y in (
        (right - c, low), (right - c, low + c), (right, low + c), (right, top - c), (right - c, top - c),
        (right - c, top), (left + c, top), (left + c, top - c), (left, top - c), (left, low + c),
        (left + c, low + c), (left + c, low),
    ):  # fmt: skip
        path.lineTo(x, y)
    canvas.drawPath(path)
    for x, y in ((left, low), (right - c, low), (left, top - c), (right - c, top - c)):
        canvas.rect(x + c * 0.25, y + c * 0.25, c * 0.5, c * 0.5)
    canvas.restoreState()


def _sign(canvas: Any, certificate: Certificate, right: float, y: float, room: float) -> None:
    """Who gives it and when, the one in the middle over the other, at the right."""
    name = fit_box(certificate.signature, "song", SIGN, room * 0.7, 12 * MM)
    day = day_text(certificate.dated)
    broad = max([width(day, "song", SIGN), *[width(line, "song", name.size) for line in name.lines]])
    middle = right - broad / 2
    draw_fitted(canvas, name, middle, y, "song", "center")
    draw(canvas, day, middle, y - name.height - SIGN * 1.1, "song", SIGN, "center")
