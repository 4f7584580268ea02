"""A decision on one of the desk's pages: looked at first, then carried out as it was shown, with a reason."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import Changed, Operation, Preview
from tournament.services.refusal import Refusal
from tournament.views.access import actor_of

from .desk import key_of

CHOICE = "choice-"
Build = Callable[[UUID], Operation]


def look_then_do(
    request: HttpRequest, template: str, context: dict[str, Any], build: Build, done: str, reason: str = ""
) -> HttpResponse:
    """The page, its preview, or the decision carried out and back to the desk; what was typed comes back.

    `reason` is the decision's where the page asks for it in its own words; else the field `reason`.
    """
    if request.method != "POST":
        return _page(request, template, context, uuid4(), None, "")
    actor, key = actor_of(request), key_of(request)
    said = reason or request.POST.get("reason", "")
    try:
        if request.POST.get("step") == "apply":
            token = request.POST.get("token", "")
            correcting.apply(build(key), token=token, choices=_choices(request), reason=said, actor=actor, key=key)
            messages.success(request, done)
            return redirect("chief:desk", slug=context["tournament"].slug)
        shown = correcting.preview(build(key), _choices(request), actor, key)
    except Changed as changed:
        return _page(request, template, context, key, changed.preview, changed.message, changed.status)
    except Refusal as refusal:
        still = _look_again(build, request, actor, key) if refusal.at == "reason" else None
        return _page(request, template, {**context, "at": refusal.at}, key, still, refusal.message, refusal.status)
    return _page(request, template, context, key, shown, "")


def _look_again(build: Build, request: HttpRequest, actor: Actor, key: UUID) -> Preview | None:
    try:
        return correcting.preview(build(key), _choices(request), actor, key)
    except Refusal:
        return None


def _choices(request: HttpRequest) -> dict[int, str]:
    """keep or replay by match, out of the fields `choice-<match>`."""
    found = {name.removeprefix(CHOICE): str(value) for name, value in request.POST.items() if name.startswith(CHOICE)}
    return {int(pk): value for pk, value in found.items() if pk.isascii() and pk.isdigit() and len(pk) < 18}


def _page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    key: UUID,
    preview: Preview | None,
    error: str,
    status: int = 200,
) -> HttpResponse:
    more = {"key": key, "preview": preview, "error": error, "reason": request.POST.get("reason", "")}
    return render(request, template, {**context, **more}, status=status)
