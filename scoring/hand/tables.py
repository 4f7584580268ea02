"""Level tables: a total becomes who is on stage and how many levels that side climbs, with the reason."""

from dataclasses import dataclass

from scoring.hand.facts import Reason
from scoring.ruleset.compiled import Rules
from scoring.ruleset.settlement import BandTable, Flag, StepTable, Table, TwoConditionTable


@dataclass(frozen=True, slots=True)
class Outcome:
    """One cell: do the attackers come on stage, how many levels, was the aim of the table reached, and why."""

    attackers: bool
    steps: int
    success: bool
    reason: Reason
    to_must_play: bool = False
    to: str | None = None


def outcome(rules: Rules, total: int, captured: bool) -> Outcome:
    """The table's cell for a total, remembered per ruleset."""
    found = rules.outcomes.get((total, captured))
    if not isinstance(found, Outcome):
        assert rules.points is not None
        found = rules.outcomes[total, captured] = read(rules.points.table, total, captured)
    return found


def read(table: Table, total: int, captured: bool) -> Outcome:
    """The cell, worked out."""
    if isinstance(table, StepTable):
        return _by_step(table, total)
    if isinstance(table, BandTable):
        return _by_band(table, total)
    return _by_two_conditions(table, total, captured)


def flag_outcome(flag: Flag, total: int) -> Outcome:
    """The flag hand: from its threshold the attackers come on stage; below it the declarer side has passed."""
    if total < flag.threshold:
        return Outcome(False, 1, True, ("flag-won", (total, flag.threshold), "settle.flag"))
    over = (total - flag.threshold) // flag.step
    reason: Reason = ("flag-lost", (total, flag.threshold, flag.step, over + flag.attackers_bonus), "settle.flag")
    return Outcome(True, over + flag.attackers_bonus, True, reason)


def _limited(steps: int, cap: int | None) -> int:
    return steps if cap is None else min(steps, cap)


def _by_step(table: StepTable, total: int) -> Outcome:
    if total >= table.threshold:
        over = total - table.threshold
        steps = _limited(table.attackers_bonus + over // table.step, table.attackers_cap)
        facts = (table.threshold, over, table.step, table.attackers_bonus, steps)
        return Outcome(True, steps, True, ("over", facts, "settle.table"))
    short = table.threshold - total
    steps = _limited(table.declarer_bonus + short // table.step, table.declarer_cap)
    return Outcome(
        False, steps, True, ("short", (table.threshold, short, table.step, table.declarer_bonus, steps), "settle.table")
    )


def _by_band(table: BandTable, total: int) -> Outcome:
    bands = table.bands
    index = max((i for i, band in enumerate(bands) if band.from_points <= total), default=0)
    band = bands[index]
    steps, last = band.levels, index == len(bands) - 1
    if last and table.beyond:
        steps += (total - band.from_points) // table.beyond.every * table.beyond.levels
        steps = _limited(steps, table.beyond.cap)
    upper = None if last else bands[index + 1].from_points - 5
    attackers = band.on_stage == "attackers"
    return Outcome(attackers, steps, True, ("band", (total, band.from_points, upper, attackers, steps), "settle.table"))


def _by_two_conditions(table: TwoConditionTable, total: int, captured: bool) -> Outcome:
    reached = total >= table.threshold
    steps = (table.attackers_levels if reached else table.declarer_levels) if reached == captured else 0
    facts = (total, table.threshold, captured, steps)
    return Outcome(reached, steps, reached == captured, ("two-conditions", facts, "settle.table"))
