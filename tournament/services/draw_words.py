"""What a draw and its addenda say in words, for the office's page and the public one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.draw.addendum import BYE
from tournament.draw.groups import group_name
from tournament.models import Draw, DrawAddendum, Match

from .fixtures import names_text
from .spoken import all_said, running


def addendum_text(added: DrawAddendum) -> str:
    """Who came late, by what lot it got which place, and whom it meets; needs `team` loaded."""
    record = added.record
    facts = {
        "when": moment_text(added.added_at),
        "team": record["team"]["name"],
        "department": record["team"]["department"],
        "lot": _lot(record),
        "place": _place(record),
    }
    sentence = _("%(when)s 补记：%(team)s（%(department)s），%(lot)s，%(place)s。") % facts
    return running([sentence, _added(added)])


def public_draws(draws: list[Draw]) -> list[dict[str, Any]]:
    """What the public reads of each draw: `draw`, its `notes` and `addenda` in words."""
    return [
        {
            "draw": draw,
            "stage": draw.stage.name,
            "when": moment_text(draw.drawn_at),
            "seed": "" if draw.record.get("lots") else draw.record.get("seed", ""),
            "notes": all_said(draw.record.get("result", {}).get("notes", [])),
            "addenda": [addendum_text(one) for one in draw.addenda.all()],
        }
        for draw in draws
    ]


def moment_text(moment: datetime) -> str:
    """Day and hour as the reader's language writes them: 2011年11月24日 09:00."""
    local = timezone.localtime(moment)
    return f"{date_format(local, 'DATE_FORMAT')} {local:%H:%M}"


def _lot(record: Mapping[str, Any]) -> str:
    count = len(record["open"])
    facts = {"count": count, "seed": record.get("seed", ""), "lot": record.get("lot")}
    if count == 1:
        return _("补入仅有的一个轮空位") if record["kind"] == BYE else _("递补退赛队的位置")
    if record.get("lot"):
        kind = (
            _("%(count)d 个轮空位中抽得第 %(lot)d 签")
            if record["kind"] == BYE
            else _("%(count)d 个空缺位置中抽得第 %(lot)d 签")
        )
        return kind % facts
    kind = (
        _("%(count)d 个轮空位中由种子“%(seed)s”抽得")
        if record["kind"] == BYE
        else _("%(count)d 个空缺位置中由种子“%(seed)s”抽得")
    )
    return kind % facts


def _place(record: Mapping[str, Any]) -> str:
    taken = record["result"]["taken"]
    if "groups" not in record:
        return _("第 %(place)d 号位") % {"place": taken}
    places = [(index, number) for index, group in enumerate(record["groups"]) for number in range(1, len(group) + 1)]
    index, number = places[taken - 1]
    return _("%(group)s组 %(number)d号") % {"group": group_name(index), "number": number}


def _added(addendum: DrawAddendum) -> str:
    """The matches it added, by their names; of a draw taken back since, whose matches are gone, how many."""
    codes = addendum.record["result"].get("added", [])
    if not codes:
        return ""
    matches = list(Match.objects.filter(stage__draws=addendum.draw_id, code__in=codes).order_by("round", "pk"))
    if len(matches) != len(codes):
        return _("新增 %(count)d 场；已抽出的对阵不变。") % {"count": len(codes)}
    return _("新增场次：%(matches)s；已抽出的对阵不变。") % {"matches": names_text(matches)}
