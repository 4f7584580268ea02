"""Text in a box: drawn by the right faces, shrunk first, then broken into lines, never clipped."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from .fonts import Role, runs, width

Align = Literal["left", "center", "right"]
SMALLEST = 0.75
LEADING = 1.3
_NOT_LAST = "“‘《〈「『【〔\uff08([{"
_NOT_FIRST = "、。》”’〕】〉」』\uff0c\uff1b\uff1a\uff01\uff1f\uff09,.;:!?)]}%"


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines and the size (points) they are set in; `height` in points."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """The lines' height with their leading."""
        return len(self.lines) * self.size * LEADING


@lru_cache(maxsize=20_000)
def fit(text: str, role: Role, size: float, room: float) -> Fitted:
    """The text for a box `room` points wide: as it is, else down to three quarters of its size, else in even lines."""
    full = width(text, role, size)
    if full <= room:
        return Fitted((text,), size)
    if full * SMALLEST <= room:
        return Fitted((text,), size * room / full)
    small = size * SMALLEST
    return Fitted(tuple(_even(text, role, small, room)), small)


def _even(text: str, role: Role, size: float, room: float) -> list[str]:
    """As few lines as the room allows, as even as their number allows: no single character on the last."""
    lines = _lines(text, role, size, room)
    narrow = width(text, role, size) / len(lines)
    while narrow < room:
        found = _lines(text, role, size, narrow)
        if len(found) == len(lines):
            return found
        narrow += size / 2
    return lines


def fit_box(text: str, role: Role, size: float, room: float, height: float) -> Fitted:
    """The text for a box of fixed height: the largest setting whose lines fit it."""
    found = fit(text, role, size, room)
    while found.height > height and size > 1:
        size *= 0.93
        found = fit(text, role, size, room)
    return found


def fit_halves(text: str, role: Role, size: float, room: float, height: float) -> Fitted:
    """A column's head: in its size, in two halves where it is too long for a line, else as `fit_box`.

    Latin words are not cut.
    """
    if width(text, role, size) <= room:
        return Fitted((text,), size)
    middle = (len(text) + 1) // 2
    whole = 0 if text.isascii() else middle
    at = min((n for n, one in enumerate(text) if one == " "), key=lambda n: abs(n - middle), default=whole)
    halves = (text[:at].strip(), text[at:].strip())
    if all(halves) and max(width(half, role, size) for half in halves) <= room and 2 * size * LEADING <= height:
        return Fitted(halves, size)
    return fit_box(text, role, size, room, height)


def wrap(text: str, role: Role, size: float, room: float) -> Fitted:
    """A paragraph in its own size, in as many lines as it needs."""
    return Fitted(tuple(_lines(text, role, size, room)), size)


def _lines(text: str, role: Role, size: float, room: float) -> list[str]:
    """Broken between any two characters, a word of Latin letters kept whole where it fits the line."""
    lines = [""]
    for piece in _pieces(text):
        if width(lines[-1] + piece, role, size) <= room:
            lines[-1] += piece
        elif width(piece, role, size) <= room:
            lines.append(piece)
        else:
            _break(lines, piece, role, size, room)
    return [line.strip() for line in lines if line.strip()] or [""]


def _break(lines: list[str], word: str, role: Role, size: float, room: float) -> None:
    for character in word:
        if lines[-1] and width(lines[-1] + character, role, size) > room:
            lines.append("")
        lines[-1] += character


def _pieces(text: str) -> list[str]:
    """Characters, with runs of ASCII letters and digits together and a mark held by what it closes or opens."""
    found: list[str] = []
    for character in text:
        latin = character.isascii() and character.isalnum()
        word = latin and found and found[-1].isascii() and found[-1].isalnum()
        if found and (word or character in _NOT_FIRST or found[-1][-1] in _NOT_LAST):
            found[-1] += character
        else:
            found.append(character)
    return found


def draw(canvas: Any, text: str, x: float, y: float, role: Role, size: float, align: Align = "left") -> None:
    """One line with its baseline at `y`; `x` is its left end, middle or right end."""
    start = x - {"left": 0.0, "center": 0.5, "right": 1.0}[align] * width(text, role, size)
    for name, piece in runs(text, role):
        canvas.setFont(name, size)
        canvas.drawString(start, y, piece)
        start += canvas.stringWidth(piece, name, size)


def draw_fitted(canvas: Any, fitted: Fitted, x: float, top: float, role: Role, align: Align = "left") -> None:
    """Lines downwards from `top`."""
    for index, line in enumerate(fitted.lines):
        draw(canvas, line, x, top - (index * LEADING + 1.02) * fitted.size, role, fitted.size, align)
