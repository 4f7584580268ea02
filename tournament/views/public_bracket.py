"""The bracket's plan as coordinates of an SVG picture; lengths in the picture's own units (CSS pixels)."""

from dataclasses import dataclass
from typing import Any
from unicodedata import east_asian_width

from tournament.models import Match
from tournament.services.bracket import Box, Line, Plan


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large a picture is drawn: a match is `width` × `height`, `unit` from one to the next, letters of `size`.

    `mark` is the room before a name, in which the winner's tick stands, drawn `tick` times as large as it is written.
    `apart`: the rounds' names are a picture of their own, which stays in sight where the matches scroll.
    """

    width: int
    gap: int
    unit: int
    height: int
    head: int
    edge: int
    mark: int
    score_room: int
    size: float
    smallest: float
    tick: int = 1
    apart: bool = True

    @property
    def half(self) -> int:
        """The height of one side."""
        return self.height // 2

    def name_room(self, *, scored: bool) -> int:
        """The room for a name, with a score behind it or without."""
        return self.width - self.mark - 10 - (self.score_room if scored else 0)


PAGE = Sizes(216, 40, 92, 60, 36, 8, 20, 56, 15.0, 11.0)
BOARD = Sizes(568, 72, 204, 168, 56, 8, 64, 140, 44.0, 43.2, 4, False)  # 1/25 of a screen 1080 high, drawn as it is
WIDTH = PAGE.width


def picture(plan: Plan, *, links: bool, sizes: Sizes = PAGE) -> dict[str, Any]:
    """Everything the template draws: `boxes` with their sides, `joins` as paths, `heads` over the columns."""
    return _Drawing(sizes).picture(plan, links)


class _Drawing:
    """One picture at one size."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes

    def picture(self, plan: Plan, links: bool) -> dict[str, Any]:
        sizes = self.sizes
        height, top = sizes.head + plan.rows * sizes.unit + sizes.edge, sizes.head if sizes.apart else 0
        return {
            "name": plan.name,
            "width": 2 * sizes.edge + plan.columns * sizes.width + (plan.columns - 1) * sizes.gap,
            "height": height,
            "apart": sizes.apart,
            "top": top,
            "drawn": height - top,
            "head_y": sizes.head - 16,
            "heads": [
                {"x": self.x(column) + sizes.width // 2, "text": text} for column, text in enumerate(plan.rounds)
            ],
            "boxes": [self.box(box, links) for box in plan.boxes],
            "joins": [join for box in plan.boxes if (join := self.join(plan, box))],
        }

    def x(self, column: int) -> int:
        """The left edge of a column."""
        return self.sizes.edge + column * (self.sizes.width + self.sizes.gap)

    def y(self, box: Box) -> int:
        """The box's upper edge."""
        return self.sizes.head + round((box.row + 0.5) * self.sizes.unit - self.sizes.height / 2) + 6

    def box(self, box: Box, links: bool) -> dict[str, Any]:
        """A match."""
        x, y, sizes = self.x(box.column), self.y(box), self.sizes
        return {
            "match": box.match,
            "title": box.title,
            "linked": links and box.match.status != Match.Status.SCHEDULED,
            "when": box.when,
            "x": x,
            "y": y,
            "when_y": y - 5,
            "middle": y + sizes.half,
            "right": x + sizes.width,
            "width": sizes.width,
            "height": sizes.height,
            "sides": [self.side(line, x, y + index * sizes.half) for index, line in enumerate(box.lines)],
        }

    def side(self, line: Line, x: int, y: int) -> dict[str, Any]:
        """One side; its words stand two thirds down its row."""
        sizes = self.sizes
        return {
            "line": line,
            "name": self.name(line.text, sizes.name_room(scored=bool(line.score)), y),
            "score": self.set(line.score, sizes.score_room, sizes.size),
            "x": x,
            "y": y,
            "height": sizes.half,
            "width": sizes.width,
            "text_x": x + sizes.mark,
            "text_y": y + self.down(20),
            "score_x": x + sizes.width - 10,
            "tick": {"x": x + (sizes.mark - 10 * sizes.tick) // 2 + 1, "y": y + self.down(15), "scale": sizes.tick},
        }

    def down(self, units: int) -> int:
        """So far below a side's upper edge, of the 30 units its row is high."""
        return round(units * self.sizes.half / 30)

    def name(self, text: str, room: int, y: int) -> list[dict[str, Any]]:
        """A team's name in the row whose upper edge is `y`: on one line, or on two where it would become too small."""
        if _ems(text) * self.sizes.smallest <= room:
            return [{**self.set(text, room, self.sizes.size), "y": y + self.down(20)}]
        middle = (len(text) + 1) // 2
        halves = enumerate((text[:middle], text[middle:]), start=1)
        return [
            {**self.set(half, room, self.sizes.smallest), "y": y + self.down(13 * number)} for number, half in halves
        ]

    def set(self, text: str, room: int, largest: float) -> dict[str, Any]:
        """A line of text at a size that fits; `squeeze` is the length to press it to where it is still too long."""
        ems = _ems(text)
        size = min(largest, max(self.sizes.smallest, room / ems)) if ems else largest
        return {"text": text, "size": round(size, 1), "squeeze": room if ems * size > room + 0.5 else None}

    def join(self, plan: Plan, box: Box) -> dict[str, Any] | None:
        """The path from a match to the side of the next one; the team that went along it, if any."""
        if box.feeds is None:
            return None
        index, side = box.feeds
        target, sizes = plan.boxes[index], self.sizes
        start_y, end_y = self.y(box) + sizes.half, self.y(target) + sizes.height // 4 + side * sizes.half
        start, end = self.x(box.column) + sizes.width, self.x(target.column)
        winner = next((line.team_id for line in box.lines if line.won), None)
        return {"d": f"M{start} {start_y}H{end - sizes.gap // 2}V{end_y}H{end}", "team": winner}


def _ems(text: str) -> float:
    """The text's width in units of its size, as near as can be told without the reader's font."""
    return sum(1.0 if east_asian_width(character) in "WF" else 0.62 for character in text)
