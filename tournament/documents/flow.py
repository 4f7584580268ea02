"""Strips of different kinds one below the other over as many pages as they need: rows of tables, lines of text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from .fonts import Role
from .frame import Frame, Page
from .text import Align, Fitted, draw_fitted, fit, wrap

SPACE = 4.0
TOGETHER = 0.35  # of a page: a shorter block is not broken


class Strip(Protocol):
    """Something as wide as the text area with a height in points."""

    @property
    def height(self) -> float:
        """Its height."""
        ...

    def draw(self, canvas: Any, left: float, top: float) -> object:
        """Draw it below `top`."""
        ...


@dataclass(frozen=True, slots=True)
class Lines:
    """Text without a box, `room` points wide."""

    text: Fitted
    role: Role
    room: float
    align: Align = "left"
    above: float = 0.0
    below: float = SPACE
    inset: float = 0.0

    @property
    def height(self) -> float:
        """The lines' height with the space above and below."""
        return self.above + self.text.height + self.below

    def draw(self, canvas: Any, left: float, top: float) -> None:
        """Draw the lines."""
        x = left + {"left": self.inset, "center": self.room / 2, "right": self.room}[self.align]
        draw_fitted(canvas, self.text, x, top - self.above, self.role, self.align)


class Flow:
    """Puts blocks of strips on pages; the head of a block that goes on is repeated."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.room = frame.top - frame.bottom
        self.left = 0.0
        self.sheets: list[list[Strip]] = []

    def add(
        self, rows: Sequence[Strip], head: Sequence[Strip] = (), *, again: Sequence[Strip] = (), whole: bool = False
    ) -> None:
        """A block: its `head`, then its rows; `again` is repeated where the block goes on on a new page.

        It stays together if it is short, or if `whole` asks for it and a page can hold it; else its head keeps 3 rows
        and its last row is not alone.
        """
        height = sum(strip.height for strip in (*head, *rows))
        first = sum(strip.height for strip in (*head, *rows[:3]))
        together = height <= self.room * (1 if whole else TOGETHER)
        if not self.sheets or (height if together else first) > self.left:
            self._turn()
        self._put(head)
        for number, row in enumerate(rows):
            pair = rows[number : number + 2] if number == len(rows) - 2 else [row]
            if sum(one.height for one in pair) > self.left and self.left < self.room:
                self._turn()
                self._put(again)
            self._put([row])

    def say(self, text: str, role: Role = "song", size: float = 10.5, *, above: float = 0.0) -> None:
        """A paragraph."""
        self.add(paragraph(text, self.frame.room, role, size, above))

    def pages(self) -> list[Page]:
        """One drawing function a page."""
        return [self._drawing(strips) for strips in self.sheets or [[]]]

    def _turn(self) -> None:
        self.sheets.append([])
        self.left = self.room

    def _put(self, strips: Sequence[Strip]) -> None:
        self.sheets[-1].extend(strips)
        self.left -= sum(strip.height for strip in strips)

    def _drawing(self, strips: Sequence[Strip]) -> Page:
        def page(canvas: Any) -> None:
            top = self.frame.top
            for strip in strips:
                strip.draw(canvas, self.frame.left, top)
                top -= strip.height

        return page


def heading(text: str, room: float, size: float = 12.0) -> Lines:
    """A heading in 黑体 with room above."""
    return Lines(fit(text, "hei", size, room), "hei", room, above=8.0)


def indented(text: str, room: float, role: Role = "song", size: float = 10.5) -> list[Lines]:
    """A paragraph line by line, its first two characters in."""
    lines = paragraph("\u3000\u3000" + text, room, role, size)
    return [replace(lines[0], room=room, inset=2 * size), *lines[1:]]


def paragraph(text: str, room: float, role: Role = "song", size: float = 10.5, above: float = 0.0) -> list[Lines]:
    """A paragraph line by line, so that it may go over to the next page."""
    lines = [Lines(Fitted((line,), size), role, room, below=0.0) for line in wrap(text, role, size, room).lines]
    lines[0] = replace(lines[0], above=above)
    lines[-1] = replace(lines[-1], below=SPACE)
    return lines
