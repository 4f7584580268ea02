"""The practice match: the console itself over a match that exists only on this phone."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.access import referee_required
from referee.models import Device
from referee.services import joining, practice
from referee.services.joining import PassRevoked
from referee.services.passes import NotThere
from tournament.models import Tournament

from .lookup import rules_shown
from .views import chips
from .words import console_words
from .worker import kept_by_worker


@require_safe
@referee_required
def at_console(request: HttpRequest, slug: str, device: Device | None) -> HttpResponse:
    """From the list of matches or tables: a device practises by the rules of its own tournament."""
    rows = Tournament.objects.all()
    found = get_object_or_404(rows.filter(pk=device.table_pass.tournament_id) if device else rows, slug=slug)
    return practice_page(request, found, reverse("console:home"))


@require_safe
@never_cache
def at_card(request: HttpRequest, token: str) -> HttpResponse:
    """From the page of a printed code: before any session, without a PIN."""
    try:
        found = joining.pass_of(token)
    except (NotThere, PassRevoked) as refusal:
        return render(request, "join/told.html", {"sentence": refusal.message}, status=refusal.status)
    return practice_page(request, found.tournament, reverse("join:card", args=[token]))


def practice_page(request: HttpRequest, tournament: Tournament, back: str) -> HttpResponse:
    """The console's page over an empty practice match; `back` is where the ways out lead."""
    try:
        token = practice.practice_token(tournament)
    except NotThere as refusal:
        return render(request, "join/told.html", {"sentence": refusal.message}, status=refusal.status)
    match = practice.practice_match(token)
    context: dict[str, Any] = {
        "practice": True,
        "home": back,
        "match": match,
        "title": _("练习"),
        "state": practice.practice_view(match, practice.practised(match, [])),
        "words": console_words(),
        "rules": rules_shown(match),
        "facts": practice.practice_facts(match),
        "api": reverse("table-api:practice", args=[token]),
        **chips(),
    }
    return kept_by_worker(render(request, "console/match.html", context))
