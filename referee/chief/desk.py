"""The chief referee's desk: tiles and the queue, asked for again every few seconds; the decisions of the queue."""

import hashlib
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from referee.services.deciding import decide_match
from referee.services.desk import desk_facts, desk_of
from referee.services.late_proposals import decline
from referee.services.proposals import allow_start
from referee.services.sessions import session_of
from tournament.models import Match, Tournament
from tournament.services.data_version import data_version
from tournament.services.refusal import Refusal
from tournament.views.access import actor_of, chief_required
from tournament.views.look_then_do import key_of
from tournament.views.office_page import chief_page

FRESH_SECONDS = 10  # what only time changes is reckoned anew so often


@require_safe
@chief_required
def home(request: HttpRequest) -> HttpResponse:
    """The tournaments; straight to the desk where there is only one."""
    found = list(Tournament.objects.all())
    if len(found) == 1:
        return redirect("chief:desk", slug=found[0].slug)
    return render(request, "chief/home.html", {"tournaments": found})


@require_safe
@chief_page
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole page, or for its script only the parts that change; 304 where it has them already."""
    tag = _tag(tournament)
    part = request.headers.get("X-Part") == "desk"
    if part and request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    elif part:
        response = render(request, "chief/desk_now.html", _facts(tournament))
    else:
        opened = request.GET.get("open", "")
        response = render(request, "chief/desk.html", {**_facts(tournament), "opened": _opened(tournament, opened)})
    response["ETag"] = tag
    return response


@require_POST
@chief_page
def allow(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Let a late match begin."""
    found = get_object_or_404(Match, pk=match_id, stage__tournament=tournament)
    typed = {name: request.POST.get(name, "") for name in ("reason", "clock", "declarer")}
    try:
        allow_start(
            found.pk,
            reason=typed["reason"],
            clock_from=typed["clock"],
            declarer=typed["declarer"],
            actor=actor_of(request),
            key=key_of(request),
        )
    except Refusal as refusal:
        return _again(request, tournament, found, typed, refusal)
    messages.success(request, _("已准予开赛，原因记入记分表。"))
    return redirect("chief:desk", slug=tournament.slug)


@require_POST
@chief_page
def decline_proposal(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Do not follow what a table proposes about a late side."""
    found = get_object_or_404(Match, pk=match_id, stage__tournament=tournament)
    typed = {"answer": request.POST.get("answer", "")}
    try:
        decline(found.pk, typed["answer"], actor_of(request))
    except Refusal as refusal:
        return _again(request, tournament, found, typed, refusal)
    messages.success(request, _("已答复，裁判台上看得到理由。"))
    return redirect("chief:desk", slug=tournament.slug)


@require_POST
@chief_page
def decide(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Record who wins a match that ended level: by lot or by ruling."""
    found = get_object_or_404(Match, pk=match_id, stage__tournament=tournament)
    typed = {name: request.POST.get(name, "") for name in ("winner", "text")}
    try:
        decide_match(found.pk, winner=typed["winner"], text=typed["text"], actor=actor_of(request), key=key_of(request))
    except Refusal as refusal:
        return _again(request, tournament, found, typed, refusal)
    messages.success(request, _("胜负已记入记分表，请双方确认。"))
    return redirect("chief:desk", slug=tournament.slug)


def _again(
    request: HttpRequest, tournament: Tournament, found: Match, typed: dict[str, str], refusal: Refusal
) -> HttpResponse:
    """The desk with the refusal at its card and what was typed."""
    failed = {"match": found.pk, "typed": typed, "message": refusal.message, "at": refusal.at}
    return render(request, "chief/desk.html", {**_facts(tournament), "failed": failed}, status=refusal.status)


def _facts(tournament: Tournament) -> dict[str, Any]:
    return {"tournament": tournament, "session": session_of(tournament), **desk_facts(desk_of(tournament))}


def _opened(tournament: Tournament, number: str) -> Match | None:
    """The match whose sheet stands beside the grid."""
    if not (number.isascii() and number.isdigit() and len(number) < 18):
        return None
    return Match.objects.filter(pk=int(number), stage__tournament=tournament).first()


def _tag(tournament: Tournament) -> str:
    """Changes with the tournament's data, and every few seconds for what only time changes."""
    slice_of_time = int(timezone.now().timestamp()) // FRESH_SECONDS
    text = f"{data_version(tournament)} {slice_of_time} {get_language()}"
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'
