"""Calling a pair to a table (叫号): one press gives a waiting match a free table, from now on."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, PlayTable, Stage, Tournament

from . import audit, locks
from .actor import Actor
from .fixtures import named, names_text
from .floor import is_open
from .floor_pace import LIVE
from .match_rules import length_of
from .refusal import Conflict, Refusal
from .tournaments import locked


@transaction.atomic
def call_to_table(match_id: int, number: int, actor: Actor) -> str:
    """Send a match to a free table now; the sentence to call out. What was first planned stays in `planned_at`.

    Refused where it has begun, a team is not known yet, or the table is in use or closed.
    """
    stage = Stage.objects.filter(matches=match_id).first()
    if stage is None:
        raise Refusal(_("没有这一场。"), code="no-match", at="match")
    held = locked(stage.tournament_id)
    match = locks.lock_match(match_id)
    names = _ready(match)
    table = _free_table(held, match, number)
    before = {"table": match.table.number if match.table else None, "starts_at": _iso(match)}
    now = timezone.now()
    match.planned_at = match.planned_at or match.starts_at
    match.table, match.starts_at, match.called_at = table, now, now
    match.ends_at = now + timedelta(minutes=length_of(match))
    match.save(update_fields=["table", "starts_at", "ends_at", "planned_at", "called_at"])
    after = {"table": number, "starts_at": _iso(match)}
    audit.record(held, actor, "match.call", names_text([match]), before=before, after=after)
    return _("请%(teams)s到%(number)d号桌。") % {"teams": _("、").join(names), "number": number}


def _ready(match: Match) -> list[str]:
    """The names of both teams; refused where the match has begun or a side is open."""
    if match.status != Match.Status.SCHEDULED:
        raise Refusal(_("场次 %(code)s 已经开赛，不能再叫号。") % {"code": named(match)}, code="begun", at="match")
    names = [slot.team.name for slot in match.slots.select_related("team").order_by("side") if slot.team]
    if len(names) < 2:
        raise Refusal(_("场次 %(code)s 的对阵还没有定，不能叫号。") % {"code": named(match)}, code="open", at="match")
    return names


def _free_table(held: Tournament, match: Match, number: int) -> PlayTable:
    table = held.tables.filter(number=number).first()
    if table is None:
        raise Refusal(_("没有%(number)s号桌。") % {"number": number}, code="no-table", at="table")
    used = Match.objects.filter(table=table, status__in=LIVE).exclude(pk=match.pk).first()
    if used is not None:
        message = _("%(number)d号桌上场次 %(code)s 还没有结束，请换一张空桌。")
        raise Conflict(message % {"number": number, "code": named(used)}, code="table-in-use", at="table")
    if not is_open(table, timezone.now()):
        raise Conflict(_("%(number)d号桌现在不在可用时间内。") % {"number": number}, code="table-closed", at="table")
    return table


def _iso(match: Match) -> str | None:
    return match.starts_at.isoformat() if match.starts_at else None
