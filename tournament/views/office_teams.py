"""Staff pages of one team or one department: change, remove."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.models import Team, Tournament
from tournament.services import registration

from .access import actor_of
from .office_entries import entries_page
from .office_forms import ChangeTeamForm, DepartmentForm
from .office_page import attempt, attempt_plain, office_page, show


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def team(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Change a team's name, players and seed."""
    found = get_object_or_404(Team.objects.select_related("department"), pk=pk, tournament=tournament)
    form = ChangeTeamForm(request.POST or None, initial=_values(found))

    def change(values: dict[str, Any]) -> str:
        registration.change_team(
            found,
            actor_of(request),
            name=values["name"],
            players=[values["player1"], values["player2"]],
            seed=values["seed"],
            same_name_ok=values["same_name_ok"],
        )
        return _("“%(team)s”已保存。") % {"team": found.name}

    if request.method == "POST" and attempt(request, form, change):
        return redirect("office:entries", slug=tournament.slug)
    context = {"form": form, "team": found, "drawn": registration.is_drawn(tournament)}
    return show(request, tournament, "team", context, status=400 if request.method == "POST" else 200)


@require_POST
@office_page
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Remove a team before the draw."""
    found = get_object_or_404(Team, pk=pk, tournament=tournament)

    def take_out() -> str:
        registration.remove_team(found, actor_of(request))
        return _("已删除“%(team)s”。") % {"team": found.name}

    attempt_plain(request, take_out)
    return redirect("office:entries", slug=tournament.slug)


@require_POST
@office_page
def add_department(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A department with its quota."""
    form = DepartmentForm(request.POST)

    def make(values: dict[str, Any]) -> str:
        made = registration.add_department(tournament, actor=actor_of(request), **values)
        return _("已登记单位“%(name)s”。") % {"name": made.name}

    if attempt(request, form, make):
        return redirect("office:entries", slug=tournament.slug)
    return entries_page(request, tournament, department_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def department(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Change a department's name, headcount and quota."""
    found = get_object_or_404(tournament.departments, pk=pk)
    initial = {"name": found.name, "headcount": found.headcount, "team_quota": found.team_quota}
    form = DepartmentForm(request.POST or None, initial=initial)

    def change(values: dict[str, Any]) -> str:
        registration.change_department(found, actor_of(request), **values)
        return _("“%(name)s”已保存。") % {"name": found.name}

    if request.method == "POST" and attempt(request, form, change):
        return redirect("office:entries", slug=tournament.slug)
    context = {"form": form, "department": found, "teams": found.teams.count()}
    return show(request, tournament, "department", context, status=400 if request.method == "POST" else 200)


@require_POST
@office_page
def remove_department(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Remove a department without teams."""
    found = get_object_or_404(tournament.departments, pk=pk)

    def take_out() -> str:
        registration.remove_department(found, actor_of(request))
        return _("已删除单位“%(name)s”。") % {"name": found.name}

    attempt_plain(request, take_out)
    return redirect("office:entries", slug=tournament.slug)


def _values(found: Team) -> dict[str, Any]:
    players = [player.name for player in found.players.all()] + ["", ""]
    return {"name": found.name, "player1": players[0], "player2": players[1], "seed": found.seed}
