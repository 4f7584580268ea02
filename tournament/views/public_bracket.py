"""The bracket's plan as coordinates of an SVG picture; lengths in the picture's own units (CSS pixels)."""

from typing import Any
from unicodedata import east_asian_width

from tournament.models import Match
from tournament.services.bracket import Box, Line, Plan

WIDTH, GAP, UNIT, HEIGHT, HEAD, EDGE = 216, 40, 92, 60, 36, 8
NAME_ROOM, SCORE_ROOM = 132, 56
SIZE, SMALLEST = 15.0, 11.0


def picture(plan: Plan, *, links: bool) -> dict[str, Any]:
    """Everything the template draws: `boxes` with their sides, `joins` as paths, `heads` over the columns."""
    return {
        "name": plan.name,
        "width": 2 * EDGE + plan.columns * WIDTH + (plan.columns - 1) * GAP,
        "height": HEAD + plan.rows * UNIT + EDGE,
        "heads": [{"x": _x(column) + WIDTH // 2, "text": text} for column, text in enumerate(plan.rounds)],
        "boxes": [_box(box, links) for box in plan.boxes],
        "joins": [join for box in plan.boxes if (join := _join(plan, box))],
    }


def _x(column: int) -> int:
    return EDGE + column * (WIDTH + GAP)


def _y(box: Box) -> int:
    """The box's upper edge."""
    return HEAD + round((box.row + 0.5) * UNIT - HEIGHT / 2) + 6


def _box(box: Box, links: bool) -> dict[str, Any]:
    x, y = _x(box.column), _y(box)
    half = HEIGHT // 2
    return {
        "match": box.match,
        "title": box.title,
        "linked": links and box.match.status != Match.Status.SCHEDULED,
        "when": box.when,
        "x": x,
        "y": y,
        "when_y": y - 5,
        "middle": y + half,
        "right": x + WIDTH,
        "width": WIDTH,
        "height": HEIGHT,
        "sides": [_side(line, x, y + index * half) for index, line in enumerate(box.lines)],
    }


def _side(line: Line, x: int, y: int) -> dict[str, Any]:
    name = _name(line.text, NAME_ROOM if line.score else WIDTH - 30, y)
    score = _set(line.score, SCORE_ROOM)
    return {
        "line": line,
        "name": name,
        "score": score,
        "x": x,
        "y": y,
        "height": HEIGHT // 2,
        "width": WIDTH,
        "text_x": x + 20,
        "text_y": y + 20,
        "score_x": x + WIDTH - 10,
    }


def _name(text: str, room: int, y: int) -> list[dict[str, Any]]:
    """A team's name in the row whose upper edge is `y`: on one line, or on two where it would become too small."""
    if _ems(text) * SMALLEST <= room:
        return [{**_set(text, room), "y": y + 20}]
    middle = (len(text) + 1) // 2
    halves = text[:middle], text[middle:]
    return [{**_set(half, room, SMALLEST), "y": y + 13 * number} for number, half in enumerate(halves, start=1)]


def _ems(text: str) -> float:
    """The text's width in units of its size, as near as can be told without the reader's font."""
    return sum(1.0 if east_asian_width(character) in "WF" else 0.62 for character in text)


def _set(text: str, room: int, largest: float = SIZE) -> dict[str, Any]:
    """A line of text at a size that fits; `squeeze` is the length to press it to where even the smallest does not."""
    ems = _ems(text)
    size = min(largest, max(SMALLEST, room / ems)) if ems else largest
    return {"text": text, "size": round(size, 1), "squeeze": room if ems * size > room + 0.5 else None}


def _join(plan: Plan, box: Box) -> dict[str, Any] | None:
    """The path from a match to the side of the next one; the team that went along it, if any."""
    if box.feeds is None:
        return None
    index, side = box.feeds
    target = plan.boxes[index]
    start_y, end_y = _y(box) + HEIGHT // 2, _y(target) + HEIGHT // 4 + side * HEIGHT // 2
    start, end = _x(box.column) + WIDTH, _x(target.column)
    winner = next((line.team_id for line in box.lines if line.won), None)
    return {"d": f"M{start} {start_y}H{end - GAP // 2}V{end_y}H{end}", "team": winner}
