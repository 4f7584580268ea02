"""名额分配表: what the quota rule gives each department, what it has entered, and the sums."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.services.keypad import reader
from tournament.services.quota_rule import rule_from, rule_words
from tournament.services.quotas import QuotaRow, quota_table
from tournament.services.shown import Shown
from tournament.services.typography import closed_up

from .flow import Flow, Strip, paragraph
from .frame import Frame, Parts
from .table import Column, head_of, row_of

SIZE = 11.0


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """The rule in a sentence, then a line a department and the sums."""
    flow, room = Flow(frame), frame.room
    words = _("名额办法：%(rule)s。") % {"rule": rule_words(rule_from(tournament.quota))}
    flow.add(paragraph(closed_up(words) if reader() == "zh" else words, room))
    rows = quota_table(tournament)
    texts = [*(cells_of(number, row) for number, row in enumerate(rows, 1)), sums_of(rows)]
    told = [index for index in range(len(texts[0])) if any(line[index] for line in texts)]
    columns = [_columns()[index] for index in told]
    head: list[Strip] = [head_of(columns, room, SIZE * 0.9)]
    *lines, last = [[line[index] for index in told] for line in texts]
    drawn: list[Strip] = [row_of(line, columns, room, SIZE) for line in lines]
    flow.add([*drawn, row_of(last, columns, room, SIZE, "hei")], head, again=head)
    if any(row.beyond for row in rows):
        flow.say(_("余额为负数的，是经批准超出名额的队数。"), size=9.5, above=4)
    return [(frame, flow.pages())]


def _columns() -> list[Column]:
    """All columns; those in which nothing stands are left out."""
    figures = (_("人数"), _("名额"), _("已报"), _("候补"), _("余额"))
    return [Column(_("序号"), 14, "center"), Column(_("单位"), 62), *(Column(one, 20, "center") for one in figures)]


def is_ready(tournament: Tournament) -> bool:
    """True once there are departments."""
    return tournament.departments.exists()


def cells_of(number: int, row: QuotaRow) -> list[str]:
    """A department's line; 不限 where there is no limit, 待定 where its headcount is not known."""
    department = row.department
    allowed = _("待定") if row.unknown else _("不限") if row.allowed is None else str(row.allowed)
    headcount = "" if department.headcount is None else str(department.headcount)
    left = "" if row.left is None else str(row.left)
    return [str(number), department.name, headcount, allowed, str(row.entered), str(row.waiting), left]


def sums_of(rows: Sequence[QuotaRow]) -> list[str]:
    """The sums, of quotas only where every department has one."""
    limits = [row.allowed for row in rows]
    known = [one for one in limits if one is not None]
    whole = len(known) == len(limits)
    entered, waiting = sum(row.entered for row in rows), sum(row.waiting for row in rows)
    heads = [row.department.headcount for row in rows]
    people = [one for one in heads if one is not None]
    return [
        "",
        _("合计"),
        str(sum(people)) if people and len(people) == len(heads) else "",
        str(sum(known)) if whole else "",
        str(entered),
        str(waiting),
        str(sum(known) - entered) if whole else "",
    ]
