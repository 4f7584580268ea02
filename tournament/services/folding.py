"""From a match's rows to its score sheet, its state and its projection; nothing is decided here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import sheet as rules
from scoring.ruleset import ruleset_document
from tournament.models import Match, SheetEntry

from .match_rules import rules_of
from .references import to_numbers


@dataclass(frozen=True, slots=True)
class Projection:
    """The columns of a match that are computed from its sheet."""

    version: int
    status: str
    winner: str
    decided_by: str
    result: dict[str, Any]

    def store(self, match: Match) -> None:
        """Write the columns, and no other, in the caller's transaction."""
        match.version, match.status, match.winner = self.version, self.status, self.winner
        match.decided_by, match.projection = self.decided_by, self.result
        match.save(update_fields=["version", "status", "winner", "decided_by", "projection"])


def entries_of(match: Match) -> list[SheetEntry]:
    """The sheet's rows in order."""
    return list(match.entries.order_by("n"))


def brief_entries_of(match: Match) -> list[SheetEntry]:
    """The rows with what folding reads; who wrote them and when stays unread."""
    return list(match.entries.only("id", "match_id", "n", "payload").order_by("n"))


def sheet_entries(rows: Sequence[SheetEntry]) -> list[dict[str, Any]]:
    """The rows as a sheet's entries, references by `n`."""
    numbers = {str(row.pk): row.n for row in rows}
    return [{"n": row.n, **to_numbers(row.payload, numbers)} for row in rows]


def fold_rows(match: Match, rows: Sequence[SheetEntry]) -> rules.MatchState:
    """The state of the match after these rows."""
    return fold_entries(match, sheet_entries(rows))


def fold_entries(match: Match, entries: Sequence[Mapping[str, Any]]) -> rules.MatchState:
    """The state of the match after these sheet entries, under its stage's ruleset and options."""
    return rules.fold(rules_of(match), match.stage.match_options, entries)


def match_state(match: Match) -> rules.MatchState:
    """The state of the match, folded from its entries."""
    return fold_rows(match, entries_of(match))


def sheet_document(match: Match) -> dict[str, Any]:
    """The match as a `scoresheet/1` document with its whole ruleset; entries refer to each other by `n`."""
    return {
        "format": "scoresheet/1",
        "ruleset": ruleset_document(rules_of(match)),
        "match": match.stage.match_options,
        "entries": sheet_entries(entries_of(match)),
    }


def projection_of(result: dict[str, Any], version: int) -> Projection:
    """The columns that a sheet's result gives."""
    return Projection(version, result["status"], result["winner"] or "", result["decided_by"] or "", result)


def empty_projection() -> Projection:
    """The columns of a match whose sheet is empty: as the draw made it."""
    return Projection(0, Match.Status.SCHEDULED, "", "", {})
