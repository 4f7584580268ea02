"""Folding sheets of 40 and 60 entries: goal under a millisecond. Settled hands are remembered, as when served."""

import random
import time
from statistics import median
from typing import Any

from scoring.ruleset import load_preset, preset_names
from scoring.sheet import fold

from .rows import Row

ENTRIES = (40, 60)
START = {"n": 1, "type": "start", "at": "2011-11-25T13:10:00+08:00", "declarer": "a"}


def sheet(ruleset: Any, entries: int, seed: int = 1) -> list[dict[str, Any]]:
    """A start and hands of random points, by the side on stage; a match that ends early is made longer elsewhere."""
    chance = random.Random(seed)
    made: list[dict[str, Any]] = [START]
    while len(made) < entries:
        state = fold(ruleset, {}, made)
        points = chance.choice([75, 80, 80, 80, 85, 95])
        made.append({"n": len(made) + 1, "type": "hand", "declarer": declarer(state), "table_points": points})
    return made


def declarer(state: Any) -> str:
    """The side on stage."""
    from scoring.sheet import result

    return str(result(state)["declarer"])


def playable(ruleset: Any, entries: int) -> list[dict[str, Any]]:
    """The first seed whose entries do not end the match."""
    from scoring.errors import ScoringError

    for seed in range(200):
        try:
            made = sheet(ruleset, entries, seed)
            fold(ruleset, {}, made)
        except ScoringError:
            continue
        return made
    raise SystemExit(f"no seed gives {entries} entries")


def milliseconds(ruleset: Any, entries: list[dict[str, Any]]) -> float:
    """Median of two hundred folds."""
    times = []
    for _ in range(200):
        begin = time.perf_counter()
        fold(ruleset, {}, entries)
        times.append(time.perf_counter() - begin)
    return 1000 * median(times)


def measure() -> list[Row]:
    """One line a length of sheet."""
    name = preset_names()[0]
    ruleset = load_preset(name)
    taken = {count: milliseconds(ruleset, playable(ruleset, count)) for count in ENTRIES}
    return [
        Row(f"fold of {count} entries ({name})", f"{middle:.2f} ms", "under 1 ms", middle < 1)
        for count, middle in taken.items()
    ]
