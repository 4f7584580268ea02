"""A match or the whole hall begins later: what moves is shown first, then applied as shown."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import schedule
from tournament.models import Match, Tournament

from . import audit, locks
from .actor import Actor
from .bulk import update_rows
from .fixtures import matches_of, slots_of
from .match_words import Title, side_text, titles_of
from .refusal import Conflict, Refusal
from .schedule_clashes import Trouble, new_troubles
from .schedule_options import Place, keep_options, options_of, refuse_far, with_undo
from .schedule_rows import Row, games_of, placed_of, rows_of, stages_of
from .spoken import running
from .tournaments import locked

MOST_MINUTES = 600
FOLLOW = (schedule.NONE, schedule.PUSH, schedule.ALL)


@dataclass(frozen=True, slots=True)
class Shift:
    """One match that moves: id, title, both sides in words, code, table's number, old start, new start and end."""

    match: int
    title: str
    pair: str
    code: str
    table: int | None
    old: datetime
    new: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Delay:
    """What a delay would do: the shifts in order of time, what would newly clash, and a mark of exactly this."""

    what: str
    minutes: int
    shifts: tuple[Shift, ...]
    troubles: tuple[Trouble, ...]

    @property
    def mark(self) -> str:
        """A short digest of the shifts: two previews that move the same in the same way have the same."""
        text = ";".join(f"{one.match},{one.old.isoformat()},{one.new.isoformat()}" for one in self.shifts)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def delay_match(tournament: Tournament, match_id: int, minutes: int, follow: str) -> Delay:
    """What moves if the match begins `minutes` later; `follow` as `schedule.delayed` knows it. Nothing is written."""
    _refuse_minutes(minutes)
    if follow not in FOLLOW:
        raise Refusal(_("请选择后面的场次怎么办。"), code="follow", at="follow")
    rows, options = rows_of(tournament), options_of(tournament)
    mine = next((row for row in rows if row.pk == match_id), None)
    if mine is None or mine.starts_at is None:
        raise Refusal(_("这一场还没有时间，不能推迟；请先排出时间。"), code="timeless", at="minutes")
    if mine.begun:
        raise Refusal(_("这一场已经开赛，不能推迟。"), code="begun", at="minutes")
    refuse_far(mine.starts_at + timedelta(minutes=minutes), "minutes")
    moved = schedule.delayed(
        games_of(rows, stages_of(tournament)), placed_of(rows), match_id, minutes, follow=follow, rest=options.rest,
        changeover=options.changeover, day=options.day, fixed=_begun(rows),
    )  # fmt: skip
    titles = titles_of(matches_of(tournament))
    return _delay(tournament, rows, moved, minutes, titles[match_id].full)


def delay_hall(tournament: Tournament, since: datetime, minutes: int) -> Delay:
    """What moves if everything of that day from `since` on begins `minutes` later. Nothing is written."""
    _refuse_minutes(minutes)
    refuse_far(since, "since")
    rows = rows_of(tournament)
    moved = schedule.hall_delayed(placed_of(rows), timezone.localtime(since), minutes, fixed=_begun(rows))
    if not moved:
        raise Refusal(_("那一天从这个时间起没有还没开赛的场次。"), code="nothing-later", at="since")
    return _delay(tournament, rows, moved, minutes, _("全场"))


@transaction.atomic
def apply_match_delay(
    tournament: Tournament, match_id: int, minutes: int, follow: str, mark: str, actor: Actor
) -> Delay:
    """Do what `delay_match` showed under this mark; refused where the schedule has changed since."""
    held = locked(tournament.pk)
    return _apply(held, delay_match(held, match_id, minutes, follow), mark, actor)


@transaction.atomic
def apply_hall_delay(tournament: Tournament, since: datetime, minutes: int, mark: str, actor: Actor) -> Delay:
    """Do what `delay_hall` showed under this mark; refused where the schedule has changed since."""
    held = locked(tournament.pk)
    return _apply(held, delay_hall(held, since, minutes), mark, actor)


def _apply(held: Tournament, delay: Delay, mark: str, actor: Actor) -> Delay:
    """Lock what moves, store the new hours with the first plan's kept, note for undoing."""
    if delay.mark != mark:
        message = _("赛程在预览之后有改动，没有推迟；请看一遍新的预览再确认。")
        raise Conflict(message, code="changed-since")
    matches = locks.lock_matches(one.match for one in delay.shifts)
    rows, steps = [], []
    for one in delay.shifts:
        planned = matches[one.match].planned_at
        first = planned or one.old
        rows.append((one.match, (one.new, one.end, first)))
        before, after = (one.table, one.old, planned), (one.table, one.new, first)
        steps.append(Place(match=one.match, before=before, after=after))
    update_rows(Match, ["starts_at", "ends_at", "planned_at"], rows)
    keep_options(held, with_undo(options_of(held), steps))
    subject = _("%(what)s推迟 %(minutes)d 分钟") % {"what": delay.what, "minutes": delay.minutes}
    hours = [{one.code: when.isoformat() for one, when in pairs} for pairs in _hours(delay.shifts)]
    said = running(trouble.sentence for trouble in delay.troubles)
    audit.record(held, actor, "schedule.delay", subject, before=hours[0], after=hours[1], reason=said)
    return delay


def _hours(shifts: Sequence[Shift]) -> tuple[list[tuple[Shift, datetime]], list[tuple[Shift, datetime]]]:
    return [(one, one.old) for one in shifts], [(one, one.new) for one in shifts]


def _delay(
    tournament: Tournament, rows: Sequence[Row], moved: Mapping[int, datetime], minutes: int, what: str
) -> Delay:
    titles = titles_of(matches := matches_of(tournament))
    known = {match.pk: match for match in matches}
    by_pk = {row.pk: row for row in rows}
    shifts = []
    for key, new in sorted(moved.items(), key=lambda one: (one[1], one[0])):
        row = by_pk[key]
        assert row.starts_at
        assert row.ends_at
        end = new + (row.ends_at - row.starts_at)
        shifts.append(
            Shift(key, titles[key].full, _pair(known[key], titles), known[key].code, row.table, row.starts_at, new, end)
        )
    spots = {one.match: (one.table, one.new) for one in shifts}
    return Delay(what, minutes, tuple(shifts), tuple(new_troubles(tournament, spots)))


def _pair(match: Match, titles: dict[int, Title]) -> str:
    slots = slots_of(match)
    return "――".join(side_text(slots.get(side), titles) for side in "ab")


def _begun(rows: Sequence[Row]) -> set[int]:
    return {row.pk for row in rows if row.begun}


def _refuse_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        message = _("推迟的分钟数应在 1 到 %(most)d 之间。") % {"most": MOST_MINUTES}
        raise Refusal(message, code="minutes", at="minutes")
