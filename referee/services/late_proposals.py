"""What a table proposes when a side is late: stored, shown to the chief referee, answered on the sheet or refused."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import LateProposal
from tournament.models import Match, Tournament
from tournament.services import audit, check_in
from tournament.services.actor import Actor
from tournament.services.fixtures import told_of
from tournament.services.lateness import lateness_of
from tournament.services.locks import lock_match
from tournament.services.refusal import Conflict, NotAllowed, Refusal

from .proposals import ACTUAL, PLANNED, REASON_LIMIT, origin_of

START = "start"
FORFEITS = {"forfeit-a": "a", "forfeit-b": "b", "forfeit-both": "ab"}
BY_FORFEIT = ("forfeit", "both-lose")


def propose(
    match_id: int, *, proposal_id: UUID, verdict: str, clock_from: str, reason: str, actor: Actor
) -> LateProposal:
    """Store a table's proposal; the last one of a match counts. Sent again with the same id, it does nothing more."""
    reason = reason.strip()
    _refuse_form(verdict, clock_from, reason)
    with transaction.atomic():
        match = lock_match(match_id)
        found = LateProposal.objects.filter(pk=proposal_id).first()
        if found is not None and found.match_id == match.pk:
            return found
        if found is not None:
            raise Conflict(_("这个编号已用于另一场的建议，没有保存；请再提一次。"), code="id-reused", at="id")
        match = Match.objects.select_related("stage__tournament").get(pk=match.pk)
        _refuse_early(match, verdict)
        made = LateProposal.objects.create(
            pk=proposal_id,
            match=match,
            verdict=verdict,
            clock_from=clock_from if verdict == START else "",
            reason=reason,
            at=timezone.now(),
            **actor.columns(),
        )
        audit.record(
            match.stage.tournament,
            actor,
            "late.propose",
            told_of([match])[match.pk],
            after=words_of(made),
            reason=reason,
        )
    return made


def decline(match_id: int, answer: str, actor: Actor) -> None:
    """The chief referee does not follow the open proposal, and says why; the table goes on waiting."""
    answer = answer.strip()
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("迟到的场次由裁判长决定。"), code="chief-only")
    if not answer or len(answer) > REASON_LIMIT:
        message = _("请写明不同意的理由，最多 %(limit)d 个字。") % {"limit": REASON_LIMIT}
        raise Refusal(message, code="reason-needed", at="answer")
    with transaction.atomic():
        match = lock_match(match_id)
        found = _last(match)
        if found is None or state_of(found, match) != "open":
            raise Conflict(_("这一场现在没有等待答复的建议。"), code="no-proposal", at="answer")
        said = {"answer": answer, "answered_at": timezone.now(), "answered_by": actor.name[:60]}
        LateProposal.objects.filter(pk=found.pk).update(**said)
        tournament = Tournament.objects.get(stages=match.stage_id)
        audit.record(
            tournament, actor, "late.decline", told_of([match])[match.pk], before=words_of(found), reason=answer
        )


def proposal_view(match: Match) -> dict[str, Any] | None:
    """The last proposal of a match for a screen, null where there is none.

    `state`: open, declined (with `answer`), allowed (the match began), forfeited.
    """
    found = _last(match)
    if found is None:
        return None
    return {
        "verdict": found.verdict,
        "text": words_of(found),
        "reason": found.reason,
        "by": found.actor_name,
        "at": found.at.isoformat(),
        "state": state_of(found, match),
        "answer": found.answer,
    }


def open_proposals(tournament: Tournament) -> dict[int, LateProposal]:
    """The proposals that wait for an answer, by match; one query."""
    rows = LateProposal.objects.filter(match__stage__tournament=tournament, match__status=Match.Status.SCHEDULED)
    last = {one.match_id: one for one in rows.order_by("at")}
    return {pk: one for pk, one in last.items() if one.answered_at is None}


def state_of(proposal: LateProposal, match: Match) -> str:
    """open, declined, allowed or forfeited: what became of it follows from the match."""
    if proposal.answered_at is not None:
        return "declined"
    if match.status == Match.Status.SCHEDULED:
        return "open"
    return "forfeited" if match.decided_by in BY_FORFEIT else "allowed"


def words_of(proposal: LateProposal) -> str:
    """The proposal in words."""
    words = {
        "forfeit-a": _("判甲方弃权"),
        "forfeit-b": _("判乙方弃权"),
        "forfeit-both": _("判双方弃权"),
        PLANNED: _("准予开赛，计时从原定时间算"),
        ACTUAL: _("准予开赛，计时从实际开始算"),
    }
    return words[proposal.clock_from or proposal.verdict]


def _last(match: Match) -> LateProposal | None:
    return LateProposal.objects.filter(match=match).order_by("at").last()


def _refuse_form(verdict: str, clock_from: str, reason: str) -> None:
    if verdict not in (START, *FORFEITS):
        raise Refusal(_("建议请选判弃权或准予开赛。"), code="no-choice", at="verdict")
    if len(reason) > REASON_LIMIT or (verdict == START and not reason):
        message = _("请写明准予开赛的原因，最多 %(limit)d 个字。") % {"limit": REASON_LIMIT}
        raise Refusal(message, code="reason-needed", at="reason")
    if verdict == START and clock_from not in (PLANNED, ACTUAL):
        raise Refusal(_("计时请选“从原定时间”或“从实际开始”。"), code="no-choice", at="clock_from")


def _refuse_early(match: Match, verdict: str) -> None:
    """Only at the limit, only about a match not begun, and only against a side that is not all there."""
    if match.status != Match.Status.SCHEDULED:
        raise Conflict(_("本场已经开赛或已有结果，不用再建议。"), code="begun", at="verdict")
    lateness = lateness_of(match.stage.tournament)
    origin, limit = origin_of(match, lateness), lateness.forfeit_minutes
    late = (timezone.now() - origin).total_seconds() / 60 if origin else -1
    if limit is None or late < limit:
        raise Refusal(_("还没到规程规定的迟到时限，不能建议；到时限后再提。"), code="too-early", at="verdict")
    there = check_in.attendance_of([match.pk])[match.pk]
    for side in FORFEITS.get(verdict, ""):
        if there[side].complete:
            name = {"a": _("甲方"), "b": _("乙方")}[side]
            raise Refusal(_("%(side)s已经到齐，不能建议判弃权。") % {"side": name}, code="present", at="verdict")
