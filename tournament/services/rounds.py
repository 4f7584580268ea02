"""Stages drawn round by round (每轮重抽, 积分编排): the next round's draw, their number, what is still open."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.draw.replay import compute
from tournament.models import Draw, GroupPlace, Match, Stage, Tournament

from . import audit, locks, progress
from .actor import Actor
from .backup import backup_now
from .draw_differences import draw_differences
from .fixtures import matches_of, named, names_text, rows_of
from .kinds import BY_ROUND
from .match_words import stage_round, titles_of
from .protests import disputed
from .refusal import Refusal
from .round_records import next_record
from .round_store import change_rounds, fill_round
from .rounds_since import changed_since
from .spoken import all_said, said, told
from .tournaments import locked

MAX_ROUNDS = 99
_CONFIRMED = (Match.Status.CONFIRMED, Match.Status.VERIFIED)


@dataclass(frozen=True, slots=True)
class Due:
    """The round to be drawn next: `number` (None when all are drawn) and why it cannot be drawn yet, if so."""

    stage: Stage
    number: int | None
    total: int
    why_not: str = ""

    @property
    def doubtful(self) -> str:
        """A warning where an open protest could still change who won a match that feeds this round; one query."""
        if not self.number or self.why_not:
            return ""
        found = disputed(Q(stage=self.stage, round=self.number - 1))
        if not found:
            return ""
        message = _("%(matches)s还有没裁定的抗议，裁定可能改变胜方：请裁定后再抽第 %(number)d 轮。")
        return message % {"matches": names_text(found), "number": self.number}


def due_round(tournament: Tournament) -> Due | None:
    """The next round of a tournament whose first stage is drawn round by round and has begun; None for others."""
    stage = tournament.stages.order_by("number").filter(kind__in=BY_ROUND).first()
    return next_round(stage) if stage and _latest(stage) else None


def next_round(stage: Stage) -> Due:
    """What is to be drawn next in a stage whose round 1 is drawn."""
    latest, rounds = (
        _latest(stage),
        Match.objects.filter(stage=stage).order_by("-round").values_list("round", flat=True),
    )
    total, number = rounds.first() or 0, (latest.round if latest else 0) + 1
    if number > total:
        return Due(stage, None, total)
    return Due(stage, number, total, _waits(stage, number - 1))


def draw_round(
    stage: Stage, number: int, *, actor: Actor, seed: str = "", lots: Mapping[int, int] | None = None, present: str = ""
) -> Draw:
    """Draw round `number` (2 and on) by `seed` or by `lots` {team id: number} from slips; earlier rounds are confirmed.

    Takes a backup first; stores the round's record and fills its matches. Raises `Refusal`.
    """
    backup_now("before-draw")
    with transaction.atomic():
        held = locked(stage.tournament_id)
        locks.lock_stages([stage.pk])
        record = round_record(stage, number, seed=seed, lots=lots)
        draw = Draw.objects.create(
            stage=stage,
            round=number,
            record=record,
            present=present[:200],
            drawn_at=timezone.now(),
            drawn_by=actor.user,
        )
        fill_round(stage, record)
        progress.settle_round(stage, number)
        after = {"record": record, "present": present}
        audit.record(held, actor, "draw.round", stage_round(stage, number), after=after)
    return draw


def round_record(stage: Stage, number: int, *, seed: str = "", lots: Mapping[int, int] | None = None) -> dict[str, Any]:
    """The record of the next round with its result, stored nowhere: what `draw_round` would keep. Raises `Refusal`."""
    due = next_round(stage)
    if due.number is None:
        raise Refusal(_("各轮都已抽签。"), code="all-drawn", at="round")
    if number != due.number:
        message = _("现在应抽第 %(due)d 轮，不是第 %(number)d 轮；请刷新页面。")
        raise Refusal(message % {"due": due.number, "number": number}, code="other-round", at="round")
    if due.why_not:
        raise Refusal(due.why_not, code="round-open", at="round")
    if lots is None and not seed.strip():
        raise Refusal(_("请填写抽签种子（任意一句话，如时间加地点），或改为录入抽签结果。"), code="no-seed", at="seed")
    try:
        return compute(next_record(stage, number, seed.strip(), lots))
    except ScoringError as error:
        raise Refusal(said(error.message), code="draw", at=error.at) from error


def set_rounds(stage: Stage, rounds: int, actor: Actor) -> None:
    """Play so many Swiss rounds: no fewer than are drawn, no more than the teams can play. Raises `Refusal`."""
    with transaction.atomic():
        held = locked(stage.tournament_id)
        locks.lock_stages([stage.pk])
        latest = _latest(stage)
        if latest is None or stage.kind != Stage.Kind.SWISS:
            raise Refusal(_("积分编排抽出第一轮以后才能在这里改轮数。"), code="not-drawn", at="rounds")
        count = GroupPlace.objects.filter(stage=stage).count()
        most = count if count % 2 else count - 1
        if not latest.round <= rounds <= most:
            message = _("轮数应为 %(least)d 到 %(most)d：已抽 %(least)d 轮，%(count)d 队最多 %(most)d 轮。")
            facts = {"least": latest.round, "most": most, "count": count}
            raise Refusal(message % facts, code="rounds", at="rounds")
        before, stage.settings = stage.settings.get("rounds"), {**stage.settings, "rounds": rounds}
        stage.save(update_fields=["settings"])
        change_rounds(stage, rounds, count)
        if before != rounds:
            audit.record(held, actor, "rounds.change", stage.name, before=before, after=rounds)


def still_in(due: Due) -> list[str]:
    """The names of the teams that play the round that is due; empty while it cannot be drawn."""
    if due.number is None or due.why_not:
        return []
    return [team["name"] for team in next_record(due.stage, due.number, "", None)["teams"]]


def round_board(stage: Stage) -> list[dict[str, Any]]:
    """The rounds drawn, first to last, each with its matches as `rows` and how many of them are `open`."""
    matches = matches_of(stage.tournament)
    titles = titles_of(matches)
    rows: dict[int, list[dict[str, Any]]] = {}
    for match, row in zip(matches, rows_of(matches, titles), strict=True):
        if match.stage_id == stage.pk:
            won = match.winner if match.status in _CONFIRMED else ""
            facts = {"match": match, "title": titles[match.pk].full, "won": won}
            rows.setdefault(match.round, []).append({**row, **facts})
    return [
        {
            **found,
            "rows": sorted(rows.get(found["number"], []), key=lambda row: row["match"].pk),
            "open": sum(row["match"].status not in _CONFIRMED for row in rows.get(found["number"], [])),
        }
        for found in rounds_of(stage)
    ]


def rounds_of(stage: Stage) -> list[dict[str, Any]]:
    """The rounds drawn, first to last: `number`, `draw`, `free` names, `notes`, `differs` from its own record.

    `changed` says what corrections since altered under it.
    """
    held = stage.draws.filter(undone_at__isnull=True, round__gt=0).select_related("drawn_by")
    drawn = list(held.order_by("round"))
    changed = changed_since(stage, [draw.record for draw in drawn]) if drawn else {}
    return [
        {
            "number": draw.round,
            "draw": draw,
            "free": free_names(draw.record),
            "notes": all_said(draw.record["result"].get("notes", [])),
            "differs": replayed(draw),
            "changed": changed[draw.round],
        }
        for draw in drawn
    ]


def replayed(draw: Draw) -> list[str]:
    """How a draw's record, computed again, differs from the result it holds; empty if it does not."""
    try:
        return draw_differences(draw.record)
    except ScoringError as error:
        return [told(error)]


def free_names(record: Mapping[str, Any]) -> list[str]:
    """Who is free in the round of this record."""
    names = {team["id"]: team.get("name") or team["id"] for team in record["teams"]}
    result = record["result"]
    free = result.get("byes", []) if "byes" in result else [result["bye"]] if result.get("bye") else []
    return [names[one] for one in free]


def _latest(stage: Stage) -> Draw | None:
    return stage.draws.filter(undone_at__isnull=True, round__gt=0).order_by("-round").first()


def _waits(stage: Stage, number: int) -> str:
    """Why the round after `number` cannot be drawn; empty if it can."""
    if count := Match.objects.filter(stage=stage, round__lte=number).exclude(status__in=_CONFIRMED).count():
        message = _("第 %(number)d 轮还有 %(count)d 场没有确认，全部确认后才能抽下一轮。")
        return message % {"number": number, "count": count}
    if stage.kind == Stage.Kind.REDRAW:
        level = Match.objects.filter(stage=stage, round=number, winner="", decided_by="draw").first()
        if level is not None:
            message = _("场次 %(code)s 打平，没有胜者，请裁判长裁定后再抽下一轮。")
            return message % {"code": named(level)}
    return ""
