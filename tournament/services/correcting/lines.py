"""A sheet's standing lines for the correction page: each in words, a hand with its fields as they were written."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.ruleset import Ruleset
from scoring.words import offence_name
from scoring.words.names import capture_name
from tournament.models import Match

from ..folded import Folded, folded
from ..keypad import capture_choices, keypad, reader
from ..match_rules import rules_of

HAND_FIELDS = (
    "declarer", "result", "table_points", "kitty_points", "capture", "capture_level_card", "finish", "small", "big",
    "dry_kitty", "tribute_refused", "special_bid",
)  # fmt: skip


def sheet_lines(match: Match) -> dict[str, Any]:
    """What the page shows of the sheet: `lines`, `protests` (open), `over`, `playing`, and the ruleset's `pad`.

    A line is a dict of `n`, `id`, `kind`, `number` (of a hand), `text`, `values` (a hand's fields as text).
    """
    sheet, ruleset = folded(match), rules_of(match)
    play = sheet.state.play
    pad = keypad(ruleset)
    captures = _captures(sheet, capture_choices(pad))
    return {
        "lines": _lines(sheet, ruleset),
        "protests": _protests(sheet),
        "over": play.over is not None,
        "playing": play.started and play.over is None,
        "empty": not sheet.lines,
        "pad": {**pad, "captures": [(code, capture_words(code, pad["one_capture"])) for code in captures]},
    }


def _captures(sheet: Folded, offered: list[str]) -> list[str]:
    """The captures a hand can be given: those of the keypad and any other that stands on the sheet."""
    written = [line["payload"].get("capture", "none") for line in sheet.lines if line["type"] == "hand"]
    return list(dict.fromkeys([*offered, *written]))


def capture_words(code: str, one: str = "") -> str:
    """A capture as a choice: 没抠底, 单张, 一对 …; `one` stands for all where they count alike."""
    if code == "none":
        return _("没抠底")
    return _("抠底") if code == one else capture_name(code, reader())


def hand_values(payload: Mapping[str, Any]) -> dict[str, str]:
    """A hand's fields as typed: empty where the entry does not say."""
    jokers, bid = payload.get("kitty_jokers") or {}, payload.get("special_bid") or {}
    return {
        **{name: _text(payload.get(name)) for name in ("declarer", "table_points", "kitty_points")},
        "result": str(payload.get("result", "played")),
        "capture": str(payload.get("capture", "none")),
        "capture_level_card": _text(payload.get("capture_level_card")),
        "finish": " ".join(payload.get("finish", ())),
        "small": _text(jokers.get("small")),
        "big": _text(jokers.get("big")),
        "dry_kitty": "on" if payload.get("dry_kitty") else "",
        "tribute_refused": "on" if payload.get("tribute_refused") else "",
        "special_bid": _text(bid.get("side")),
    }


def _lines(sheet: Folded, ruleset: Ruleset) -> list[dict[str, Any]]:
    """In the sheet's order: a hand written anew stands where the old one stood."""
    by_n = {line["n"]: line for line in sheet.lines}
    found, number = [], 0
    for slot in sheet.state.slots:
        line = by_n.get(slot.key)
        if slot.struck or line is None or slot.kind == "strike":
            continue
        number += slot.kind == "hand" and line["payload"].get("result") != "void"
        found.append(_line(line, number, ruleset))
    return found


def _line(line: Mapping[str, Any], number: int, ruleset: Ruleset) -> dict[str, Any]:
    payload, hand = line["payload"], line["type"] == "hand"
    return {
        "n": line["n"],
        "id": line["id"],
        "kind": line["type"],
        "number": number if hand else None,
        "text": _hand_words(payload, number) if hand else words(payload, ruleset),
        "values": hand_values(payload) if hand else {},
        "payload": payload,
        "by": line["actor_name"],
    }


def _hand_words(payload: Mapping[str, Any], number: int) -> str:
    return _("作废的一副") if payload.get("result") == "void" else _("第%d副") % number


def _protests(sheet: Folded) -> list[dict[str, Any]]:
    by_n = {line["n"]: line for line in sheet.lines}
    numbers = {line["id"]: line["n"] for line in sheet.lines}
    found = []
    for n in rules.open_protests(sheet.state):
        payload = by_n[n]["payload"]
        hand = numbers.get(str(payload.get("hand")))
        standing = hand is not None and sheet.state.live(hand) is not None
        side = side_words(payload["side"])
        text = _("%(side)s抗议：%(text)s") % {"side": side, "text": payload["text"]}
        found.append({"n": n, "id": by_n[n]["id"], "text": text, "hand": str(payload["hand"]) if standing else None})
    return found


def words(payload: Mapping[str, Any], ruleset: Ruleset) -> str:
    """An entry that is not a hand, in a few words."""
    side, kind = side_words(str(payload.get("side", ""))), payload["type"]
    said = str(payload.get("text", "")) or str(payload.get("note", ""))
    facts = {"side": side, "text": said, "winner": side_words(str(payload.get("winner"))) or _("无胜方")}
    facts["minutes"] = str(payload.get("minutes", ""))
    if kind == "penalty":
        facts["offence"] = offence_name(ruleset, payload["offence"], reader())
        facts["count"], facts["side"] = str(payload.get("count", 1)), penalised(payload)
        return (_("判罚 %(side)s：%(offence)s ×%(count)s %(text)s") % facts).strip()
    if kind == "disqualify" and payload.get("player"):
        return _("%(player)s罚出局") % {"player": penalised(payload)}
    if kind in ("pause", "resume") and payload.get("at"):
        facts["at"] = f"{timezone.localtime(datetime.fromisoformat(payload['at'])):%H:%M:%S}"
        return (_("暂停（%(at)s起）") if kind == "pause" else _("恢复（%(at)s起）")) % facts
    if kind == "start":
        return _("开始，首局庄家：%s") % (side_words(str(payload.get("declarer", ""))) or _("未定"))
    if kind == "time-up":
        return _("时间到，牌已摸在手") if payload.get("cards_drawn") else _("时间到")
    return _sentences().get(kind, "%(text)s") % facts


def penalised(payload: Mapping[str, Any]) -> str:
    """Whom a penalty meets: 甲方, or one of its players by number: 甲方1号."""
    side = side_words(str(payload["side"]))
    return _("%(side)s%(player)d号") % {"side": side, "player": payload["player"]} if payload.get("player") else side


def _sentences() -> dict[str, str]:
    return {
        "forfeit": _("%(side)s弃权"),
        "retire": _("%(side)s中途退出"),
        "disqualify": _("%(side)s取消资格"),
        "lot": _("抽签：%(winner)s胜"),
        "decision": _("裁定：%(winner)s胜。%(text)s"),
        "protest": _("%(side)s抗议：%(text)s"),
        "ruling": _("抗议裁定：%(text)s"),
        "appeal": _("申诉：%(text)s"),
        "note": _("备注：%(text)s"),
        "pause": _("暂停"),
        "resume": _("恢复比赛"),
        "extend": _("延长比赛%(minutes)s分钟"),
    }


def side_words(side: str) -> str:
    """甲方 or 乙方; empty for neither."""
    return {"a": _("甲方"), "b": _("乙方")}.get(side, "")


def _text(value: Any) -> str:
    return "" if value is None else str(value)
