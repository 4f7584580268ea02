"""What the chief referee's decision pages in the office share: a look first, then back to the list of decisions."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.models import Tournament

from .look_then_do import Build, look_then_do
from .office_page import show


def decide(
    request: HttpRequest, tournament: Tournament, page: str, context: dict[str, Any], build: Build, done: str
) -> HttpResponse:
    """The page, its preview, or the decision carried out; `build` makes the operation out of what was typed."""

    def shown(more: dict[str, Any], status: int) -> HttpResponse:
        return show(request, tournament, page, {**context, **more}, status=status)

    def leave() -> HttpResponse:
        return redirect("office:correct", slug=tournament.slug)

    return look_then_do(request, build, show=shown, leave=leave, done=done)
