"""Verification (核验): confirmed results one after the other, by somebody else than who wrote them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from referee.services.places import Places
from referee.services.verifying import pending_of, verify
from tournament.models import Account, Tournament
from tournament.services.refusal import Refusal
from tournament.services.sheet_story import result_page_of
from tournament.views.access import actor_of
from tournament.views.office_page import chief_page

from .result import match_in


@require_safe
@chief_page
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What is not verified yet, the oldest first."""
    pending = pending_of(tournament, _user(request))
    return render(request, "chief/verify_list.html", {"tournament": tournament, "pending": pending})


@require_http_methods(["GET", "HEAD", "POST"])
@chief_page
def verify_match(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """The sheet beside the result; verified, the next one opens."""
    found = match_in(tournament, match_id)
    error, status = "", 200
    if request.method == "POST":
        try:
            verify(found.pk, request.POST.get("version", ""), actor_of(request), request.POST.get("reason", ""))
        except Refusal as refusal:
            error, status = refusal.message, refusal.status
        else:
            messages.success(request, _("已核验：%(match)s。") % {"match": Places(tournament).of(found)})
            return _next(request, tournament)
    pending = pending_of(tournament, _user(request))
    mine = next((one for one in pending if one.match.pk == found.pk), None)
    facts = {**result_page_of(found), "pending": pending, "mine": mine, "error": error}
    return render(request, "chief/verify.html", {**facts, "reason": request.POST.get("reason", "")}, status=status)


def _next(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    pending = pending_of(tournament, _user(request))
    if not pending:
        return redirect("chief:verify", slug=tournament.slug)
    return redirect("chief:verify-match", slug=tournament.slug, match_id=pending[0].match.pk)


def _user(request: HttpRequest) -> Account:
    assert isinstance(request.user, Account)
    return request.user
