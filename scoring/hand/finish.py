"""Settle a hand by the order in which the players finish: first and partner second, third or last."""

from scoring.hand.effects import forget_failures
from scoring.hand.facts import SIDES, HandFacts, Reason, Settled
from scoring.ladder import capped, climb
from scoring.ruleset.compiled import Rules


def settle_finish(rules: Rules, levels: tuple[int, int], failures: tuple[int, int], hand: HandFacts) -> Settled:
    """Settle one hand: the side of the first to finish comes (or stays) on stage and climbs."""
    rule = rules.finish
    assert rule is not None
    winner = SIDES.index(hand.finish[0][0])
    partner = next(place for place in (2, 3, 4) if SIDES.index(hand.finish[place - 1][0]) == winner)
    asked = {2: rule.first_second, 3: rule.first_third, 4: rule.first_fourth}[partner]
    steps = capped(rules, asked)
    cited = {2: "settle.first_second", 3: "settle.first_third", 4: "settle.first_fourth"}[partner]
    reasons: list[Reason] = [("finish", (winner, partner, asked), cited)]
    after = list(levels)
    score = [0, 0]
    if rules.by_levels:
        after[winner] = _climbed(rules, levels, winner, partner, steps, hand.declarer, reasons)
    else:
        score[winner] = steps
        score[1 - winner] = -steps if rule.counts == "zero-sum" else 0
    used = _lives(rules, levels, after, failures, hand.declarer, reasons)
    return _settled(rules, levels, after, score, used, winner, hand, reasons)


def _climbed(
    rules: Rules, levels: tuple[int, int], winner: int, partner: int, steps: int, declarer: int, reasons: list[Reason]
) -> int:
    level = levels[winner]
    last = level == rules.top - 1
    if last and partner == 4 and rules.finish and rules.finish.last_level_partner_not_last:
        reasons.append(("partner-last", (winner, level), "settle.last_level_partner_not_last"))
        return level
    reached = climb(rules, level, steps, as_declarer=winner == declarer)
    if reached < min(level + steps, rules.top):
        reasons.append(("must-play", (winner, reached), "ladder.must_play"))
    return reached


def _lives(
    rules: Rules,
    levels: tuple[int, int],
    after: list[int],
    failures: tuple[int, int],
    declarer: int,
    reasons: list[Reason],
) -> tuple[int, int]:
    """A declarer side that did not get past a level with lives has used one."""
    rule = rules.ruleset.ladder.attempts
    used = list(failures)
    at_level = rule is not None and rules.levels[levels[declarer]] == rule.level
    if rule is not None and at_level and rules.by_levels and after[declarer] == levels[declarer]:
        used[declarer] += 1
        reasons.append(("life", (declarer, rule.level, used[declarer], rule.lives), "ladder.attempts"))
        if used[declarer] >= rule.lives:
            after[declarer] = rules.number[rule.back_to]
            reasons.append(("lives-gone", (declarer, rule.back_to), "ladder.attempts"))
    return used[0], used[1]


def _settled(
    rules: Rules, old: tuple[int, int], after: list[int], score: list[int], used: tuple[int, int], winner: int,
    hand: HandFacts, reasons: list[Reason],
) -> Settled:  # fmt: skip
    new = (after[0], after[1])
    reasons += [("moved", (side, old[side], new[side]), "") for side in (0, 1) if new[side] != old[side]]
    reasons.append(("on-stage", (winner, winner == hand.declarer), ""))
    gain = (new[0] - old[0], new[1] - old[1]) if rules.by_levels else (score[0], score[1])
    return Settled(
        total=None, on_stage=winner, levels=new, gain=gain, score=(score[0], score[1]),
        failures=forget_failures(rules, used, old, new),
        passed=next((side for side in (0, 1) if new[side] >= rules.top), None), early=None, tribute=None,
        reasons=tuple(reasons),
    )  # fmt: skip
