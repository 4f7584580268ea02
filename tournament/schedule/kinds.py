"""What a schedule is made of: games, where they are placed, and what cannot stand."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Game:
    """A match to be laid out.

    `teams` are the teams known to play in it, `feeders` the keys of matches that must be over before (a group place
    feeds on all matches of its group), `awaits` those of them that still decide who plays, `claims` what its open
    sides wait for (two games with one claim are played by one team), `minutes` its length, `table` a table it stays
    at, `tableless` True if it gets an hour but no table yet (the notice gives none), `earliest` the hour its round
    begins, if that is fixed.
    """

    key: int
    order: tuple[int, int]
    teams: frozenset[int] = frozenset()
    feeders: frozenset[int] = frozenset()
    minutes: int = 60
    table: int | None = None
    tableless: bool = False
    earliest: datetime | None = None
    awaits: frozenset[int] = frozenset()
    claims: frozenset[Hashable] = frozenset()


@dataclass(frozen=True, slots=True)
class Placed:
    """A match in its hour, at its table (None: no table yet)."""

    key: int
    start: datetime
    end: datetime
    table: int | None


@dataclass(frozen=True, slots=True)
class Clash:
    """Why two matches cannot both stand, or one cannot stand where it is (`first` is `second` then).

    `table` doubled, `changeover` at a table too short, `team` doubled, `possible`: a team that may play in both,
    `rest` too short (of a team, or of whoever comes out of `first`), `feeder` not over, `closed`: its table cannot be
    used then, `break`: it runs into a break or past the end of the day.
    `subject` is the table's number or the team's id (0 for a feeder, a break, and whoever comes out of a match).
    """

    reason: str
    first: int
    second: int
    subject: int
