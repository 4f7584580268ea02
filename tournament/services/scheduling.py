"""The schedule of a tournament: laying out every match on tables and hours, moving one, and what clashes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import schedule
from tournament.models import Match, MatchSlot, PlayTable, Stage, Tournament

from . import audit, locks
from .actor import Actor
from .fixtures import matches_of, slots_of
from .match_rules import length_of, lengths_of
from .match_words import group_number, side_text, titles_of
from .refusal import Conflict, Refusal
from .rounds_before import RoundsBefore
from .tournaments import locked, refuse_few_tables, set_tables

_NONE: Mapping[Any, Any] = {}


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
) -> int:
    """Give every match not yet begun its table and time from `starts_at` on; returns how many were placed.

    `tables` and `slot_minutes` change the tournament's first; `changeover` minutes lie between slots;
    without `knockout_tables` the knockout's matches get an hour but no table. With `daily` each round has a day of
    its own at the hour of `starts_at`; with `round_starts` (rising) each round begins at its own hour, and rounds
    beyond them keep no hour: they are to be announced. Raises `Refusal`.
    """
    held = locked(tournament.pk)
    matches = matches_of(held)
    _refuse_unready(matches)
    if tables is not None:
        Match.objects.filter(stage__tournament=held).update(table=None)
        set_tables(held, tables, actor)
    refuse_few_tables(held)
    if slot_minutes is not None:
        held.stages.update(slot_minutes=slot_minutes)
        matches = matches_of(held)
    held.starts_at = starts_at
    held.save(update_fields=["starts_at"])
    rounds = sorted({(match.stage.number, match.round) for match in matches})
    days = [starts_at + timedelta(days=number) for number in range(len(rounds))] if daily else []
    begins = dict(zip(rounds, round_starts or days, strict=False))
    placed = _place(held, matches, _games(matches, knockout_tables, lengths_of(matches), begins), starts_at, changeover)
    after = {"starts_at": starts_at.isoformat(), "changeover": changeover, "matches": placed}
    audit.record(held, actor, "schedule.lay_out", held.name, after=after)
    return placed


@transaction.atomic
def move_match(match_id: int, table: int | None, starts_at: datetime, actor: Actor, *, anyway: bool = False) -> Match:
    """Move one match that has not begun to a table (number, None = decided on the day) and hour.

    New clashes refuse it, naming each, unless `anyway`.
    """
    stage = Stage.objects.select_related("tournament").get(matches=match_id)
    held = locked(stage.tournament_id)
    match = locks.lock_match(match_id)
    if match.version:
        message = _("场次 %(code)s 已经开赛,不能再移动。") % {"code": match.code}
        raise Refusal(message, code="begun", at="match")
    before, known = _where(match), set(clash_sentences(held))
    match.table = _table(held, table)
    match.starts_at, match.ends_at = starts_at, starts_at + timedelta(minutes=length_of(match))
    match.save(update_fields=["table", "starts_at", "ends_at"])
    new = [sentence for sentence in clash_sentences(held) if sentence not in known]
    if new and not anyway:
        sentence = _("没有移动:%(clashes)s若确要如此安排,请勾选“有冲突也照此安排”。") % {"clashes": "".join(new)}
        raise Conflict(sentence, code="clash")
    audit.record(held, actor, "schedule.move", match.code, before=before, after=_where(match), reason="".join(new))
    return match


def clash_sentences(tournament: Tournament) -> list[str]:
    """What clashes in the schedule as it stands, a sentence each; empty if nothing does."""
    matches = matches_of(tournament)
    titles = {pk: title.full for pk, title in titles_of(matches).items()}
    by_id = {match.pk: match for match in matches}
    found = schedule.clashes(_games(matches, knockout_tables=True), _placed(matches))
    return [_sentence(clash, by_id, titles) for clash in found]


def grid_of(tournament: Tournament) -> dict[str, Any]:
    """Hours × tables: `columns`, `slots` [{starts_at, cells: matches a column}], `timeless`, `matches`, `begun`.

    A match is a dict of `match`, `title`, `a`, `b`. The last column, where needed, is for matches without a table.
    """
    matches = matches_of(tournament)
    titles = titles_of(matches)
    numbers: list[int | None] = list(tournament.tables.values_list("number", flat=True))
    if any(match.starts_at and match.table is None for match in matches):
        numbers.append(None)
    hours: dict[datetime, dict[int | None, list[dict[str, Any]]]] = {}
    timeless = []
    for match in matches:
        cell = {"match": match, "title": titles[match.pk].full, **_sides(match, titles)}
        if match.starts_at is None:
            timeless.append(cell)
        else:
            hours.setdefault(match.starts_at, {}).setdefault(_number(match), []).append(cell)
    return {
        "columns": [_("临场安排") if number is None else _("%d号桌") % number for number in numbers],
        "slots": [
            {"starts_at": hour, "cells": [hours[hour].get(number, []) for number in numbers]} for hour in sorted(hours)
        ],
        "timeless": timeless,
        "matches": len(matches),
        "begun": any(match.version for match in matches),
    }


def _refuse_unready(matches: Sequence[Match]) -> None:
    if not matches:
        raise Refusal(_("还没有抽签,没有场次可排。"), code="not-drawn", at="tournament")
    if begun := next((match for match in matches if match.version), None):
        message = _("场次 %(code)s 已经开赛,不能整体重排;请逐场移动。") % {"code": begun.code}
        raise Refusal(message, code="begun", at="tournament")


def _place(
    tournament: Tournament,
    matches: Sequence[Match],
    games: Sequence[schedule.Game],
    starts_at: datetime,
    changeover: int,
) -> int:
    """Place the games; matches that are not among them lose hour and table. Returns how many were placed."""
    tables = {table.number: table for table in tournament.tables.all()}
    minutes = max(match.stage.slot_minutes for match in matches)
    begins = sorted({game.earliest for game in games if game.earliest})
    hours = schedule.round_hours(begins or [starts_at], minutes, changeover=changeover)
    placed = {one.key: one for one in schedule.lay_out(games, sorted(tables), hours, changeover=changeover)}
    for match in matches:
        at = placed.get(match.pk)
        match.starts_at, match.ends_at = (at.start, at.end) if at else (None, None)
        match.table = tables[at.table] if at and at.table is not None else None
    Match.objects.bulk_update(matches, ["starts_at", "ends_at", "table"], batch_size=200)
    return len(placed)


def _games(
    matches: Sequence[Match],
    knockout_tables: bool,
    minutes: Mapping[int, int] = _NONE,
    begins: Mapping[tuple[int, int], datetime] = _NONE,
) -> list[schedule.Game]:
    """The matches to lay out, `minutes` long; where rounds `begin` at fixed hours, only those of such rounds."""
    of_group: dict[tuple[int | None, str], list[int]] = {}
    rounds = RoundsBefore(matches)
    for match in matches:
        of_group.setdefault((match.stage_id, match.group), []).append(match.pk)
    games = [
        _game(match, of_group, rounds, knockout_tables, minutes.get(match.pk, match.stage.slot_minutes))
        for match in matches
    ]
    return [replace(game, earliest=begins[game.order]) for game in games if game.order in begins] if begins else games


def _game(
    match: Match,
    of_group: dict[tuple[int | None, str], list[int]],
    rounds: RoundsBefore,
    knockout_tables: bool,
    minutes: int,
) -> schedule.Game:
    slots = list(match.slots.all())
    feeders = {slot.source_match_id for slot in slots if slot.source_match_id}
    for slot in slots:
        if slot.source == MatchSlot.Source.GROUP:
            feeders.update(of_group.get((slot.source_stage_id, slot.source_group), []))
    feeders.update(rounds.before(match))
    stays = match.group and match.stage.settings.get("groups_at_tables")
    return schedule.Game(
        key=match.pk,
        order=(match.stage.number, match.round),
        teams=frozenset(slot.team_id for slot in slots if slot.team_id),
        feeders=frozenset(feeders),
        minutes=minutes,
        table=group_number(match.group) if stays else None,
        tableless=not match.group and not knockout_tables,
    )


def _placed(matches: Iterable[Match]) -> list[schedule.Placed]:
    return [
        schedule.Placed(match.pk, match.starts_at, match.ends_at, _number(match))
        for match in matches
        if match.starts_at and match.ends_at
    ]


def _sentence(clash: schedule.Clash, matches: dict[int, Match], titles: dict[int, str]) -> str:
    first, second = clash.first, clash.second
    facts = {"first": titles[first], "second": titles[second], "when": _hours(matches[first], matches[second])}
    if clash.reason == "table":
        message = _("%(subject)s号桌重了:%(first)s与%(second)s时间重叠(%(when)s)。")
        return message % {**facts, "subject": clash.subject}
    if clash.reason == "team":
        names = {slot.team_id: slot.team.name for slot in matches[first].slots.all() if slot.team}
        message = _("%(subject)s同时有两场:%(first)s与%(second)s(%(when)s)。")
        return message % {**facts, "subject": names[clash.subject]}
    return _("%(second)s开始时,%(first)s还没有结束(%(when)s),不知道谁上场。") % facts


def _hours(*matches: Match) -> str:
    spans = []
    for match in matches:
        assert match.starts_at
        assert match.ends_at
        start, end = timezone.localtime(match.starts_at), timezone.localtime(match.ends_at)
        spans.append(f"{start:%m-%d %H:%M}–{end:%H:%M}")
    return "、".join(spans)


def _sides(match: Match, titles: Any) -> dict[str, str]:
    slots = slots_of(match)
    return {side: side_text(slots.get(side), titles) for side in "ab"}


def _number(match: Match) -> int | None:
    return match.table.number if match.table else None


def _table(tournament: Tournament, number: int | None) -> PlayTable | None:
    if number is None:
        return None
    found = tournament.tables.filter(number=number).first()
    if found is None:
        raise Refusal(_("没有%(number)s号桌。") % {"number": number}, code="no-table", at="table")
    return found


def _where(match: Match) -> dict[str, Any]:
    return {"table": _number(match), "starts_at": match.starts_at.isoformat() if match.starts_at else None}
