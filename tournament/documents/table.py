"""A table over as many pages as it needs: its head and the running section repeated on each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from .fonts import Role
from .frame import Frame, Page
from .text import Align, Fitted, draw_fitted, fit, wrap

PAD = 4.0
SIZE = 11.0
FEW, SMALLER = 0.14, 0.9  # a last page filled less than this is worth a smaller type
SHORT = 0.2  # of a page: a shorter section is not broken


@dataclass(frozen=True, slots=True)
class Column:
    """A column: head, its share of the width, how its cells stand."""

    title: str
    share: float
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under one heading; every cell a string."""

    title: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Table:
    """Lays sections out in a frame; `pages` gives the drawing functions for `Frame.render`.

    A short section is not broken, a long one leaves no line alone on either page; a last page of a few lines is saved
    where a slightly smaller type does it.
    """

    frame: Frame
    columns: Sequence[Column]
    size: float = SIZE

    def pages(self, sections: Sequence[Section]) -> list[Page]:
        """One drawing function a page."""
        table, sheets = self, self._laid_out(sections)
        if len(sheets) > 1 and sum(row.height for row in sheets[-1]) < FEW * self._room():
            small = replace(self, size=self.size * SMALLER)
            fewer = small._laid_out(sections)
            if len(fewer) < len(sheets):
                table, sheets = small, fewer
        return [table._drawing(rows) for rows in sheets or [[]]]

    def _laid_out(self, sections: Sequence[Section]) -> list[list["Row"]]:
        """The rows of each page."""
        sheets: list[list[Row]] = []
        room, left = self._room(), 0.0
        for section in sections:
            for number, rows in enumerate(self._split(section, left, room)):
                height = sum(row.height for row in rows)
                if number or not sheets or height > left:
                    sheets.append([])
                    left = room
                sheets[-1] += rows
                left -= height
        return sheets

    def _split(self, section: Section, left: float, room: float) -> list[list["Row"]]:
        """The section in pieces, each under its heading; `left` is what this page has left."""
        heads = [self._heading(section.title), self._heading(section.title + _("（续）"))]
        tall = max(head.height for head in heads)
        rows = [self._row(cells) for cells in section.rows]
        found: list[list[Row]] = []
        for count in _pieces([row.height for row in rows], left - tall, room - tall):
            found.append([heads[bool(found)], *rows[:count]])
            rows = rows[count:]
        return found

    def _room(self) -> float:
        """The height for rows below titles and table head."""
        return self.frame.top - self.frame.bottom - self._titles().height

    def _titles(self) -> "Row":
        return head_of(self.columns, self.frame.room, self.size * 0.9)

    def _row(self, cells: Sequence[str], role: Role = "song", size: float | None = None) -> "Row":
        return row_of(cells, self.columns, self.frame.room, size or self.size, role)

    def _heading(self, text: str) -> "Row":
        return row_of([text], [Column("", 1)], self.frame.room, self.size, "hei")

    def _drawing(self, rows: Sequence["Row"]) -> Page:
        def page(canvas: Any) -> None:
            top = self.frame.top
            for row in [self._titles(), *rows]:
                top = row.draw(canvas, self.frame.left, top)

        return page


def _pieces(heights: Sequence[float], left: float, room: float) -> list[int]:
    """How many of a section's rows stand together: on this page, where `left` points are left, then on new ones."""
    whole = sum(heights)
    if not heights or whole <= left or (whole <= SHORT * room and left < room):
        return [len(heights)]
    found: list[int] = []
    rest = list(heights)
    while rest:
        count = _fitting(rest, left if not found else room)
        if not found and count < min(2, len(rest)):
            count = _fitting(rest, room)
        if len(rest) - count == 1 and count > 2:
            count -= 1
        found.append(count)
        rest = rest[count:]
    return found


def _fitting(heights: Sequence[float], room: float) -> int:
    """How many of the rows fit; at least one, however high it is."""
    count = 0
    for height in heights:
        room -= height
        if room < 0:
            break
        count += 1
    return max(1, count)


def head_of(columns: Sequence[Column], room: float, size: float, *, wrapped: bool = False) -> "Row":
    """The columns' heads in 黑体, each in the middle of its column."""
    middle = [replace(column, align="center") for column in columns]
    return row_of([column.title for column in columns], middle, room, size, "hei", wrapped=wrapped)


def row_of(
    cells: Sequence[str],
    columns: Sequence[Column],
    room: float,
    size: float,
    role: Role = "song",
    *,
    wrapped: bool = False,
) -> "Row":
    """A row `room` points wide, every cell fitted into its column, or (`wrapped`: sentences) set in lines at once."""
    whole = sum(column.share for column in columns)
    widths = [room * column.share / whole for column in columns]
    set_in = wrap if wrapped else fit
    fitted = [set_in(text, role, size, width - 2 * PAD) for text, width in zip(cells, widths, strict=True)]
    places = [sum(widths[:index]) for index in range(len(widths))]
    return Row(fitted, places, widths, [column.align for column in columns], role)


@dataclass(frozen=True, slots=True)
class TallRow:
    """A row at least `least` points high: room to write, or air."""

    row: "Row"
    least: float

    @property
    def height(self) -> float:
        """The row's height."""
        return max(self.row.height, self.least)

    def draw(self, canvas: Any, left: float, top: float) -> float:
        """Draw it."""
        return self.row.draw(canvas, left, top, self.height)


@dataclass(frozen=True, slots=True)
class Row:
    """Fitted cells with their places; as high as its highest cell."""

    cells: Sequence[Fitted]
    places: Sequence[float]
    widths: Sequence[float]
    aligns: Sequence[Align]
    role: Role

    @property
    def height(self) -> float:
        """The row's height with its padding."""
        return max(cell.height for cell in self.cells) + 2 * PAD

    def draw(self, canvas: Any, left: float, top: float, height: float | None = None) -> float:
        """Draw cells, and hairlines around each; returns where the next row begins. `height` makes it higher."""
        tall = height or self.height
        bottom = top - tall
        for cell, place, width, align in zip(self.cells, self.places, self.widths, self.aligns, strict=True):
            x = left + place
            canvas.rect(x, bottom, width, tall)
            inside = {"left": x + PAD, "center": x + width / 2, "right": x + width - PAD}[align]
            middle = top - (tall - cell.height) / 2
            draw_fitted(canvas, cell, inside, middle, self.role, align)
        return bottom
