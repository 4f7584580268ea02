"""What the chief referee's decision pages share: a form is looked at first (预览), then carried out with a reason."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.models import Tournament
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import Changed, Operation, Preview
from tournament.services.refusal import Refusal

from .access import actor_of
from .office_page import show

CHOICE = "choice-"
Build = Callable[[UUID], Operation]


def decide(
    request: HttpRequest, tournament: Tournament, page: str, context: dict[str, Any], build: Build, done: str
) -> HttpResponse:
    """The page, its preview, or the decision carried out; `build` makes the operation out of what was typed.

    What was typed comes back with a refusal, and with it the preview as far as there is one.
    """
    if request.method != "POST":
        return _page(request, tournament, page, context, uuid4(), None, "")
    actor, key = actor_of(request), _key(request)
    try:
        if request.POST.get("step") == "apply":
            _carry_out(request, build(key), actor, key)
            messages.success(request, done)
            return redirect("office:correct", slug=tournament.slug)
        shown = correcting.preview(build(key), _choices(request), actor, key)
    except Changed as changed:
        return _page(request, tournament, page, context, key, changed.preview, changed.message, changed.status)
    except Refusal as refusal:
        shown_still = _look_again(build, request, actor, key) if refusal.at == "reason" else None
        context = {**context, "at": refusal.at}
        return _page(request, tournament, page, context, key, shown_still, refusal.message, refusal.status)
    return _page(request, tournament, page, context, key, shown, "")


def _carry_out(request: HttpRequest, operation: Operation, actor: Actor, key: UUID) -> None:
    correcting.apply(
        operation,
        token=request.POST.get("token", ""),
        choices=_choices(request),
        reason=request.POST.get("reason", ""),
        actor=actor,
        key=key,
    )


def _look_again(build: Build, request: HttpRequest, actor: Actor, key: UUID) -> Preview | None:
    """The preview once more, where only the reason was at fault."""
    try:
        return correcting.preview(build(key), _choices(request), actor, key)
    except Refusal:
        return None


def _choices(request: HttpRequest) -> dict[int, str]:
    """keep or replay by match, out of the fields `choice-<match>`."""
    found = {name.removeprefix(CHOICE): value for name, value in request.POST.items() if name.startswith(CHOICE)}
    return {int(pk): str(value) for pk, value in found.items() if pk.isascii() and pk.isdigit() and len(pk) < 18}


def _key(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return uuid4()


def _page(
    request: HttpRequest,
    tournament: Tournament,
    page: str,
    context: dict[str, Any],
    key: UUID,
    preview: Preview | None,
    error: str,
    status: int = 200,
) -> HttpResponse:
    more = {"key": key, "preview": preview, "error": error, "reason": request.POST.get("reason", "")}
    return show(request, tournament, page, {**context, **more}, status=status)
