"""The rules of one ruleset laid out as tables, so that a console can go on from hand to hand without a network.

What a hand does to a side hangs on that side's own level and lives, on the total and on the kind of hand (its capture,
red fives, buried jokers); only whether it is a flag hand comes from the other side. So a column a side is enough,
whatever the other side's level.
"""

from functools import lru_cache
from typing import Any

from scoring.hand import SIDES
from scoring.offences import Resolved
from scoring.ruleset.compiled import Rules
from scoring.sheet.course_hands import Hands, beyond, flag_level, tribute_runs
from scoring.sheet.course_variants import asked
from scoring.sheet.course_words import sentences
from scoring.sheet.state import MatchState


def position(state: MatchState) -> dict[str, Any]:
    """Where the next hand starts: what each side has reached, and what is noted against the hand.

    Of a side: its level's number, lives used, games won, score, levels `climbed` in the match, when it `arrived` at its
    level (counted by `tick`). `penalties`: points noted for the hand at play, against a side or against whoever
    declares; `noted`: offences in it ([code, side]) that make a misdeal if the other side commits them too.
    """
    play = state.play
    both = [[one.penalty.offence, SIDES[one.penalty.side]] for one in play.pending if one.misdeal_if_both]
    sides = {side: _reached(state, at) for at, side in enumerate(SIDES)}
    return {**sides, "tick": play.tick, "penalties": _penalties(play.pending), "noted": both}


def _reached(state: MatchState, side: int) -> dict[str, int]:
    play = state.play
    return {
        "level": min(play.levels[side], state.rules.top - 1),
        "failures": play.failures[side],
        "games": play.games[side],
        "score": play.score[side],
        "climbed": play.climbed(side),
        "arrived": play.arrived[side],
    }


def _penalties(pending: tuple[Resolved, ...]) -> dict[str, int]:
    sums = dict.fromkeys((*SIDES, "declarer"), 0)
    for one in pending:
        sums["declarer" if one.against_declarer else SIDES[one.penalty.side]] += one.points
    return sums


@lru_cache(maxsize=64)
def course_table(rules: Rules, lang: str = "zh") -> dict[str, Any]:
    """Everything a hand of these rules can do, by role, as JSON.

    {"levels": codes, "by_levels", "zero_sum", "floor", "games_to_win", "mercy_lead", "end", "flag": its level's number
    or null, "climb": what an offence's levels need (`next_must`, `held` by level, `cap`, `any_win`, `back`),
    "exact": totals not to be reckoned with penalties (`values`, from `full` on), "kinds": how a hand's kind is named
    (see `asked`), "tribute": runs [from total, cards the attackers owe], "beyond", "say", "reads", "hands", its pools}

    A run holds from its total up to the next one. `reads[plain | flag][none | captured | ended]` is a place in `runs`,
    of runs [from, row, up]: `rows[row]` is [sentence, from, sign] of the rule a total meets; its `{n}` is
    (total - from) * sign, its `{up}` the run's. `hands[plain | flag][kind]` is a place in `runs`, of runs
    [from, outcome]; by order of finishing (`declarer-2`) an outcome itself. `outcomes[outcome]`: who is on stage,
    `early` win, cards that attackers `owe` for jokers, `steps` (by level, where points are counted), and the `columns`
    of both roles: by level the level after it, or [level, failures or null, sentences …], or of a level with lives
    {lives: by those used}.
    """
    return {
        "levels": list(rules.levels),
        "by_levels": rules.by_levels,
        "zero_sum": (rules.points or rules.ruleset.settle).counts == "zero-sum",
        "floor": rules.points is None or rules.points.floor_at_zero,
        "games_to_win": rules.games_to_win,
        "mercy_lead": rules.ruleset.match.mercy_lead,
        "end": _end(rules),
        "flag": flag_level(rules),
        "climb": _climb(rules),
        "exact": _exact(rules),
        "kinds": asked(rules),
        "tribute": tribute_runs(rules),
        "beyond": beyond(rules),
        "say": sentences(rules, lang),
        **Hands(rules, lang).table(),
    }


def _end(rules: Rules) -> dict[str, Any]:
    """How a match whose time or hands are up is decided: see `scoring.sheet.ending`."""
    match = rules.ruleset.match
    return {
        "decide": list(rules.decide),
        "over_all_games": match.levels_over_all_games,
        "decider": match.decider,
        "no_winner": match.no_winner,
    }


def _climb(rules: Rules) -> dict[str, Any]:
    """What `scoring.ladder.climb` and `effects.forget_failures` read: `back` is the level that lives send back to."""
    attempts = rules.ruleset.ladder.attempts
    return {
        "next_must": list(rules.next_must),
        "held": list(rules.held),
        "cap": rules.cap,
        "any_win": rules.ruleset.ladder.leave_must_play != "declarer-win",
        "back": None if attempts is None else rules.number[attempts.back_to],
    }


def _exact(rules: Rules) -> dict[str, Any]:
    """Rows read on what was earned without penalties: with penalties the phone cannot tell whether they are met."""
    points = rules.points
    if points is None or points.special_on == "total":
        return {"values": [], "full": None}
    values = [row.total for row in points.specials] + ([0] if points.early.shutout else [])
    return {"values": sorted(set(values)), "full": points.early.full_score}
