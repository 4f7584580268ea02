"""What a console needs to reckon without a network: where the sheet stands, the course of hands, ladders, seats."""

import hashlib
import json
from functools import lru_cache
from typing import Any

from scoring.hand import multiplier
from scoring.ruleset import Ruleset
from scoring.ruleset.compiled import Rules, compile_rules
from scoring.ruleset.offence import Effect, Offence
from scoring.sheet import MatchState, course_table, position
from tournament.models import Match
from tournament.services.folded import folded
from tournament.services.keypad import reader
from tournament.services.lateness import lateness_of
from tournament.services.match_rules import rules_of

LONGEST_TRACTOR = 20  # as the sheet's form allows


def console_facts(match: Match) -> dict[str, Any]:
    """What does not change during the match.

    `ladders`: by offence its `effects` (kind, points, levels), `increase` (points more each time beyond the last),
    `against` ("offender" or "declarer") and `misdeal_if_both`; `multipliers` of the kitty by capture; `seats` (order
    of play from n, and whether a replayed hand keeps its declarer); `max_hands`, `shot_clocks` in seconds,
    `late_minutes` (null: none).
    """
    return {**facts_of(match), "late_minutes": lateness_of(match.stage.tournament).forfeit_minutes}


def facts_of(match: Match) -> dict[str, Any]:
    """`console_facts` without what hangs on the tournament's notice; no query."""
    ruleset = rules_of(match)
    rules = compile_rules(ruleset, match.stage.match_options)
    clocks = {"bury": ruleset.time.bury_seconds, "play": ruleset.time.play_seconds}
    return {
        "ladders": {offence.code: _ladder(offence) for offence in ruleset.offences},
        "multipliers": _multipliers(ruleset),
        "seats": {
            "order": "nesw" if ruleset.seats.direction == "clockwise" else "nwse",
            "replay_same": ruleset.seats.replay_same_seat,
        },
        "max_hands": rules.max_hands,
        "shot_clocks": {name: seconds for name, seconds in clocks.items() if seconds},
    }


def offline_table(match: Match, known: str = "") -> dict[str, Any]:
    """What carries the hands after the sheet as it stands, with the `version` it belongs to.

    `position` and `course`: see `scoring.sheet.course`; `course` is null where the reader has the one of this
    `course_tag` (`known`), for it is the same during the whole match.
    """
    table = {"version": match.version, **table_of(folded(match).state)}
    return {**table, "course": None} if known == table["course_tag"] else table


def table_of(state: MatchState) -> dict[str, Any]:
    """`offline_table` of a folded sheet, without its version."""
    rules, lang = state.rules, reader()
    return {"position": position(state), "course_tag": _tag(rules, lang), "course": course_table(rules, lang)}


@lru_cache(maxsize=64)
def _tag(rules: Rules, lang: str) -> str:
    text = json.dumps(course_table(rules, lang), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _ladder(offence: Offence) -> dict[str, Any]:
    effects = [_effect(effect) for effect in offence.effects]
    both = offence.both_sides == "misdeal"
    return {"effects": effects, "increase": offence.increase, "against": offence.against, "misdeal_if_both": both}


def _effect(effect: Effect) -> dict[str, Any]:
    return {"kind": effect.kind, "points": effect.points or 0, "levels": effect.levels or 0}


def _multipliers(ruleset: Ruleset) -> dict[str, int]:
    rules = compile_rules(ruleset, {})
    if rules.points is None:
        return {}
    shapes = ["none", "single", "pair", *(f"tractor-{pairs}" for pairs in range(2, LONGEST_TRACTOR + 1))]
    if rules.points.capture.five_ten_king is not None:
        shapes.append("five-ten-king")
    return {shape: multiplier(rules.points, shape) for shape in shapes}
