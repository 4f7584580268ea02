"""When a table was last heard of: the device that writes there, else the last line of its sheet."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Match
from tournament.services.floor import Floor

from .devices import OFFLINE_AFTER
from .holding import holders_of


@dataclass(frozen=True, slots=True)
class Contact:
    """`at` is null where nothing was ever heard; `name` is who writes, `unsent` what waits on the device."""

    at: datetime | None
    name: str = ""
    unsent: int = 0
    holds: bool = False

    def offline(self, now: datetime) -> bool:
        """Whether a device that holds the table has been silent too long; without a device nobody can be."""
        return self.holds and (self.at is None or now - self.at > OFFLINE_AFTER)


def contacts_of(floor: Floor, matches: Iterable[Match]) -> dict[int, Contact]:
    """By match; one query, for the devices that write at the tables. The sheets are in the floor."""
    played = list(matches)
    holders = holders_of(match.table_id for match in played if match.table_id)
    found = {}
    for match in played:
        rows, holder = floor.sheets.get(match.pk, ()), holders.get(match.table_id or 0)
        written = rows[-1].server_at if rows else None
        if holder is not None:
            times = [at for at in (holder.device.seen_at, written) if at]
            found[match.pk] = Contact(max(times), holder.device.name, holder.device.unsent, holds=True)
        else:
            found[match.pk] = Contact(written, rows[-1].actor_name if rows else "")
    return found
