"""Staff page 赛程: lay out all matches, see the grid of tables and hours, move one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.models import Match, Tournament
from tournament.services.drawing import first_stage
from tournament.services.scheduling import clash_sentences, grid_of, lay_out, move_match

from .access import actor_of
from .office_forms import MoveForm, ScheduleForm
from .office_page import attempt, office_page, show


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def schedule(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The grid, what clashes, and laying everything out anew."""
    form = ScheduleForm(request.POST or None, initial=_initial(tournament))

    def arrange(values: dict[str, Any]) -> str:
        count = lay_out(tournament, actor=actor_of(request), **values)
        return _("已排 %(count)d 场。") % {"count": count}

    if request.method == "POST" and attempt(request, form, arrange):
        return redirect("office:schedule", slug=tournament.slug)
    context = {"form": form, "grid": grid_of(tournament), "clashes": clash_sentences(tournament)}
    return show(request, tournament, "schedule", context, status=400 if request.method == "POST" else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def move(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One match to another table or hour."""
    matches = Match.objects.select_related("stage__tournament", "table")
    match = get_object_or_404(matches, pk=pk, stage__tournament=tournament)
    initial = {"table": match.table.number if match.table else "", "starts_at": match.starts_at}
    form = MoveForm(request.POST or None, initial=initial, match=match)

    def shift(values: dict[str, Any]) -> str:
        move_match(match.pk, values["table"], values["starts_at"], actor_of(request), anyway=values["anyway"])
        return _("场次 %(code)s 已移动。") % {"code": match.code}

    if request.method == "POST" and attempt(request, form, shift):
        return redirect("office:schedule", slug=tournament.slug)
    context = {"form": form, "match": match, "grid": grid_of(tournament)}
    return show(request, tournament, "move", context, status=400 if request.method == "POST" else 200)


def _initial(tournament: Tournament) -> dict[str, Any]:
    stage = first_stage(tournament)
    return {
        "starts_at": tournament.starts_at or timezone.now(),
        "tables": tournament.tables.count(),
        "slot_minutes": stage.slot_minutes,
        "knockout_tables": not stage.settings.get("groups_at_tables", False),
    }
