"""A decision of the chief referee on any page: looked at first (预览), then carried out as shown, with a reason."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import Changed, Operation, Preview
from tournament.services.refusal import Refusal

from .access import actor_of

CHOICE = "choice-"
Build = Callable[[UUID], Operation]
Show = Callable[[dict[str, Any], int], HttpResponse]
Leave = Callable[[], HttpResponse]


def look_then_do(
    request: HttpRequest, build: Build, *, show: Show, leave: Leave, done: str, reason: str = ""
) -> HttpResponse:
    """The page, its preview, or the decision carried out; what was typed comes back with a refusal.

    `build` makes the operation out of what was typed; `show` renders the page with `key`, `preview`, `error`, `reason`
    and, after a refusal, `at`; `leave` answers once it is done. `reason` is the decision's where the page asks for it
    in its own words, else it is the field `reason`.
    """
    typed = {"reason": request.POST.get("reason", "")}

    def page(key: UUID, preview: Preview | None, error: str = "", status: int = 200, **more: str) -> HttpResponse:
        return show({**typed, **more, "key": key, "preview": preview, "error": error}, status)

    if request.method != "POST":
        return page(uuid4(), None)
    actor, key = actor_of(request), key_of(request)
    try:
        if request.POST.get("step") == "apply":
            token, choices = request.POST.get("token", ""), choices_of(request)
            correcting.apply(
                build(key), token=token, choices=choices, reason=reason or typed["reason"], actor=actor, key=key
            )
            messages.success(request, done)
            return leave()
        return page(key, correcting.preview(build(key), choices_of(request), actor, key))
    except Changed as changed:
        return page(key, changed.preview, changed.message, changed.status)
    except Refusal as refusal:
        still = _look_again(build, request, actor, key) if refusal.at == "reason" else None
        return page(key, still, refusal.message, refusal.status, at=refusal.at)


def choices_of(request: HttpRequest) -> dict[int, str]:
    """keep or replay by match, out of the fields `choice-<match>`."""
    found = {name.removeprefix(CHOICE): str(value) for name, value in request.POST.items() if name.startswith(CHOICE)}
    return {int(pk): value for pk, value in found.items() if pk.isascii() and pk.isdigit() and len(pk) < 18}


def key_of(request: HttpRequest) -> UUID:
    """The form's own key, by which a second press changes nothing."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return uuid4()


def _look_again(build: Build, request: HttpRequest, actor: Actor, key: UUID) -> Preview | None:
    """The preview once more, where only the reason was at fault."""
    try:
        return correcting.preview(build(key), choices_of(request), actor, key)
    except Refusal:
        return None
