"""The fairness file: whoever distrusts draw or standings computes both again."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.services.fairness.writing import fairness_document
from tournament.services.shown import Shown

from .tagged import published_or_404, tagged


@require_safe
def fairness(request: HttpRequest, slug: str) -> HttpResponse:
    """The file for `manage.py fairness`; not found unless draws or results are published."""
    found, shown = published_or_404(slug)
    if not (shown.draw or shown.results):
        raise Http404
    return tagged(request, found, lambda: _file(found, shown))


def _file(found: Tournament, shown: Shown) -> HttpResponse:
    response = JsonResponse(fairness_document(found, shown), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="fairness-{found.slug}.json"'
    return response
