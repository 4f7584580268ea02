"""A decision on one of the desk's pages: a look first, then carried out as it was shown and back to the desk."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.views import look_then_do as shared


def look_then_do(
    request: HttpRequest, template: str, context: dict[str, Any], build: shared.Build, done: str, reason: str = ""
) -> HttpResponse:
    """The page, its preview, or the decision carried out and back to the desk; what was typed comes back.

    `reason` is the decision's where the page asks for it in its own words; else the field `reason`.
    """

    def shown(more: dict[str, Any], status: int) -> HttpResponse:
        return render(request, template, {**context, **more}, status=status)

    def leave() -> HttpResponse:
        return redirect("chief:desk", slug=context["tournament"].slug)

    return shared.look_then_do(request, build, show=shown, leave=leave, done=done, reason=reason)
