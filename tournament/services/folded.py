"""Sheets as last folded, held in the memory of this process, so that one more line costs one step and not all.

A sheet only ever grows: what it is follows from its match, its last line, and the rules it is folded under. These are
the key, read from the database each time, so that a line written by another process is never missed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from scoring import sheet as rules
from tournament.models import Match, SheetEntry

from .match_rules import rules_of
from .references import to_numbers

LAST = "last_entry"
_KEPT = 512  # sheets held in memory
_LINE = ("id", "n", "type", "payload", "actor_name", "server_at")
_held: dict[int, tuple[object, "Folded"]] = {}


@dataclass(frozen=True, slots=True)
class Folded:
    """A sheet's lines as a screen lists them (`id` in words, `n`, `type`, `payload` …) and the state after them."""

    lines: tuple[dict[str, Any], ...]
    state: rules.MatchState

    @property
    def numbers(self) -> dict[str, int]:
        """The `n` of each line by its id."""
        return {line["id"]: line["n"] for line in self.lines}

    @property
    def last(self) -> str | None:
        """The id of the last line; null on an empty sheet."""
        return self.lines[-1]["id"] if self.lines else None

    @property
    def last_n(self) -> int:
        """The `n` of the last line; 0 on an empty sheet."""
        return self.lines[-1]["n"] if self.lines else 0

    def upto(self, n: int) -> "Folded":
        """The sheet as it was when its line `n` was the last."""
        count = sum(line["n"] <= n for line in self.lines)
        return Folded(self.lines[:count], rules.fold(self.state.ruleset, self.options, self.state.entries[:count]))

    @property
    def options(self) -> dict[str, int]:
        """What the match lays down beside the ruleset."""
        return dict(self.state.rules.overrides)


def with_last_entry(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The matches, each with the id of its last line, read along.

    It is the line that has the match's version for its number: where PostgreSQL waited for the row's lock, the version
    is newer than the lines seen, so that nothing is found and `folded` looks again.
    """
    lines = SheetEntry.objects.filter(match=OuterRef("pk"), n=OuterRef("version")).order_by()
    return matches.annotate(**{LAST: Subquery(lines.values("pk")[:1])})


def folded(match: Match) -> Folded:
    """The sheet of the match as it stands; no query where it is in memory and the match came `with_last_entry`."""
    known = _held.get(match.pk)
    if known is not None and known[0] == _key(match, str(last_entry(match))):
        return known[1]
    sheet = _read(match)
    _hold(match, sheet)
    return sheet


def followed(match: Match, before: Folded, entry: SheetEntry, state: rules.MatchState) -> Folded:
    """The sheet with one more line, held in memory once the transaction has ended well."""
    sheet = Folded((*before.lines, _line({name: getattr(entry, name) for name in _LINE})), state)
    setattr(match, LAST, entry.pk)
    _hold(match, sheet)
    return sheet


def forget() -> None:
    """Hold nothing: the next look at each sheet folds it from its rows."""
    _held.clear()


def last_entry(match: Match) -> UUID | None:
    """The id of the match's last line; null on an empty sheet. No query where it came `with_last_entry`."""
    found: UUID | None = getattr(match, LAST, None)
    return found or match.entries.order_by("-n").values_list("pk", flat=True).first()


def _read(match: Match) -> Folded:
    lines = tuple(_line(row) for row in match.entries.order_by("n").values(*_LINE))
    numbers = {line["id"]: line["n"] for line in lines}
    entries = _entries(lines, numbers)
    return Folded(lines, rules.fold(rules_of(match), match.stage.match_options, entries))


def _entries(lines: Sequence[dict[str, Any]], numbers: dict[str, int]) -> list[dict[str, Any]]:
    return [{"n": line["n"], **to_numbers(line["payload"], numbers)} for line in lines]


def _line(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "id": str(row["id"]), "server_at": row["server_at"].isoformat()}


def _key(match: Match, last: str) -> object:
    stage = match.stage
    return last, stage.ruleset.content_hash, sorted(stage.match_options.items())


def _hold(match: Match, sheet: Folded) -> None:
    """Hold the sheet once it is certain: what is rolled back never gets here."""
    if sheet.last is not None:
        found = _key(match, sheet.last), sheet
        transaction.on_commit(lambda: _store(match.pk, found))


def _store(match_id: int, found: tuple[object, Folded]) -> None:
    if match_id not in _held and len(_held) >= _KEPT:
        _held.clear()
    _held[match_id] = found
