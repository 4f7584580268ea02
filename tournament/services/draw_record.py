"""The record of a draw as the office reads it, and its check against what the seed or the slips give."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Draw

from .draw_words import addendum_text
from .verify_draw import draw_differences


def record_of(draw: Draw) -> dict[str, Any]:
    """The record's facts for a page: `options` [(name, value)], `teams` rows, `addenda` with their sentences."""
    record = draw.record
    lots = record.get("lots") or {}
    return {
        "options": _options(record),
        "by_slips": bool(lots),
        "teams": [{**team, "lot": lots.get(str(team["id"]))} for team in _ordered(record, lots)],
        "addenda": [
            {"one": one, "text": addendum_text(one)} for one in draw.addenda.select_related("team", "added_by")
        ],
    }


def recheck(draw: Draw) -> list[str]:
    """How what is stored differs from what the record gives, a sentence each; empty where all agrees."""
    names = {str(pk): name for pk, name in draw.stage.tournament.teams.values_list("pk", "name")}
    found = []
    for one in draw_differences(draw.stage.tournament):
        if isinstance(one, str):
            found.append(one)
        elif one[2] != one[3]:
            facts = {"where": one[0], "stored": _named(one[2], names), "expected": _named(one[3], names)}
            found.append(_("%(where)s：现存“%(stored)s”，按记录应为“%(expected)s”。") % facts)
    return found


def _named(value: Any, names: Mapping[str, str]) -> str:
    """A place or a slot's source as people say it: the team's name, 胜者 m3."""
    kind, _space, rest = str(value or _("空")).partition(" ")
    if kind == "team" or (not rest and kind in names):
        return names.get(rest or kind, rest or kind)
    words = {"winner": _("胜者"), "loser": _("负者"), "group": _("小组名次")}
    return f"{words.get(kind, kind)} {rest}".strip()


def _ordered(record: Mapping[str, Any], lots: Mapping[str, int]) -> list[Mapping[str, Any]]:
    """As the record lists them; by their slips where there are any."""
    teams = list(record.get("teams", []))
    return sorted(teams, key=lambda team: lots[str(team["id"])]) if lots else teams


def _options(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    grouped = record.get("method") == "groups"
    found = [(_("方法"), _("分组") if grouped else _("单淘汰"))]
    if not record.get("lots"):  # slips follow no algorithm
        found += [(_("算法版本"), str(record.get("algorithm", ""))), (_("种子"), str(record.get("seed") or "–"))]
    found.append((_("同单位"), _("尽量分开") if record.get("protect") else _("不要求分开")))
    names = {
        "groups": _("组数"),
        "group_size": _("每组队数"),
        "legs": _("循环数"),
        "advance": _("每组出线"),
        "places": _("决出名次"),
    }
    found += [(name, str(record[key])) for key, name in names.items() if key in record]
    if "third_place" in record:
        found.append((_("第三名"), _("并列") if record["third_place"] == "joint" else _("比赛决出")))
    return found
