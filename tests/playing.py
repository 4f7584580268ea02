"""A referee for tests: writes on a match's sheet through the services, and plays whole matches and groups."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid4

from tournament.models import Match, Tournament
from tournament.services.actor import Actor
from tournament.services.sheet import Appended, append_entry, confirm

START = {"type": "start", "at": "2011-11-25T13:10:00+08:00"}
STOP = {"type": "time-up", "at": "2011-11-25T14:10:00+08:00", "cards_drawn": False}
OTHER = {"a": "b", "b": "a"}


def protested_match(match: Match, actor: Actor) -> "Referee":
    """Side a wins by the first of two hands, against which side b protests."""
    referee = Referee(match, actor)
    referee.start("a")
    hand = referee.hand("a", 40).entry
    referee.hand("a", 95)
    referee.write(STOP)
    referee.write({"type": "protest", "side": "b", "text": "第一副记错", "hand": str(hand.pk)})
    return referee


class Referee:
    """Writes on one match, each entry on top of the last."""

    def __init__(self, match: Match, actor: Actor) -> None:
        self.match, self.actor = match, actor
        last = match.entries.order_by("n").last()
        self.last: UUID | None = last.pk if last else None

    def write(self, payload: Mapping[str, Any], entry_id: UUID | None = None) -> Appended:
        """One entry."""
        done = append_entry(
            self.match.pk, entry_id=entry_id or uuid4(), after=self.last, payload=payload, actor=self.actor
        )
        self.last, self.match = done.entry.pk, done.match
        return done

    def start(self, declarer: str = "a") -> Appended:
        """The match begins with this side on stage."""
        return self.write({**START, "declarer": declarer})

    def hand(self, declarer: str, table_points: int, **more: Any) -> Appended:
        """A hand played."""
        return self.write({"type": "hand", "declarer": declarer, "table_points": table_points, **more})

    def strike(self, entry: UUID, reason: str = "记错") -> Appended:
        """An entry struck out."""
        return self.write({"type": "strike", "entry": str(entry), "reason": reason})

    def stop(self) -> Appended:
        """Time is up and no cards are in hand."""
        return self.write(STOP)

    def confirm(self) -> Match:
        """Both sides confirm the sheet as it is."""
        for side in "ab":
            self.match = confirm(self.match.pk, side, self.match.version, self.actor)
        return self.match


def play(match: Match, actor: Actor, winner: str = "a", points: Iterable[int] = (40,)) -> Match:
    """A whole match: `winner` declares every hand, the attackers take `points`; stopped by time; confirmed."""
    referee = finish(match, actor, winner, points)
    return referee.confirm()


def finish(match: Match, actor: Actor, winner: str = "a", points: Iterable[int] = (40,)) -> Referee:
    """The same without the confirmations."""
    referee = Referee(match, actor)
    referee.start(winner)
    for taken in points:
        referee.hand(winner, taken)
    if referee.match.status != Match.Status.FINISHED:
        referee.stop()
    return referee


def find(tournament: Tournament, code: str) -> Match:
    """A match by its code, read afresh."""
    return Match.objects.select_related("stage__ruleset", "stage__tournament").get(
        stage__tournament=tournament, code=code
    )


def play_group(tournament: Tournament, group: str, actor: Actor) -> None:
    """A group in which 1 beats 2 and 3, and 2 beats 3."""
    for code in ("1-2", "1-3", "2-3"):
        play(find(tournament, group + code), actor)


def play_circle(tournament: Tournament, group: str, actor: Actor) -> None:
    """A group in which each team wins once with the same levels, so that only a lot parts them."""
    for code, winner in (("1-2", "a"), ("1-3", "b"), ("2-3", "a")):
        play(find(tournament, group + code), actor, winner)


def teams(match: Match) -> dict[str, str | None]:
    """The names in a match's slots."""
    return {slot.side: slot.team.name if slot.team else None for slot in match.slots.select_related("team")}
