"""When a table was last heard of: its device's last word, else the last line of its sheet."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.services.floor import Floor

OFFLINE_AFTER = timedelta(seconds=60)


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


def contacts_of(floor: Floor, match_ids: Iterable[int]) -> dict[int, Contact]:
    """By match; no query for the sheets, they are in the floor."""
    found = {}
    for pk in match_ids:
        rows = floor.sheets.get(pk, ())
        found[pk] = Contact(rows[-1].server_at, rows[-1].actor_name) if rows else Contact(None)
    return found
