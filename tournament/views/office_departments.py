"""Staff pages of a department: add, change, remove."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.models import Tournament
from tournament.services import departments

from .access import actor_of
from .entry_forms import DepartmentForm
from .office_entries import entries_page
from .office_page import attempt, attempt_plain, office_page, show


@require_POST
@office_page
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A department with its headcount and contact."""
    form = DepartmentForm(request.POST)

    def make(values: dict[str, Any]) -> str:
        made = departments.add_department(tournament, actor=actor_of(request), **values)
        return _("已登记单位“%(name)s”。") % {"name": made.name}

    if attempt(request, form, make):
        return redirect("office:entries", slug=tournament.slug)
    return entries_page(request, tournament, department_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def department(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Change a department's name, headcount, quota and contact."""
    found = get_object_or_404(tournament.departments, pk=pk)
    initial = {name: getattr(found, name) for name in DepartmentForm.base_fields}
    form = DepartmentForm(request.POST or None, initial=initial)

    def change(values: dict[str, Any]) -> str:
        departments.change_department(found, actor_of(request), **values)
        return _("“%(name)s”已保存。") % {"name": found.name}

    if request.method == "POST" and attempt(request, form, change):
        return redirect("office:entries", slug=tournament.slug)
    title = get_object_or_404(tournament.departments, pk=pk)  # its name as stored, whatever was typed
    context = {"form": form, "department": title, "teams": found.teams.count(), "tab": "entries"}
    return show(request, tournament, "department", context, status=400 if request.method == "POST" else 200)


@require_POST
@office_page
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Remove a department without teams."""
    found = get_object_or_404(tournament.departments, pk=pk)

    def take_out() -> str:
        departments.remove_department(found, actor_of(request))
        return _("已删除单位“%(name)s”。") % {"name": found.name}

    attempt_plain(request, take_out)
    return redirect("office:entries", slug=tournament.slug)
