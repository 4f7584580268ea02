"""What all printed documents share: paper, head, foot with page n of m, and the tables' hairlines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
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

Page = Callable[[Any], None]
PAPERS: dict[str, tuple[float, float]] = {
    "A4": A4,
    "A4-landscape": landscape(A4),
    "A3-landscape": landscape(A3),
}


@dataclass(frozen=True, slots=True)
class Frame:
    """A document's paper and what its head and foot say; lengths in points, `printed_at` in the venue's zone."""

    tournament: str
    name: str
    printed_at: datetime
    version: str
    paper: str = "A4"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page."""
        return PAPERS[self.paper]

    @property
    def left(self) -> float:
        """Where the text area begins."""
        return MARGIN

    @property
    def room(self) -> float:
        """The text area's width."""
        return self.size[0] - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Where the text area ends, above the foot."""
        return FOOT + 10 * MM

    @property
    def top(self) -> float:
        """Where a page's content begins, below the titles."""
        heights = sum(fitted.height + 2 for fitted, _role in self._titles())
        return self.size[1] - MARGIN - heights - 6

    def head(self, canvas: Any) -> None:
        """Draw the titles of a page."""
        top = self.size[1] - MARGIN
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
        out = BytesIO()
        canvas = Canvas(out, pagesize=self.size, pageCompression=1, lang="zh-CN", initialFontName=face("song"))
        canvas.setTitle(f"{self.tournament} {self.name}")
        for number, page in enumerate(pages, start=1):
            canvas.setLineWidth(HAIRLINE)
            self.head(canvas)
            page(canvas)
            self._foot(canvas, number, len(pages))
            canvas.showPage()
        canvas.save()
        return out.getvalue()

    def _foot(self, canvas: Any, number: int, count: int) -> None:
        line = FOOT + 5 * MM
        canvas.line(MARGIN, line, self.size[0] - MARGIN, line)
        page = _("第%(number)d页/共%(count)d页") % {"number": number, "count": count}
        printed = _("%(time)s 打印") % {"time": f"{self.printed_at:%Y-%m-%d %H:%M}"}
        version = _("数据版本 %(version)s") % {"version": self.version}
        text = " · ".join([self.tournament, self.name, page, printed, version])
        fitted = fit(text, "song", 8, self.room)
        draw_fitted(canvas, fitted, self.size[0] / 2, line - 1 * MM, "song", "center")
