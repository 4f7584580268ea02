"""Writing on a match's score sheet: lock, decide (pure), store."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import sheet as rules
from tournament.models import Match, SheetEntry

from . import folded, folding, locks
from .actor import Actor
from .confirming import confirm, verify_result
from .entering import Written, write_on
from .folded import Folded
from .folding import match_state, sheet_document
from .keypad import reader
from .match_view import match_view
from .refusal import Conflict

__all__ = [
    "Appended",
    "append_entry",
    "confirm",
    "match_state",
    "match_view",
    "preview_hand",
    "sheet_document",
    "store_entry",
    "verify_result",
]


@dataclass(frozen=True, slots=True)
class Appended:
    """What a write answers: the match and entry as stored, the sheet's result after it, true if it was a retry.

    `sheet` is the sheet with the entry, where nothing else of the match can have changed by it; else null.
    """

    match: Match
    entry: SheetEntry
    result: dict[str, Any]
    repeated: bool
    sheet: Folded | None = None


def append_entry(
    match_id: int,
    *,
    entry_id: UUID,
    after: UUID | None,
    payload: Mapping[str, Any],
    actor: Actor,
    device_at: datetime | None = None,
) -> Appended:
    """Write one entry on top of `after` (null on an empty sheet) and store what follows from it, in one transaction.

    `payload` is the entry in the sheet's form without `n`, references as UUIDs. The same id with the same payload
    answers as the first time. Raises `Conflict` (`id-reused`, `stale` with `since`, `collision`), `NotAllowed`,
    `Refusal` (what is wrong, `at` the field); nothing is stored then.
    """
    try:
        with transaction.atomic():
            match = locks.lock_match(match_id)
            before = folded.folded(match)
            if str(entry_id) in before.numbers:
                return _answer_again(match, before, entry_id, payload)
            _refuse_stale(match, before, after)
            running = match.status != Match.Status.SCHEDULED
            written = write_on(match, before, payload, actor)
            entry = store_entry(match, written, entry_id, after, actor, device_at)
            sheet = folded.followed(match, before, entry, written.state)
            settled = running and match.status != Match.Status.SCHEDULED  # else the sides may be others now
            return Appended(match, entry, match.projection, repeated=False, sheet=sheet if settled else None)
    except IntegrityError:
        if SheetEntry.objects.filter(pk=entry_id).exclude(match=match_id).exists():
            raise _reused(entry_id) from None
        message = _("同一时刻另一台设备也写了这一条，本条没有保存；请刷新后再提交。")
        raise Conflict(message, code="collision") from None


def preview_hand(
    match: Match, payload: Mapping[str, Any], actor: Actor | None = None, sheet: Folded | None = None
) -> dict[str, Any]:
    """What an entry would lead to, without storing: `result`, `hand` (its row or null), `next_step`.

    On top of `sheet`, where one is given, else of the match's; in the reader's language. Raises `Refusal` exactly
    where `append_entry` would.
    """
    written = write_on(match, sheet or folded.folded(match), payload, actor or Actor.program("preview"))
    result = written.result if reader() == "zh" else rules.result(written.state, reader())
    hand = next((row for row in result["hands"] if row["n"] == written.entry["n"]), None)
    return {"result": result, "hand": hand, "next_step": rules.next_step(written.state)}


def _answer_again(match: Match, sheet: Folded, entry_id: UUID, payload: Mapping[str, Any]) -> Appended:
    """A retry's answer: what the first time answered. The server may have added the time: that is no difference."""
    earlier = match.entries.get(pk=entry_id)
    stored = {key: value for key, value in earlier.payload.items() if key in payload or key != "at"}
    if stored != dict(payload):
        raise _reused(earlier.pk)
    return Appended(match, earlier, rules.result(sheet.upto(earlier.n).state), repeated=True)


def _reused(entry_id: UUID) -> Conflict:
    message = _("编号 %(id)s 已用于另一条内容不同的记录；请换一个新的编号再提交。")
    return Conflict(message % {"id": entry_id}, code="id-reused", at="id")


def _refuse_stale(match: Match, sheet: Folded, after: UUID | None) -> None:
    if sheet.last == (str(after) if after else None):
        return
    known = sheet.numbers.get(str(after), 0)
    since = list(match.entries.filter(n__gt=known).order_by("n"))
    message = _("本场在此之后已新增 %(count)d 条记录（最新为第%(n)d条），本条没有保存；请核对后再提交。")
    if not since or (after and not known):
        message = _("本条所接的上一条记录不在本场记分表上，本条没有保存；请刷新后再提交。")
    detail = {"since": [_seen(row) for row in since], "last": sheet.last}
    values = {"count": len(since), "n": sheet.last_n}
    raise Conflict(message % values, code="stale", at="after", detail=detail)


def _seen(row: SheetEntry) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "n": row.n,
        "type": row.type,
        "payload": row.payload,
        "by": row.actor_name,
        "at": row.server_at.isoformat(),
    }


def store_entry(
    match: Match, written: Written, entry_id: UUID, after: UUID | None, actor: Actor, device_at: datetime | None
) -> SheetEntry:
    """The row of an entry that may be written, and the projection, in the caller's transaction."""
    entry = SheetEntry.objects.create(
        pk=entry_id,
        match=match,
        n=written.entry["n"],
        after=after,
        type=written.payload["type"],
        payload=written.payload,
        team_a_id=written.teams.get("a"),
        team_b_id=written.teams.get("b"),
        device_at=device_at,
        server_at=timezone.now(),
        **actor.columns(),
    )
    folding.projection_of(written.result, entry.n).store(match)
    return entry
