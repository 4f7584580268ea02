"""A team's matches as a calendar file."""

from urllib.parse import quote

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournament.models import AuditEntry, Team
from tournament.services.team_calendar import calendar_of

from .tagged import published_or_404, tagged


@require_safe
def calendar(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The calendar of one team; not found unless the schedule is published and names the team."""
    found, shown = published_or_404(slug, "schedule")
    team = get_object_or_404(Team.objects.select_related("tournament"), pk=pk, tournament=found)
    changed = AuditEntry.objects.filter(tournament=found).aggregate(last=Max("at"))["last"]
    text = calendar_of(team, shown, changed or found.created_at)
    if text is None:
        raise Http404
    return tagged(request, found, lambda: _file(team, text), pk)


def _file(team: Team, text: bytes) -> HttpResponse:
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    name = quote(f"{team.name} {team.tournament.name}.ics")
    response["Content-Disposition"] = f"attachment; filename=\"team-{team.pk}.ics\"; filename*=UTF-8''{name}"
    return response
