"""Addresses nobody answers: a problem object below /api/, a page elsewhere."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found

from .problems import CONTENT_TYPE, problem


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The handler of 404."""
    if not request.path.startswith("/api/"):
        return page_not_found(request, exception)
    found = problem(404, "not-found", _("没有这个接口地址，请对照 /api/docs/。"))
    return JsonResponse(found, status=404, content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store, private"})
