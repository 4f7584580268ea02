"""The folded state of a match: its rules, its entries, and the course of play they give."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.ruleset import Ruleset, ruleset_document
from scoring.ruleset.compiled import Rules
from scoring.sheet.play import Play
from scoring.sheet.steps import Noted, Slot


@dataclass(frozen=True, slots=True)
class Undo:
    """What a ruling changed: the slots as they were, to be put back if the ruling itself is struck."""

    slots: tuple[tuple[int, Slot], ...]
    added: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MatchState:
    """Immutable. `slots` are the places on the sheet (a replacement stands in the place of what it replaces);
    `before[i]` is the course of play before slot i; `where` gives the slot of an entry's n."""

    rules: Rules
    entries: tuple[Mapping[str, Any], ...]
    slots: tuple[Slot, ...]
    before: tuple[Play, ...]
    play: Play
    where: Mapping[int, int]
    noted: Noted
    undo: Mapping[int, Undo]
    last_n: int

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset the match is played by."""
        return self.rules.ruleset

    def __eq__(self, other: object) -> bool:
        """Equal sheets under equal rules are equal states."""
        if not isinstance(other, MatchState):
            return NotImplemented
        same_rules = self.ruleset == other.ruleset and self.rules.overrides == other.rules.overrides
        return same_rules and self.entries == other.entries and self.play == other.play

    def __hash__(self) -> int:
        return hash((self.ruleset.key, len(self.entries), self.last_n))

    def to_json(self) -> dict[str, Any]:
        """The state as JSON: the sheet it is folded from, rules and all."""
        return {
            "format": "scoresheet/1",
            "ruleset": ruleset_document(self.ruleset),
            "match": dict(self.rules.overrides),
            "entries": [dict(entry) for entry in self.entries],
        }

    def live(self, n: int) -> Slot | None:
        """The entry of that n, if it stands (not struck, not replaced)."""
        place = self.where.get(n)
        slot = None if place is None else self.slots[place]
        return slot if slot is not None and slot.key == n and not slot.struck else None
