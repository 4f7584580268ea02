"""Ranking a round robin by six criteria: goals for 64 and 128 teams, and how the cost grows with the matches."""

import random
import time
from itertools import combinations
from statistics import median
from typing import Any

from scoring.standings import rank

from .rows import Row

CRITERIA = ["points", "head-to-head", "wins", "level-difference", "levels-in-wins", "lot"]
GOALS_MS = {64: 15.0, 128: 60.0}
LEVELS = ["8", "9", "10", "J", "Q", "K", "A"]


def document(teams: int) -> dict[str, Any]:
    """A round robin in which everybody has met everybody, from a fixed seed."""
    chance = random.Random(teams)
    names = [f"t{number}" for number in range(teams)]
    matches = [
        {"a": a, "b": b, "winner": chance.choice("ab"), "levels": {"a": chance.choice(LEVELS), "b": "7"}}
        for a, b in combinations(names, 2)
    ]
    return {"format": "standings/1", "criteria": CRITERIA, "teams": names, "matches": matches, "lots": []}


def milliseconds(teams: int, times: int = 9) -> float:
    """The median of a few rankings."""
    held, taken = document(teams), []
    for _ in range(times):
        begin = time.perf_counter()
        rank(held)
        taken.append(1000 * (time.perf_counter() - begin))
    return median(taken)


def measure() -> list[Row]:
    """16, 32, 64 and 128 teams; each doubling has four times the matches, so about four times the cost is linear."""
    found = {teams: milliseconds(teams) for teams in (16, 32, 64, 128)}
    rows = [
        Row(
            f"ranking {teams} teams, {teams * (teams - 1) // 2} matches",
            f"{found[teams]:.1f} ms",
            f"under {goal:.0f} ms",
            found[teams] < goal,
        )
        for teams, goal in GOALS_MS.items()
    ]
    growth = [found[2 * teams] / found[teams] for teams in (16, 32, 64)]
    figure = ", ".join(f"×{one:.1f}" for one in growth)
    return [*rows, Row("ranking: growth at each doubling of teams", figure, "last under ×6", growth[-1] < 6)]
