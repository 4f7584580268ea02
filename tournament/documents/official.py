"""Paper of the kind GB/T 9704 describes: its margins, 22 lines of 28 characters, indented and justified paragraphs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .fonts import Role, runs, width
from .frame import MM, Frame
from .text import draw, wrap

LEFT, TOP, BOTTOM, ROOM = 28 * MM, 37 * MM, 35 * MM, 156 * MM
LINES, ACROSS = 22, 28
PITCH = 225 * MM / LINES
BODY = ROOM / ACROSS  # 3号 is 16 pt by name; 28 of them fill the 156 mm of the standard
PAGE_NUMBER = 14.0  # 4号
MOST_SPREAD = 0.12  # of the size: words of Latin letters may leave a line too short to fill


@dataclass(frozen=True, slots=True)
class OfficialFrame(Frame):
    """The page of an official letter: no common head, a page number between dashes, outside, above the foot."""

    titled: bool = False

    @property
    def left(self) -> float:
        """Where the text area begins."""
        return LEFT

    @property
    def room(self) -> float:
        """The text area's width."""
        return ROOM

    @property
    def bottom(self) -> float:
        """Where the text area ends."""
        return BOTTOM - 1  # 22 lines exactly: rounding must not cost one

    @property
    def top(self) -> float:
        """Where the text area begins."""
        return self.size[1] - TOP

    def foot(self, canvas: Any, number: int, count: int) -> None:
        """The page number, 7 mm below the text, odd pages right and even ones left; then the common foot."""
        right = number % 2 == 1
        x = LEFT + ROOM - BODY if right else LEFT + BODY
        draw(canvas, f"— {number} —", x, BOTTOM - 7 * MM - 4, "song", PAGE_NUMBER, "right" if right else "left")
        Frame.foot(self, canvas, number, count)


def official(frame: Frame) -> OfficialFrame:
    """The same document's frame on official paper."""
    return OfficialFrame(frame.tournament, frame.name, frame.printed_at, frame.version, book=frame.book)


@dataclass(frozen=True, slots=True)
class OfficialLine:
    """One line of text in a grid of lines: (role, text) pieces one after the other, stretched to `stretch` if given."""

    pieces: tuple[tuple[Role, str], ...]
    indent: float = 0.0
    size: float = BODY
    stretch: float = 0.0
    room: float = ROOM
    align: str = "left"
    lines: float = 1.0

    @property
    def height(self) -> float:
        """So many lines of the grid."""
        return self.lines * PITCH

    def draw(self, canvas: Any, left: float, top: float) -> None:
        """Draw the pieces, the space of a full line spread over its characters."""
        natural = sum(width(text, role, self.size) for role, text in self.pieces)
        gaps = sum(len(text) for _role, text in self.pieces) - 1
        spread = max(0.0, self.stretch - natural) / gaps if self.stretch and gaps > 0 else 0.0
        spread = spread if spread < MOST_SPREAD * self.size else 0.0
        free = self.room - natural
        x = left + self.indent + {"left": 0.0, "center": free / 2, "right": free}[self.align]
        y = top - self.height + (PITCH - self.size) / 2 + self.size * 0.12
        for role, text in self.pieces:
            for name, piece in runs(text, role):
                canvas.setFont(name, self.size)
                canvas.drawString(x, y, piece, charSpace=spread)
                x += canvas.stringWidth(piece, name, self.size) + spread * len(piece)


def indented(text: str, role: Role = "fang", lead: int = 0, lead_role: Role = "kai") -> list[OfficialLine]:
    """A paragraph with two characters' indent, its first `lead` characters in another face."""
    filled = wrap("\u3000\u3000" + text, role, BODY, ROOM).lines
    first, *rest = filled
    found = [_line(first, role, 2 * BODY, bool(rest), lead, lead_role)]
    found += [_line(line, role, 0.0, number < len(rest), 0, lead_role) for number, line in enumerate(rest, start=1)]
    return found


def _line(text: str, role: Role, indent: float, full: bool, lead: int, lead_role: Role) -> OfficialLine:
    text = text.strip()
    pieces: list[tuple[Role, str]] = [(lead_role, text[:lead]), (role, text[lead:])] if lead else [(role, text)]
    return OfficialLine(tuple(piece for piece in pieces if piece[1]), indent, stretch=ROOM - indent if full else 0.0)


def flush(text: str, role: Role = "fang", hanging: float = 0.0) -> list[OfficialLine]:
    """A paragraph without indent; its further lines hang `hanging` points in."""
    first = wrap(text, role, BODY, ROOM - hanging).lines
    return [
        OfficialLine(((role, line),), hanging, stretch=(ROOM - hanging) if number < len(first) else 0.0)
        for number, line in enumerate(first, start=1)
    ]


def blank(lines: float = 1.0) -> OfficialLine:
    """Empty lines."""
    return OfficialLine((), lines=lines)


def centred(texts: Sequence[str], role: Role, size: float) -> list[OfficialLine]:
    """Lines in the middle, for a title; one that is too long goes on below."""
    lines = [line for text in texts for line in wrap(text, role, size, ROOM).lines]
    return [OfficialLine(((role, line),), size=size, align="center", lines=1.25) for line in lines]


def signature(name: str, day: str, above: float = 2.0) -> list[OfficialLine]:
    """Who signs and when, to the right: the date four characters in, the name in the middle above it where it fits.

    `above` is how many lines are left empty before.
    """
    right = 4 * BODY
    over = (width(name, "fang", BODY) - width(day, "fang", BODY)) / 2
    inset = max(0.0, right - over)
    lines = wrap(name, "fang", BODY, ROOM - 2 * BODY).lines if name else ()
    named = [OfficialLine((("fang", line),), room=ROOM - inset, align="right") for line in lines]
    return [blank(above), *named, OfficialLine((("fang", day),), room=ROOM - right, align="right")]
