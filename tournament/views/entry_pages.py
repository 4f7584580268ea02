"""A department's registration page, by its secret link: its quota, its teams, what may still be changed. No account."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.models import DepartmentLink, Team
from tournament.services import department_entry
from tournament.services.department_links import link_of, note_use
from tournament.services.entry_rows import teams_of_department
from tournament.services.entry_window import is_drawn, window_of
from tournament.services.notice_essentials import essentials_of
from tournament.services.people import present_players
from tournament.services.quotas import place_of
from tournament.services.refusal import Refusal

from .entry_forms import ContactTeamForm, ReasonForm, SubstituteForm, values_of
from .office_page import attempt

LinkView = Callable[..., HttpResponse]


def by_link(view: LinkView) -> Callable[..., HttpResponseBase]:
    """Give the view the link instead of its token; who has none is told so, and nobody keeps a copy of the page."""

    @wraps(view)
    def with_link(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, link_of(token), **kwargs)
        except Refusal as refusal:
            response = render(request, "entry/gone.html", {"sentence": refusal.message}, status=refusal.status)
        response["Cache-Control"] = "no-store, private"
        response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        return response

    return with_link


@require_safe
@by_link
def department(request: HttpRequest, link: DepartmentLink) -> HttpResponse:
    """The department's page."""
    note_use(link)
    return _page(request, link, {})


@require_POST
@by_link
def add(request: HttpRequest, link: DepartmentLink) -> HttpResponse:
    """One team more."""
    form = ContactTeamForm(request.POST, roster=link.department.tournament.roster_size)

    def enter(values: dict[str, Any]) -> str:
        made = department_entry.enter(link, form.people(), name=values["name"], same_name_ok=values["same_name_ok"])
        return _("已报名：%(team)s。") % {"team": made.name}

    if attempt(request, form, enter):
        return redirect("entry:department", token=link.token)
    return _page(request, link, {"form": form}, status=400)


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def team(request: HttpRequest, link: DepartmentLink, pk: int) -> HttpResponse:
    """Change one of the department's teams."""
    found = _own(link, pk)
    if request.method != "POST":
        return _team_page(request, link, found, {})
    form = ContactTeamForm(request.POST, roster=_roster(link, found))

    def change(values: dict[str, Any]) -> str:
        options = {"name": values["name"] or found.name, "same_name_ok": values["same_name_ok"]}
        changed = department_entry.change(link, pk, form.people(), **options)
        return _("“%(team)s”已保存。") % {"team": changed.name}

    if attempt(request, form, change):
        return redirect("entry:department", token=link.token)
    return _team_page(request, link, found, {"form": form}, status=400)


@require_POST
@by_link
def replace(request: HttpRequest, link: DepartmentLink, pk: int) -> HttpResponse:
    """Another person in a player's place, after the draw."""
    found = _own(link, pk)
    form = SubstituteForm(request.POST, team=found)

    def put_in(values: dict[str, Any]) -> str:
        options = {"reason": values["reason"], "same_name_ok": values["same_name_ok"]}
        made = department_entry.substitute(link, pk, values["number"], form.entry(), **options)
        return _("“%(team)s”换上了“%(name)s”。") % {"team": found.name, "name": made.name}

    if attempt(request, form, put_in):
        return redirect("entry:department", token=link.token)
    return _team_page(request, link, found, {"substitute": form}, status=400)


@require_POST
@by_link
def leave(request: HttpRequest, link: DepartmentLink, pk: int) -> HttpResponse:
    """A team withdraws before the draw."""
    found, form = _own(link, pk), ReasonForm(request.POST)

    def go(values: dict[str, Any]) -> str:
        gone = department_entry.withdraw(link, pk, values["reason"])
        return _("“%(team)s”已退出。") % {"team": gone.name}

    if attempt(request, form, go):
        return redirect("entry:department", token=link.token)
    return _team_page(request, link, found, {"leave_form": form}, status=400)


def _own(link: DepartmentLink, pk: int) -> Team:
    try:
        return department_entry.team_of(link, pk)
    except Refusal:
        raise Http404 from None


def _roster(link: DepartmentLink, found: Team) -> int:
    return max(link.department.tournament.roster_size, len(present_players(found)))


def _page(request: HttpRequest, link: DepartmentLink, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    tournament = link.department.tournament
    everything = {
        "link": link,
        "tournament": tournament,
        "department": link.department,
        "places": place_of(link.department),
        "teams": teams_of_department(link.department),
        "essentials": essentials_of(tournament),
        "window": window_of(tournament),
        "drawn": is_drawn(tournament),
        "form": ContactTeamForm(roster=tournament.roster_size),
        **context,
    }
    return render(request, "entry/department.html", everything, status=status)


def _team_page(
    request: HttpRequest, link: DepartmentLink, found: Team, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    found.refresh_from_db()
    everything = {
        "link": link,
        "tournament": link.department.tournament,
        "department": link.department,
        "team": found,
        "present": present_players(found),
        "window": window_of(link.department.tournament),
        "drawn": is_drawn(link.department.tournament),
        "form": ContactTeamForm(initial=values_of(found), roster=_roster(link, found)),
        "substitute": SubstituteForm(team=found),
        "leave_form": ReasonForm(),
        **context,
    }
    return render(request, "entry/team.html", everything, status=status)
