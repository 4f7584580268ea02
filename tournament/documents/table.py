"""A table over as many pages as it needs: its head and the running section repeated on each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from .fonts import Role
from .frame import Frame, Page
from .text import Align, Fitted, draw_fitted, fit, wrap

PAD = 4.0
SIZE = 11.0


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


@dataclass(slots=True)
class Table:
    """Lays sections out in a frame; `pages` gives the drawing functions for `Frame.render`."""

    frame: Frame
    columns: Sequence[Column]
    size: float = SIZE
    _pages: list[list["Row"]] = field(default_factory=list)

    def pages(self, sections: Sequence[Section]) -> list[Page]:
        """One drawing function a page."""
        self._pages = []
        room = self._room()
        left = 0.0
        for section in sections:
            rows = [self._row(cells) for cells in section.rows]
            title = self._heading(section.title)
            needed = title.height + (rows[0].height if rows else 0)
            left = self._put(title, left, room, needed)
            for row in rows:
                if row.height > left:
                    left = self._put(self._heading(section.title + _("（续）")), 0, room, room)
                left = self._put(row, left, room, row.height)
        return [self._drawing(rows) for rows in self._pages or [[]]]

    def _put(self, row: "Row", left: float, room: float, needed: float) -> float:
        """Put a row on the page, or on a new one if `needed` is more than is left; returns what is left then."""
        if needed > left or not self._pages:
            self._pages.append([])
            left = room
        self._pages[-1].append(row)
        return left - row.height

    def _room(self) -> float:
        """The height for rows below titles and table head."""
        return self.frame.top - self.frame.bottom - self._titles().height

    def _titles(self) -> "Row":
        return self._row([column.title for column in self.columns], "hei", self.size * 0.9)

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
