"""Every total of the next hand and what it would do, as JSON: a ruleset at a glance. A console goes by `course`."""

from typing import Any

from scoring.hand import SIDES, HandFacts, Settled, multiplier, settle
from scoring.hand.tables import outcome
from scoring.ladder import capped, climb, code
from scoring.ruleset import Ruleset
from scoring.ruleset.compiled import Rules, compile_rules
from scoring.sheet.course_hands import PLACES, order
from scoring.sheet.state import MatchState
from scoring.sheet.steps import charged
from scoring.words import reasons_text

SHAPES = ("none", "single", "pair", "tractor-2", "tractor-3", "tractor-4", "five-ten-king")


def transition_table(ruleset: Ruleset, state: MatchState, lang: str = "zh") -> dict[str, Any]:
    """For either declarer side every total → result, with its reason; multipliers and penalties to add it up from.

    {"kind": "points", "multipliers": {capture: int}, "highest_in_play": int, "floor": bool, "sides": {"a", "b"}}
    side: {"penalties": to add to what was earned, "flag": bool (a hand without kitty), "rows": {"none", "captured"}};
    row: {"total", "on_stage", "gain", "levels", "passed", "early", "reasoning"}. Above the last row its result holds.
    Effects of a level card, 5-10-K, red fives and buried jokers are settled on saving.
    """
    rules = compile_rules(ruleset, state.rules.overrides)
    if rules.points is None:
        return {"kind": "finish", "sides": {SIDES[s]: _orders(rules, state, s, lang) for s in (0, 1)}}
    shapes = [s for s in SHAPES if s != "five-ten-king" or rules.points.capture.five_ten_king is not None]
    multipliers = {shape: multiplier(rules.points, shape) for shape in shapes}
    return {
        "kind": "points",
        "multipliers": multipliers,
        "highest_in_play": rules.max_points,
        "floor": rules.points.floor_at_zero,
        "sides": {SIDES[side]: _side(rules, state, side, lang) for side in (0, 1)},
    }


def _side(rules: Rules, state: MatchState, declarer: int, lang: str) -> dict[str, Any]:
    flag = rules.points.flag if rules.points else None
    against = charged(state.play, state.play.pending, declarer)
    top = totals(rules, standing(rules, state), declarer)
    return {
        "penalties": against[declarer] - against[1 - declarer],
        "flag": flag is not None and rules.levels[standing(rules, state)[declarer]] == flag.level,
        "rows": {name: [cell(rules, state, declarer, total, capture, lang) for total in range(0, top + 1, 5)]
                 for name, capture in (("none", "none"), ("captured", "single"))},
    }  # fmt: skip


def standing(rules: Rules, state: MatchState) -> tuple[int, int]:
    """The levels the next hand starts from; a side past the last level shows the last."""
    a, b = state.play.levels
    return min(a, rules.top - 1), min(b, rules.top - 1)


def totals(rules: Rules, levels: tuple[int, int], declarer: int) -> int:
    """The highest total worth listing: from there on the attackers climb no further, so its row holds for more."""
    attackers = levels[1 - declarer]
    highest = 2 * rules.max_points
    while highest < 4000 and _still_climbs(rules, attackers, highest):
        highest += 5 * rules.ruleset.deck.decks
    return highest


def _still_climbs(rules: Rules, attackers: int, total: int) -> bool:
    if not rules.by_levels:
        return False
    steps = capped(rules, outcome(rules, total, True).steps)
    more = capped(rules, outcome(rules, total + 4000, True).steps)
    return climb(rules, attackers, steps, as_declarer=False) < climb(rules, attackers, more, as_declarer=False)


def cell(rules: Rules, state: MatchState, declarer: int, total: int, capture: str, lang: str) -> dict[str, Any]:
    """What a hand with this total does: settled as if all of it were table points."""
    facts = HandFacts(declarer, table_points=total, capture=capture)
    done = settle(rules, standing(rules, state), state.play.failures, facts)
    return {"total": total, **_done(rules, done, lang)}


def _done(rules: Rules, done: Settled, lang: str) -> dict[str, Any]:
    return {
        "on_stage": SIDES[done.on_stage],
        "gain": {"a": done.gain[0], "b": done.gain[1]},
        "levels": {"a": code(rules, done.levels[0]), "b": code(rules, done.levels[1])},
        "passed": None if done.passed is None else SIDES[done.passed],
        "early": None if done.early is None else done.early[1],
        "reasoning": reasons_text(rules, done.reasons, lang),
    }


def _orders(rules: Rules, state: MatchState, declarer: int, lang: str) -> dict[str, Any]:
    """Finishing orders instead of totals: the winner's side and the place of the partner."""
    found = {}
    for winner, side in enumerate(SIDES):
        for place in PLACES:
            facts = HandFacts(declarer, finish=order(winner, place))
            done = settle(rules, standing(rules, state), state.play.failures, facts)
            found[f"{side}-{place}"] = _done(rules, done, lang)
    return {"rows": found}
