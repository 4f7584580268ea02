"""Page 全场暂停与恢复: after a power cut, or whenever the whole hall stands still."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.services.power import pause_all, resume_all, standstill_of
from tournament.models import Tournament
from tournament.services.refusal import Refusal
from tournament.views.access import actor_of
from tournament.views.look_then_do import key_of
from tournament.views.office_page import chief_page


@require_http_methods(["GET", "HEAD", "POST"])
@chief_page
def power(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How the clocks stand, with one pause and one resume for all of them."""
    error, status, typed = "", 200, request.POST.get("at", "")
    if request.method == "POST":
        try:
            messages.success(request, _carry_out(request, tournament))
            return redirect("chief:power", slug=tournament.slug)
        except Refusal as refusal:
            error, status = refusal.message, refusal.status
    facts: dict[str, Any] = {"tournament": tournament, "standstill": standstill_of(tournament), "key": uuid4()}
    now = timezone.localtime()
    return render(request, "chief/power.html", {**facts, "now": now, "error": error, "typed": typed}, status=status)


def _carry_out(request: HttpRequest, tournament: Tournament) -> str:
    at, actor, key = _moment(request.POST.get("at", "")), actor_of(request), key_of(request)
    if request.POST.get("step") == "pause":
        count = pause_all(tournament, at, actor, key)
        return _("已暂停 %(count)d 桌。") % {"count": count}
    if request.POST.get("step") == "resume":
        count = resume_all(tournament, at, actor, key)
        return _("已恢复 %(count)d 桌。") % {"count": count}
    raise Refusal(_("请选择暂停或恢复。"), code="no-choice", at="step")


def _moment(text: str) -> datetime:
    """A local date and time as the page's field sends it."""
    try:
        found = parse_datetime(text.strip())
        if found is not None:
            return found if timezone.is_aware(found) else timezone.make_aware(found)
    except (ValueError, OverflowError):
        pass
    message = _("“%(text)s”不是时间；请写成 2026-05-09 19:30:00。")
    raise Refusal(message % {"text": text[:30]}, code="not-a-time", at="at")
