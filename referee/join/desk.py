"""The chief referee's page of joining: the session and its PIN, passes and their cards, devices, announcements."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from referee.services import announcements as announcing
from referee.services import passes as passing
from referee.services import sessions
from tournament.models import Tournament
from tournament.services.refusal import Refusal
from tournament.views.access import actor_of, chief_required
from tournament.views.office_page import attempt_plain
from tournament.views.server_address import server_address

from .cards import table_cards

SILENT_S = 30


def _chief_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of the chief referee about one tournament: the view gets it instead of its slug."""

    @wraps(view)
    def with_tournament(request: HttpRequest, slug: str) -> HttpResponseBase:
        return view(request, get_object_or_404(Tournament, slug=slug))

    return chief_required(with_tournament)


@require_safe
@_chief_page
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole page; htmx takes its lists out of it every few seconds."""
    return _page(request, tournament)


@require_POST
@_chief_page
def session(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open a session, change its PIN, close it."""
    actor, what = actor_of(request), request.POST.get("do", "")

    def act() -> str:
        if what == "open":
            made = sessions.open_session(tournament, actor, request.POST.get("name", ""))
            return _("“%(name)s”已开始。") % {"name": made.name}
        if what == "pin":
            sessions.renew_pin(tournament, actor)
            return _("已换新的 PIN；已加入的设备不受影响。")
        if what == "close":
            gone = sessions.close_session(tournament, actor)
            return _("“%(name)s”已结束。") % {"name": gone.name}
        raise _unknown()

    return _done(request, tournament, act)


@require_POST
@_chief_page
def passes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make passes, take one or a device back."""
    actor, what = actor_of(request), request.POST.get("do", "")

    def act() -> str:
        if what == "each":
            return _("做好 %(count)d 张通行证。") % {"count": len(passing.make_each(tournament, actor))}
        if what == "make":
            made = passing.make_pass(tournament, _numbers(request.POST.getlist("tables")), actor)
            return _("已做 %(tables)s 的通行证。") % {"tables": passing.names_of(made.tables.all())}
        if what == "revoke-pass":
            gone = passing.revoke_pass(_number(request.POST.get("pass", "")), actor)
            return _("已收回 %(tables)s 的通行证。") % {"tables": passing.names_of(gone.tables.all())}
        if what == "revoke-device":
            return _("已收回 %(name)s 的设备。") % {"name": _revoked(request.POST.get("device", ""), request)}
        raise _unknown()

    return _done(request, tournament, act)


@require_POST
@_chief_page
def announcements(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say something to all tables or one; refused, the text stays."""
    typed = {"text": request.POST.get("text", ""), "table": request.POST.get("table", "")}
    try:
        table = _number(typed["table"]) if typed["table"] else None
        announcing.announce(tournament, typed["text"], actor_of(request), table)
    except Refusal as refusal:
        return _page(request, tournament, {"typed": typed, "announcement_error": refusal.message}, status=400)
    return redirect("join:desk", slug=tournament.slug)


@require_POST
@_chief_page
def cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The table cards as PDF."""
    try:
        pdf = table_cards(request, tournament)
    except Refusal as refusal:
        return _page(request, tournament, {"passes_error": refusal.message}, status=400)
    response = HttpResponse(pdf, content_type="application/pdf")
    name = quote(f"{tournament.name} {_('桌卡')}.pdf")
    response["Content-Disposition"] = f"inline; filename=\"cards.pdf\"; filename*=UTF-8''{name}"
    return response


def _page(
    request: HttpRequest, tournament: Tournament, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    now = timezone.now()
    devices = passing.devices_of(tournament)
    silent = {row.id for row in devices if row.state == "open" and (now - row.seen_at).total_seconds() > SILENT_S}
    inside = [row for row in devices if row.state == "open"]
    context = {
        "tournament": tournament,
        "session": sessions.session_of(tournament),
        "passes": passing.pass_rows(tournament),
        "tables": list(tournament.tables.order_by("number")),
        "devices": devices,
        "silent": silent,
        "unsent": sum(row.unsent for row in inside),
        "inside": len(inside),
        "announcements": announcing.listed(tournament),
        "root": server_address(request, anew=True),
        "most": passing.MOST_TABLES,
        "limit": announcing.TEXT_LIMIT,
        **(more or {}),
    }
    return render(request, "join/desk.html", context, status=status)


def _done(request: HttpRequest, tournament: Tournament, act: Callable[[], str]) -> HttpResponse:
    attempt_plain(request, act)
    return redirect("join:desk", slug=tournament.slug)


def _revoked(device_id: str, request: HttpRequest) -> str:
    try:
        wanted = UUID(device_id)
    except ValueError:
        raise _unknown() from None
    return passing.revoke_device(wanted, actor_of(request)).name


def _numbers(typed: list[str]) -> list[int]:
    return [_number(one) for one in typed]


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 12):
        raise _unknown()
    return int(typed)


def _unknown() -> Refusal:
    return Refusal(_("没有这个操作，请刷新页面后再试。"), code="unknown")
