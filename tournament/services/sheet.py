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

from . import folding, locks
from .actor import Actor
from .confirming import confirm, verify_result
from .entering import Written, write_on
from .folding import match_state, sheet_document
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
    "verify_result",
]


@dataclass(frozen=True, slots=True)
class Appended:
    """What a write answers: the match and entry as stored, the sheet's result after it, true if it was a retry."""

    match: Match
    entry: SheetEntry
    result: dict[str, Any]
    repeated: bool


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
            rows = folding.brief_entries_of(match)
            earlier = next((row for row in rows if row.pk == entry_id), None)
            if earlier is not None:
                return _answer_again(match, rows, earlier, payload)
            _refuse_stale(match, rows, after)
            written = write_on(match, rows, payload, actor)
            entry = _store(match, written, entry_id, after, actor, device_at)
            return Appended(match, entry, match.projection, repeated=False)
    except IntegrityError:
        if SheetEntry.objects.filter(pk=entry_id).exclude(match=match_id).exists():
            raise _reused(entry_id) from None
        message = _("同一时刻另一台设备也写了这一条,本条没有保存;请刷新后再提交。")
        raise Conflict(message, code="collision") from None


def preview_hand(match: Match, payload: Mapping[str, Any], actor: Actor | None = None) -> dict[str, Any]:
    """What an entry would lead to, without storing: `result`, `hand` (its row or null), `next_step`.

    Raises `Refusal` exactly where `append_entry` would.
    """
    rows = folding.brief_entries_of(match)
    written = write_on(match, rows, payload, actor or Actor.program("preview"))
    hand = next((row for row in written.result["hands"] if row["n"] == written.entry["n"]), None)
    return {"result": written.result, "hand": hand, "next_step": rules.next_step(written.state)}


def _answer_again(match: Match, rows: list[SheetEntry], earlier: SheetEntry, payload: Mapping[str, Any]) -> Appended:
    """A retry's answer: what the first time answered. The server may have added the time: that is no difference."""
    stored = {key: value for key, value in earlier.payload.items() if key in payload or key != "at"}
    if stored != dict(payload):
        raise _reused(earlier.pk)
    then = folding.fold_rows(match, [row for row in rows if row.n <= earlier.n])
    return Appended(match, earlier, rules.result(then), repeated=True)


def _reused(entry_id: UUID) -> Conflict:
    message = _("编号 %(id)s 已用于另一条内容不同的记录;请换一个新的编号再提交。")
    return Conflict(message % {"id": entry_id}, code="id-reused", at="id")


def _refuse_stale(match: Match, rows: list[SheetEntry], after: UUID | None) -> None:
    last = rows[-1].pk if rows else None
    if after == last:
        return
    known = next((row.n for row in rows if row.pk == after), 0)
    since = list(match.entries.filter(n__gt=known).order_by("n"))
    message = _("本场在此之后已新增 %(count)d 条记录(最新为第%(n)d条),本条没有保存;请核对后再提交。")
    if not since:
        message = _("本条所接的上一条记录不在本场记分表上,本条没有保存;请刷新后再提交。")
    detail = {"since": [_seen(row) for row in since], "last": str(last) if last else None}
    values = {"count": len(since), "n": rows[-1].n if rows else 0}
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


def _store(
    match: Match, written: Written, entry_id: UUID, after: UUID | None, actor: Actor, device_at: datetime | None
) -> SheetEntry:
    """The row and the projection, in the caller's transaction."""
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
