"""Late teams: what the rule would allow is proposed; the chief referee decides, the clock decides nothing."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, SheetEntry
from tournament.services.actor import Actor
from tournament.services.floor import Card, Floor
from tournament.services.lateness import Lateness, lateness_of
from tournament.services.locks import lock_match
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.sheet import append_entry

PLANNED, ACTUAL = "planned", "actual"
REASON_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Late:
    """A match whose hour has come and whose table waits: `minutes` since `origin`, the sides not all there.

    `limit` is the rule's (None: it names none); `over` once the rule lets it be a forfeit.
    """

    card: Card
    origin: datetime
    minutes: int
    absent: tuple[str, ...]
    limit: int | None

    @property
    def over(self) -> bool:
        """Whether a forfeit may be decided."""
        return self.limit is not None and self.minutes >= self.limit

    @property
    def left(self) -> int:
        """Minutes until the limit."""
        return max(0, (self.limit or 0) - self.minutes)

    @property
    def verdict(self) -> str:
        """The forfeit that would be decided, as the correction page names it."""
        return f"forfeit-{self.absent[0] if len(self.absent) == 1 else 'both'}"

    @property
    def names(self) -> list[str]:
        """The teams that are not all there."""
        return [self.card.teams[side] for side in self.absent]


def late_of(floor: Floor) -> list[Late]:
    """Who is late, longest first. Where a table is still in use, nobody is late for the next match at it."""
    lateness, queued, found = lateness_of(floor.tournament), set(floor.busy()), []
    for match in floor.waiting():
        card = floor.cards[match.pk]
        if card.table in queued:
            continue
        queued |= {card.table} if card.table is not None else set()
        if (late := _late(floor, card, lateness)) is not None:
            found.append(late)
    return sorted(found, key=lambda one: one.origin)


def _late(floor: Floor, card: Card, lateness: Lateness) -> Late | None:
    origin = origin_of(card.match, lateness)
    absent = tuple(side for side in "ab" if not card.attendance[side].complete)
    if origin is None or origin > floor.now or not absent:
        return None
    minutes = int((floor.now - origin).total_seconds() // 60)
    return Late(card, origin, minutes, absent, lateness.forfeit_minutes)


def late_at(floor: Floor, card: Card) -> Late:
    """How late the match of a card is now, whoever has come since; nothing where it has no hour."""
    lateness = lateness_of(floor.tournament)
    origin = origin_of(card.match, lateness) or floor.now
    minutes = max(0, int((floor.now - origin).total_seconds() // 60))
    absent = tuple(side for side in "ab" if not card.attendance[side].complete)
    return Late(card, origin, minutes, absent, lateness.forfeit_minutes)


def origin_of(match: Match, lateness: Lateness) -> datetime | None:
    """From when a match's lateness counts: its first plan, its being called, or its hour as it now stands [A]."""
    if lateness.counts_from == "slot":
        return match.planned_at or match.starts_at
    if lateness.counts_from == "announced":
        return match.called_at
    return match.starts_at


def allow_start(match_id: int, *, reason: str, clock_from: str, declarer: str, actor: Actor, key: UUID) -> Match:
    """The chief referee lets a late match begin: its start and the reason go on the sheet together.

    `clock_from` is `planned` (the hour lateness counts from) or `actual` (now); `declarer` a, b or empty where the
    first deal decides. Sent again with the same `key`, it does nothing more.
    """
    _refuse(reason, clock_from, declarer, actor)
    with transaction.atomic():
        match = lock_match(match_id)
        start_id = uuid5(key, "start")
        if SheetEntry.objects.filter(pk=start_id, match=match).exists():
            return match
        if match.status != Match.Status.SCHEDULED:
            message = _("本场现在是“%(status)s”，已经不用准予开赛。")
            raise Conflict(message % {"status": match.get_status_display()}, code="begun", at="reason")
        now = timezone.now()
        at = now if clock_from == ACTUAL else _planned(match)
        last = match.entries.order_by("-n").values_list("pk", flat=True).first()
        start = {"type": "start", "at": _iso(min(at, now)), **({"declarer": declarer} if declarer else {})}
        append_entry(match_id, entry_id=start_id, after=last, payload=start, actor=actor)
        note = {"type": "note", "text": _note(reason.strip(), clock_from)}
        return append_entry(match_id, entry_id=uuid5(key, "note"), after=start_id, payload=note, actor=actor).match


def _refuse(reason: str, clock_from: str, declarer: str, actor: Actor) -> None:
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("迟到的场次由裁判长决定。"), code="chief-only")
    if not reason.strip() or len(reason) > REASON_LIMIT:
        message = _("请写明准予开赛的原因，最多 %(limit)d 个字。") % {"limit": REASON_LIMIT}
        raise Refusal(message, code="reason-needed", at="reason")
    if clock_from not in (PLANNED, ACTUAL):
        raise Refusal(_("计时请选“从原定时间”或“从现在”。"), code="no-choice", at="clock")
    if declarer not in ("", "a", "b"):
        raise Refusal(_("首局庄家请选甲方、乙方或未定。"), code="no-choice", at="declarer")


def _planned(match: Match) -> datetime:
    """The hour this match's lateness counts from; now where it has none."""
    found = Match.objects.select_related("stage__tournament").get(pk=match.pk)
    origin = origin_of(found, lateness_of(found.stage.tournament))
    return origin or found.starts_at or timezone.now()


def _note(reason: str, clock_from: str) -> str:
    words = {
        PLANNED: _("准予开赛：%(reason)s（计时从原定时间算）"),
        ACTUAL: _("准予开赛：%(reason)s（计时从实际开始算）"),
    }
    return words[clock_from] % {"reason": reason}


def _iso(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(timespec="seconds")
