"""Staff page of one team: change it, replace a player, withdraw or remove it, put it back, let it in."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.models import Team, Tournament
from tournament.services import registration
from tournament.services.entry_window import window_of
from tournament.services.people import present_players
from tournament.services.replacing import replace
from tournament.services.waiting import admit

from .access import actor_of
from .entry_forms import ChangeTeamForm, ReasonForm, SubstituteForm, values_of
from .office_page import attempt, attempt_plain, office_page, show

_REASONS = ("leave_form", "restore_form", "admit_form")


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def team(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Change a team's name, players and seed."""
    found = _team(tournament, pk)
    roster = max(tournament.roster_size, len(present_players(found)))
    form = ChangeTeamForm(request.POST or None, initial=values_of(found), roster=roster)

    def change(values: dict[str, Any]) -> str:
        options = {key: values[key] for key in ("name", "seed", "same_name_ok", "reason")}
        registration.change_team(found, actor_of(request), players=form.people(), **options)
        return _("“%(team)s”已保存。") % {"team": found.name}

    if request.method == "POST" and attempt(request, form, change):
        return redirect("office:entries", slug=tournament.slug)
    return _page(request, tournament, pk, {"form": form}, status=400 if request.method == "POST" else 200)


@require_POST
@office_page
def substitute(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Another person in a player's place, after the draw."""
    found = _team(tournament, pk)
    form = SubstituteForm(request.POST, team=found)

    def put_in(values: dict[str, Any]) -> str:
        options = {key: values[key] for key in ("reason", "same_name_ok")}
        made = replace(found, values["number"], form.entry(), actor_of(request), **options)
        return _("“%(team)s”换上了“%(name)s”。") % {"team": found.name, "name": made.name}

    if attempt(request, form, put_in):
        return redirect("office:team", slug=tournament.slug, pk=pk)
    return _page(request, tournament, pk, {"substitute": form}, status=400)


@require_POST
@office_page
def leave(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A team withdraws before the draw."""

    def go(found: Team, reason: str) -> str:
        registration.leave(found, actor_of(request), reason)
        return _("“%(team)s”已退赛，可以恢复。") % {"team": found.name}

    return _with_reason(request, tournament, pk, "leave_form", go)


@require_POST
@office_page
def restore(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A withdrawn team is put back on the list."""

    def go(found: Team, reason: str) -> str:
        registration.restore(found, actor_of(request), reason)
        return _("“%(team)s”已恢复。") % {"team": found.name}

    return _with_reason(request, tournament, pk, "restore_form", go)


@require_POST
@office_page
def let_in(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A waiting team is let in before the draw."""

    def go(found: Team, reason: str) -> str:
        admit(found, actor_of(request), reason)
        return _("“%(team)s”已转为参赛。") % {"team": found.name}

    return _with_reason(request, tournament, pk, "admit_form", go)


@require_POST
@office_page
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Remove a team before the draw."""
    found = _team(tournament, pk)

    def take_out() -> str:
        registration.remove_team(found, actor_of(request))
        return _("已删除“%(team)s”。") % {"team": found.name}

    attempt_plain(request, take_out)
    return redirect("office:entries", slug=tournament.slug)


def _team(tournament: Tournament, pk: int) -> Team:
    return get_object_or_404(Team.objects.select_related("department"), pk=pk, tournament=tournament)


def _with_reason(
    request: HttpRequest, tournament: Tournament, pk: int, name: str, go: Callable[[Team, str], str]
) -> HttpResponse:
    """Do what the form with its reason asks; a refusal comes back on the team's page with what was typed."""
    found, form = _team(tournament, pk), ReasonForm(request.POST, auto_id=f"{name}_%s")
    if attempt(request, form, lambda values: go(found, values["reason"])):
        return redirect("office:entries", slug=tournament.slug)
    return _page(request, tournament, pk, {name: form}, status=400)


def _page(request: HttpRequest, tournament: Tournament, pk: int, forms: dict[str, Any], *, status: int) -> HttpResponse:
    found = _team(tournament, pk)
    roster = max(tournament.roster_size, len(present_players(found)))
    context = {
        "form": ChangeTeamForm(initial=values_of(found), roster=roster),
        "substitute": SubstituteForm(team=found),
        **{name: ReasonForm(auto_id=f"{name}_%s") for name in _REASONS},
        **forms,
        "team": found,
        "department_said": found.department.name in found.name,
        "present": present_players(found),
        "gone": found.players.filter(left_at__isnull=False).order_by("left_at"),
        "drawn": registration.is_drawn(tournament),
        "window": window_of(tournament),
        "tab": "entries",
    }
    context["reason_forms"] = [context[name] for name in _REASONS]
    return show(request, tournament, "team", context, status=status)
