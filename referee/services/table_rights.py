"""What a device may do: read matches at its tables, write on those it holds, and of entries what a referee decides.

Least privilege. What ends a match otherwise than by play, and every ruling, is the chief referee's [A]: a referee
tells the chief, who decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from referee.models import Device, Holding, TablePass
from scoring.sheet import ENTRY_TYPES
from tournament.models import Match, PlayTable, SheetEntry
from tournament.services.prepared import Prepared
from tournament.services.refusal import Conflict, NotAllowed

from .devices import is_let_in
from .holding import claim

WRITABLE = frozenset(
    {"start", "hand", "penalty", "strike", "pause", "resume", "extend", "time-up", "note", "protest", "appeal"}
)
CHIEFS = frozenset(ENTRY_TYPES) - WRITABLE  # whatever a table may not write is the chief referee's
HOLDER = ("table__holding__device__table_pass", "table__holding__device__session")


@dataclass(frozen=True, slots=True)
class Rights:
    """Of a reader at a match: who writes there (None for nobody), and whether the reader may."""

    holder: Holding | None
    mine: bool


def with_holder(matches: QuerySet[Match], table_pass: int | None) -> QuerySet[Match]:
    """The matches with who writes at their table and (`opened`) whether the pass of this id opens it, read along."""
    rows = matches.select_related(*HOLDER)
    if table_pass is None:
        return rows
    opens = TablePass.tables.through.objects.filter(tablepass_id=table_pass, playtable_id=OuterRef("table_id"))
    return rows.annotate(opened=Exists(opens))


def _to_write(match: int, table_pass: int) -> QuerySet[Match]:
    return with_holder(Match.objects.only("table"), table_pass).filter(pk=match).order_by()


_TO_WRITE = Prepared(_to_write, match=(Match._meta.pk, int), table_pass=(TablePass._meta.pk, int))


def rights_at(match: Match, device: Device | None) -> Rights:
    """The reader's rights at a match read `with_holder`; no query. The chief (no device) may always write."""
    holder = holder_at(match.table)
    return Rights(holder, device is None or holder is None or holder.device_id == device.pk)


def holder_at(table: PlayTable | None) -> Holding | None:
    """Who writes at a table read with its holding."""
    try:
        found = table.holding if table else None
    except ObjectDoesNotExist:
        return None
    return found if found is not None and is_let_in(found.device) else None


def refuse_other_table(match: Match, device: Device | None) -> None:
    """Refuse a match (read `with_holder`) that is not at one of the device's tables."""
    if device is not None and not getattr(match, "opened", False):
        where = str(match.table) if match.table else _("别的地方")
        message = _("这一场现在在%(where)s，不在这张通行证的牌桌上；请找裁判长。")
        raise NotAllowed(message % {"where": where}, code="other-table", at="match")


def refuse_unless_writes(match_id: int, device: Device | None, entry_id: UUID | None = None) -> None:
    """Refuse a write by a device that does not hold the match's table; where nobody does, it takes the table.

    An entry that is on the sheet already was sent again: whoever writes now, it is answered as the first time. The
    holder is looked at before the match is locked: a write that overlaps a take-over is one that came just before it.
    """
    if device is None:
        return
    match = _TO_WRITE.one(match=match_id, table_pass=device.table_pass_id)
    if match is None:
        return  # the write itself says that there is no such match
    refuse_other_table(match, device)
    holder = holder_at(match.table)
    if holder is None and match.table_id is not None:
        holder = claim(match.table_id, device)
    if holder is not None and holder.device_id != device.pk and not _is_written(match_id, entry_id):
        raise taken_over(holder)


def taken_over(holder: Holding) -> Conflict:
    """The refusal that names who writes at the table now."""
    message = _("这一桌现在由%(name)s记录，本条没有保存，仍在本机；需要由您记录时，请输入 PIN 接管。")
    detail = {"holder": holder_view(holder)}
    return Conflict(message % {"name": holder.device.name}, code="taken-over", at="", detail=detail)


def _is_written(match_id: int, entry_id: UUID | None) -> bool:
    return entry_id is not None and SheetEntry.objects.filter(pk=entry_id, match=match_id).exists()


def holder_view(holder: Holding | None) -> dict[str, str] | None:
    """Who writes, for a screen."""
    return {"name": holder.device.name, "since": holder.since.isoformat()} if holder else None


def refuse_chiefs_entry(match_id: int, payload: Mapping[str, Any], device: Device | None) -> None:
    """Refuse what only the chief referee writes, also the strike of such an entry."""
    if device is None:
        return
    if payload.get("type") == "strike" and _strikes_chiefs(match_id, payload.get("entry")):
        raise _chief_only(payload)
    refuse_chiefs_kind(payload)


def refuse_chiefs_kind(payload: Mapping[str, Any]) -> None:
    """Refuse what only the chief referee writes."""
    if _is_chiefs(payload):
        raise _chief_only(payload)


def _chief_only(payload: Mapping[str, Any]) -> NotAllowed:
    words = {
        "forfeit": _("判弃权"),
        "retire": _("退赛"),
        "lot": _("抽签定胜负"),
        "disqualify": _("取消比赛资格"),
        "penalty": _("取消比赛资格"),
        "strike": _("划去裁判长的记录"),
    }
    kind = payload.get("type")
    what = words.get(kind if isinstance(kind, str) else "", _("裁定"))
    return NotAllowed(_("%(what)s由裁判长决定和记录，请找裁判长。") % {"what": what}, code="chief-only", at="type")


def _is_chiefs(payload: Mapping[str, Any]) -> bool:
    """An entry only the chief writes; an unknown kind is left for the rules to refuse."""
    kind, effect = payload.get("type"), payload.get("effect")
    disqualifies = isinstance(effect, Mapping) and "disqualify" in effect
    return (isinstance(kind, str) and kind in CHIEFS) or disqualifies


def _strikes_chiefs(match_id: int, entry: object) -> bool:
    try:
        wanted = UUID(str(entry))
    except ValueError:
        return False
    found = SheetEntry.objects.filter(match=match_id, pk=wanted).values_list("payload", flat=True).first()
    return found is not None and _is_chiefs(found)
