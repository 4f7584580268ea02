"""淘汰赛对阵图: the bracket with its results, on A4 or A3 across, placement matches on their own page.

A tree that one sheet does not hold is cut into sections with join marks: the match whose winner leaves a section is
shown again on the sheet where the sections meet, and both carry the section's number and the other's sheet.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Match, Stage, Tournament
from tournament.services.bracket import Box, Line, Plan, champion, tournament_plans
from tournament.services.bracket_sections import sections_of
from tournament.services.shown import Shown

from .fonts import width
from .frame import MM, Frame, Page, Parts
from .text import draw, draw_fitted, fit_box

A4_ROWS = 8
A3_ROWS = 16
MARK = 4.2 * MM
GAP = 7 * MM
UNIT, BOX = 40 * MM, 20 * MM  # the most a match takes, and its box
SCORE, WIDE_SCORE = 0.24, 0.42
LEAST, MOST = 10.0, 15.0  # type, grows with the boxes
ASIDE = 0.45  # of a unit, the third place's match above the bottom


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """All trees: A4 for a small one, A3 for a large one."""
    return bracket_parts(frame, tournament_plans(tournament, shown))


def make_on_a4(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """The same on A4 whatever its size, for an office without an A3 printer."""
    return bracket_parts(frame, tournament_plans(tournament, shown), most_rows=A4_ROWS)


def is_large(tournament: Tournament) -> bool:
    """True where the bracket needs A3, so that A4 sheets are an offer of their own."""
    rounds = Match.objects.filter(stage__tournament=tournament, stage__kind=Stage.Kind.KNOCKOUT, place=1)
    return rounds.exists() and any(plan.rows > A4_ROWS for plan in tournament_plans(tournament, Shown()))


def bracket_parts(frame: Frame, plans: Sequence[Plan], most_rows: int = A3_ROWS) -> Parts:
    """The sheets: the main tree first, in sections if it has more than `most_rows`, then placement matches."""
    largest = max((plan.rows for plan in plans), default=1)
    small = largest <= A4_ROWS or most_rows <= A4_ROWS
    frame = replace(frame, paper="A4-landscape" if small else "A3-landscape")
    groups = [[part] for plan in plans[:1] for part in sections_of(plan, most_rows)]
    cut = len(groups)
    placing = [part for plan in plans[1:] for part in sections_of(plan, most_rows)]
    aside = _aside(plans) if cut == 1 else None
    groups += [] if aside else _packed(placing)
    pages: list[Page] = [
        _Sheet(
            frame, group, champion(plans) if number == cut else None, number if number <= cut else 0, cut, aside
        ).page
        for number, group in enumerate(groups, start=1)
    ]
    return [(frame, pages or [_empty(frame)])]


def _aside(plans: Sequence[Plan]) -> Plan | None:
    """The match for the third place where it is the only one besides: it stands under the final."""
    main, *others = plans
    alone = len(others) == 1 and len(others[0].boxes) == 1 and main.columns > 1
    return others[0] if alone else None


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

    def __init__(
        self,
        frame: Frame,
        plans: Sequence[Plan],
        winner: str | None,
        number: int = 0,
        sheets: int = 1,
        aside: Plan | None = None,
    ) -> None:
        self.frame, self.plans, self.winner = frame, plans, winner
        self.number, self.sheets, self.aside = number, sheets if number else 1, aside
        self.columns = max(plan.columns for plan in plans) + (winner is not None or self.sheets > 1)
        rows = sum(plan.rows + 1 for plan in plans)
        self.unit = min((frame.top - frame.bottom) / rows, UNIT)
        self.width = min((frame.room - GAP * (self.columns - 1)) / self.columns, 80 * MM)
        self.height = min(self.unit * 0.8, BOX)
        self.size = max(LEAST, min(MOST, self.height * 0.26))
        self.score = self._score_width()

    def page(self, canvas: Any) -> None:
        """Draw it."""
        top = self.frame.top
        for plan in self.plans:
            self._rounds(canvas, plan, top)
            for box in plan.boxes:
                self._box(canvas, box, top)
                self._join(canvas, plan, box, top)
            top -= self.unit * (plan.rows + 1)
        if self.aside is not None:
            self._third(canvas, self.plans[0], self.aside)
        if self.winner is not None:
            self._champion(canvas, self.plans[0])
        if self.sheets > 1:
            self._joins(canvas, self.plans[0])

    def _score_width(self) -> float:
        """Room for the longest score, as far as the names leave it."""
        boxes = [box for plan in (*self.plans, *([self.aside] if self.aside else [])) for box in plan.boxes]
        widest = max(width(line.score, "hei", self.size) for box in boxes for line in box.lines) + 8
        return min(max(self.width * SCORE, widest), self.width * WIDE_SCORE)

    def _third(self, canvas: Any, plan: Plan, aside: Plan) -> None:
        """The match for the third place in the final's column, its name above."""
        top = self.frame.top
        box = replace(aside.boxes[0], column=plan.columns - 1, row=plan.rows - ASIDE)
        self._box(canvas, box, top)
        above = self._y(box, top) + self.height / 2 + (1.2 * self.size if box.when else 4)
        draw(canvas, aside.name, self._x(box.column) + self.width / 2, above, "hei", self.size, "center")

    def _joins(self, canvas: Any, plan: Plan) -> None:
        """Where a section goes on, or where the sheet's first matches come from: its number and the other sheet's."""
        if self.number < self.sheets:
            x, y = self._x(plan.columns), self._y(plan.boxes[0], self.frame.top)
            canvas.line(x - GAP, y, x, y)
            self._mark(canvas, self.number, x + MARK, y)
            text = fit_box(_("转第%(sheet)d张") % {"sheet": self.sheets}, "hei", 10, self.width - 3 * MARK, self.unit)
            draw_fitted(canvas, text, x + 2.5 * MARK, y + text.height / 2, "hei")
            return
        sources = sorted((box for box in plan.boxes if box.column == 0), key=lambda box: box.row)
        for section, box in enumerate(sources, start=1):
            y = self._y(box, self.frame.top)
            self._mark(canvas, section, self.frame.left - MARK * 1.4, y)
            above = y + self.height / 2 + 2
            said = _("接第%(sheet)d张") % {"sheet": section}
            draw(canvas, said, self._x(0) + self.width, above, "hei", min(8.0, self.unit * 0.18), "right")

    def _mark(self, canvas: Any, number: int, x: float, y: float) -> None:
        """A section's number in a circle."""
        canvas.circle(x, y, MARK)
        draw(canvas, str(number), x, y - 3.6, "hei", 10, "center")

    def _champion(self, canvas: Any, plan: Plan) -> None:
        """A line after the final, with the champion's name once there is one."""
        y = self._y(plan.boxes[0], self.frame.top)
        x = self._x(plan.columns)
        canvas.line(x - GAP, y, x + self.width, y)
        draw(canvas, _("冠军"), x + self.width / 2, y - 1.4 * self.size, "hei", self.size, "center")
        fitted = fit_box(self.winner or "", "song", 1.4 * self.size, self.width, self.unit * 0.5)
        draw_fitted(canvas, fitted, x + self.width / 2, y + fitted.height, "song", "center")

    def _rounds(self, canvas: Any, plan: Plan, top: float) -> None:
        for column, name in enumerate(plan.rounds):
            fitted = fit_box(name, "hei", self.size, self.width, self.unit * 0.5)
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
            small = min(0.7 * self.size, (self.unit - self.height) * 0.7)
            draw(canvas, box.when, x + 2, middle + half + small * 0.35, "song", small)

    def _line(self, canvas: Any, line: Line, x: float, upper: float, half: float) -> None:
        """A side: its team, its score in a cell of its own, a winner in 黑体 with a mark."""
        score = self.score if line.score else 0.0
        text = fit_box(line.text, "song", self.size, self.width - score - 14, half - 1.5)
        draw_fitted(canvas, text, x + 11, upper - (half - text.height) / 2, "song")
        if line.won:
            canvas.rect(x + 3, upper - half / 2 - 2, 4, 4, fill=1)
        if line.score:
            canvas.line(x + self.width - score, upper, x + self.width - score, upper - half)
            said = fit_box(line.score, "hei" if line.won else "song", self.size, score - 6, half - 1.5)
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
