"""淘汰赛对阵图: the bracket with its results, on A4 or A3 across, placement matches on their own page."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.services.bracket import Box, Line, Plan, champion

from .frame import MM, Frame, Page
from .text import draw, draw_fitted, fit_box

A4_ROWS = 8
GAP = 7 * MM
BOX = 13 * MM
SCORE = 0.24


def draw_bracket(frame: Frame, plans: Sequence[Plan]) -> bytes:
    """The PDF of the trees: the main one first, placement matches together after it."""
    largest = max((plan.rows for plan in plans), default=1)
    frame = replace(frame, paper="A4-landscape" if largest <= A4_ROWS else "A3-landscape")
    pages: list[Page] = [_Sheet(frame, [plan], champion(plans)).page for plan in plans[:1]]
    pages += [_Sheet(frame, group, None).page for group in _packed(plans[1:])]
    return frame.render(pages or [_empty(frame)])


def _empty(frame: Frame) -> Page:
    return lambda canvas: draw(canvas, _("还没有淘汰赛对阵。"), frame.left, frame.top - 20, "song", 12)


def _packed(plans: Sequence[Plan]) -> list[list[Plan]]:
    """Placement trees, as many on a page as leave their boxes full size."""
    pages: list[list[Plan]] = []
    for plan in plans:
        used = sum(other.rows + 1 for other in pages[-1]) if pages else A4_ROWS
        if used + plan.rows + 1 > A4_ROWS:
            pages.append([])
        pages[-1].append(plan)
    return pages


class _Sheet:
    """One page: trees above each other, each with its name and its rounds' names."""

    def __init__(self, frame: Frame, plans: Sequence[Plan], winner: str | None) -> None:
        self.frame, self.plans, self.winner = frame, plans, winner
        self.columns = max(plan.columns for plan in plans) + (winner is not None)
        rows = sum(plan.rows + 1 for plan in plans)
        self.unit = min((frame.top - frame.bottom) / rows, 26 * MM)
        self.width = min((frame.room - GAP * (self.columns - 1)) / self.columns, 80 * MM)
        self.height = min(self.unit * 0.8, BOX)

    def page(self, canvas: Any) -> None:
        """Draw it."""
        top = self.frame.top
        for plan in self.plans:
            self._rounds(canvas, plan, top)
            for box in plan.boxes:
                self._box(canvas, box, top)
                self._join(canvas, plan, box, top)
            top -= self.unit * (plan.rows + 1)
        if self.winner is not None:
            self._champion(canvas, self.plans[0])

    def _champion(self, canvas: Any, plan: Plan) -> None:
        """A line after the final, with the champion's name once there is one."""
        y = self._y(plan.boxes[0], self.frame.top)
        x = self._x(plan.columns)
        canvas.line(x - GAP, y, x + self.width, y)
        draw(canvas, _("冠军"), x + self.width / 2, y - 14, "hei", 10, "center")
        fitted = fit_box(self.winner or "", "song", 14, self.width, self.unit * 0.5)
        draw_fitted(canvas, fitted, x + self.width / 2, y + fitted.height, "song", "center")

    def _rounds(self, canvas: Any, plan: Plan, top: float) -> None:
        for column, name in enumerate(plan.rounds):
            fitted = fit_box(name, "hei", 10, self.width, self.unit * 0.5)
            draw_fitted(canvas, fitted, self._x(column) + self.width / 2, top, "hei", "center")

    def _x(self, column: int) -> float:
        return self.frame.left + column * (self.width + GAP)

    def _y(self, box: Box, top: float) -> float:
        """The middle of a box."""
        return top - self.unit * (box.row + 1)

    def _box(self, canvas: Any, box: Box, top: float) -> None:
        x, middle = self._x(box.column), self._y(box, top)
        half = self.height / 2
        canvas.rect(x, middle - half, self.width, self.height)
        canvas.line(x, middle, x + self.width, middle)
        for line, upper in zip(box.lines, (middle + half, middle), strict=True):
            self._line(canvas, line, x, upper, half)
        if box.when:
            small = min(7.0, (self.unit - self.height) * 0.7)
            draw(canvas, box.when, x + 2, middle + half + small * 0.35, "song", small)

    def _line(self, canvas: Any, line: Line, x: float, upper: float, half: float) -> None:
        """A side: its team, its score in a cell of its own, a winner in 黑体 with a mark."""
        score = self.width * SCORE if line.score else 0.0
        text = fit_box(line.text, "song", 10, self.width - score - 14, half - 1.5)
        draw_fitted(canvas, text, x + 11, upper - (half - text.height) / 2, "song")
        if line.won:
            canvas.rect(x + 3, upper - half / 2 - 2, 4, 4, fill=1)
        if line.score:
            canvas.line(x + self.width - score, upper, x + self.width - score, upper - half)
            said = fit_box(line.score, "hei" if line.won else "song", 10, score - 6, half - 1.5)
            role = "hei" if line.won else "song"
            middle = upper - (half - said.height) / 2
            draw_fitted(canvas, said, x + self.width - score / 2, middle, role, "center")  # type: ignore[arg-type]

    def _join(self, canvas: Any, plan: Plan, box: Box, top: float) -> None:
        """The line from a match to the side of the next one it leads to."""
        if box.feeds is None:
            return
        index, side = box.feeds
        target = plan.boxes[index]
        start, end = self._x(box.column) + self.width, self._x(target.column)
        bend = end - GAP / 2
        from_y, to_y = self._y(box, top), self._y(target, top) + self.height * (0.25, -0.25)[side]
        canvas.line(start, from_y, bend, from_y)
        canvas.line(bend, from_y, bend, to_y)
        canvas.line(bend, to_y, end, to_y)
