"""Deadlines out of entries: start, pauses, extensions. The time of day is an argument."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scoring.hand import Reason
from scoring.ruleset import Ruleset
from scoring.ruleset.compiled import compile_rules

Entries = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Clock:
    """A match clock: `deadline` is None without a limit, before the start and while paused.

    `state` is not-started, running, paused, over (time is up) or none (no limit). `reasons` tell how it was reckoned.
    """

    deadline: datetime | None
    seconds_left: int | None
    state: str
    reasons: tuple[Reason, ...] = ()


def clock(ruleset: Ruleset, overrides: Mapping[str, int], entries: Entries, now: datetime) -> Clock:
    """The clock at `now`. Time running out proposes; only a `time-up` entry ends anything."""
    limit = compile_rules(ruleset, overrides).limit_minutes
    live = _live(entries)
    start = next((entry for entry in live if entry["type"] == "start" and "at" in entry), None)
    if limit is None:
        return Clock(None, None, "none")
    if start is None:
        return Clock(None, limit * 60, "not-started", (("clock-limit", (limit,), "time.limit_minutes"),))
    minutes = limit + sum(entry["minutes"] for entry in live if entry["type"] == "extend")
    began = datetime.fromisoformat(start["at"])
    stopped, paused_at = _pauses(live)
    reasons = _reasons(limit, minutes - limit, began, stopped)
    deadline = began + timedelta(minutes=minutes) + stopped
    over = any(entry["type"] == "time-up" for entry in live)
    if paused_at is not None and not over:
        return Clock(None, _seconds(deadline - paused_at), "paused", reasons)
    left = _seconds(deadline - now)
    return Clock(deadline, left, "over" if over or left == 0 else "running", reasons)


def _live(entries: Entries) -> list[Mapping[str, Any]]:
    """Entries that are not struck out."""
    struck = {entry["entry"] for entry in entries if entry["type"] == "strike"}
    standing = [entry for entry in entries if entry["type"] == "ruling" and entry["n"] not in struck]
    struck |= {n for ruling in standing for n in ruling.get("strike", ())}
    return [entry for entry in entries if entry["n"] not in struck]


def _pauses(live: Entries) -> tuple[timedelta, datetime | None]:
    """Time stopped so far, and since when the clock stands still now."""
    total, since = timedelta(), None
    for entry in live:
        if entry["type"] == "pause":
            since = since or datetime.fromisoformat(entry["at"])
        elif entry["type"] == "resume" and since is not None:
            total += datetime.fromisoformat(entry["at"]) - since
            since = None
    return total, since


def _seconds(left: timedelta) -> int:
    return max(0, int(left.total_seconds()))


def _reasons(limit: int, extra: int, began: datetime, stopped: timedelta) -> tuple[Reason, ...]:
    found: list[Reason] = [("clock-start", (began.isoformat(), limit), "time.limit_minutes")]
    if stopped:
        found.append(("clock-paused", (int(stopped.total_seconds()) // 60, int(stopped.total_seconds()) % 60), ""))
    if extra:
        found.append(("clock-extended", (extra,), ""))
    return tuple(found)
