"""空白表: what a hall needs when nothing can be printed any more: score sheets without names, fixtures, check-in."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.models import Stage, Tournament
from tournament.services.rulesets import ruleset_in, ruleset_of
from tournament.services.shown import Shown

from .check_in_list import check_in_pages
from .flow import Flow, Strip
from .frame import MM, Frame, Page, Parts
from .score_columns import columns_of
from .score_sheet import Sheet, limits_of, sheet_parts
from .table import Column, Section, TallRow, head_of, row_of

ROW = 9.5 * MM
LINES = 22


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """A score sheet of every ruleset and length played, a fixture list and a check-in list to be filled in by hand."""
    sheets = replace(frame, name=_("记分表"))
    fixtures = replace(frame, name=_("对阵表"))
    check_in = replace(frame, name=_("签到表"))
    empty = Section(_("单位："), [["", "", "", "", "", ""]] * (LINES + 3))
    return [
        *sheet_parts(sheets, list(_sheets(tournament))),
        (fixtures, _fixtures(fixtures)),
        (check_in, check_in_pages(check_in, [empty])[:1]),
    ]


def is_ready(tournament: Tournament) -> bool:
    """True once a format and a ruleset are chosen."""
    return tournament.stages.exists()


def _sheets(tournament: Tournament) -> Iterator[Sheet]:
    """A sheet without names for each different form that the tournament's matches need."""
    seen = set()
    for stage in tournament.stages.select_related("ruleset"):
        for ruleset in _rulesets(stage):
            sheet = _sheet(stage, ruleset)
            games = int(sheet.options.get("games_to_win") or ruleset.match.games_to_win)
            form = (columns_of(ruleset, games), limits_of(sheet))
            if form not in seen:
                seen.add(form)
                yield sheet


def _rulesets(stage: Stage) -> list[Ruleset]:
    """The ruleset as it is, and as rounds with a length of their own play it."""
    whole = ruleset_of(stage.ruleset)
    if stage.kind not in (Stage.Kind.KNOCKOUT, Stage.Kind.REDRAW):
        return [whole]
    return [whole, *[ruleset_in(stage.ruleset, [key]) for key in whole.stages]]


def _sheet(stage: Stage, ruleset: Ruleset) -> Sheet:
    nobody = {"a": "", "b": ""}
    return Sheet("", "", "", nobody, {"a": (), "b": ()}, ruleset, stage.match_options, "")


def _fixtures(frame: Frame) -> list[Page]:
    columns = [
        Column(_("时间"), 22),
        Column(_("桌号"), 14),
        Column(_("场次"), 28),
        Column(_("甲方"), 36),
        Column(_("乙方"), 36),
        Column(_("胜方"), 16),
        Column(_("级数"), 22),
    ]
    flow = Flow(frame)
    head: Strip = head_of(columns, frame.room, 10.5)
    lines = [TallRow(row_of([""] * len(columns), columns, frame.room, 10.5), ROW) for _line in range(LINES)]
    flow.add(lines, [head])
    return flow.pages()
