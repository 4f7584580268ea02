"""What the staff pages share: the tournament of the address, the spine, and doing what a form asks."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render

from tournament.models import Tournament
from tournament.services.match_finder import Asked
from tournament.services.office_state import spine
from tournament.services.refusal import Refusal

from .access import View, chief_required, office_or_chief_required, office_required

# The step of the spine that a page with no step of its own belongs to.
_STEPS = {
    "team": "entries", "department": "entries", "links": "entries", "line_ups": "entries", "line_up": "entries",
    "move": "schedule", "delay": "schedule", "tables": "schedule", "floor": "day", "print_pack": "print",
}  # fmt: skip


def office_page(view: View) -> View:
    """A page of the union office about one tournament: the view gets it instead of its slug."""
    return office_required(_with_tournament(view))


def shared_page(view: View) -> View:
    """A page for the union office and the chief referee about one tournament."""
    return office_or_chief_required(_with_tournament(view))


def chief_page(view: View) -> View:
    """A page of the chief referee about one tournament."""
    return chief_required(_with_tournament(view))


def show(
    request: HttpRequest, tournament: Tournament, page: str, context: dict[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    """Render `office/<page>.html` with the tournament and its spine."""
    everything = {"tournament": tournament, "page": _STEPS.get(page, page), **(context or {})}
    if "spine" not in everything:
        everything["spine"] = spine(tournament)
    return render(request, f"office/{page}.html", everything, status=status)


def attempt(request: HttpRequest, form: forms.Form, action: Callable[[dict[str, Any]], str]) -> bool:
    """Do the action with the valid form's values, show the sentence it returns; a refusal goes to its field."""
    if not form.is_valid():
        return False
    try:
        sentence = action(form.cleaned_data)
    except Refusal as refusal:
        place = form.field_of(refusal.at) if hasattr(form, "field_of") else refusal.at
        form.add_error(place if place in form.fields else None, refusal.message)
        return False
    if sentence:
        messages.success(request, sentence)
    return True


def attempt_plain(request: HttpRequest, action: Callable[[], str]) -> bool:
    """Do an action that has no fields; the sentence it returns or its refusal is shown on the next page."""
    try:
        if sentence := action():
            messages.success(request, sentence)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return False
    return True


def asked_of(request: HttpRequest) -> Asked:
    """What of a list of matches the address asks for."""
    return Asked(**{name: request.GET.get(name, "") for name in ("round", "state", "text")})


def _with_tournament(view: View) -> View:
    @wraps(view)
    def with_tournament(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        return view(request, get_object_or_404(Tournament, slug=slug), **kwargs)

    return with_tournament
