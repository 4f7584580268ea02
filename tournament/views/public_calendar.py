"""A team's matches as a calendar file."""

from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.db.models import Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournament.models import AuditEntry, Team
from tournament.services.shown import Shown
from tournament.services.team_calendar import calendar_of

from .tagged import published_or_404, tagged

MOVES = ("table.move", "tables.change", "match.call")


@require_safe
def calendar(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The calendar of one team; not found unless the schedule is published and names the team."""
    found, shown = published_or_404(slug, "schedule")
    team = get_object_or_404(Team.objects.select_related("tournament"), pk=pk, tournament=found)
    text = calendar_of(team, shown, *_changed(found, shown))
    if text is None:
        raise Http404
    return tagged(request, found, lambda: _file(team, text), pk)


def _changed(found: Any, shown: Shown) -> tuple[datetime, int]:
    """When the calendar last changed and how often: with the schedule and, once they are published, with results."""
    rows = AuditEntry.objects.filter(tournament=found)
    planned = rows.filter(Q(action__startswith="schedule.") | Q(action__in=MOVES))
    last = (rows if shown.results else planned).aggregate(last=Max("at"))["last"]
    played = (found.written or 0) + (found.confirmed or 0) if shown.results else 0
    return last or found.created_at, planned.count() + played


def _file(team: Team, text: bytes) -> HttpResponse:
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    name = quote(f"{team.name} {team.tournament.name}.ics")
    response["Content-Disposition"] = f"attachment; filename=\"team-{team.pk}.ics\"; filename*=UTF-8''{name}"
    return response
