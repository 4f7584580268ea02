"""What changed between two versions of a ruleset, sentence by sentence."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from scoring.words.describe.line import Line, Section

_COLON = ("：", ": ")


@dataclass(frozen=True, slots=True)
class Change:
    """One sentence that differs: `before` is None where it is new, `after` where it is gone."""

    heading: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        """The change in one line."""
        return f"{self.heading}{_COLON[self.heading.isascii()]}{self.before or '—'} → {self.after or '—'}"


def compare(old: Sequence[Section], new: Sequence[Section]) -> list[Change]:
    """The changes from one described ruleset to the other; lines about the same knobs are set side by side."""
    before, after = {one.key: one for one in old}, {one.key: one for one in new}
    changes: list[Change] = []
    for key in dict.fromkeys([*before, *after]):
        heading = (after.get(key) or before[key]).heading
        pairs = _pairs(_lines(before.get(key)), _lines(after.get(key)))
        changes.extend(Change(heading, str(one) if one else None, str(two) if two else None) for one, two in pairs)
    return changes


def _lines(section: Section | None) -> tuple[Line, ...]:
    return section.lines if section else ()


def _pairs(old: Iterable[Line], new: Iterable[Line]) -> Iterator[tuple[Line | None, Line | None]]:
    """Lines that differ, those about the same knobs together."""
    old, new = list(old), list(new)
    gone = [line for line in old if line not in new]
    come = [line for line in new if line not in old]
    for knobs in dict.fromkeys(line.knobs for line in [*gone, *come]):
        yield from zip_longest(
            (line for line in gone if line.knobs == knobs), (line for line in come if line.knobs == knobs)
        )
