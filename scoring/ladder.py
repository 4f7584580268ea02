"""Levels and the climb: one level at a time, stopping on a must-play level, leaving it only by the rule."""

from scoring.ruleset.compiled import Rules


def climb(rules: Rules, level: int, steps: int, *, as_declarer: bool) -> int:
    """The level reached from `level` by at most `steps`; `rules.top` is past the last level.

    A must-play level stops the climb. It is left only by a side that won a hand there as declarer (or by any win,
    if the ruleset says so).
    """
    if steps <= 0 or level >= rules.top:
        return level
    if rules.held[level] and not as_declarer and rules.ruleset.ladder.leave_must_play == "declarer-win":
        return level
    return min(level + steps, rules.next_must[level])


def capped(rules: Rules, steps: int) -> int:
    """The steps of one hand, within the ruleset's cap."""
    cap = rules.ruleset.ladder.cap
    return steps if cap is None else min(steps, cap)


def steps_to(rules: Rules, level: int, target: str) -> int:
    """How many levels from `level` up to the level called `target`; 0 where it is not above."""
    return max(0, rules.number[target] - level)


def fall(rules: Rules, level: int, target: str) -> int:
    """The level after falling to `target`: never a rise."""
    return min(level, rules.number[target])


def lowered(level: int, levels: int) -> int:
    """The level after a deduction: not below the first."""
    return max(0, level - levels)


def code(rules: Rules, level: int) -> str:
    """The level's code; past the last level still shows the last."""
    return rules.levels[min(level, rules.top - 1)]
