"""对阵安排: every match by hour and table, as the notice lists them."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from .frame import Frame, Page
from .table import Column, Section, Table

DASH = "——"


def draw_fixtures(frame: Frame, rows: Sequence[Mapping[str, str]]) -> bytes:
    """The PDF of the rows of `fixtures/1`."""
    return frame.render(fixture_pages(frame, rows))


def fixture_pages(frame: Frame, rows: Sequence[Mapping[str, str]]) -> list[Page]:
    """The pages of the rows of `fixtures/1`; one section a time slot and stage, in their order."""
    columns = [
        Column(_("桌号"), 16, "center"),
        Column(_("组别"), 14, "center"),
        Column(_("甲方"), 50, "right"),
        Column("", 12, "center"),
        Column(_("乙方"), 50),
    ]
    groups = groupby(rows, key=lambda row: (row["date"], row["start"], row["end"], row["stage"]))
    sections = [Section(_heading(*key), [_cells(row) for row in group]) for key, group in groups]
    return Table(frame, columns).pages(sections)


def _heading(date: str, start: str, end: str, stage: str) -> str:
    """时间：2011年11月25日 13:10~14:10（小组赛）."""
    if not date:
        return _("时间：待定（%(stage)s）") % {"stage": stage}
    year, month, day = (int(part) for part in date.split("-"))
    when = _("%(year)d年%(month)d月%(day)d日") % {"year": year, "month": month, "day": day}
    hours = f"{start}~{end}" if end else start
    return _("时间：%(when)s %(hours)s（%(stage)s）") % {"when": when, "hours": hours, "stage": stage}


def _cells(row: Mapping[str, str]) -> list[str]:
    table = _("%(number)s号桌") % {"number": row["table"]} if row["table"] else ""
    return [table, row["group"], row["team_a"], DASH, row["team_b"]]
