"""抽签记录: what was put in, how it was drawn, what came out, who was there, with lines to sign."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.draw.groups import group_name
from tournament.models import Draw, Lot, Team, Tournament
from tournament.services.draw_record import record_of
from tournament.services.match_words import group_text
from tournament.services.shown import Shown
from tournament.services.spoken import all_said

from .flow import Flow, heading, paragraph
from .frame import MM, Frame, Parts
from .table import Column, head_of, row_of

SIZE = 10.0
SIGN = 16 * MM


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """The draws in force (not one the hall is still watching) and, with results, of the lots for ties."""
    flow = Flow(frame)
    held = Draw.objects.filter(stage__tournament=tournament, undone_at=None, revealed=None)
    for draw in held.select_related("stage", "drawn_by").order_by("stage__number", "round"):
        _Record(flow, draw).add()
    if shown.results:
        _lots(flow, tournament)
    _signatures(flow)
    return [(frame, flow.pages())]


def is_ready(tournament: Tournament) -> bool:
    """True once a draw is in force and out of the hall."""
    return Draw.objects.filter(stage__tournament=tournament, undone_at=None, revealed=None).exists()


class _Record:
    """One draw on paper."""

    def __init__(self, flow: Flow, draw: Draw) -> None:
        self.flow, self.draw, self.room = flow, draw, flow.frame.room
        self.record: Mapping[str, Any] = draw.record
        self.facts = record_of(draw)
        self.teams = {str(team["id"]): team for team in self.facts["teams"]}

    def add(self) -> None:
        """Facts, inputs, result, notes, addenda."""
        draw = self.draw
        title = f"{draw.stage.name}{_('第%d轮') % draw.round if draw.round else ''}"
        when = f"{timezone.localtime(draw.drawn_at):%Y-%m-%d %H:%M}"
        facts = [
            (_("抽签时间"), when),
            *([(_("抽签方式"), _("现场抽签后录入"))] if self.facts["by_slips"] else []),
            *self.facts["options"],
            (_("由谁抽的"), draw.drawn_by.display_name if draw.drawn_by else "–"),
            (_("在场人员"), draw.present or "–"),
        ]
        columns = [Column("", 26), Column("", 148)]
        rows = [row_of(list(fact), columns, self.room, SIZE) for fact in facts]
        self.flow.add(rows, [heading(title, self.room, 13)])
        self._inputs()
        self._result()
        self._words()

    def _inputs(self) -> None:
        first = _("签号") if self.facts["by_slips"] else _("序号")
        teams = self.facts["teams"]
        seeded = any(team.get("seed") for team in teams)
        columns = [Column(first, 16, "center"), Column(_("队"), 70), Column(_("单位"), 60)]
        columns += [Column(_("种子队"), 20, "center")] if seeded else []
        rows = [
            [str(team["lot"] or number), team["name"], team.get("department") or "", str(team.get("seed") or "")]
            for number, team in enumerate(teams, start=1)
        ]
        rows = rows if seeded else [row[:-1] for row in rows]
        self._table(_("参加抽签的队"), columns, rows)

    def _result(self) -> None:
        result = self.record.get("result", {})
        if result.get("groups"):
            columns = [Column(_("组别"), 20, "center"), Column(_("组内序号"), 22, "center"), Column(_("队"), 120)]
            rows = [
                [group_text(self.draw.stage, group_name(index)), str(number), self._name(team)]
                for index, group in enumerate(result["groups"])
                for number, team in enumerate(group, start=1)
            ]
        elif result.get("slots"):
            columns = [Column(_("签位"), 20, "center"), Column(_("队"), 140)]
            rows = [[str(number), self._name(team)] for number, team in enumerate(result["slots"], start=1)]
        else:
            columns = [Column(_("场次"), 20, "center"), Column(_("甲方"), 70), Column(_("乙方"), 70)]
            rows = [[str(n), *map(self._name, pair)] for n, pair in enumerate(result.get("pairs", []), start=1)]
            byes = result.get("byes") or ([result["bye"]] if result.get("bye") else [])
            rows += [["–", self._name(team), _("轮空")] for team in byes]
        self._table(_("抽签结果"), columns, rows)

    def _words(self) -> None:
        lines = all_said(self.record.get("result", {}).get("notes", []))
        for added in self.facts["addenda"]:
            one = added["one"]
            parts = [added["text"]]
            parts += [_("原因：%(reason)s") % {"reason": one.reason}] if one.reason else []
            parts += [_("在场：%(present)s") % {"present": one.present}] if one.present else []
            lines.append(" ".join(parts))
        if lines:
            texts = [line for text in lines for line in paragraph(text, self.room, size=SIZE)]
            self.flow.add(texts, [heading(_("说明和补记"), self.room)])

    def _name(self, team_id: object) -> str:
        if team_id is None:
            return _("轮空")
        team = self.teams.get(str(team_id))
        return str(team["name"]) if team else _("空位")

    def _table(self, title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
        head = head_of(columns, self.room, SIZE * 0.9)
        said = heading(f"{title}", self.room, 11)
        again = heading(title + _("（续）"), self.room, 11)
        self.flow.add([row_of(row, columns, self.room, SIZE) for row in rows], [said, head], again=[again, head])


def _lots(flow: Flow, tournament: Tournament) -> None:
    """Lots drawn to part teams that nothing else parted, in the order they were drawn."""
    lots = list(Lot.objects.filter(stage__tournament=tournament).select_related("stage", "drawn_by"))
    names = dict(Team.objects.filter(tournament=tournament).values_list("pk", "name"))
    lines = []
    for lot in lots:
        facts = {
            "when": f"{timezone.localtime(lot.drawn_at):%Y-%m-%d %H:%M}",
            "where": f"{lot.stage.name}{group_text(lot.stage, lot.group)}",
            "order": _("、").join(names.get(pk, str(pk)) for pk in lot.order),
            "who": lot.drawn_by.display_name,
            "present": lot.present or "–",
        }
        lines.append(
            _("%(when)s %(where)s：名次相同，抽签次序为 %(order)s；由 %(who)s 主持，在场：%(present)s。") % facts
        )
    if lines:
        texts = [line for text in lines for line in paragraph(text, flow.frame.room, size=SIZE)]
        flow.add(texts, [heading(_("名次抽签"), flow.frame.room, 11)])


def _signatures(flow: Flow) -> None:
    room = flow.frame.room
    columns = [Column("", 1), Column("", 1), Column("", 1), Column("", 1)]
    titles = row_of([_("抽签人"), _("参赛队代表"), _("裁判长"), _("日期")], columns, room, SIZE, "hei")
    flow.add([titles, Blank(room, 4, SIGN)], [heading(_("签名"), room, 11)])


class Blank:
    """A row of empty boxes to write in, `count` of them."""

    def __init__(self, room: float, count: int, height: float) -> None:
        self.room, self.count, self.height = room, count, height

    def draw(self, canvas: Any, left: float, top: float) -> None:
        """Draw the boxes."""
        for index in range(self.count):
            canvas.rect(left + self.room / self.count * index, top - self.height, self.room / self.count, self.height)
