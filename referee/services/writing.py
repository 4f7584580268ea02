"""Writing at a table: whether this writer may, then the entry; for the table interface and the rehearsal alike."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from referee.models import Device
from tournament.services import sheet
from tournament.services.actor import Actor

from . import table_rights


def write_entry(
    match_id: int,
    device: Device | None,
    actor: Actor,
    *,
    entry_id: UUID,
    after: UUID | None,
    payload: Mapping[str, Any],
    device_at: datetime | None = None,
) -> sheet.Appended:
    """One entry by a device (None: the chief) on top of `after`; raises what the rights and the sheet refuse."""
    table_rights.refuse_unless_writes(match_id, device, entry_id)
    table_rights.refuse_chiefs_entry(match_id, payload, device)
    return sheet.append_entry(
        match_id, entry_id=entry_id, after=after, payload=payload, actor=actor, device_at=device_at
    )


def confirm_side(match_id: int, device: Device | None, actor: Actor, side: str, version: int) -> None:
    """A side's word for the sheet at this version, given at its table; raises what the rights and the sheet refuse."""
    table_rights.refuse_unless_writes(match_id, device)
    sheet.confirm(match_id, side, version, actor)
