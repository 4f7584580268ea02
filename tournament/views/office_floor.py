"""Page 现场调度, for the office and the chief referee: the hall now, check-in, calling a pair to a free table."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Match, Tournament
from tournament.services.calling import call_to_table
from tournament.services.check_in import check_in, take_back
from tournament.services.floor import floor_of
from tournament.services.refusal import Refusal

from .access import actor_of
from .office_page import attempt_plain, shared_page, show


@require_safe
@shared_page
def floor(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole page, or for htmx only what changes."""
    if request.headers.get("HX-Request"):
        return _now(request, tournament)
    return show(request, tournament, "floor", floor_of(tournament))


@require_POST
@shared_page
def call(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Send a waiting match to the table chosen."""
    number = request.POST.get("table", "")
    return _done(request, tournament, pk, lambda match: call_to_table(match.pk, _number(number), actor_of(request)))


@require_POST
@shared_page
def presence(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Check a player or a whole side in, or take it back."""
    side, player = request.POST.get("side", ""), request.POST.get("player", "")
    there = request.POST.get("present") == "1"

    def note(match: Match) -> str:
        players = [_number(player)] if player else None
        left = (check_in if there else take_back)(match.pk, side, players, actor_of(request))
        return "" if not there or left.complete else _("还差：%(names)s。") % {"names": _("、").join(left.missing)}

    return _done(request, tournament, pk, note)


def _done(request: HttpRequest, tournament: Tournament, pk: int, action: Callable[[Match], str]) -> HttpResponse:
    """Do it, say the sentence on the next page, and go back there."""
    match = get_object_or_404(Match, pk=pk, stage__tournament=tournament)
    attempt_plain(request, lambda: action(match))
    if request.headers.get("HX-Request"):  # the page stays where it is
        return _now(request, tournament)
    return redirect("office:floor", slug=tournament.slug)


def _now(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Only what changes."""
    return render(request, "office/floor_now.html", {"tournament": tournament, **floor_of(tournament)})


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal(_("“%(text)s”不是编号，请从页面上选。") % {"text": text[:20]}, code="number")
    return int(text)
