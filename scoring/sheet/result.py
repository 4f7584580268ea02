"""The result of a sheet as `formats` describes it: every key present, reasons worded in Chinese or English."""

from typing import Any

from scoring.hand import SIDES
from scoring.ladder import code
from scoring.ruleset.compiled import Rules
from scoring.sheet.ending import match_points
from scoring.sheet.play import Play, Row
from scoring.sheet.state import MatchState
from scoring.words import reasons_text, warning_text


def status(play: Play) -> str:
    """scheduled, playing, last-hand, tied or finished."""
    if play.over is not None:
        return "finished"
    if play.tied is not None:
        return "tied"
    if play.last_hand:
        return "last-hand"
    return "playing" if play.started else "scheduled"


def result(state: MatchState, lang: str = "zh") -> dict[str, Any]:
    """The Result of the file formats. `lang` is zh or en; only words depend on it."""
    rules, play = state.rules, state.play
    winner, decided_by = play.over or (None, None)
    told: dict[str, Any] = {
        "status": status(play),
        "winner": side(winner),
        "decided_by": decided_by,
        "levels": pair(code(rules, play.levels[0]), code(rules, play.levels[1])),
        "passed": pair(play.levels[0] >= rules.top, play.levels[1] >= rules.top),
        "games": pair(*play.games),
        "declarer": side(play.declarer),
        "match_points": match_points(rules, play),
        "tribute": tribute(play.tribute),
        "warnings": [warning_text(rules, warning, lang) for warning in play.warnings],
        "hands": [hand_row(rules, row, lang) for row in play.rows],
        "penalties": penalty_rows(state),
    }
    if not rules.by_levels:
        told["score"] = pair(*play.score)
    return told


def pair(a: Any, b: Any) -> dict[str, Any]:
    """Something of each side."""
    return {"a": a, "b": b}


def side(number: int | None) -> str | None:
    """The side's letter."""
    return None if number is None else SIDES[number]


def tribute(owed: tuple[int, int, int] | None) -> dict[str, Any] | None:
    """Who owes cards in the next hand, and how many for points and for jokers."""
    if owed is None:
        return None
    payer, by_points, by_jokers = owed
    return {"from": SIDES[payer], "points": by_points, "jokers": by_jokers, "cards": by_points + by_jokers}


def hand_row(rules: Rules, row: Row, lang: str) -> dict[str, Any]:
    """One settled hand."""
    return {
        "n": row.n,
        "attackers_points": row.total,
        "on_stage": SIDES[row.on_stage],
        "gain": pair(*row.gain),
        "levels": pair(code(rules, row.levels[0]), code(rules, row.levels[1])),
        "reasoning": reasons_text(rules, row.reasons, lang),
    }


def penalty_rows(state: MatchState) -> list[dict[str, Any]]:
    """Every live penalty: its ordinal in its scope, and its points."""
    found = []
    for slot in state.slots:
        if slot.penalty is not None and not slot.struck:
            done = state.noted.resolved[slot.key]
            found.append({
                "n": slot.n, "side": SIDES[done.penalty.side], "offence": done.penalty.offence, "step": done.step,
                "points": done.points,
            })  # fmt: skip
    return found
