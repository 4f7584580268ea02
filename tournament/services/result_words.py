"""A match's result in few words: 7 : 2, 打过A : Q, 弃权."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.words.names import level_name

from .keypad import reader

_FORFEITS = ("forfeit", "both-lose", "disqualification", "retirement")


def side_score(result: Mapping[str, Any], side: str) -> str:
    """What a side reached: its games where more than one was played, else its level, 打过A past the last one."""
    if result["decided_by"] in _FORFEITS and result["winner"] != side:
        return {"forfeit": _("弃权"), "disqualification": _("取消资格"), "retirement": _("退赛")}.get(
            result["decided_by"], _("负")
        )
    if result["decided_by"] in _FORFEITS:
        return _("胜")
    if sum(result["games"].values()) > 1:
        return str(result["games"][side])
    return level_text(result, side)


def level_text(result: Mapping[str, Any], side: str) -> str:
    """The level a side plays: 7, 大王, 打过A."""
    name = level_name(result["levels"][side], reader())
    return _("打过%s") % name if result["passed"][side] else name


def decided_text(decided_by: str | None) -> str:
    """What decided the match, in words; empty while open."""
    return _words().get(decided_by or "", "")


def _words() -> dict[str, str]:
    return {
        "passed-last-level": _("打过最后一级"),
        "games": _("胜局多"),
        "higher-level": _("级数高"),
        "first-to-reach": _("先达到该级"),
        "declarer-side": _("同级时在台方胜"),
        "decider": _("加赛"),
        "lot": _("抽签"),
        "shutout": _("光头"),
        "full-score": _("满分"),
        "buried-jokers": _("底牌有王"),
        "mercy": _("差距达到提前结束"),
        "ruling": _("裁判长裁定"),
        "both-lose": _("双方判负"),
        "draw": _("平局"),
        "forfeit": _("弃权"),
        "disqualification": _("取消资格"),
        "retirement": _("中途退出"),
    }
