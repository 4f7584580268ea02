"""The course of one match as it stands after some entries: levels, games, who is on stage, how it ended."""

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import NamedTuple, Self

from scoring.hand import Reason
from scoring.offences import Resolved

Warning = tuple[str, tuple[object, ...]]


class Row(NamedTuple):
    """One settled hand of the result."""

    n: int
    total: int | None
    on_stage: int
    gain: tuple[int, int]
    levels: tuple[int, int]
    reasons: tuple[Reason, ...]


@dataclass(slots=True)
class Play:
    """Changed only while it is being built; a state never changes one it was given.

    `levels` are level numbers (the ladder's top is past the last one). `arrived` counts events: when each side began
    its present stay. `base` and `start` give the levels climbed over all games. `tied` names what is owed: decider,
    decider-match, lot or ruling. `over` is (winner or None, decided_by); `both_absent` if both sides forfeited.
    """

    levels: tuple[int, int] = (0, 0)
    started: bool = False
    declarer: int | None = None
    games: tuple[int, int] = (0, 0)
    arrived: tuple[int, int] = (0, 0)
    start: tuple[int, int] = (0, 0)
    base: tuple[int, int] = (0, 0)
    failures: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)
    tick: int = 0
    played: int = 0
    time_up: bool = False
    last_hand: bool = False
    paused: bool = False
    tied: str | None = None
    over: tuple[int | None, str] | None = None
    both_absent: bool = False
    pending: tuple[Resolved, ...] = ()
    tribute: tuple[int, int, int] | None = None
    rows: tuple[Row, ...] = ()
    warnings: tuple[Warning, ...] = ()

    def copy(self) -> Self:
        """A copy to build on; everything inside is immutable."""
        return type(self)(*_values(self))

    def warn(self, code: str, *facts: object) -> None:
        """Note something the referee should see; nothing is refused."""
        self.warnings = (*self.warnings, (code, facts))

    def move(self, levels: tuple[int, int]) -> None:
        """Put both sides on new levels and note when each arrived."""
        self.tick += 1
        old = self.levels
        self.arrived = (
            self.arrived[0] if levels[0] == old[0] else self.tick,
            self.arrived[1] if levels[1] == old[1] else self.tick,
        )
        self.levels = levels

    def climbed(self, side: int) -> int:
        """Levels climbed in the whole match: passing the last level counts one."""
        return self.base[side] + self.levels[side] - self.start[side]


_values = attrgetter(*(field.name for field in fields(Play)))
