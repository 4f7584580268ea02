"""Every printed document there is: key, name, when it can be had, what the public must be shown for it, its maker."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Stage, Tournament
from tournament.services.data_version import data_version
from tournament.services.fixtures import matches_of, rows_of
from tournament.services.kinds import TABLES
from tournament.services.match_words import titles_of
from tournament.services.shown import Shown
from tournament.services.typography import full_width

from . import (
    badge,
    blank_forms,
    bracket,
    bulletin,
    certificate,
    check_in_list,
    cross_table,
    draw_record,
    entry_form,
    fixtures_by,
    match_record,
    notice,
    programme,
    quota_table,
    referee_plan,
    rules,
    score_sheet,
    table_card,
)
from .fixtures import fixture_pages
from .frame import Frame, Parts, bind

Part = Tournament.Part


# What documents are for, in the order of the print page.
PURPOSES: dict[str, Promise] = {
    "before": _("通知和报名"),
    "wall": _("张贴公布"),
    "day": _("比赛现场"),
    "record": _("成绩和存档"),
    "other": _("其他文件"),
}


@dataclass(frozen=True, slots=True)
class Document:
    """A document: `ready` says in words when there is something to print, `needs` the parts that make it public.

    `kind` is the kind of stage it shows, None for any; `make` draws what may be shown of the tournament. `audience`
    says whom it is for, `purpose` where the print page lists it. `inside` documents are never public. `stock`, where
    given, decides instead of the matches there are whether there is something to print.
    """

    key: str
    name: Promise
    ready: Promise
    needs: tuple[str, ...]
    kind: str | tuple[str, ...] | None
    make: Callable[[Tournament, Frame, Shown], Parts]
    audience: Promise = _("工会办公室")
    purpose: str = "other"
    inside: bool = False
    stock: Callable[[Tournament], bool] | None = None

    def is_ready(self, tournament: Tournament) -> bool:
        """True once there are matches of the kind it shows."""
        if self.stock is not None:
            return self.stock(tournament)
        stages = tournament.stages.filter(matches__isnull=False)
        kinds = (self.kind,) if isinstance(self.kind, str) else self.kind
        return (stages.filter(kind__in=kinds) if kinds else stages).exists()

    def is_public(self, tournament: Tournament) -> bool:
        """True if all it shows is published and there is something to show."""
        return not self.inside and Shown.to_public(tournament).has(*self.needs) and self.is_ready(tournament)

    def pdf(self, tournament: Tournament, shown: Shown, address: str = "") -> bytes:
        """The file, from the database as it is now, as far as `shown` allows; `address` of this server for QR codes."""
        return bind(self.parts(tournament, shown, address))

    def parts(self, tournament: Tournament, shown: Shown, address: str = "") -> Parts:
        """Its pages with their frames, to be bound alone or with others."""
        return self.make(tournament, frame_of(tournament, str(self.name), address), shown)


def frame_of(tournament: Tournament, name: str, address: str = "") -> Frame:
    """The frame of a document that is made now."""
    return Frame(full_width(tournament.name), name, timezone.localtime(), data_version(tournament), address=address)


def _fixtures(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    matches = matches_of(tournament)
    titles = titles_of(matches)
    rows = rows_of(matches, titles, resolved=shown.results)
    which = [fixtures_by.which_of(one, titles[one.pk].full, titles[one.pk].stage) for one in matches]
    named = [row | {"match": text} for row, text in zip(rows, which, strict=True)]
    return [(frame, fixture_pages(frame, named))]


def _always(tournament: Tournament) -> bool:
    return True


UNITS = _("各单位")
WALL, TEAMS, REFEREES, OFFICE = _("全体人员"), _("各参赛队"), _("裁判员"), _("工会办公室")
DRAWN = _("抽签以后")
ALWAYS = _("随时")
PLAN = (Part.DRAW, Part.SCHEDULE)
NOTICE = (Part.NOTICE,)
BOOK = (Part.NOTICE, Part.TEAMS, *PLAN)
AWARDS = (Part.TEAMS, Part.RESULTS)
DEPARTMENTS = _("登记单位以后")
ENTERED = _("报名以后")
FORMAT = _("定好赛制以后")
FINAL_PART = _("名次核验以后，规程里有参与奖时")
WINNERS, PLAYERS = _("获奖队员"), _("其他队员")
FINAL = _("名次全部产生并核验以后")

DOCUMENTS: dict[str, Document] = {
    document.key: document
    for document in (
        Document("notice", _("通知"), ALWAYS, NOTICE, None, notice.make, WALL, "before", stock=_always),
        Document("rules", _("竞赛规则"), FORMAT, NOTICE, None, rules.make, WALL, "before", stock=rules.is_ready),
        Document("entry-form", _("报名表"), ALWAYS, NOTICE, None, entry_form.make, UNITS, "before", stock=_always),
        Document(
            "entry-forms", _("各单位报名表"), DEPARTMENTS, (), None, entry_form.make_filled, UNITS, "before",
            inside=True, stock=entry_form.is_ready,
        ),
        Document(
            "quota-table", _("名额分配表"), DEPARTMENTS, (), None, quota_table.make, UNITS, "before",
            inside=True, stock=quota_table.is_ready,
        ),
        Document("programme", _("秩序册"), DRAWN, BOOK, None, programme.make, WALL, "before", stock=programme.is_ready),
        Document("fixtures", _("对阵安排"), DRAWN, PLAN, None, _fixtures, WALL, "wall"),
        Document("fixtures-round", _("编排表（按轮次）"), DRAWN, PLAN, None, fixtures_by.by_round, WALL, "wall"),
        Document("fixtures-team", _("编排表（按参赛队）"), DRAWN, PLAN, None, fixtures_by.by_team, TEAMS, "wall"),
        Document(
            "bracket", _("淘汰赛对阵图"), _("淘汰赛抽签以后"), (Part.DRAW,), Stage.Kind.KNOCKOUT, bracket.make, WALL,
            "wall",
        ),
        Document(
            "bracket-a4", _("淘汰赛对阵图（A4 分张）"), _("抽签以后，图大到一张 A4 放不下时"), (Part.DRAW,), None,
            bracket.make_on_a4, WALL, "wall", stock=bracket.is_large,
        ),
        Document(
            "cross-table", _("循环赛积分表"), _("循环赛抽签以后"), (Part.DRAW,), TABLES, cross_table.make, WALL, "wall",
        ),
        Document("score-sheets", _("记分表"), DRAWN, (), None, score_sheet.make, REFEREES, "day", inside=True),
        Document(
            "table-cards", _("桌签"), _("设好牌桌以后"), (), None, table_card.make, _("各牌桌"), "day",
            inside=True, stock=table_card.is_ready,
        ),
        Document(
            "badges", _("参赛证"), _("报名以后"), (), None, badge.make, _("参赛队员"), "day",
            inside=True, stock=badge.is_ready,
        ),
        Document(
            "check-in", _("签到表"), ENTERED, (), None, check_in_list.make, REFEREES, "day",
            inside=True, stock=check_in_list.is_ready,
        ),
        Document(
            "blank-forms", _("空白表（停电备用）"), FORMAT, (), None, blank_forms.make, REFEREES, "day",
            inside=True, stock=blank_forms.is_ready,
        ),
        Document("fixtures-table", _("编排表（按桌）"), DRAWN, PLAN, None, fixtures_by.by_table, REFEREES, "day"),
        Document(
            "referee-plan", _("裁判安排表"), DRAWN, (), None, referee_plan.make, REFEREES, "day", inside=True,
        ),
        Document(
            "match-records", _("逐副记录"), _("有场次打完以后"), (), None, match_record.make, OFFICE, "record",
            inside=True, stock=match_record.is_ready,
        ),
        Document(
            "draw-record", _("抽签记录"), _("抽签确认以后"), (Part.DRAW,), None, draw_record.make, OFFICE, "record",
            stock=draw_record.is_ready,
        ),
        Document(
            "bulletin", _("成绩公告"), FINAL, AWARDS, None, bulletin.make, WALL, "record", stock=bulletin.is_ready,
        ),
        Document(
            "certificates", _("奖状"), FINAL, (), None, certificate.make, WINNERS, "record",
            inside=True, stock=certificate.is_ready,
        ),
        Document(
            "certificates-part", _("参与奖奖状"), FINAL_PART, (), None, certificate.make_for_taking_part, PLAYERS,
            "record", inside=True, stock=certificate.is_ready_for_taking_part,
        ),
    )
}  # fmt: skip
