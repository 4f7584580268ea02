"""The sentences of a course: worded once by the rules, with places for what a hand fills in (sides, points, levels)."""

from typing import Any

from scoring.hand.facts import SIDES, Reason
from scoring.hand.tables import Outcome
from scoring.ruleset.compiled import Rules
from scoring.words import reason_text
from scoring.words.clauses import quoted
from scoring.words.names import capture_name, level_at, side_name
from scoring.words.reasons import source_of

BLANKS = ("{declarer}", "{attackers}")
SIDED = {
    "finish": (0,), "partner-last": (0,), "must-play": (0,), "demotion": (0,), "five-ten-king": (0, 2),
    "red-fives": (0, 1), "flag-red-fives": (0, 1), "life": (0,), "lives-gone": (0,), "early-win": (0,),
}  # fmt: skip
OF_CLIMB = frozenset({"jokers-climb", "cap", "must-play", "partner-last"})  # told of the side that climbs
COUNTED = {"over": 1, "short": 1, "band": 0, "flag-won": 0, "flag-lost": 0}  # which fact changes with the total
CLIMBED = {"over": 4, "short": 4, "band": 4, "flag-lost": 3}  # which fact is the levels climbed
SHORT = frozenset({"demotion-short", "five-ten-king-short"})


def worded(rules: Rules, reason: Reason, lang: str) -> str:
    """A step of the reasoning of a hand whose declarer is side 0, with `{declarer}`, `{attackers}`, `{table}` …"""
    code, facts, knob = reason
    kept = [BLANKS[int(str(one))] if at in SIDED.get(code, ()) else one for at, one in enumerate(facts)]
    if code in SHORT:
        kept[0] = "{table}"
    if code == "demotion" and str(kept[2]).startswith("tractor-"):
        kept[2] = "{capture}"
    return reason_text(rules, (code, tuple(kept), knob), lang)


def rule_of(rules: Rules, cell: Outcome, total: int, lang: str) -> tuple[str, int, int]:
    """The rule a total meets: its sentence and the `from` and `sign` of its `{n}`: (total - from) * sign."""
    code, facts, knob = cell.reason
    kept = list(facts)
    if code in CLIMBED and cell.steps:
        kept[CLIMBED[code]] = "{up}"
    start, sign = 0, 1
    if code in COUNTED:
        n = int(str(facts[COUNTED[code]]))
        sign = -1 if code == "short" else 1
        start = total - n * sign
        kept[COUNTED[code]] = "{n}"
    return reason_text(rules, (code, tuple(kept), knob), lang), start, sign


def sentences(rules: Rules, lang: str) -> dict[str, Any]:
    """What a hand says besides its rule: sides, levels (past the last one too), who is on stage, tribute, the kitty."""
    stays = {name: ("on-stage", ("{side}", kept), "") for name, kept in (("kept", True), ("taken", False))}
    owed: Reason = ("tribute", ("{side}", "{cards}", "{points}", "{jokers}"), "settle.tribute")
    return {
        "sides": {side: side_name(number, lang) for number, side in enumerate(SIDES)},
        "names": [level_at(rules, number, lang) for number in range(rules.top + 1)],
        **{name: reason_text(rules, reason, lang) for name, reason in stays.items()},
        "tribute": reason_text(rules, owed, lang),
        "tractor": capture_name("tractor-{n}", lang),
        "kitty": quoted("", source_of(rules, "settle.capture"), lang),
    }
