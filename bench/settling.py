"""Settling a hand and wording its reasoning: goal under 100 microseconds, over many different hands."""

import time
from itertools import product

from scoring.hand import HandFacts, settle
from scoring.ruleset import load_preset, preset_names
from scoring.ruleset.compiled import compile_rules
from scoring.words.reasons import reasons_text

from .rows import Row

GOAL_US = 100


def hands() -> list[HandFacts]:
    """Hands that differ in points, kitty, capture and declarer."""
    captures = ("none", "single", "pair", "tractor-2")
    return [
        HandFacts(declarer, points, kitty, capture)
        for declarer, points, kitty, capture in product((0, 1), range(0, 165, 5), (10, 20), captures)
    ]


def measure() -> list[Row]:
    """The mean over all hands, each settled once."""
    name = preset_names()[0]
    ruleset = load_preset(name)
    rules, facts = compile_rules(ruleset, {}), hands()
    begin = time.perf_counter()
    for one in facts:
        reasons_text(rules, settle(rules, (3, 5), (0, 0), one).reasons)
    mean = 1e6 * (time.perf_counter() - begin) / len(facts)
    return [Row(f"settle and explain a hand ({name})", f"{mean:.0f} µs", f"under {GOAL_US} µs", mean < GOAL_US)]
