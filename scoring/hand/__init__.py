"""Settle one hand: points or finishing order → who is on stage, who climbs, and why."""

from scoring.hand.facts import SIDES, HandFacts, Reason, Settled
from scoring.hand.finish import settle_finish
from scoring.hand.points import multiplier, settle_points
from scoring.ruleset.compiled import Rules

__all__ = ["SIDES", "HandFacts", "Reason", "Settled", "multiplier", "settle"]


def settle(rules: Rules, levels: tuple[int, int], failures: tuple[int, int], hand: HandFacts) -> Settled:
    """Settle one hand under either kind of settlement. Levels are numbers from 0; sides are 0 (a) and 1 (b)."""
    if rules.finish is not None:
        return settle_finish(rules, levels, failures, hand)
    return settle_points(rules, levels, failures, hand)
