"""Public answers with an entity tag: who asks again while nothing has changed is told so in one query."""

from collections.abc import Callable
from hashlib import blake2s
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language

from scoring import ENGINE_VERSION
from tournament.models import Tournament
from tournament.services.data_version import polled_version_of, versioned
from tournament.services.shown import Shown


def published_or_404(slug: str, *parts: str) -> tuple[Tournament, Shown]:
    """The tournament and what the public may see of it; not found unless all these parts (or any at all) are shown."""
    found = versioned(slug)
    shown = Shown.to_public(found) if found is not None else Shown()
    if found is None or not (shown.has(*parts) if parts else shown.anything):
        raise Http404
    return found, shown


def tag_of(tournament: Tournament, *more: str) -> str:
    """The tag of an answer about a tournament read with its version; `more` is what else it depends on."""
    facts = [polled_version_of(tournament), *tournament.published, ENGINE_VERSION, get_language() or "", *more]
    return quote_etag(
        blake2s("-".join(facts).encode(), digest_size=16).hexdigest()
    )  # its counters are nobody's business


def tagged(
    request: HttpRequest, tournament: Tournament, answer: Callable[[], HttpResponse], *more: Any
) -> HttpResponse:
    """The answer with its tag, or 304 without making it."""
    tag = tag_of(tournament, *map(str, more))
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = answer()
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie"])
    return response
