"""What goes into a standing and what comes out of it: plain, immutable values."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, NamedTuple

Number = int | Decimal
Side = Literal["a", "b"]
Skip = Literal["not-all-met", "not-two", "no-lot"]
Note = Literal["not-played", "struck"]

LADDER: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PASSED = "passed"


class Meeting(NamedTuple):
    """One match as a standing sees it; pairs are (side a, side b), `b` is None for a bye.

    `levels` are level codes, `passed`, or None where unknown. `score` replaces the match points where it is given.
    """

    a: str
    b: str | None
    winner: Literal["a", "b", "draw"] | None
    levels: tuple[str | None, str | None] = (None, None)
    games: tuple[int, int] = (0, 0)
    score: tuple[Number | None, Number | None] = (None, None)
    penalties: tuple[Number, Number] = (0, 0)
    forfeit: Side | None = None
    double_forfeit: bool = False
    round: int | None = None
    extra: bool = False
    confirmed: bool = True

    @property
    def decided(self) -> bool:
        """Whether it has a confirmed result: a winner, a draw, a bye, or both sides absent."""
        return self.confirmed and (self.winner is not None or self.double_forfeit or self.b is None)


class Points(NamedTuple):
    """Match points for each way a match can end; a bye gives what a win gives unless said otherwise."""

    win: Number = 2
    draw: Number = 1
    loss: Number = 0
    forfeit: Number = 0
    double_forfeit: Number = 0
    bye: Number | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion applied to one tied set, seen from the part `left` that stayed together.

    `values` maps each team of `among` to its number; None where the criterion was skipped, with the reason.
    """

    criterion: str
    among: tuple[str, ...]
    left: tuple[str, ...]
    values: Mapping[str, Number | None] | None
    skipped: Skip | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A team's line in the table. `chain` is every criterion the team went through, in order."""

    rank: int
    team: str
    tied: bool
    decided_by: str | None
    played: int
    won: int
    drawn: int
    lost: int
    values: Mapping[str, Number | None]
    chain: tuple[Step, ...] = ()
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The rows in order and the sets that still owe a lot or an extra match."""

    rows: tuple[Row, ...]
    open_ties: tuple[tuple[str, ...], ...]

    def to_document(self) -> dict[str, Any]:
        """The output of `standings/1`."""
        return {"rows": [_row(row) for row in self.rows], "open_ties": [list(tie) for tie in self.open_ties]}


def _row(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "team": row.team,
        "tied": row.tied,
        "decided_by": row.decided_by,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "values": {key: plain(value) for key, value in row.values.items()},
    }


def plain(number: Number | None) -> int | float | None:
    """A number as JSON shows it: whole numbers without a point."""
    if isinstance(number, Decimal):
        return int(number) if number == number.to_integral_value() else float(number)
    return number
