"""Public pages: the list of tournaments, a tournament, a match; only published parts, nothing about the reader."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring import ENGINE_VERSION
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Match, Tournament
from tournament.services.data_version import tag_of, tournament_with_version
from tournament.services.public_match import match_page_of
from tournament.services.public_page import page_of
from tournament.services.shown import Shown

from .public_bracket import picture


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Every tournament of which anything is published, the latest first."""
    tournaments = [one for one in Tournament.objects.all() if Shown.to_public(one).anything]
    return render(request, "public/home.html", {"tournaments": tournaments})


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament's page; answers 304 while nothing it shows has changed."""
    found = tournament_with_version(slug)
    if found is None or not (shown := Shown.to_public(found)).anything:
        raise Http404
    tag = quote_etag("-".join([tag_of(found), *found.published, ENGINE_VERSION, get_language() or ""]))
    response = get_conditional_response(request, etag=tag) or _page(request, found, shown)
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response


def _page(request: HttpRequest, found: Tournament, shown: Shown) -> HttpResponse:
    page = page_of(found, shown)
    context = {
        "tournament": found,
        "shown": shown,
        "pictures": [picture(plan, links=shown.results) for plan in page["plans"]],
        "documents": [document for document in DOCUMENTS.values() if document.is_public(found)],
        **page,
    }
    return render(request, "public/tournament.html", context)


@require_safe
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A match's sheet in words, once results are published and it has begun."""
    found = get_object_or_404(
        Match.objects.select_related("stage__tournament", "stage__ruleset", "table"),
        pk=pk,
        stage__tournament__slug=slug,
    )
    shown = Shown.to_public(found.stage.tournament)
    if not shown.results or found.status == Match.Status.SCHEDULED:
        raise Http404
    response = render(request, "public/match.html", match_page_of(found, shown))
    response["Cache-Control"] = "no-cache"
    return response
