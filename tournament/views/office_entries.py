"""Staff page 单位与报名: departments and teams, one at a time or a pasted list."""

from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Department, Team, Tournament
from tournament.services.entry_list import parse_entries
from tournament.services.registration import add_lines, enter_team, is_drawn

from .access import actor_of
from .office_forms import DepartmentForm, ListForm, TeamForm
from .office_page import attempt, office_page, show


@require_safe
@office_page
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All departments with their teams, and the forms to add more."""
    return entries_page(request, tournament)


@require_POST
@office_page
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One team; its department is made if it is new."""
    form = TeamForm(request.POST)

    def enter(values: dict[str, Any]) -> str:
        team = enter_team(
            tournament,
            values["department"],
            [values["player1"], values["player2"]],
            actor_of(request),
            name=values["name"],
            seed=values["seed"],
            same_name_ok=values["same_name_ok"],
            reason=values["reason"],
        )
        return _("已登记“%(team)s”。") % {"team": team.name}

    if attempt(request, form, enter):
        return redirect("office:entries", slug=tournament.slug)
    return entries_page(request, tournament, team_form=form)


@require_POST
@office_page
def paste(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A whole list or nothing."""
    form = ListForm(request.POST)

    def enter(values: dict[str, Any]) -> str:
        lines = parse_entries(values["lines"])
        count = add_lines(tournament, lines, actor_of(request), same_name_ok=values["same_name_ok"])
        return _("已登记 %(count)d 队。") % {"count": count}

    if attempt(request, form, enter):
        return redirect("office:entries", slug=tournament.slug)
    return entries_page(request, tournament, list_form=form)


def entries_page(request: HttpRequest, tournament: Tournament, **forms: Any) -> HttpResponse:
    """The page; a form given (`team_form`, `list_form`, `department_form`) comes back with its errors and text."""
    departments = Department.objects.filter(tournament=tournament).prefetch_related(
        Prefetch("teams", Team.objects.order_by("id").prefetch_related("players"))
    )
    context = {"team_form": TeamForm(), "list_form": ListForm(), "department_form": DepartmentForm(), **forms}
    context |= {"departments": departments, "drawn": is_drawn(tournament)}
    return show(request, tournament, "entries", context, status=400 if forms else 200)
