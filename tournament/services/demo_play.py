"""A demonstration's match: random but plausible hands through append and confirm, times out of the schedule."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.sheet import next_step, result
from tournament.models import Match

from .actor import Actor
from .keypad import keypad
from .match_rules import rules_of
from .sheet import append_entry, confirm, match_state

HAND_MINUTES = (6, 11)
CAPTURE_CHANCE = 0.25
_HANDS = {"first-declarer", "play-hand", "flag-hand", "pay-tribute", "last-hand"}


def play_match(match_id: int, chance: Random, actor: Actor) -> None:
    """Play a match that has both its teams from the start entry to both confirmations."""
    match = Match.objects.select_related("stage__ruleset").get(pk=match_id)
    _Table(match, chance, actor).play()


class _Table:
    """The match at its table: its clock, its chance, the last entry written."""

    def __init__(self, match: Match, chance: Random, actor: Actor) -> None:
        self.match, self.chance, self.actor = match, chance, actor
        self.ruleset = rules_of(match)
        self.keypad: Mapping[str, Any] = keypad(self.ruleset)
        self.now: datetime = match.starts_at or timezone.now()
        minutes = match.stage.match_options.get("time_limit_minutes") or self.ruleset.time.limit_minutes or 60
        self.deadline = self.now + timedelta(minutes=minutes)
        self.last: UUID | None = None
        self.timed_out = False

    def play(self) -> None:
        """Write entries until the match is decided, then confirm for both sides."""
        self.write({"type": "start", "at": self.now.isoformat(), "declarer": self.chance.choice("ab")})
        while (step := next_step(match_state(self.match))) not in ("confirm", "rule-protest"):
            self.write(self.entry(step))
        version = Match.objects.values_list("version", flat=True).get(pk=self.match.pk)
        for side in "ab":
            confirm(self.match.pk, side, version, self.actor)

    def entry(self, step: str) -> dict[str, Any]:
        """What is written next."""
        if step == "lot":
            return {"type": "lot", "winner": self.chance.choice("ab")}
        if step == "decision":
            return {"type": "decision", "winner": self.chance.choice("ab"), "text": "裁判组裁定"}
        if step in _HANDS and self.now >= self.deadline and not self.timed_out:
            self.timed_out = True
            return {"type": "time-up", "at": self.deadline.isoformat(), "cards_drawn": True}
        return self.hand(decider=step not in _HANDS)

    def hand(self, *, decider: bool) -> dict[str, Any]:
        """One deal: most end near the middle, few with the kitty captured."""
        self.now += timedelta(minutes=self.chance.randint(*HAND_MINUTES))
        state = result(match_state(self.match))
        most = 100 * self.ruleset.deck.decks
        points = 5 * round(self.chance.triangular(0, most * 0.8, most * 0.4) / 5)
        entry: dict[str, Any] = {"type": "hand", "declarer": state["declarer"] or "a", "table_points": points}
        if decider:
            entry["result"] = "decider"
        captures = [code for code in self.keypad["captures"] if code in ("single", "pair")]
        if captures and points and self.chance.random() < CAPTURE_CHANCE:
            room = min(most - points, 20)
            entry |= {"capture": self.chance.choice(captures), "kitty_points": 5 * self.chance.randint(0, room // 5)}
        return entry

    def write(self, payload: dict[str, Any]) -> None:
        """Append the entry on top of the last one, with an id of this match and no other."""
        entry_id = uuid5(self.match.uuid, str(self.chance.getrandbits(128)))
        append_entry(self.match.pk, entry_id=entry_id, after=self.last, payload=payload, actor=self.actor)
        self.last = entry_id
