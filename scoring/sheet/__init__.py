"""A match is its score sheet: parse it, fold it, add an entry, read the result and what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset, parse_ruleset
from scoring.ruleset.compiled import OVERRIDES, compile_rules
from scoring.sheet.checks import keys, must_be_whole, refuse
from scoring.sheet.course import course_table, position
from scoring.sheet.fold import Folder
from scoring.sheet.forms import ENTRY_TYPES
from scoring.sheet.preview import transition_table
from scoring.sheet.prompts import NEXT_STEPS, declarer_seat, next_step, open_protests
from scoring.sheet.result import result
from scoring.sheet.state import MatchState

__all__ = [
    "ENTRY_TYPES", "NEXT_STEPS", "MatchState", "Sheet", "append", "course_table", "declarer_seat", "fold", "from_json",
    "next_step", "open_protests", "parse_sheet", "position", "result", "to_json", "transition_table",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sheet:
    """A parsed sheet: the ruleset, the match's overrides, the entries as they stand in the file."""

    ruleset: Ruleset
    overrides: Mapping[str, int]
    entries: tuple[Mapping[str, Any], ...]


def parse_sheet(doc: Any) -> Sheet:
    """A `scoresheet/1` document. Entries are checked by `fold`. ScoringError where the document is not one."""
    if not isinstance(doc, Mapping):
        raise refuse("", doc, "记录单要写成一组项目")
    for key in doc:
        if key not in ("format", "ruleset", "match", "entries"):
            raise ScoringError("", f"不认识的一项“{key}”；可以有format、ruleset、match、entries")
    if doc.get("format") != "scoresheet/1":
        raise refuse("format", doc.get("format"), "要写scoresheet/1")
    for key in ("ruleset", "entries"):
        if key not in doc:
            raise ScoringError(key, "缺少这一项")
    if not isinstance(doc["entries"], list | tuple):
        raise refuse("entries", doc["entries"], "要写成一列记录")
    return Sheet(parse_ruleset(doc["ruleset"]), _overrides(doc.get("match", {})), tuple(doc["entries"]))


def _overrides(match: Any) -> dict[str, int]:
    keys(match, "match", dict.fromkeys(OVERRIDES, False))
    for name, value in match.items():
        must_be_whole(value, f"match.{name}", 1, 999)
    return dict(match)


def fold(ruleset: Ruleset, overrides: Mapping[str, int], entries: Sequence[Mapping[str, Any]]) -> MatchState:
    """Validate and fold a whole sheet. ScoringError places read `entries[i].field`, counted from 0."""
    folder = Folder(compile_rules(ruleset, _overrides(overrides)))
    for entry in entries:
        folder.add(entry)
    return folder.freeze()


def append(state: MatchState, entry: Mapping[str, Any]) -> MatchState:
    """One more entry: the same state as folding all of them."""
    folder = Folder(state.rules, state)
    folder.add(entry)
    return folder.freeze()


def to_json(state: MatchState) -> dict[str, Any]:
    """The state as a JSON-able document."""
    return state.to_json()


def from_json(doc: Mapping[str, Any]) -> MatchState:
    """The state again: equal to the one written."""
    sheet = parse_sheet(doc)
    return fold(sheet.ruleset, sheet.overrides, sheet.entries)
