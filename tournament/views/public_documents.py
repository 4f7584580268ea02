"""Printed documents as PDF: for the office and the chief referee at any time, for everybody once published."""

from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Account, Tournament
from tournament.services.shown import Shown

from .server_address import server_address


@require_safe
def document(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One document of the catalogue, made now; 404 where there is nothing to print or it is not published."""
    tournament = get_object_or_404(Tournament, slug=slug)
    found = DOCUMENTS.get(key)
    inside = isinstance(request.user, Account) and (request.user.is_staff or request.user.is_chief)
    if found is None or not (found.is_ready(tournament) if inside else found.is_public(tournament)):
        raise Http404
    shown = Shown() if inside else Shown.to_public(tournament)
    response = HttpResponse(found.pdf(tournament, shown, server_address(request)), content_type="application/pdf")
    file_name = quote(f"{tournament.name} {found.name}.pdf")
    response["Content-Disposition"] = f"inline; filename=\"{slug}-{key}.pdf\"; filename*=UTF-8''{file_name}"
    response["Cache-Control"] = "no-store, private" if inside else "no-cache"
    patch_vary_headers(response, ["Cookie"])
    return response
