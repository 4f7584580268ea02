"""桌签: a card to fold and stand on a table, its number readable from both sides, with the table's QR code."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.services.shown import Shown
from tournament.services.table_addresses import public_address

from .frame import MARGIN, MM, Frame, Page, Parts
from .qr import draw_qr
from .text import draw_fitted, fit, fit_box

CODE = 46 * MM
SPACE = 6 * MM


@dataclass(frozen=True, slots=True)
class Card:
    """A table's card: its number, where it stands, lines below (matches), the code's address and what it opens."""

    number: int
    place: str
    lines: tuple[str, ...]
    address: str
    caption: str


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """A card a table, for the whole tournament."""
    address = public_address(tournament, frame.address)
    caption = public_caption()
    tables = tournament.tables.all()
    cards = [Card(one.number, one.place, (), address, caption) for one in tables]
    return [(replace(frame, titled=False), card_pages(frame, cards))]


def is_ready(tournament: Tournament) -> bool:
    """True once the tournament has tables."""
    return tournament.tables.exists()


def public_caption() -> str:
    """What the code of the public page opens."""
    return _("扫码看赛程和成绩")


def draw_cards(frame: Frame, cards: Sequence[Card]) -> bytes:
    """The PDF of these cards, one a page."""
    return replace(frame, titled=False).render(card_pages(frame, cards))


def card_pages(frame: Frame, cards: Sequence[Card]) -> list[Page]:
    """One drawing function a card, for a frame without titles."""
    return [_page(replace(frame, titled=False), card) for card in cards]


def _page(frame: Frame, card: Card) -> Page:
    def page(canvas: Any) -> None:
        width, height = frame.size
        fold = height / 2
        canvas.setDash(3, 3)
        canvas.line(MARGIN, fold, width - MARGIN, fold)
        canvas.setDash()
        half = fold - frame.bottom
        _half(canvas, frame, card, frame.bottom, half)
        canvas.saveState()
        canvas.translate(width, height)
        canvas.rotate(180)
        _half(canvas, frame, card, frame.bottom, half)
        canvas.restoreState()

    return page


def _half(canvas: Any, frame: Frame, card: Card, bottom: float, height: float) -> None:
    """One side of the card between `bottom` and the fold above it."""
    left, room = frame.left, frame.room
    title = fit(frame.tournament, "title", 20, room)
    draw_fitted(canvas, title, left + room / 2, bottom + height - SPACE, "title", "center")
    lines = height * 0.22 if card.lines else 0.0
    middle = bottom + SPACE + lines + (height - title.height - lines - 2 * SPACE) / 2
    side = CODE if card.address else 0.0
    number = fit_box(_("%(number)s号桌") % {"number": card.number}, "hei", 120, room - side - SPACE, height * 0.5)
    x = left + (room - side) / 2
    draw_fitted(canvas, number, x, middle + number.height / 2 + (9 if card.place else 0), "hei", "center")
    if card.place:
        place = fit_box(card.place, "song", 18, room - side - SPACE, 26)
        draw_fitted(canvas, place, x, middle - number.height / 2 + 6, "song", "center")
    if card.address:
        draw_qr(canvas, card.address, left + room - CODE, middle - CODE / 2 + 5, CODE)
        caption = fit(card.caption, "song", 10, CODE)
        draw_fitted(canvas, caption, left + room - CODE / 2, middle - CODE / 2 + 5, "song", "center")
    _lines(canvas, card, left, bottom + SPACE + lines, room, lines)


def _lines(canvas: Any, card: Card, left: float, top: float, room: float, height: float) -> None:
    """The lines share the height."""
    for line in card.lines:
        each = height / len(card.lines)
        text = fit_box(line, "song", 20, room, each)
        draw_fitted(canvas, text, left + room / 2, top, "song", "center")
        top -= each
