"""Laying out all matches that have not begun on tables and hours."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import schedule
from tournament.models import Match, Tournament

from . import audit
from .actor import Actor
from .bulk import update_rows
from .moving import check_spots, move_match, swap_matches, undo_move
from .refusal import Refusal
from .schedule_clashes import clash_sentences
from .schedule_grid import grid_of
from .schedule_options import ScheduleOptions, checked_options, keep_options, refuse_far
from .schedule_rows import Row, games_of, placed_of, rows_of, stages_of, usable_of
from .tournaments import locked, refuse_few_tables, set_tables

__all__ = ["check_spots", "clash_sentences", "grid_of", "lay_out", "move_match", "swap_matches", "undo_move"]


@transaction.atomic
def lay_out(
    tournament: Tournament,
    *,
    starts_at: datetime,
    actor: Actor,
    tables: int | None = None,
    slot_minutes: int | None = None,
    changeover: int = 0,
    knockout_tables: bool = True,
    daily: bool = False,
    round_starts: Sequence[datetime] = (),
    rest: int = 0,
    breaks: Iterable[tuple[time, time]] = (),
    day_opens: time | None = None,
    day_ends: time | None = None,
) -> int:
    """Give every match not yet begun its table and time from `starts_at` on; returns how many were placed.

    `tables` and `slot_minutes` change the tournament's first; the rest are the `ScheduleOptions`, which are remembered:
    `changeover` minutes between slots, `rest` between two matches of a team; no match in `breaks` or past `day_ends`,
    from where it goes on the next day at `day_opens`. Without `knockout_tables` the knockout's matches get an hour but
    no table. With `daily` each round has a day of its own at the hour of `starts_at`; with `round_starts` (rising) each
    round begins at its own hour, and rounds beyond them keep no hour: they are to be announced. What has begun stays
    and keeps its table and teams busy. Raises `Refusal`.
    """
    refuse_far(starts_at, "starts_at")
    options = checked_options(
        changeover=changeover, knockout_tables=knockout_tables, daily=daily, round_starts=tuple(round_starts),
        rest=rest, breaks=tuple(breaks), day_opens=day_opens, day_ends=day_ends,
    )  # fmt: skip
    held = locked(tournament.pk)
    rows = rows_of(held)
    _refuse_unready(rows)
    if tables is not None and tables != held.tables.count():
        Match.objects.filter(stage__tournament=held, status=Match.Status.SCHEDULED).update(table=None)
        set_tables(held, tables, actor)
    refuse_few_tables(held)
    if slot_minutes is not None:
        held.stages.update(slot_minutes=slot_minutes)
    if not any(row.begun for row in rows):
        held.starts_at = starts_at
        held.save(update_fields=["starts_at"])
    placed = _place(held, rows, options, timezone.localtime(starts_at))
    keep_options(held, options)
    after = {**options.model_dump(mode="json", exclude={"undo"}), "starts_at": starts_at.isoformat(), "matches": placed}
    audit.record(held, actor, "schedule.lay_out", held.name, after=after)
    return placed


def _refuse_unready(rows: Sequence[Row]) -> None:
    if not rows:
        raise Refusal(_("还没有抽签，没有场次可排。"), code="not-drawn", at="tournament")
    if all(row.begun for row in rows):
        raise Refusal(_("全部场次都已开赛，没有可以重排的场次。"), code="begun", at="tournament")


def _place(tournament: Tournament, rows: Sequence[Row], options: ScheduleOptions, starts_at: datetime) -> int:
    """Place what has not begun; matches whose round has no hour lose theirs and their table. Returns how many."""
    tables = dict(tournament.tables.values_list("number", "pk"))
    begun = {row.pk for row in rows if row.begun}
    games = _announced(tournament, rows, options, starts_at, begun)
    _refuse_missing_table(games, tables)
    found = {one.key: one for one in _laid_out(tournament, games, rows, options, starts_at, sorted(tables), begun)}
    changed = []
    for row in rows:
        if row.pk not in begun:
            at = found.get(row.pk)
            table = tables[at.table] if at and at.table is not None else None
            changed.append((row.pk, (at.start if at else None, at.end if at else None, table, None)))
    update_rows(Match, ["starts_at", "ends_at", "table", "planned_at"], changed)
    return len(found)


def _laid_out(
    tournament: Tournament,
    games: Sequence[schedule.Game],
    rows: Sequence[Row],
    options: ScheduleOptions,
    starts_at: datetime,
    tables: Sequence[int],
    begun: set[int],
) -> list[schedule.Placed]:
    minutes = max(game.minutes for game in games) if games else 60
    usual = min(minutes, max(stage.slot_minutes for stage in tournament.stages.all()))
    begins = sorted({game.earliest for game in games if game.earliest and game.key not in begun}) or [starts_at]
    hours = schedule.round_hours(begins, usual, changeover=options.changeover, day=options.day)
    fixed = {one.key: one for one in placed_of(row for row in rows if row.pk in begun)}
    placing = [game for game in games if game.key not in begun or game.key in fixed]
    limits = {"rest": options.rest, "changeover": options.changeover}
    try:
        return schedule.lay_out(
            placing, tables, hours, **limits, day=options.day, usable=usable_of(tournament), fixed=fixed
        )
    except (ValueError, OverflowError) as error:
        message = _("一年之内排不下：请放宽每天最晚结束时间、休息时间或牌桌的可用时间，或者缩短每场时段。")
        raise Refusal(message, code="no-slots", at="day_ends") from error


def _announced(
    tournament: Tournament, rows: Sequence[Row], options: ScheduleOptions, starts_at: datetime, begun: set[int]
) -> list[schedule.Game]:
    """The games to lay out and those that stay; where rounds have hours of their own, only those of such rounds."""
    stages = stages_of(tournament)
    rounds = sorted({(stages[row.stage].number, row.round) for row in rows if not (options.daily and row.pk in begun)})
    days = [starts_at + timedelta(days=number) for number in range(len(rounds))] if options.daily else []
    starts = [timezone.localtime(moment) for moment in options.round_starts] or days
    begins = dict(zip(rounds, starts, strict=False))
    games = games_of(rows, stages, knockout_tables=options.knockout_tables, begins=begins)
    kept = [replace(game, table=None) if game.key in begun else game for game in games]
    return [game for game in kept if not begins or game.earliest or game.key in begun]


def _refuse_missing_table(games: Iterable[schedule.Game], tables: Mapping[int, int]) -> None:
    missing = sorted({game.table for game in games if game.table is not None and game.table not in tables})
    if missing:
        message = _("各组固定在一张桌时，需要有%(number)s号桌；请在“牌桌”里添加，或取消各组固定在一张桌。")
        raise Refusal(message % {"number": missing[0]}, code="no-table", at="tables")
