"""One match as it is: beside the grid, live; and as a page to show and print."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from referee.services.places import Places
from tournament.documents.catalogue import frame_of
from tournament.documents.match_record import draw_match_record
from tournament.models import Match, Tournament
from tournament.services.match_tag import match_tag
from tournament.services.sheet_story import result_page_of, sheet_page_of
from tournament.views.office_page import chief_page, shared_page


@require_safe
@chief_page
def aside(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """The sheet to be shown beside the grid; 304 where the script has it already."""
    found = match_in(tournament, match_id)
    tag = match_tag(found)
    if request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    else:
        response = render(
            request, "chief/sheet.html", {**sheet_page_of(found), "heading": Places(tournament).heading(found)}
        )
    response["ETag"] = tag
    return response


@require_safe
@shared_page
def page(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Any match, hand by hand with the clause for each: what is shown to the losing team."""
    return render(request, "chief/result.html", result_page_of(match_in(tournament, match_id)))


@require_safe
@shared_page
def pdf(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """The same on paper, with lines to sign."""
    found = match_in(tournament, match_id)
    made = draw_match_record(found, frame_of(tournament, _("逐副记录")))
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = "inline"
    return response


def match_in(tournament: Tournament, match_id: int) -> Match:
    """A match of this tournament with what its page needs; 404 elsewhere."""
    rows = Match.objects.select_related("stage__tournament", "stage__ruleset", "table")
    return get_object_or_404(rows, pk=match_id, stage__tournament=tournament)
