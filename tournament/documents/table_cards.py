"""桌卡: a card for each table pass, to cut and lay on the table: its table in large type, its address as a QR code."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from .fonts import Role
from .frame import MM, Frame, Page
from .qr import draw_qr
from .text import draw_fitted, fit_box

COLUMNS, ROWS = 2, 3
GAP = 4 * MM
CODE = 46 * MM


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card: the tables in words, the address its code opens."""

    tables: str
    address: str


def draw_table_cards(frame: Frame, cards: Sequence[TableCard], join_address: str) -> bytes:
    """The PDF, six cards a page; `join_address` is the page that takes table number and PIN instead."""
    each = COLUMNS * ROWS
    groups = [cards[start : start + each] for start in range(0, len(cards), each)] or [[]]
    return frame.render([_page(frame, group, join_address) for group in groups])


def _page(frame: Frame, cards: Sequence[TableCard], join_address: str) -> Page:
    width = (frame.room - GAP * (COLUMNS - 1)) / COLUMNS
    height = (frame.top - frame.bottom - GAP * (ROWS - 1)) / ROWS

    def page(canvas: Any) -> None:
        for index, card in enumerate(cards):
            row, column = divmod(index, COLUMNS)
            left, top = frame.left + column * (width + GAP), frame.top - row * (height + GAP)
            _card(canvas, card, join_address, (left, top, width, height))

    return page


def _card(canvas: Any, card: TableCard, join_address: str, box: tuple[float, float, float, float]) -> None:
    """Number on top, code in the middle, what to do below."""
    left, top, width, height = box
    middle, inner = left + width / 2, width - 8 * MM
    canvas.rect(left, top - height, width, height)
    title = fit_box(card.tables, "hei", 30, inner, 14 * MM)
    draw_fitted(canvas, title, middle, top - 2 * MM, "hei", "center")
    code_top = top - 16 * MM
    draw_qr(canvas, card.address, middle - CODE / 2, code_top - CODE, CODE)
    steps = _("扫码 → 输入本时段的 PIN 和姓名 → 开始记分")
    other = _("扫不开：打开 %(address)s 输入桌号和 PIN") % {"address": join_address}
    below = code_top - CODE - 1.5 * MM
    lines: list[tuple[str, Role, float]] = [(steps, "hei", 10), (other, "song", 9)]
    for text, role, size in lines:
        fitted = fit_box(text, role, size, inner, max(below - (top - height) - 1.5 * MM, 4 * MM))
        draw_fitted(canvas, fitted, middle, below, role, "center")
        below -= fitted.height + 1 * MM
