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
    """The pages of the rows of `fixtures/1`; one section a time slot and stage, in their order.

    A row may say in `match` which match of its stage it is (A组, 第1场), else its group does.
    """
    which = _which(rows)
    columns = [
        Column(_("桌号"), 16, "center"),
        *which,
        Column(_("甲方"), 50, "right"),
        Column("", 12, "center"),
        Column(_("乙方"), 50),
    ]
    groups = groupby(rows, key=lambda row: (row["date"], row["start"], row["end"], row["stage"]))
    sections = [Section(_heading(*key), [_cells(row, which) for row in group]) for key, group in groups]
    return Table(frame, columns).pages(sections)


def _heading(date: str, start: str, end: str, stage: str) -> str:
    """时间：2011年11月25日 13:10~14:10（小组赛）."""
    if not date:
        return _("时间：待定（%(stage)s）") % {"stage": stage}
    year, month, day = (int(part) for part in date.split("-"))
    when = _("%(year)d年%(month)d月%(day)d日") % {"year": year, "month": month, "day": day}
    hours = f"{start}~{end}" if end else start
    return _("时间：%(when)s %(hours)s（%(stage)s）") % {"when": when, "hours": hours, "stage": stage}


def _which(rows: Sequence[Mapping[str, str]]) -> list[Column]:
    """The column that tells matches apart, where something does."""
    if all(row["group"] for row in rows):
        return [Column(_("组别"), 16, "center")]
    told = any(_match(row) not in ("", row["stage"]) for row in rows)
    return [Column(_("场次"), 16, "center")] if told else []


def _match(row: Mapping[str, str]) -> str:
    return row.get("match") or row["group"]


def _cells(row: Mapping[str, str], which: Sequence[Column]) -> list[str]:
    table = _("%(number)s号桌") % {"number": row["table"]} if row["table"] else ""
    said = [_match(row)] if which else []
    return [table, *said, row["team_a"], DASH, row["team_b"]]
