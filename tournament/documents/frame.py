"""What all printed documents share: paper, head, foot with page n of m, and the tables' hairlines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A3, A4, landscape
from reportlab.pdfgen.canvas import Canvas

from .fonts import Role, face
from .text import Fitted, draw_fitted, fit

MM = 72 / 25.4
HAIRLINE = 0.5
MARGIN = 18 * MM
FOOT = 12 * MM
NARROW, EDGE = 15 * MM, 12 * MM  # side and upper margins of a tight page

Page = Callable[[Any], None]
Told = Callable[[int, int], None]
Parts = list[tuple["Frame", Sequence[Page]]]
PAPERS: dict[str, tuple[float, float]] = {
    "A4": A4,
    "A4-landscape": landscape(A4),
    "A3-landscape": landscape(A3),
}


@dataclass(frozen=True, slots=True)
class Frame:
    """A document's paper and what its head and foot say; lengths in points, `printed_at` in the venue's zone.

    `address` is where phones find this server (http://…/), for QR codes, empty where nobody knows; `titled` is False
    for sheets that carry no common head (cards). A part of a bound book names the `book` in its foot. A `tight` page
    has narrow margins: room for a pen.
    """

    tournament: str
    name: str
    printed_at: datetime
    version: str
    paper: str = "A4"
    address: str = ""
    titled: bool = True
    book: str = ""
    tight: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page."""
        return PAPERS[self.paper]

    @property
    def left(self) -> float:
        """Where the text area begins."""
        return self.side

    @property
    def side(self) -> float:
        """The margin left and right."""
        return NARROW if self.tight else MARGIN

    @property
    def room(self) -> float:
        """The text area's width."""
        return self.size[0] - 2 * self.side

    @property
    def bottom(self) -> float:
        """Where the text area ends, above the foot."""
        return FOOT + (7 if self.tight else 10) * MM

    @property
    def top(self) -> float:
        """Where a page's content begins, below the titles."""
        if not self.titled:
            return self._upper
        return self._upper - sum(fitted.height + 2 for fitted, _role in self._titles()) - 6

    @property
    def _upper(self) -> float:
        return self.size[1] - (EDGE if self.tight else MARGIN)

    def head(self, canvas: Any) -> None:
        """Draw the titles of a page."""
        top = self._upper
        for fitted, role in self._titles():
            draw_fitted(canvas, fitted, self.size[0] / 2, top, role, "center")
            top -= fitted.height + 2

    def _titles(self) -> list[tuple[Fitted, Role]]:
        return [
            (fit(self.tournament, "title", 16, self.room), "title"),
            (fit(self.name, "hei", 12, self.room), "hei"),
        ]

    def render(self, pages: Sequence[Page]) -> bytes:
        """The PDF of these pages, each drawn between head and foot by its own function."""
        return bind([(self, pages)])

    def foot(self, canvas: Any, number: int, count: int) -> None:
        """Draw the foot of page `number` of `count`."""
        line = FOOT + 5 * MM
        canvas.line(self.side, line, self.size[0] - self.side, line)
        fitted = fit(self.foot_text(number, count), "song", 8, self.size[0] - 2 * self.side)
        draw_fitted(canvas, fitted, self.size[0] / 2, line - 1 * MM, "song", "center")

    def foot_text(self, number: int, count: int) -> str:
        """What the foot says: tournament, document, page, when printed, of which data."""
        page = _("第%(number)d页/共%(count)d页") % {"number": number, "count": count}
        printed = _("%(time)s 打印") % {"time": f"{self.printed_at:%Y-%m-%d %H:%M}"}
        version = _("数据版本 %(version)s") % {"version": self.version}
        return " · ".join([self.tournament, self.book or self.name, page, printed, version])


def bind(parts: Sequence[tuple[Frame, Sequence[Page]]], told: Told | None = None) -> bytes:
    """One PDF of several documents, each on its own paper with its own page numbers; a book's parts count on.

    `told(done, of)` hears of every page that is drawn.
    """
    out = BytesIO()
    canvas = Canvas(out, pageCompression=1, lang="zh-CN", initialFontName=face("song"))
    first = parts[0][0]
    canvas.setTitle(f"{first.tournament} {first.name}")
    done, of = 0, sum(len(pages) for _frame, pages in parts)
    for (frame, pages), (before, count) in zip(parts, _numbers(parts), strict=True):
        for number, page in enumerate(pages, start=before + 1):
            _draw(canvas, frame, page, number, count)
            done += 1
            if told is not None:
                told(done, of)
    canvas.save()
    return out.getvalue()


def _numbers(parts: Sequence[tuple[Frame, Sequence[Page]]]) -> list[tuple[int, int]]:
    """For each part the pages before it in its document and the document's count."""
    found: list[tuple[int, int]] = []
    for _book, group in groupby(parts, key=lambda part: part[0].book or id(part)):
        counts = [len(pages) for _frame, pages in group]
        found += [(sum(counts[:index]), sum(counts)) for index in range(len(counts))]
    return found


def _draw(canvas: Any, frame: Frame, page: Page, number: int, count: int) -> None:
    canvas.setPageSize(frame.size)
    canvas.setLineWidth(HAIRLINE)
    if frame.titled:
        frame.head(canvas)
    page(canvas)
    frame.foot(canvas, number, count)
    canvas.showPage()
