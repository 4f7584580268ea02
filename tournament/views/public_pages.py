"""Public pages: the list of tournaments, a tournament, a match; only published parts, nothing about the reader."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Match, Tournament
from tournament.services.public_choice import Wanted
from tournament.services.public_match import match_page_of
from tournament.services.public_page import page_of
from tournament.services.shown import Shown

from .public_bracket import picture
from .tagged import published_or_404, tagged

MOST_DIGITS = 9


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Every tournament of which anything is published, the latest first."""
    tournaments = [(one, shown) for one in Tournament.objects.all() if (shown := Shown.to_public(one)).anything]
    return render(request, "public/home.html", {"tournaments": tournaments})


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament's page, its matches all or those of `?department=` or `?team=`; 304 while nothing has changed."""
    found, shown = published_or_404(slug)
    wanted = Wanted(_number(request, "department"), _number(request, "team"))
    chosen = (wanted.department or 0, wanted.team or 0)
    return tagged(request, found, lambda: _page(request, found, shown, wanted), *chosen)


def _page(request: HttpRequest, found: Tournament, shown: Shown, wanted: Wanted) -> HttpResponse:
    page = page_of(found, shown, wanted)
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
    published, shown = published_or_404(slug, "results")
    found = get_object_or_404(
        Match.objects.select_related("stage__tournament", "stage__ruleset", "table"),
        pk=pk,
        stage__tournament=published,
    )
    if found.status == Match.Status.SCHEDULED:
        raise Http404
    return tagged(request, published, lambda: render(request, "public/match.html", match_page_of(found, shown)))


def _number(request: HttpRequest, name: str) -> int | None:
    """An id out of the address; what is no number asks for nothing."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None
