"""How a table a fairness file holds differs from the one ranked again, in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings.criteria import CRITERIA
from scoring.words.standings import criterion_name
from tournament.services.keypad import reader


def table_name(stage: str, group: str, tables: Iterable[Mapping[str, Any]]) -> str:
    """小组赛 A组; the stage alone where it has one table."""
    single = sum(table["stage"] == stage for table in tables) < 2
    return stage if single else _("%(stage)s %(group)s组") % {"stage": stage, "group": group}


def row_sentence(where: str, row: Mapping[str, Any], held: Mapping[str, Any] | None) -> str:
    """A team's row as it is ranked again, with everything in which the row held is another."""
    facts = {"where": where, "team": row["team"], "rank": row["rank"]}
    if held is None:
        return _("%(where)s：%(team)s 重算为第 %(rank)d 名，文件里没有这一队") % facts
    others = {"items": _("、").join(_others(row, held))}
    if row["rank"] == held.get("rank"):
        return _("%(where)s：%(team)s 第 %(rank)d 名，不同的项：%(items)s") % {**facts, **others}
    facts["held"] = _shown(held.get("rank"))
    sentence = _("%(where)s：%(team)s 重算为第 %(rank)d 名，文件里为第 %(held)s 名") % facts
    return sentence + (_("；不同的项：%(items)s") % others if others["items"] else "")


def ties_sentence(where: str, found: Any, held: Any) -> str:
    """Which teams still wait for a lot, here and there."""
    facts = {"where": where, "right": _ties(found), "held": _ties(held)}
    return _("%(where)s：等待抽签定名次的，重算为%(right)s，文件里为%(held)s") % facts


def _others(row: Mapping[str, Any], held: Mapping[str, Any]) -> Iterator[str]:
    """All that differs but the rank."""
    words = _("%(item)s应为 %(right)s（文件里 %(held)s）")
    for key, name in _columns().items():
        if row[key] != held.get(key):
            yield words % {"item": name, "right": _said(key, row[key]), "held": _said(key, held.get(key))}
    values = held.get("values")
    values = values if isinstance(values, Mapping) else {}
    for key, value in row["values"].items():
        if value != values.get(key):
            facts = {"item": criterion_name(key, reader()), "right": _shown(value), "held": _shown(values.get(key))}
            yield words % facts
    for key in (held.keys() - row.keys()) | (values.keys() - row["values"].keys()):
        yield _("多出“%(key)s”") % {"key": key}


def _columns() -> dict[str, str]:
    return {
        "tied": _("并列"),
        "decided_by": _("名次由什么决定"),
        "played": _("赛"),
        "won": _("胜"),
        "drawn": _("平"),
        "lost": _("负"),
    }


def _said(key: str, value: Any) -> str:
    if key == "decided_by" and isinstance(value, str) and value in CRITERIA:
        return criterion_name(value, reader())
    return _shown(value)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return _("是") if value else _("否")
    return _("空") if value is None else str(value)


def _ties(ties: Any) -> str:
    if not isinstance(ties, list) or not all(isinstance(tie, list) for tie in ties):
        return _shown(ties)
    groups = (_("、").join(map(str, tie)) for tie in ties)
    return _("；").join(_("“%(teams)s”") % {"teams": group} for group in groups) if ties else _("没有")
