"""What goes into settling a hand, and what comes out: plain values, sides as 0 (a) and 1 (b)."""

from typing import NamedTuple

SIDES = ("a", "b")
Reason = tuple[str, tuple[object, ...], str]  # code, parameters, knob whose source in the notice it cites


class HandFacts(NamedTuple):
    """One hand as recorded. `table_points` and `kitty_points` are face values; penalties are points against a side."""

    declarer: int
    table_points: int = 0
    kitty_points: int = 0
    capture: str = "none"
    level_card: str | None = None
    small_jokers: int = 0
    big_jokers: int = 0
    dry_kitty: bool = False
    bid_by: int | None = None
    finish: tuple[str, ...] = ()
    penalties: tuple[int, int] = (0, 0)
    ended_by_offence: bool = False


class Settled(NamedTuple):
    """A settled hand: total (None for a finishing order), side on stage, levels after it and what was climbed.

    `levels` may hold the ladder's top (past the last level) for `passed`. `early` is the code of a win that ends the
    match; `tribute` is (side that owes, points' cards, jokers' cards). `score` counts points where no levels move.
    """

    total: int | None
    on_stage: int
    levels: tuple[int, int]
    gain: tuple[int, int]
    score: tuple[int, int]
    failures: tuple[int, int]
    passed: int | None
    early: tuple[int, str] | None
    tribute: tuple[int, int, int] | None
    reasons: tuple[Reason, ...]
