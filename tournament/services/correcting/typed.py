"""What the chief referee typed on the correction page, as a draft of entries; the rules check the values themselves."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tournament.models import Match

from ..refusal import Refusal
from .lines import HAND_FIELDS, hand_values, sheet_lines
from .rewriting import Draft, id_of

NEW_HANDS, NEW_PENALTIES = ("x1", "x2", "x3"), ("p1", "p2")
VERDICTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "forfeit-a": (("forfeit", "a"),),
    "forfeit-b": (("forfeit", "b"),),
    "forfeit-both": (("forfeit", "a"), ("forfeit", "b")),
    "retire-a": (("retire", "a"),),
    "retire-b": (("retire", "b"),),
    "disqualify-a": (("disqualify", "a"),),
    "disqualify-b": (("disqualify", "b"),),
}
PLAYERS = 2  # a side
PLAYER_OUT = re.compile(rf"disqualify-([ab])([1-{PLAYERS}])")
VOID = "void"
MOST_DIGITS = 6
_SIDES = str.maketrans({"甲": "a", "乙": "b", "\uff11": "1", "\uff12": "2"})  # the order of finishing as paper has it
Typed = Mapping[str, str]


def draft_of(match: Match, typed: Typed, key: UUID) -> Draft:
    """The draft: strikes and hands written anew in the sheet's order, then new hands, penalties, rulings, the end.

    Raises `Refusal` with `at` the field where a number is none, or where a verdict comes with other changes.
    """
    sheet = sheet_lines(match)
    found = _Draft(key)
    for line in sheet["lines"]:
        _of_line(found, line, typed)
    for prefix in NEW_HANDS:
        if any(typed.get(f"{prefix}-{name}") for name in ("table_points", "finish")) or _void(typed, prefix):
            found.add(hand_payload(typed, prefix, {}), _("补记的一副"))
    for prefix in NEW_PENALTIES:
        if typed.get(f"{prefix}-offence"):
            found.add(_penalty(typed, prefix, found.moved), _("补记的判罚"))
    for protest in sheet["protests"]:
        _of_protest(found, protest, typed)
    _of_ending(found, typed)
    return _with_verdict(found, typed.get("verdict", ""), over=sheet["over"])


class _Draft:
    """Entries under construction. `moved`: the id of a struck hand → of the hand that replaces it."""

    def __init__(self, key: UUID) -> None:
        self.key = key
        self.entries: list[Mapping[str, Any]] = []
        self.labels: list[str] = []
        self.moved: dict[str, str] = {}

    def add(self, payload: Mapping[str, Any], label: str) -> str:
        """Append an entry; answers the id it will have."""
        self.entries.append(payload)
        self.labels.append(label)
        return str(id_of(self.key, len(self.entries) - 1))


def _of_line(found: _Draft, line: Mapping[str, Any], typed: Typed) -> None:
    """A line struck, or a hand or the start written anew."""
    prefix, strike = f"h{line['n']}", {"type": "strike", "entry": line["id"]}
    if typed.get(f"strike-{line['n']}"):
        found.add(strike, line["text"])
        return
    if f"{prefix}-declarer" not in typed:
        return
    if line["kind"] == "hand" and _changed(line, typed, prefix):
        found.add(strike, line["text"])
        payload = {**hand_payload(typed, prefix, line["payload"]), "replaces": line["id"]}
        found.moved[line["id"]] = found.add(payload, line["text"])
    elif line["kind"] == "start" and typed[f"{prefix}-declarer"] != line["payload"].get("declarer", ""):
        found.add(strike, line["text"])
        kept = {name: value for name, value in line["payload"].items() if name != "declarer"}
        found.add(kept | _chosen(typed, f"{prefix}-declarer", "declarer"), line["text"])


def _changed(line: Mapping[str, Any], typed: Typed, prefix: str) -> bool:
    """Whether any field differs from what the page showed; a field the page did not show is as it was."""
    was = line["values"]
    shown = [name for name in HAND_FIELDS if f"{prefix}-{name}" in typed or name in ("dry_kitty", "tribute_refused")]
    return any((typed.get(f"{prefix}-{name}", "") or "").strip() != was[name] for name in shown)


def hand_payload(typed: Typed, prefix: str, old: Mapping[str, Any]) -> dict[str, Any]:
    """A hand's entry out of its fields, on top of what the old one said of other things (seat, trump)."""
    kept = {name: old[name] for name in ("declarer_seat", "trump", "declarer_override") if name in old}
    values = {name: typed.get(f"{prefix}-{name}", "").strip() for name in HAND_FIELDS}
    payload: dict[str, Any] = {"type": "hand", **kept, "declarer": values["declarer"]}
    if values["result"] not in ("", "played"):
        payload["result"] = values["result"]
    for name in ("table_points", "kitty_points"):
        if values[name]:
            payload[name] = _number(values[name], f"{prefix}-{name}")
    for name, plain in (("capture", "none"), ("capture_level_card", "")):
        if values[name] not in ("", plain):
            payload[name] = values[name]
    return payload | _rare(values, prefix)


def _rare(values: Mapping[str, str], prefix: str) -> dict[str, Any]:
    """What only some rulesets ask of a hand."""
    found: dict[str, Any] = {name: True for name in ("dry_kitty", "tribute_refused") if values[name]}
    jokers = {name: _number(values[name], f"{prefix}-{name}") for name in ("small", "big") if values[name]}
    if jokers:
        found["kitty_jokers"] = jokers
    if values["special_bid"]:
        found["special_bid"] = {"side": values["special_bid"], "kind": "red-five-pair"}
    if values["finish"]:
        found["finish"] = re.split(r"[\s,\uff0c\u3001]+", values["finish"].translate(_SIDES))
    return found


def _penalty(typed: Typed, prefix: str, moved: Mapping[str, str]) -> dict[str, Any]:
    values = {name: typed.get(f"{prefix}-{name}", "").strip() for name in _PENALTY_FIELDS}
    payload: dict[str, Any] = {"type": "penalty", "side": values["side"], "offence": values["offence"]}
    for name in ("player", "count"):
        if values[name]:
            payload[name] = _number(values[name], f"{prefix}-{name}")
    if values["effect"]:
        amount = True if values["effect"] == "disqualify" else _number(values["amount"], f"{prefix}-amount")
        payload["effect"] = {values["effect"]: amount}
    if values["hand"]:
        payload["hand"] = moved.get(values["hand"], values["hand"])
    return payload | ({"note": values["note"]} if values["note"] else {})


_PENALTY_FIELDS = ("side", "offence", "player", "count", "effect", "amount", "hand", "note")


def _of_protest(found: _Draft, protest: Mapping[str, Any], typed: Typed) -> None:
    """A ruling on an open protest: turned down, or upheld, which strikes the hand it is about."""
    decided = typed.get(f"ruling-{protest['n']}", "")
    if decided not in ("reject", "uphold"):
        return
    text = typed.get(f"ruling-text-{protest['n']}", "").strip() or (
        _("抗议不成立，维持原记录") if decided == "reject" else _("抗议成立")
    )
    payload: dict[str, Any] = {"type": "ruling", "protest": protest["id"], "text": text, "final": True}
    if decided == "uphold" and protest["hand"]:
        payload["strike"] = [found.moved.get(protest["hand"], protest["hand"])]
    found.add(payload, protest["text"])


def _of_ending(found: _Draft, typed: Typed) -> None:
    kind, _dash, winner = typed.get("ending", "").partition(":")
    if kind == "time-up":
        found.add({"type": "time-up", "cards_drawn": winner == "drawn"}, _("时间到"))
    elif kind == "lot":
        found.add({"type": "lot", "winner": winner}, _("抽签"))
    elif kind == "decision":
        text = typed.get("ending_text", "").strip() or _("裁判长裁定")
        found.add({"type": "decision", "winner": winner or None, "text": text}, _("裁定"))


def _with_verdict(found: _Draft, verdict: str, *, over: bool) -> Draft:
    """The draft with the verdict on the whole match, if there is one; a match that is over is judged from scratch."""
    if not verdict:
        return Draft(tuple(found.entries), labels=tuple(found.labels))
    if found.entries:
        message = _("对整场的判决不能与逐条更正同时执行：请清除逐条更正，或把“整场判决”选回“不作整场判决”。")
        raise Refusal(message, code="both", at="verdict")
    if verdict == VOID:
        return Draft(anew=True)
    if out := PLAYER_OUT.fullmatch(verdict):
        return Draft(({"type": "disqualify", "side": out[1], "player": int(out[2])},))
    if verdict not in VERDICTS:
        raise Refusal(_("没有这种判决，请从列出的判决中选择。"), code="no-verdict", at="verdict")
    entries = tuple({"type": kind, "side": side} for kind, side in VERDICTS[verdict])
    return Draft(entries, anew=over and not verdict.startswith("disqualify"))


def _chosen(typed: Typed, field: str, name: str) -> dict[str, str]:
    return {name: typed[field]} if typed.get(field) else {}


def _void(typed: Typed, prefix: str) -> bool:
    return typed.get(f"{prefix}-result") == "void"


def _number(text: str, at: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        message = _("“%(text)s”不是整数；请填 0 以上的整数。") % {"text": text[:20]}
        raise Refusal(message, code="not-a-number", at=at)
    return int(text)


__all__ = ["NEW_HANDS", "NEW_PENALTIES", "draft_of", "hand_payload", "hand_values"]
