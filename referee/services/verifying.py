"""Results that wait for another person's eyes, and that person's word."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import Account, Confirmation, ConfirmedResult, Match, SheetEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.fixtures import matches_of, rows_of
from tournament.services.locks import lock_match
from tournament.services.match_words import titles_of
from tournament.services.refusal import Conflict
from tournament.services.result_words import decided_text, side_score
from tournament.services.sheet import verify_result


@dataclass(frozen=True, slots=True)
class Pending:
    """A result not yet verified. `own`: the reader wrote on it himself, so that verifying it takes a reason (自核)."""

    match: Match
    result: ConfirmedResult
    title: str
    teams: dict[str, str]
    scores: dict[str, str]
    decided: str
    own: bool


def pending_of(tournament: Tournament, user: Account) -> list[Pending]:
    """Confirmed and not verified, the oldest first; the number of queries does not depend on how many."""
    results = ConfirmedResult.objects.filter(
        match__stage__tournament=tournament, superseded_at=None, verified_at=None
    ).order_by("confirmed_at", "pk")
    by_match = {result.match_id: result for result in results}
    matches = matches_of(tournament)
    titles = titles_of(matches)
    rows = {match.pk: row for match, row in zip(matches, rows_of(matches, titles), strict=True)}
    known, own = {match.pk: match for match in matches}, _own(list(by_match), user)
    return [_pending(known[pk], result, titles[pk].full, rows[pk], pk in own) for pk, result in by_match.items()]


def verify(match_id: int, version: str, actor: Actor, reason: str) -> Match:
    """Verify the result as it was looked at; refused where the sheet is another one since."""
    with transaction.atomic():
        match = lock_match(match_id)
        if str(match.version) != version:
            message = _("打开以后这场的记分表又变了（现为第%(now)d版），请核对新的记录再核验。")
            raise Conflict(message % {"now": match.version}, code="stale", at="version")
        return verify_result(match_id, actor, reason)


def _own(match_ids: list[int], user: Account) -> set[int]:
    mine = Q(match_id__in=match_ids, actor_user=user)
    wrote = SheetEntry.objects.filter(mine).order_by().values_list("match_id", flat=True).distinct()
    agreed = Confirmation.objects.filter(mine).order_by().values_list("match_id", flat=True).distinct()
    return {*wrote, *agreed}


def _pending(match: Match, result: ConfirmedResult, title: str, row: dict[str, str], own: bool) -> Pending:
    told = result.result
    return Pending(
        match=match,
        result=result,
        title=title,
        teams={side: row[f"team_{side}"] for side in "ab"},
        scores={side: side_score(told, side) for side in "ab"},
        decided=decided_text(told["decided_by"]),
        own=own,
    )
