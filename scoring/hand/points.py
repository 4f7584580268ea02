"""Settle a hand by the points the attackers took: total, outcome, climb, and the special effects."""

from scoring.hand import effects
from scoring.hand.facts import HandFacts, Reason, Settled
from scoring.hand.tables import Outcome, flag_outcome, outcome
from scoring.ladder import capped, steps_to
from scoring.ruleset.compiled import Rules
from scoring.ruleset.settlement import PointsSettlement


def multiplier(settle: PointsSettlement, capture: str) -> int:
    """By how much a capture multiplies the kitty; 0 without one."""
    table = settle.capture
    if capture.startswith("tractor-"):
        length = int(capture[8:])
        if table.longest_tractor is not None:
            length = min(length, table.longest_tractor)
        return table.tractor_two if table.tractor_growth == "constant" else table.tractor_two << (length - 2)
    return {"none": 0, "single": table.single, "pair": table.pair, "five-ten-king": table.five_ten_king or 0}[capture]


def settle_points(rules: Rules, levels: tuple[int, int], failures: tuple[int, int], hand: HandFacts) -> Settled:
    """Settle one hand. `levels` are level numbers before it, `failures` the lives each side has used at its level."""
    settle = rules.points
    assert settle is not None
    flag = settle.flag is not None and rules.levels[levels[hand.declarer]] == settle.flag.level
    times = multiplier(settle, hand.capture)
    earned = hand.table_points + hand.kitty_points * times
    total = earned + hand.penalties[hand.declarer] - hand.penalties[1 - hand.declarer]
    if settle.floor_at_zero:
        total = max(0, total)
    special = not hand.ended_by_offence and not flag
    cited = "settle.capture" if times and hand.kitty_points else ""
    reasons: list[Reason] = [("sum", _sum(hand, times, total), cited)]
    cell = cell_of(rules, settle, hand, total, earned, special, flag)
    work = effects.Work(rules, settle, hand, total, earned, levels, failures, flag, cell, reasons)
    _climb(work)
    effects.demote(work)
    effects.five_ten_king(work)
    effects.special_bid(work)
    effects.lives(work)
    return effects.finished(work)


def _sum(hand: HandFacts, times: int, total: int) -> tuple[object, ...]:
    against, for_them = hand.penalties[hand.declarer], hand.penalties[1 - hand.declarer]
    return (hand.table_points, hand.kitty_points, times, against, for_them, total)


def cell_of(
    rules: Rules, settle: PointsSettlement, hand: HandFacts, total: int, earned: int, special: bool, flag: bool
) -> Outcome:
    """What a hand's total means before its effects: the flag hand's row, a special row, else the table's."""
    if flag and settle.flag:
        return flag_outcome(settle.flag, total)
    if special:
        for row in settle.specials:
            if effects.reads(settle, row.total, total, earned):
                steps = row.levels or 0
                facts = (row.total, row.levels, row.to)
                to = None if row.to == "next-must-play" else row.to
                return Outcome(
                    row.on_stage == "attackers", steps, True, ("special", facts, "settle.specials"),
                    to_must_play=row.to == "next-must-play", to=to,
                )  # fmt: skip
    return outcome(rules, total, hand.capture != "none")


def _climb(work: "effects.Work") -> None:
    """The table's climb for the side on stage, with jokers and the cap of one hand."""
    rules, cell = work.rules, work.cell
    side = work.on_stage
    level = work.before[side]
    steps = cell.steps
    if cell.to is not None:
        steps = max(1, steps_to(rules, level, cell.to))
    elif cell.to_must_play:
        steps = max(1, rules.next_must[level] - level) if level < rules.top else 1
    work.say(*cell.reason)
    bonus = effects.joker_levels(work)
    if bonus:
        work.say("jokers-climb", (bonus,), "settle.jokers")
    work.climb(side, capped(rules, steps + bonus), asked=steps + bonus)
