"""The record of a published draw as a file: whoever likes can compute it again."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournament.models import Draw
from tournament.services.shown import Shown


@require_safe
def draw_record(request: HttpRequest, slug: str, draw_id: int) -> HttpResponse:
    """The record as it was drawn, for `manage.py draw`.

    Not found where draws are not published, the draw was taken back, or the hall is still being shown it.
    """
    draws = Draw.objects.filter(undone_at=None, revealed=None).select_related("stage__tournament")
    held = get_object_or_404(draws, pk=draw_id, stage__tournament__slug=slug)
    if not Shown.to_public(held.stage.tournament).draw:
        raise Http404
    response = JsonResponse(held.record, json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = f'attachment; filename="draw-{held.pk}.json"'
    response["Cache-Control"] = "no-cache"
    return response
