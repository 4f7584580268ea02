"""Matches moved by hand: to another table or hour, in each other's place, and the last move taken back."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Match, Stage, Tournament

from . import audit, locks
from .actor import Actor
from .fixtures import named, names_text
from .match_rules import length_of
from .refusal import Conflict, Refusal
from .schedule_clashes import Spot, Trouble, new_troubles
from .schedule_options import Place, keep_options, options_of, refuse_far, with_undo
from .spoken import running
from .tournaments import locked


@transaction.atomic
def move_match(match_id: int, table: int | None, starts_at: datetime, actor: Actor, *, anyway: bool = False) -> Match:
    """Move one match that has not begun to a table (number, None = decided on the day) and hour.

    New clashes refuse it, naming each, unless `anyway`.
    """
    refuse_far(starts_at, "starts_at")
    held = locked(_stage_of(match_id).tournament_id)
    match = locks.lock_matches([match_id])[match_id]
    _refuse_begun(match)
    before = _where(match)
    said = _rearrange(held, {match: (table, starts_at)}, anyway)
    audit.record(held, actor, "schedule.move", names_text([match]), before=before, after=_where(match), reason=said)
    return match


@transaction.atomic
def swap_matches(first_id: int, second_id: int, actor: Actor, *, anyway: bool = False) -> tuple[Match, Match]:
    """Let two matches that have not begun change places; each keeps its own length. New clashes refuse it."""
    held = locked(_stage_of(first_id).tournament_id)
    if first_id == second_id or _stage_of(second_id).tournament_id != held.pk:
        raise Refusal(_("请选择同一项赛事的另一场来对调。"), code="swap", at="other")
    matches = locks.lock_matches([first_id, second_id])
    first, second = matches[first_id], matches[second_id]
    for match in (first, second):
        _refuse_begun(match)
        if match.starts_at is None:
            message = _("场次 %(code)s 还没有时间，不能对调。") % {"code": named(match)}
            raise Refusal(message, code="timeless", at="other")
    before = {match.code: _where(match) for match in (first, second)}
    said = _rearrange(held, {first: _spot(second), second: _spot(first)}, anyway)
    after = {match.code: _where(match) for match in (first, second)}
    subject = names_text([first, second])
    audit.record(held, actor, "schedule.swap", subject, before=before, after=after, reason=said)
    return first, second


@transaction.atomic
def undo_move(tournament: Tournament, actor: Actor) -> list[Match]:
    """Take the last move, swap or delay back; the matches that returned.

    Refused where one of them has begun or was moved otherwise since.
    """
    held = locked(tournament.pk)
    options = options_of(held)
    if not options.undo:
        raise Refusal(_("没有可以撤销的移动。"), code="nothing-to-undo")
    steps = {step.match: step for step in options.undo[-1]}
    mine = Match.objects.filter(pk__in=steps, stage__tournament=held).values_list("pk", flat=True)
    if missing := set(steps) - set(mine):
        raise Conflict(_("移动过的场次已经不在了，不能撤销。"), code="gone", detail={"matches": sorted(missing)})
    matches = locks.lock_matches(steps)
    _load_tables(held, matches)
    for match in matches.values():
        _refuse_begun(match)
        if _place_of(match) != steps[match.pk].after:
            message = _("场次 %(code)s 在这之后又改动过，不能撤销。") % {"code": named(match)}
            raise Conflict(message, code="changed-since")
    before = {match.code: _where(match) for match in matches.values()}
    for match in matches.values():
        number, start, planned = steps[match.pk].before
        _put(held, match, number, start)
        match.planned_at = planned
        match.save(update_fields=["table", "starts_at", "ends_at", "planned_at"])
    keep_options(held, options.model_copy(update={"undo": options.undo[:-1]}))
    after = {match.code: _where(match) for match in matches.values()}
    audit.record(held, actor, "schedule.undo", names_text(list(matches.values())), before=before, after=after)
    return list(matches.values())


def check_spots(tournament: Tournament, spots: Mapping[int, Spot]) -> list[Trouble]:
    """What would newly clash if these matches stood there; nothing is written."""
    numbers = {number for number, _start in spots.values() if number is not None}
    if missing := numbers - set(tournament.tables.filter(number__in=numbers).values_list("number", flat=True)):
        raise _no_table(min(missing))
    for _number, start in spots.values():
        refuse_far(start, "starts_at")
    return new_troubles(tournament, spots)


def check_swap(tournament: Tournament, first_id: int, second_id: int) -> list[Trouble] | None:
    """What would newly clash if the two changed places; None where they cannot. Nothing is written."""
    found = Match.objects.filter(pk__in=[first_id, second_id], stage__tournament=tournament)
    matches = list(found.filter(status=Match.Status.SCHEDULED).exclude(starts_at=None).select_related("table"))
    if len(matches) < 2:
        return None
    first, second = matches
    return check_spots(tournament, {first.pk: _spot(second), second.pk: _spot(first)})


def _rearrange(held: Tournament, spots: Mapping[Match, Spot], anyway: bool) -> str:
    """Check, store and note for undoing; returns the sentences of the clashes accepted."""
    _load_tables(held, {match.pk: match for match in spots})
    troubles = check_spots(held, {match.pk: spot for match, spot in spots.items()})
    said = running(trouble.sentence for trouble in troubles)
    if said and not anyway:
        sentence = _("没有移动：%(clashes)s若确要如此安排，请勾选“有冲突也照此安排”。") % {"clashes": said}
        detail = {"clashes": [trouble.sentence for trouble in troubles]}
        raise Conflict(sentence, code="clash", detail=detail)
    steps = []
    for match, (number, start) in spots.items():
        before = _place_of(match)
        _put(held, match, number, start)
        if match.planned_at == match.starts_at:
            match.planned_at = None
        match.save(update_fields=["table", "starts_at", "ends_at", "planned_at"])
        steps.append(Place(match=match.pk, before=before, after=_place_of(match)))
    keep_options(held, with_undo(options_of(held), steps))
    return said


def _put(held: Tournament, match: Match, number: int | None, start: datetime | None) -> None:
    match.table = held.tables.filter(number=number).first() if number is not None else None
    match.starts_at = start
    match.ends_at = start + timedelta(minutes=length_of(match)) if start else None


def _load_tables(held: Tournament, matches: Mapping[int, Match]) -> None:
    """Give the locked matches their tables in one query."""
    tables = held.tables.in_bulk({match.table_id for match in matches.values() if match.table_id})
    for match in matches.values():
        match.table = tables.get(match.table_id or 0)


def _stage_of(match_id: int) -> Stage:
    stage = Stage.objects.filter(matches=match_id).first()
    if stage is None:
        message = _("没有编号为 %(id)s 的场次，请从场次列表中选择。") % {"id": match_id}
        raise Refusal(message, code="no-match", at="match")
    return stage


def _refuse_begun(match: Match) -> None:
    if match.begun:
        message = _("场次 %(code)s 已经开赛，不能再移动。") % {"code": named(match)}
        raise Refusal(message, code="begun", at="match")


def _no_table(number: int) -> Refusal:
    return Refusal(_("没有%(number)s号桌。") % {"number": number}, code="no-table", at="table")


def _spot(match: Match) -> Spot:
    assert match.starts_at
    return match.table.number if match.table else None, match.starts_at


def _place_of(match: Match) -> tuple[int | None, datetime | None, datetime | None]:
    return match.table.number if match.table else None, match.starts_at, match.planned_at


def _where(match: Match) -> dict[str, Any]:
    number = match.table.number if match.table else None
    return {"table": number, "starts_at": match.starts_at.isoformat() if match.starts_at else None}
