"""Who may open a page: decorators for the union office and the chief referee; every page behind them is private."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.models import Account
from tournament.services.actor import Actor

View = Callable[..., HttpResponseBase]


def office_required(view: View) -> View:
    """Only accounts of the union office."""
    return _guarded(view, lambda user: user.is_staff)


def chief_required(view: View) -> View:
    """Only the chief referee."""
    return _guarded(view, lambda user: user.is_chief)


def office_or_chief_required(view: View) -> View:
    """The union office or the chief referee."""
    return _guarded(view, lambda user: user.is_staff or user.is_chief)


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in person as the author of a write; only behind one of the decorators."""
    assert isinstance(request.user, Account)
    return Actor.of(request.user)


def _guarded(view: View, allowed: Callable[[Account], bool]) -> View:
    """Send strangers to the login page, refuse other roles with 403, and let nobody keep a copy of the page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = _answer(request, args, kwargs)
        response["Cache-Control"] = "no-store, private"
        return response

    def _answer(request: HttpRequest, args: tuple[Any, ...], kwargs: dict[str, Any]) -> HttpResponseBase:
        user = request.user
        if not isinstance(user, Account):
            return redirect_to_login(request.get_full_path())
        if not allowed(user):
            return forbidden(request)
        return view(request, *args, **kwargs)

    return guarded


def forbidden(request: HttpRequest, sentence: str = "") -> HttpResponse:
    """The 403 page with one sentence."""
    sentence = sentence or _("当前账号没有打开这一页的权限，请换用有权限的账号登录。")
    return render(request, "403.html", {"sentence": sentence}, status=403)
