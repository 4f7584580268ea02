"""What a ruleset means for the referee's keypad: captures, questions, suggested totals, offences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from scoring.ruleset.base import Text
from scoring.ruleset.offence import Effect, Offence
from scoring.ruleset.settlement import (
    BandTable,
    Captures,
    FinishSettlement,
    PointsSettlement,
    StepTable,
    TwoConditionTable,
)
from scoring.words import offence_name
from scoring.words.clauses import clause_text

OTHER = "other"
DOUBLE = 4  # 双抠 is a capture that counts four times
TRACTORS = range(2, 5)  # what the keypad offers at once; longer ones are typed
GROUPS = {
    "play": ("exposed-card", "wrong-card", "late-revoke", "out-of-turn", "card-taken-back", "failed-throw"),
    "kitty": ("miscounted-kitty", "kitty-reopened", "wrong-hand-size", "misdrawn-kitty", "wrong-trump", "excess-cut"),
    "time": ("shot-clock", "late"),
}


def keypad(ruleset: Ruleset) -> dict[str, Any]:
    """The facts a console needs of a ruleset.

    `name`, `decks`, `levels`, `limit_minutes`, `at_end`, `finish` (settled by order of finishing: no points asked);
    `captures` (codes), `one_capture` (where all count alike: the code that stands for them, else ""), `presets`
    (totals to tap), `level_card_levels` and `level_card_captures` (where it matters whether the level card
    captured), `extras` (further keys of a hand it knows), `offences`.
    """
    settle = ruleset.settle
    facts = {
        "name": text_of(ruleset.name),
        "decks": ruleset.deck.decks,
        "levels": list(ruleset.ladder.levels),
        "limit_minutes": ruleset.time.limit_minutes,
        "at_end": ruleset.time.at_end,
        "finish": isinstance(settle, FinishSettlement),
        "captures": [],
        "one_capture": "",
        "presets": [],
        "level_card_levels": [],
        "level_card_captures": [],
        "extras": [],
        "offences": _offences(ruleset),
    }
    return facts | (_of_points(settle) if isinstance(settle, PointsSettlement) else {})


def capture_choices(pad: Mapping[str, Any]) -> list[str]:
    """The captures to choose from on paper and at the desk: where all count alike, one stands for them."""
    one = pad["one_capture"]
    return [code for code in pad["captures"] if code in ("none", one, "five-ten-king")] if one else pad["captures"]


def text_of(text: Text) -> str:
    """The sentence in the reader's language."""
    return text.said(reader())


def reader() -> str:
    """The reader's language as the rules name it: zh or en."""
    return "en" if (get_language() or "").startswith("en") else "zh"


def _of_points(settle: PointsSettlement) -> dict[str, Any]:
    captures = _captures(settle.capture)
    shapes = {demotion.shape for demotion in settle.demotions}
    return {
        "captures": captures,
        "one_capture": "" if shapes else _one_capture(settle.capture),
        "presets": _presets(settle),
        "level_card_levels": sorted({demotion.at for demotion in settle.demotions}),
        "level_card_captures": [code for code in captures if code.split("-")[0] in shapes],
        "extras": _extras(settle),
    }


def _captures(capture: Captures) -> list[str]:
    longest = min(capture.longest_tractor or TRACTORS[-1], TRACTORS[-1])
    tractors = [f"tractor-{pairs}" for pairs in TRACTORS if pairs <= longest]
    return ["none", "single", "pair", *tractors, *(["five-ten-king"] if capture.five_ten_king else [])]


def _one_capture(capture: Captures) -> str:
    """The kind named after the multiplier that all kinds have, "" where they differ (5-10-K is a kind of its own)."""
    alike = capture.tractor_growth == "constant" and capture.single == capture.pair == capture.tractor_two
    return ("pair" if capture.pair == DOUBLE else "single") if alike else ""


def _presets(settle: PointsSettlement) -> list[int]:
    """The totals at which something changes, nearest the middle first taken, shown in order: at most six."""
    table = settle.table
    if isinstance(table, BandTable):
        marks = [band.from_points for band in table.bands]
    else:
        assert isinstance(table, StepTable | TwoConditionTable)
        step = table.step if isinstance(table, StepTable) else 10
        marks = [table.threshold + 2 * step * count for count in (-2, -1, 0, 1, 2)]
    near = sorted({0, *marks}, key=lambda mark: (mark != 0, abs(mark - _middle(marks))))[:6]
    return sorted(mark for mark in near if mark >= 0)


def _middle(marks: list[int]) -> int:
    return marks[len(marks) // 2]


def _extras(settle: PointsSettlement) -> list[str]:
    known = {
        "kitty_jokers": settle.jokers or settle.early.buried_jokers,
        "dry_kitty": settle.jokers,
        "special_bid": settle.special_bid,
        "tribute_refused": settle.tribute,
    }
    return [name for name, asked in known.items() if asked]


def _offences(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Every offence the ruleset lists, and the one for all others, which the referee judges."""
    found = [_offence(ruleset, offence) for offence in ruleset.offences]
    if all(offence.code != OTHER for offence in ruleset.offences):
        found.append(_offence(ruleset, Offence(code=OTHER, effects=(Effect(kind="discretion"),))))
    return found


def _offence(ruleset: Ruleset, offence: Offence) -> dict[str, Any]:
    return {
        "code": offence.code,
        "name": offence_name(ruleset, offence.code, reader()),
        "remedy": text_of(offence.remedy) if offence.remedy else "",
        "group": next((group for group, codes in GROUPS.items() if offence.code in codes), "conduct"),
        "unit": offence.unit,
        "per_player": offence.scope == "player",
        "discretionary": any(effect.kind == "discretion" for effect in offence.effects),
        "ends_hand": offence.ends_hand,
        "source": clause_text(offence.source, reader()),
    }


def group_names() -> dict[str, str]:
    """The headings under which offences are listed."""
    return {"play": _("出牌"), "kitty": _("底牌"), "conduct": _("纪律"), "time": _("时间")}
