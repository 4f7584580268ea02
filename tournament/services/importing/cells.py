"""What a file holds once it is read: sheets of rows of cells, whatever the file's kind."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

MAX_ROWS = 5000
MAX_COLUMNS = 100
MAX_CELL = 500

Kind = Literal["text", "number", "long-number", "date", "formula", "error"]


class Cell(NamedTuple):
    """A cell's text; `kind` says what the file held: a long number has lost digits, a formula has no stored value."""

    text: str
    kind: Kind = "text"


BLANK = Cell("")


class SheetRow(NamedTuple):
    """A row that is not blank; `number` counts from 1 as the program shows it that made the file."""

    number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet without its blank rows."""

    title: str
    rows: list[SheetRow] = field(default_factory=list)


def trimmed(cells: list[Cell]) -> tuple[Cell, ...]:
    """The cells without blank ones at the end."""
    end = len(cells)
    while end and not cells[end - 1].text.strip():
        end -= 1
    return tuple(cells[:end])
