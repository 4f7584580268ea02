"""Every kind of record a draw may have left, looked up by its format: computed, or checked against its own result."""

from collections.abc import Callable, Mapping
from typing import Any

from . import addendum, best_losers, last_record, notes, qualifying, record, redraw, swiss
from .document import FORMAT, shown
from .errors import DrawError

Compute = Callable[[Mapping[str, Any]], dict[str, Any]]
FORMATS: Mapping[str, Compute] = {
    FORMAT: record.compute,
    addendum.FORMAT: addendum.compute,
    qualifying.FORMAT: qualifying.compute,
    best_losers.FORMAT: best_losers.compute,
    last_record.FORMAT: last_record.compute,
    redraw.FORMAT: redraw.compute,
    swiss.FORMAT: swiss.compute,
}


def compute(found: Any) -> dict[str, Any]:
    """The record with its `result` computed anew. Raises `DrawError`."""
    key = found.get("format") if isinstance(found, Mapping) else None
    return FORMATS.get(key, record.compute)(found) if isinstance(key, str) else record.compute(found)


def check(found: Any) -> list[str]:
    """How the `result` a record holds differs from what is drawn, in words; empty if not at all. Raises `DrawError`."""
    if not isinstance(found, Mapping) or found.get("format") in (None, FORMAT):
        return record.check(found)
    drawn, held = compute(found)["result"], found.get("result")
    if not isinstance(held, Mapping):
        raise DrawError("result", "抽签记录里没有可核对的结果（result）")
    keys = sorted(drawn.keys() | held.keys())
    return [
        f"result.{key}：应为 {shown(drawn.get(key))}，记录里为 {shown(held.get(key))}"
        for key in keys
        if not notes.alike(key, drawn.get(key), held.get(key))
    ]
