"""Helpers of the scoring tests: fold a sheet written short."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.ruleset import Ruleset, load_preset
from scoring.sheet import MatchState, fold, result

START = {"type": "start", "declarer": "a"}


def numbered(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Entries with n = 1, 2, 3 … where they have none."""
    return [{"n": index, **entry} for index, entry in enumerate(entries, start=1)]


def folded(ruleset: str | Ruleset, *entries: Mapping[str, Any], **overrides: int) -> MatchState:
    """The state of a sheet."""
    rules = load_preset(ruleset) if isinstance(ruleset, str) else ruleset
    return fold(rules, overrides, numbered(entries))


def outcome(ruleset: str | Ruleset, *entries: Mapping[str, Any], lang: str = "zh", **overrides: int) -> dict[str, Any]:
    """The result of a sheet."""
    return result(folded(ruleset, *entries, **overrides), lang)


def start(a: str | None = None, b: str | None = None, declarer: str | None = "a") -> dict[str, Any]:
    """A start entry: levels of both sides, and who declares."""
    entry: dict[str, Any] = {"type": "start"}
    if a is not None and b is not None:
        entry["levels"] = {"a": a, "b": b}
    return entry if declarer is None else {**entry, "declarer": declarer}


def hand(declarer: str, table_points: int | None = None, **more: Any) -> dict[str, Any]:
    """A hand entry; `kitty_points` may be left out with a capture."""
    entry = {"type": "hand", "declarer": declarer, **more}
    if table_points is not None:
        entry["table_points"] = table_points
    if entry.get("capture", "none") != "none":
        entry.setdefault("kitty_points", 0)
    return entry


def penalty(side: str, offence: str, **more: Any) -> dict[str, Any]:
    """A penalty entry."""
    return {"type": "penalty", "side": side, "offence": offence, **more}


def strike(entry: int) -> dict[str, Any]:
    """A strike entry."""
    return {"type": "strike", "entry": entry, "reason": "记错"}
