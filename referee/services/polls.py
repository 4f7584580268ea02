"""Answering the same again at the price of one query: what a reader was last told, and by what it would have changed.

Every change of what a console shows writes an audit entry, a line, a confirmation, a receipt or who writes at the
table, in the transaction of the change. While none of these moved, the tag is the one computed last.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import get_language

from referee.models import Acknowledgement, Device, Holding
from tournament.models import AuditEntry, Confirmation, Match, Tournament
from tournament.services.data_version import counted
from tournament.services.prepared import Prepared

_KEPT = 4096  # readers held in memory
_MOVES = ("version", "status", "uuid", "table_id", "audited", "confirmed", "held_since", "read")
_held: dict[object, tuple[object, str]] = {}


@dataclass(frozen=True, slots=True)
class Mark:
    """Who reads what, and how far everything that could change it had come."""

    reader: object
    moved: object


def mark_of(match_id: int, device: Device | None) -> Mark | None:
    """The mark now; null where there is no such match. One query; read it before what it stands for."""
    match = _MARK.one(match=match_id) if device is None else _DEVICES.one(match=match_id, **_by(device))
    if match is None:
        return None
    reader = (match_id, device.pk if device else None, get_language())
    return Mark(reader, tuple(getattr(match, name, None) for name in _MOVES))


def _by(device: Device) -> dict[str, Any]:
    return {"device": device.pk, "tournament": device.session.tournament_id}


def is_known(mark: Mark | None, tag: str) -> bool:
    """Whether a reader with this tag has what he would be told now."""
    return mark is not None and _held.get(mark.reader) == (mark.moved, tag)


def remember(mark: Mark | None, tag: str) -> None:
    """The tag computed after the mark was read."""
    if mark is not None:
        if len(_held) >= _KEPT and mark.reader not in _held:
            _held.clear()
        _held[mark.reader] = (mark.moved, tag)


def _marked(match: int, tournament: int | None = None) -> QuerySet[Match]:
    where: Any = tournament or OuterRef("stage__tournament")
    rows = Match.objects.only("version", "status", "uuid", "table").filter(pk=match).order_by()
    return rows.annotate(
        audited=counted(AuditEntry.objects.filter(tournament=where), "tournament"),
        confirmed=counted(Confirmation.objects.filter(match=match), "match"),
        held_since=Subquery(Holding.objects.filter(table=OuterRef("table")).values("since")[:1]),
    )


def _marked_for(match: int, device: UUID, tournament: int) -> QuerySet[Match]:
    read = counted(Acknowledgement.objects.filter(device=device), "device")
    return _marked(match, tournament).annotate(read=read)


_MATCH = (Match._meta.pk, int)
_MARK = Prepared(_marked, match=_MATCH)
_DEVICES = Prepared(_marked_for, match=_MATCH, device=(Device._meta.pk, UUID), tournament=(Tournament._meta.pk, int))
