"""The state of a match as one reader sees it: the match itself, who writes there, what the reader must be told."""

import hashlib
import json
from typing import Any

from django.db.models import Exists, QuerySet

from referee.models import Device
from tournament.models import Match
from tournament.services.folded import with_last_entry
from tournament.services.match_tag import match_tag
from tournament.services.match_view import match_view
from tournament.services.prepared import Prepared

from .announcements import READER, announcement_view, pending, reader_of
from .rulings import open_protests_view
from .table_rights import holder_view, refuse_other_table, rights_at, with_holder


def find_match(match_id: int, device: Device | None) -> Match | None:
    """The match, read afresh with all its state needs of other rows; None where there is none.

    Raises `NotAllowed` (`other-table`) where it is not at one of the device's tables.
    """
    match = _CHIEFS.one(match=match_id) if device is None else _DEVICES.one(match=match_id, **reader_of(device))
    if match is not None:
        refuse_other_table(match, device)
    return match


def _chiefs(match: int, table_pass: int | None = None) -> QuerySet[Match]:
    rows = Match.objects.select_related("stage__tournament", "stage__ruleset", "table").filter(pk=match).order_by()
    return with_holder(with_last_entry(rows.defer("projection", "stage__ruleset__document")), table_pass)


def _devices(match: int, table_pass: int, **reader: Any) -> QuerySet[Match]:
    return _chiefs(match, table_pass).annotate(told=Exists(pending(table_pass=table_pass, **reader)))


_MATCH = (Match._meta.pk, int)
_CHIEFS = Prepared(_chiefs, match=_MATCH)
_DEVICES = Prepared(_devices, match=_MATCH, **READER)


def state_of(match: Match, device: Device | None) -> dict[str, Any]:
    """The whole snapshot of a match found by `find_match`: `match_view`, what is the reader's, open `protests`."""
    return {**match_view(match), **reader_view(match, device), "protests": open_protests_view(match)}


def reader_view(match: Match, device: Device | None) -> dict[str, Any]:
    """What the snapshot says to this reader alone.

    `holder` is who writes at the table (`name`, `since`; null for nobody), `mine` whether the reader may write,
    `announcements` what he has not acknowledged.
    """
    rights = rights_at(match, device)
    return {
        "holder": holder_view(rights.holder),
        "mine": rights.mine,
        "announcements": pending_view(device) if getattr(match, "told", False) else [],
    }


def pending_view(device: Device | None) -> list[dict[str, Any]]:
    """Announcements the device has still to acknowledge."""
    return [announcement_view(one) for one in pending(**reader_of(device))] if device else []


def tag_of(match: Match, device: Device | None) -> str:
    """An entity tag of `state_of`: equal tags, equal snapshots for this reader; nothing is folded for it."""
    return tag([match_tag(match), reader_view(match, device)])


def tag(shown: Any) -> str:
    """An entity tag of anything JSON-able."""
    text = json.dumps(shown, sort_keys=True, ensure_ascii=False, default=str)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
