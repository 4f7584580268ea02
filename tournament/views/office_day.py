"""Page 比赛日, for the office and the chief referee: results as they come, standings, lots owed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Stage, Tournament
from tournament.services.day import day_of, lot_order
from tournament.services.progress import record_lot
from tournament.services.refusal import Refusal

from .access import actor_of, chief_required
from .office_page import asked_of, shared_page, show


@require_safe
@shared_page
def day(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every match with its state and result, every group's standing with what decided it, what waits for a lot."""
    return show(request, tournament, "day", day_of(tournament, asked_of(request)))


@require_POST
@chief_required
def lot(request: HttpRequest, slug: str, stage: int, group: str) -> HttpResponse:
    """The chief referee records the order in which tied teams drew; what was typed comes back with a refusal."""
    tournament = get_object_or_404(Tournament, slug=slug)
    found = get_object_or_404(Stage, pk=stage, tournament=tournament)
    try:
        order = lot_order(request.POST)
        record_lot(found, group, order, actor_of(request), present=request.POST.get("present", ""))
    except Refusal as refusal:
        context: dict[str, Any] = {**day_of(tournament, asked_of(request), request.POST), "lot_error": refusal.message}
        return show(request, tournament, "day", context, status=refusal.status)
    messages.success(request, _("抽签结果已记录。"))
    return redirect("office:day", slug=slug)
