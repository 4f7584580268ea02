"""The rules of one ruleset laid out as tables, so that a console can go on from hand to hand without a network.

What a hand without special facts does to a side hangs on that side's own level and lives and on the total alone; only
whether it is a flag hand comes from the other side. So a table a side is enough, whatever the other side's level.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from scoring.hand import SIDES, HandFacts, Settled, settle
from scoring.ruleset.compiled import Rules
from scoring.sheet.preview import totals
from scoring.sheet.state import MatchState

DECLARER, ATTACKER = 0, 1
ROLES = {DECLARER: "declarer", ATTACKER: "attackers"}
PLACES = (2, 3, 4)
CAPTURES = {"none": "none", "captured": "single"}


def position(state: MatchState) -> dict[str, Any]:
    """Where the next hand starts: of each side the level's number, lives used, games won and score."""
    play, top = state.play, state.rules.top - 1
    return {
        side: {
            "level": min(play.levels[at], top),
            "failures": play.failures[at],
            "games": play.games[at],
            "score": play.score[at],
        }
        for at, side in enumerate(SIDES)
    }


@lru_cache(maxsize=64)
def course_table(rules: Rules) -> dict[str, Any]:
    """Everything a hand of these rules can do, by role, as JSON.

    {"levels": codes, "by_levels", "zero_sum", "games_to_win", "mercy_lead", "flag": its level's number or null,
    "climb": what an offence's levels need (`next_must` and `held` by level, `cap`, `any_win`, `back`: see `ladder`),
    "exact": totals not to be reckoned with penalties (`values`, from `full` on), "cells", "declarer", "attackers"}

    `cells[plain | flag]`: who is on stage, an early win, tribute, steps; `declarer[level][failures]`: the level and
    failures after it (null: as before); `attackers[plain | flag][level]`: the level after it. Each holds, by `none`
    and `captured`, runs `[from total, value]` (one holds up to the next), or by finishing order (`declarer-2`) values.
    """
    flag = _flag(rules)
    modes = {"plain": _plain_level(rules, flag), **({} if flag is None else {"flag": flag})}
    return {
        "levels": list(rules.levels),
        "by_levels": rules.by_levels,
        "zero_sum": _settlement(rules).counts == "zero-sum",
        "games_to_win": rules.games_to_win,
        "mercy_lead": rules.ruleset.match.mercy_lead,
        "flag": flag,
        "climb": _climb(rules),
        "exact": _exact(rules),
        "cells": {mode: _table(rules, level, 0, 0, _cell) for mode, level in modes.items()},
        "declarer": [_declarer(rules, level) for level in range(rules.top)],
        "attackers": {
            mode: [_table(rules, level, other, 0, _reached) for other in range(rules.top)]
            for mode, level in modes.items()
        },
    }


def _settlement(rules: Rules) -> Any:
    return rules.points or rules.finish


def _flag(rules: Rules) -> int | None:
    """The level whose hand has no kitty."""
    rule = rules.points.flag if rules.points else None
    return None if rule is None else rules.number.get(rule.level)


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


def _plain_level(rules: Rules, flag: int | None) -> int:
    """A declarer's level that is not the flag's."""
    return next(level for level in range(rules.top) if level != flag)


def _exact(rules: Rules) -> dict[str, Any]:
    """Rows read on what was earned without penalties: with penalties the phone cannot tell whether they are met."""
    points = rules.points
    if points is None or points.special_on == "total":
        return {"values": [], "full": None}
    values = [row.total for row in points.specials] + ([0] if points.early.shutout else [])
    return {"values": sorted(set(values)), "full": points.early.full_score}


def _declarer(rules: Rules, level: int) -> list[dict[str, Any]]:
    """By lives used so far; where a level has no lives, one table for any number of them."""
    rule = rules.ruleset.ladder.attempts
    lives = rule.lives if rule is not None and rules.levels[level] == rule.level else 1
    return [_table(rules, level, 0, used, _stood(used)) for used in range(lives)]


def _stood(used: int) -> Callable[[Settled], list[int | None]]:
    def after(done: Settled) -> list[int | None]:
        failures = done.failures[DECLARER]
        return [done.levels[DECLARER], None if failures == used else failures]

    return after


def _reached(done: Settled) -> int:
    return done.levels[ATTACKER]


def _cell(done: Settled) -> dict[str, Any]:
    tribute = done.tribute and {"from": ROLES[done.tribute[0]], "points": done.tribute[1], "jokers": done.tribute[2]}
    return {
        "on_stage": ROLES[done.on_stage],
        "early": None if done.early is None else ROLES[done.early[0]],
        "tribute": tribute,
        "steps": done.score[done.on_stage],
    }


def _table(
    rules: Rules, declarer: int, attackers: int, used: int, read: Callable[[Settled], Any]
) -> dict[str, list[Any] | Any]:
    """What `read` finds in every hand from these levels (`used`: lives the declarer side has used)."""

    def value(**facts: Any) -> Any:
        return read(settle(rules, (declarer, attackers), (used, 0), HandFacts(DECLARER, **facts)))

    if rules.finish is not None:
        return {f"{ROLES[w]}-{place}": value(finish=_order(w, place)) for w in ROLES for place in PLACES}
    listed = range(0, totals(rules, (0, 0), DECLARER) + 1, 5)
    return {
        name: _runs((total, value(table_points=total, capture=capture)) for total in listed)
        for name, capture in CAPTURES.items()
    }


def _order(winner: int, place: int) -> tuple[str, ...]:
    """A finishing order in which this side is first and its other player takes that place."""
    mine, theirs = SIDES[winner], SIDES[1 - winner]
    rest = [f"{theirs}1", f"{theirs}2"]
    return (f"{mine}1", *rest[: place - 2], f"{mine}2", *rest[place - 2 :])


def _runs(values: Iterable[tuple[int, Any]]) -> list[list[Any]]:
    """Totals with the same value after each other as one run."""
    found: list[list[Any]] = []
    for total, value in values:
        if not found or found[-1][1] != value:
            found.append([total, value])
    return found
