"""通知: the notice on official paper, as the office's page has it, sentence for sentence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.services.notice_paper import Paper, paper_of
from tournament.services.notice_words import day_text, numbered_heading
from tournament.services.shown import Shown

from .flow import Flow, Strip
from .fonts import width
from .frame import MM, Frame, Parts
from .official import BODY, BOTTOM, PITCH, ROOM, OfficialLine, blank, centred, flush, indented, official, signature
from .text import draw, draw_fitted, fit_box

TITLE, HEAD = 22.0, 40.0  # 2号; the red head
ABOVE = (2.0, 1.0)  # empty lines before the signature, one where that saves a page
PITCHES = 8  # lines of a paragraph that may go over to the signature's page
RED = (0.70, 0.15, 0.12)
ISSUED, RULE = 14.0, 0.35 * MM  # 4号; the heavy rules of the imprint
_SECOND = re.compile(r"（[一二三四五六七八九十]+）[^。：，；]{1,16}[。：]")


@dataclass(frozen=True, slots=True)
class RedHead:
    """The host's name in red with 文件 after it, the number below, a red rule 4 mm under that."""

    host: str
    number: str

    @property
    def height(self) -> float:
        """Five lines of the grid."""
        return 5 * PITCH

    def draw(self, canvas: Any, left: float, top: float) -> None:
        """Draw name, number and rule."""
        canvas.saveState()
        canvas.setFillColorRGB(*RED)
        canvas.setStrokeColorRGB(*RED)
        words = _("%(host)s文件") % {"host": self.host}
        name = fit_box(words, "title", HEAD, ROOM, 2.4 * PITCH)
        draw_fitted(canvas, name, left + ROOM / 2, top - (2.4 * PITCH - name.height) / 2, "title", "center")
        rule = top - 3.6 * PITCH - 4 * MM
        canvas.setLineWidth(1.6)
        canvas.line(left, rule, left + ROOM, rule)
        canvas.restoreState()
        if self.number:
            draw(canvas, self.number, left + ROOM / 2, top - 3.5 * PITCH, "fang", BODY, "center")


@dataclass(frozen=True, slots=True)
class Imprint:
    """版记: at the foot of the last page, wherever its text ends, who issues the letter and when, between two rules."""

    issuer: str
    dated: str

    @property
    def height(self) -> float:
        """A line, and an empty one above it."""
        return 2 * PITCH

    def draw(self, canvas: Any, left: float, top: float) -> None:
        """Draw rules and words."""
        y = BOTTOM + (PITCH - ISSUED) / 2 + ISSUED * 0.12
        for rule in (BOTTOM, BOTTOM + PITCH):
            canvas.saveState()
            canvas.setLineWidth(RULE)
            canvas.line(left, rule, left + ROOM, rule)
            canvas.restoreState()
        printed = _("%(date)s印发") % {"date": self.dated}
        issuer = fit_box(self.issuer, "fang", ISSUED, ROOM - width(printed, "fang", ISSUED) - 4 * ISSUED, PITCH)
        draw_fitted(canvas, issuer, left + ISSUED, BOTTOM + (PITCH + issuer.height) / 2, "fang")
        draw(canvas, printed, left + ROOM - ISSUED, y, "fang", ISSUED, "right")


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """The notice."""
    frame, paper = official(frame), paper_of(tournament)
    flow = min((_flow(frame, blocks_of(paper, above)) for above in ABOVE), key=lambda one: len(one.sheets))
    return [(frame, flow.pages())]


def _flow(frame: Frame, blocks: Sequence[Sequence[Strip]]) -> Flow:
    flow = Flow(frame)
    for block in blocks:
        flow.add(block, whole=True)
    return flow


def blocks_of(paper: Paper, above: float = 2.0) -> list[list[Strip]]:
    """Head and title, recipients, parts, attachments, signature: what stays together is one block.

    The signature never stands on a page alone: the last paragraph goes with it. `above` it so many lines are empty.
    """
    blocks: list[list[Strip]] = [_head(paper)]
    if paper.recipients:
        text = paper.recipients.rstrip("：:")
        blocks.append([*flush(text + "：")])
    number = 0
    for part in paper.parts:
        if part.heading:
            number += 1
            blocks += _with_heading(numbered_heading(number, part.heading), part.lines)
        else:
            blocks += [[*indented(line)] for line in part.lines]
    last = blocks.pop() if len(blocks) > 1 and len(blocks[-1]) <= PITCHES else []
    day = day_text(paper.dated)
    imprint = [Imprint(paper.signature, day)] if paper.red_head else []
    blocks.append([*last, *_attachments(paper.attachments), *signature(paper.signature, day, above), *imprint])
    return blocks


def _head(paper: Paper) -> list[Strip]:
    """Red head, number, title; together a whole number of lines."""
    head: list[Strip] = [RedHead(paper.red_head, paper.number), blank()] if paper.red_head else []
    if paper.number and not paper.red_head:
        head.append(OfficialLine((("fang", paper.number),), align="right"))
    lines = centred(paper.title, "title", TITLE)
    tall = sum(line.lines for line in lines)
    return [*head, *lines, blank(ceil(tall + 0.5) - tall)]


def _with_heading(heading: str, lines: Sequence[str]) -> list[list[Strip]]:
    """The heading in 黑体 on a line of its own, with the first paragraph; second-level labels in 楷体."""
    found: list[list[Strip]] = []
    for line in lines:
        second = _SECOND.match(line)
        found.append([*indented(line, lead=second.end() if second else 0)])
    found[0] = [*indented(heading, "hei"), *found[0]]
    return found


def _attachments(names: Sequence[str]) -> list[Strip]:
    """附件：1. … a blank line below the text; further names stand under the first."""
    label = _("附件：")
    start = 2 * BODY + width(label, "fang", BODY)
    found: list[Strip] = [blank()] if names else []
    for number, name in enumerate(names, start=1):
        mark = f"{number}. " if len(names) > 1 else ""
        hang = start + width(mark, "fang", BODY)
        first, *rest = flush(name.rstrip("。"), hanging=hang)
        lead = (label if number == 1 else "") + mark
        indent = 2 * BODY if number == 1 else start
        found.append(OfficialLine((("fang", lead + first.pieces[0][1]),), indent))
        found += rest
    return found


__all__ = ["blocks_of", "make"]
