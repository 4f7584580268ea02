"""Joining a table: the page a printed code opens, and the front page that takes the table's number instead."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from referee.access import referee_required
from referee.api.authentication import COOKIE
from referee.models import Device, TablePass
from referee.services import holding, joining
from referee.services.at_table import matches_now, named
from referee.services.devices import known_device
from referee.services.joining import Joined, PassRevoked
from referee.services.passes import NotThere
from referee.services.visitors import remember_visitor, set_cookie, visitor_of
from tournament.services.refusal import Refusal

from .forms import JoinForm, TableForm

COOKIE_AGE_S = 60 * 60 * 24 * 7


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_protect
def card(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a printed code: which tables it opens, PIN and name; a device already in goes on to its console."""
    try:
        found = joining.pass_of(token)
    except (NotThere, PassRevoked) as refusal:
        return _private(render(request, "join/told.html", {"sentence": refusal.message}, status=refusal.status))
    old = known_device(request.COOKIES.get(COOKIE, ""))
    if request.method != "POST" and old is not None and old.table_pass_id == found.pk:
        return _private(redirect("console:home"))
    form = JoinForm(request.POST if request.method == "POST" else None, initial={"name": old.name if old else ""})
    if form.is_valid():
        typed = form.cleaned_data
        joined = _try(form, lambda: joining.join_by_token(token, typed["pin"], typed["name"], visitor_of(request), old))
        if joined:
            return _opened(request, joined)
    return _page(request, "join/card.html", form, {**_seen(found), "old": old, "token": token})


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_protect
def home(request: HttpRequest) -> HttpResponse:
    """The front page for referees: table number, PIN and name."""
    old = known_device(request.COOKIES.get(COOKIE, ""))
    form = TableForm(request.POST if request.method == "POST" else None, initial={"name": old.name if old else ""})
    if form.is_valid():
        typed = form.cleaned_data
        joined = _try(
            form,
            lambda: joining.join_by_table(typed["table"], typed["pin"], typed["name"], visitor_of(request), old),
        )
        if joined:
            return _opened(request, joined)
    return _page(request, "join/home.html", form, {"old": old})


@require_POST
@referee_required
def leave(request: HttpRequest, device: Device | None) -> HttpResponse:
    """The device gives its tables back; the chief is not at a table and only goes to the list."""
    if device is None:
        return redirect("console:home")
    holding.leave(device)
    response = redirect("join:home")
    response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _try(form: JoinForm, join: Callable[[], Joined]) -> Joined | None:
    """Join, or say at the field what is wrong; what was typed stays."""
    try:
        return join()
    except Refusal as refusal:
        form.add_error(refusal.at if refusal.at in form.fields else None, refusal.message)
        return None


def _opened(request: HttpRequest, joined: Joined) -> HttpResponse:
    """On to the console, with the cookie that opens it."""
    response = redirect("console:home")
    set_cookie(response, COOKIE, joined.secret, request.is_secure(), COOKIE_AGE_S)
    return _private(response)


def _seen(found: TablePass) -> dict[str, Any]:
    """What the card's page shows before the PIN: the tables in large type, and who plays there now."""
    tables = joining.tables_of(found)
    matches = matches_now(tables)
    names = named(matches.values())
    rows = [
        {"table": table, "match": (match := matches.get(table.pk)), "teams": match and names[match.pk]}
        for table in tables
    ]
    return {"rows": rows, "tournament": found.tournament}


def _page(request: HttpRequest, template: str, form: JoinForm, context: dict[str, Any]) -> HttpResponse:
    status = 400 if form.is_bound else 200
    response = render(request, template, {**context, "form": form}, status=status)
    remember_visitor(request, response)
    return _private(response)


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store, private"
    return response
