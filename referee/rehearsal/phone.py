"""A referee's phone in the rehearsal: it keeps what it wrote until the server has said that it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from referee.models import Device
from referee.services.arrivals import note_arrivals
from referee.services.devices import actor_of_device, device_by, note_contact
from referee.services.writing import confirm_side, write_entry
from tournament.models import Match
from tournament.services.folded import last_entry
from tournament.services.refusal import Refusal


@dataclass(frozen=True)
class Kept:
    """An entry in the outbox."""

    match: int
    entry_id: UUID
    after: UUID | None
    payload: Mapping[str, Any]


@dataclass
class Phone:
    """A device by its secret, with its outbox."""

    secret: str
    name: str
    outbox: list[Kept] = field(default_factory=list)

    def device(self) -> Device:
        """The device, if it is still let in; that it spoke and what waits on it is noted, as with every request."""
        found = device_by(self.secret)
        note_contact(found, len(self.outbox))
        return found

    def keep(self, match: Match, payload: Mapping[str, Any]) -> None:
        """Write an entry into the outbox, on top of what this phone last knew of the sheet."""
        mine = [one.entry_id for one in self.outbox if one.match == match.pk]
        self.outbox.append(Kept(match.pk, uuid4(), mine[-1] if mine else last_entry(match), payload))

    def send(self) -> None:
        """Send what is kept, in order; an entry leaves the outbox once it is stored. Raises the server's refusal."""
        while self.outbox:
            self.deliver(self.outbox[0])
            self.outbox.pop(0)
        self.device()  # the next poll says that nothing waits any more

    def deliver(self, kept: Kept) -> bool:
        """One entry to the server; true where it had been there before."""
        device = self.device()
        sent: dict[str, Any] = {"entry_id": kept.entry_id, "after": kept.after, "payload": kept.payload}
        return write_entry(kept.match, device, actor_of_device(device), **sent).repeated

    def write(self, match: Match, *payloads: Mapping[str, Any]) -> None:
        """Keep entries and send them."""
        for payload in payloads:
            self.keep(match, payload)
        self.send()

    def throw_away(self) -> None:
        """What is left in the outbox is not wanted any more."""
        self.outbox.clear()
        self.device()

    def check_in(self, match: Match, side: str) -> None:
        """All of a side are here."""
        note_arrivals(match.pk, side, None, actor_of_device(self.device()), here=True)

    def confirm(self, match: Match) -> None:
        """Both sides confirm on this phone."""
        device = self.device()
        for side in "ab":
            confirm_side(match.pk, device, actor_of_device(device), side, match.version)

    def is_refused(self) -> str:
        """Try to send; the server's refusal in words, empty where everything went."""
        try:
            self.send()
        except Refusal as refusal:
            return refusal.message
        return ""
