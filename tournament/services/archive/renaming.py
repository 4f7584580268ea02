"""Old team ids to new ones, inside draw records: everywhere but in texts that people wrote."""

from collections.abc import Mapping
from typing import Any

TEXTS = frozenset({"seed", "name", "department", "notes", "present", "reason", "format", "method", "at"})
LABELS = frozenset({"winner_of", "loser_of", "group", "code", "match", "advance"})  # advance: by size of the group


def renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """The record with every team id replaced; match labels, group letters and texts stay as they are."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, list):
        return [renamed(item, ids) for item in value]
    if isinstance(value, Mapping):
        return {ids.get(key, key): _kept(key, item, ids) for key, item in value.items()}
    return value


def _kept(key: str, item: Any, ids: Mapping[str, str]) -> Any:
    if key in TEXTS or key in LABELS:
        return item
    if key == "id" and isinstance(item, str) and not item.isdecimal():
        return item  # a match's label such as m1
    return renamed(item, ids)
