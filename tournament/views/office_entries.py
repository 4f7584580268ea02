"""Staff page 报名: departments with their teams, searched; one team or department more."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Tournament
from tournament.services.entry_rows import entry_rows, found_in, numbers_of
from tournament.services.entry_window import is_drawn, window_of
from tournament.services.registration import enter_team

from .access import actor_of
from .entry_forms import DepartmentForm, TeamForm
from .office_page import attempt, office_page, show


@require_safe
@office_page
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All departments with their teams, and the forms to add more; `q` searches."""
    if request.htmx:  # type: ignore[attr-defined]
        rows = found_in(entry_rows(tournament), request.GET.get("q", ""))
        context = {"tournament": tournament, "rows": rows, "q": request.GET.get("q", "")}
        return render(request, "office/entries_table.html", context)
    return entries_page(request, tournament)


@require_POST
@office_page
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One team; its department is made if it is new."""
    form = TeamForm(request.POST, roster=tournament.roster_size)

    def enter(values: dict[str, Any]) -> str:
        options = {key: values[key] for key in ("name", "seed", "same_name_ok", "reason", "waiting")}
        team = enter_team(tournament, values["department"], form.people(), actor_of(request), **options)
        return _("已登记“%(team)s”。") % {"team": team.name}

    if attempt(request, form, enter):
        return redirect("office:entries", slug=tournament.slug)
    return entries_page(request, tournament, team_form=form)


def entries_page(request: HttpRequest, tournament: Tournament, **forms: Any) -> HttpResponse:
    """The page; a form given (`team_form`, `department_form`) comes back with its errors and text."""
    every, q = entry_rows(tournament), request.GET.get("q", "")
    context = {
        "team_form": TeamForm(roster=tournament.roster_size),
        "department_form": DepartmentForm(),
        "opened": next(iter(forms), _asked(request, bool(every))),
        **forms,
        "departments": every,
        "rows": found_in(every, q),
        "numbers": numbers_of(every),
        "q": q,
        "drawn": is_drawn(tournament),
        "window": window_of(tournament),
        "tab": "entries",
    }
    return show(request, tournament, "entries", context, status=400 if forms else 200)


def _asked(request: HttpRequest, any_yet: bool) -> str:
    """Which form stands open: the one asked for by `add`, at the very beginning that for a team."""
    if request.GET.get("add") == "department":
        return "department_form"
    return "" if any_yet and "add" not in request.GET else "team_form"
