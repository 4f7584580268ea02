"""Both sides confirm a sheet, another person verifies the result."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import ENGINE_VERSION
from tournament.models import Confirmation, ConfirmedResult, Match, MatchSlot

from . import audit, locks, progress
from .actor import Actor
from .refusal import Conflict, NotAllowed, Refusal

SIDES = ("a", "b")


def confirm(match_id: int, side: str, version: int, actor: Actor) -> Match:
    """One side's word that the sheet is right at this version; the second side's makes the result count.

    The second confirmation stores the confirmed result and fills the slots this match decides. Asking again for
    what was confirmed is harmless. Raises `Conflict` (`stale`) where the sheet went on, `Refusal` where the match
    is not finished.
    """
    if side not in SIDES:
        raise Refusal(_("确认方填的是“%(side)s”，只能是 a 或 b。") % {"side": side}, code="side", at="side")
    with transaction.atomic():
        match = _locked(match_id)
        if match.results.filter(superseded_at=None, version=version).exists():
            return match
        _refuse_unready(match, version)
        Confirmation.objects.get_or_create(
            match=match, side=side, version=version, defaults={"at": timezone.now(), **actor.columns()}
        )
        if _sides_at(match) == set(SIDES):
            _conclude(match, actor)
        return match


def verify_result(match_id: int, actor: Actor, reason: str = "") -> Match:
    """The chief referee's check of a confirmed result; whoever wrote on the sheet gives a reason (自核)."""
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("成绩核验只能由裁判长进行。"), code="chief-only")
    with transaction.atomic():
        match = locks.lock_match(match_id)
        result = match.results.filter(superseded_at=None).first()
        if result is None:
            raise Refusal(_("本场成绩尚未由双方确认，确认后才能核验。"), code="not-confirmed")
        if result.verified_at is not None:
            return match
        _store_verification(match, result, actor, reason.strip())
        return match


def _locked(match_id: int) -> Match:
    """The match, after its stage and those its result feeds, together with the matches it feeds: in lock order."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        return locks.lock_match(match_id)
    fed = MatchSlot.objects.filter(progress.fed_by(match)).values_list("match_id", "match__stage_id")
    locks.lock_stages({match.stage_id, *(stage_id for _match_id, stage_id in fed)})
    return locks.lock_matches({match_id, *(fed_id for fed_id, _stage_id in fed)})[match_id]


def _refuse_unready(match: Match, version: int) -> None:
    if version != match.version:
        message = _("确认的是第%(given)d版记分表，现在已是第%(now)d版；请核对最新的记分表再确认。")
        values = {"given": version, "now": match.version}
        raise Conflict(message % values, code="stale", at="version", detail={"version": match.version})
    if match.status != Match.Status.FINISHED:
        message = _("本场现在是“%(status)s”，只有打完的场次才能确认。")
        raise Refusal(message % {"status": match.get_status_display()}, code="not-finished", at="side")


def _sides_at(match: Match) -> set[str]:
    return set(match.confirmations.filter(version=match.version).values_list("side", flat=True))


def _conclude(match: Match, actor: Actor) -> None:
    """Both sides agree: the result counts, and what waits for it goes on."""
    _count(match)
    after = {"winner": match.winner, "decided_by": match.decided_by, "version": match.version}
    audit.record(match.stage.tournament, actor, "match.confirm", str(match), after=after)
    progress.settle_after(match)


def conclude_by_ruling(match: Match, actor: Actor) -> None:
    """The chief referee's ruling confirms a finished match for both sides at once [A]; the caller fills the slots."""
    for side in SIDES:
        columns = {"at": timezone.now(), **actor.columns()}
        Confirmation.objects.get_or_create(match=match, side=side, version=match.version, defaults=columns)
    _count(match)


def _count(match: Match) -> None:
    """Store the result in force and the match as confirmed."""
    ConfirmedResult.objects.create(
        match=match,
        version=match.version,
        engine_version=ENGINE_VERSION,
        result=match.projection,
        confirmed_at=timezone.now(),
    )
    match.status = Match.Status.CONFIRMED
    match.save(update_fields=["status"])


def _store_verification(match: Match, result: ConfirmedResult, actor: Actor, reason: str) -> None:
    wrote = Q(actor_user=actor.user)
    own = match.entries.filter(wrote).exists() or match.confirmations.filter(wrote).exists()
    if own and not reason:
        message = _("您在本场记过分或代为确认过，自行核验（自核）必须写明原因。")
        raise Refusal(message, code="reason-needed", at="reason")
    result.verified_at, result.verified_by = timezone.now(), actor.user
    result.self_verified_reason = reason[:200] if own else ""
    result.save(update_fields=["verified_at", "verified_by", "self_verified_reason"])
    match.status = Match.Status.VERIFIED
    match.save(update_fields=["status"])
    audit.record(match.stage.tournament, actor, "match.verify", str(match), reason=reason)
