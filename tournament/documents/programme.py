"""秩序册: one booklet for everybody: notice, rules, officials, teams, schedule, draw, tables, with contents.

It is the plan: results do not print in it, sides that follow from results stay in words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Stage, Tournament
from tournament.services.bracket import stage_plans
from tournament.services.details import details_of, role_title
from tournament.services.fixtures import matches_of
from tournament.services.keypad import reader
from tournament.services.kinds import TABLES
from tournament.services.match_words import titles_of
from tournament.services.notice_paper import paper_of
from tournament.services.notice_words import day_text, numbered_heading
from tournament.services.public_page import departments_of, group_tables
from tournament.services.shown import Shown

from .bracket import bracket_parts
from .cross_table import group_parts
from .fixtures_by import by_table, round_pages
from .flow import Flow, heading, indented
from .fonts import width
from .frame import MARGIN, MM, Frame, Page, Parts
from .rules import add_rules
from .table import Column, Section, Table, head_of, row_of
from .text import draw, draw_fitted, fit, fit_box

COVER, LINE = 34.0, 11 * MM


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title and its pages on their papers."""

    title: str
    parts: Parts


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """Cover, contents, chapters; pages counted through."""
    book = replace(frame, book=frame.name)
    chapters = _Book(tournament, book, replace(shown, results=False)).chapters()
    cover = replace(book, titled=False)
    contents = replace(book, name=_("目录"))
    front: Parts = [(cover, [_cover(cover, tournament)]), (contents, [_contents(contents, chapters, first=3)])]
    return [*front, *[part for chapter in chapters for part in chapter.parts]]


def is_ready(tournament: Tournament) -> bool:
    """True once a stage is drawn."""
    return Stage.objects.filter(tournament=tournament, matches__isnull=False).exists()


class _Book:
    """The chapters of one tournament's programme; what they share is read once."""

    def __init__(self, tournament: Tournament, book: Frame, shown: Shown) -> None:
        self.held, self.book, self.shown = tournament, book, shown
        self.matches = matches_of(tournament)
        self.titles = titles_of(self.matches)

    def chapters(self) -> list[Chapter]:
        """All chapters in the usual order, without those of which there is nothing."""
        makers: dict[str, Callable[[Frame], Parts]] = {
            _("竞赛通知"): lambda frame: _flowing(frame, _notice, self.held),
            _("竞赛规则"): lambda frame: _flowing(frame, add_rules, self.held),
            _("组织机构"): lambda frame: _flowing(frame, _officials, self.held),
            _("参赛队名单"): lambda frame: [(frame, _teams(frame, self.held))],
            _("竞赛日程"): self._schedule,
            _("分组表"): self._groups,
            _("对阵图"): self._bracket,
            _("牌桌安排"): lambda frame: by_table(self.held, frame, self.shown),
        }
        made = [Chapter(name, make(replace(self.book, name=name))) for name, make in makers.items()]
        return [chapter for chapter in made if chapter.parts]

    def _schedule(self, frame: Frame) -> Parts:
        return [(frame, round_pages(frame, self.matches, self.titles, self.shown))]

    def _groups(self, frame: Frame) -> Parts:
        if not self.held.stages.filter(kind__in=TABLES).exists():
            return []
        tables = group_tables(self.held, self.matches, {}, replace(self.shown, draw=True))
        return group_parts(frame, tables) if tables else []

    def _bracket(self, frame: Frame) -> Parts:
        plans = stage_plans(self.matches, self.titles, {}, self.shown)
        return bracket_parts(frame, plans) if plans else []


def _flowing(frame: Frame, fill: Callable[[Flow, Tournament], None], tournament: Tournament) -> Parts:
    flow = Flow(frame)
    fill(flow, tournament)
    return [(frame, flow.pages())] if flow.sheets else []


def _notice(flow: Flow, tournament: Tournament) -> None:
    """The notice's text as the office has it, without its head and signature."""
    room, number = flow.frame.room, 0
    for part in paper_of(tournament).parts:
        lines = [line for text in part.lines for line in indented(text, room)]
        number += bool(part.heading)
        flow.add(lines, [heading(numbered_heading(number, part.heading), room)] if part.heading else [])


def _officials(flow: Flow, tournament: Tournament) -> None:
    details, room = details_of(tournament), flow.frame.room
    rows = [
        [_("主办单位"), tournament.host],
        [_("承办单位"), _("、").join(details.organisers)],
        [_("协办单位"), _("、").join(details.co_organisers)],
        *[[role_title(one), _("、").join(one.names) or _("待定")] for one in details.officials],
        [_("受理申诉"), details.appeals],
    ]
    columns = [Column(_("职务"), 40), Column(_("单位或姓名"), 134)]
    said = [row_of(row, columns, room, 11, wrapped=True) for row in rows if row[1]]
    if said:
        flow.add(said, [head_of(columns, room, 10)])


def _teams(frame: Frame, tournament: Tournament) -> list[Page]:
    """Rosters by department."""
    columns = [Column(_("序号"), 14, "center"), Column(_("参赛队"), 60), Column(_("队员"), 100)]
    sections, number = [], 0
    for department, teams in departments_of(tournament):
        rows = []
        for team in teams:
            number += 1
            rows.append([str(number), team.name, _("、").join(player.name for player in team.players.all())])
        sections.append(Section(department, rows))
    return Table(frame, columns).pages(sections)


def _cover(frame: Frame, tournament: Tournament) -> Page:
    """Name, 秩序册, hosts, days and place."""

    def page(canvas: Any) -> None:
        wide, high = frame.size
        name = fit_box(frame.tournament, "title", COVER, frame.room, 60 * MM)
        top = high - 62 * MM
        draw_fitted(canvas, name, wide / 2, top, "title", "center")
        top -= name.height + 16 * MM
        title = _("秩序册")
        draw(canvas, "\u3000".join(title) if reader() == "zh" else title, wide / 2, top - 40, "title", 40, "center")
        lines = _imprint(tournament)
        y = MARGIN + 40 * MM + 9 * MM * len(lines)
        for line in lines:
            fitted = fit(line, "song", 15, frame.room)
            draw_fitted(canvas, fitted, wide / 2, y, "song", "center")
            y -= max(9 * MM, fitted.height)

    return page


def _imprint(tournament: Tournament) -> list[str]:
    details = details_of(tournament)
    found = [_("主办：%(who)s") % {"who": tournament.host}] if tournament.host else []
    organisers = [*details.organisers, *details.co_organisers]
    found += [_("承办：%(who)s") % {"who": _("、").join(organisers)}] if organisers else []
    found += [_("地点：%(where)s") % {"where": tournament.venue}] if tournament.venue else []
    return [*found, _days(tournament)]


def _days(tournament: Tournament) -> str:
    if tournament.starts_at is None:
        return ""
    first = timezone.localdate(tournament.starts_at)
    last = tournament.ends_on
    return day_text(first) if last in (None, first) else f"{day_text(first)} — {day_text(last)}"


def _contents(frame: Frame, chapters: Sequence[Chapter], first: int) -> Page:
    """Chapter, dots, page; `first` is the first chapter's page."""

    def page(canvas: Any) -> None:
        y, number = frame.top - 12 * MM, first
        for chapter in chapters:
            _entry(canvas, frame, chapter.title, number, y)
            number += sum(len(pages) for _frame, pages in chapter.parts)
            y -= LINE

    return page


def _entry(canvas: Any, frame: Frame, title: str, number: int, y: float) -> None:
    size, left, right = 14.0, frame.left + 12 * MM, frame.left + frame.room - 12 * MM
    draw(canvas, title, left, y, "song", size)
    begin = left + width(title, "song", size) + 6
    end = right - width(str(number), "song", size) - 6
    dot = width("…", "song", size)
    draw(canvas, "…" * int((end - begin) / dot), end, y, "song", size, "right")
    draw(canvas, str(number), right, y, "song", size, "right")
