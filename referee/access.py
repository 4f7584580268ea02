"""Who may open the console's pages: the chief referee signed in, or a device that joined with a pass."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from referee.api.authentication import COOKIE
from referee.models import Device
from referee.services.devices import JoinAgain, device_by, note_contact
from tournament.models import Account
from tournament.services.refusal import NotAllowed
from tournament.views.access import forbidden


def referee_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """The view gets `device` (None for the chief); others join or sign in first. Nobody keeps a copy of the page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            response = _answer(request, args, kwargs)
        except JoinAgain:
            response = redirect("join:home")
        except NotAllowed as refusal:  # revoked, or not at one of the device's tables
            response = _told(request, refusal)
        response["Cache-Control"] = "no-store, private"
        return response

    def _answer(request: HttpRequest, args: tuple[Any, ...], kwargs: dict[str, Any]) -> HttpResponseBase:
        user, secret = request.user, request.COOKIES.get(COOKIE, "")
        if isinstance(user, Account) and user.is_chief:
            return view(request, *args, device=None, **kwargs)
        if secret:
            return view(request, *args, device=_let_in(secret), **kwargs)
        return forbidden(request) if isinstance(user, Account) else redirect_to_login(request.get_full_path())

    return guarded


def _let_in(secret: str) -> Device:
    device = device_by(secret)
    note_contact(device, None)
    return device


def _told(request: HttpRequest, refusal: NotAllowed) -> HttpResponse:
    return render(request, "join/told.html", {"sentence": refusal.message}, status=refusal.status)
