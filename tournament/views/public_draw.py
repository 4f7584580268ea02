"""A published draw: carried out again before the reader's eyes, and its record as a file."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.models import Draw, Tournament
from tournament.services.public_draws import draw_page_of, draws_shown

from .tagged import published_or_404, tagged


@require_safe
def draw(request: HttpRequest, slug: str, draw_id: int) -> HttpResponse:
    """The draw computed anew from its record, team by team, and whether it is the one that was drawn."""
    found, held = _held(slug, draw_id)
    return tagged(
        request, found, lambda: render(request, "public/draw.html", {"tournament": found, **draw_page_of(held)})
    )


@require_safe
def draw_record(request: HttpRequest, slug: str, draw_id: int) -> HttpResponse:
    """The record as it was drawn, for `manage.py draw`.

    Not found where draws are not published, the draw was taken back, or the hall is still being shown it.
    """
    _found, held = _held(slug, draw_id)
    response = JsonResponse(held.record, json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = f'attachment; filename="draw-{held.pk}.json"'
    response["Cache-Control"] = "no-cache"
    return response


def _held(slug: str, draw_id: int) -> tuple[Tournament, Draw]:
    found, shown = published_or_404(slug, "draw")
    return found, get_object_or_404(draws_shown(found, shown), pk=draw_id)
