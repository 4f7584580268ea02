"""The board's page, and the pieces it asks for every few seconds."""

from collections.abc import Iterable
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from referee.models import Announcement
from referee.services.announcements import said_to_all
from tournament.models import Tournament
from tournament.services.board import board_of, title_of, width_of
from tournament.services.shown import Shown
from tournament.views.public_bracket import BOARD, picture
from tournament.views.tagged import published_or_404, tagged

TURN_SECONDS = 12
NOTICES = 3
LINE, LINES, HOUR, GAP = 21, 10.5, 3, 0.4  # characters a line and lines a page; an hour and a gap in the same measures


@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen with what is on now; its script asks for the rest."""
    found, shown = published_or_404(slug)
    context = {"tournament": found, "turn": TURN_SECONDS, **_facts(found, shown)}
    response = render(request, "board/board.html", context)
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """The pages as they are now; 304 while nothing has changed, always with the server's time."""
    found, shown = published_or_404(slug)
    moment = timezone.now()
    minute = "" if shown.results else moment.strftime("%H:%M")  # then the hour says what comes next
    response = tagged(request, found, lambda: render(request, "board/now.html", _facts(found, shown)), "board", minute)
    response["X-Server-Time"] = moment.isoformat()
    return response


def _facts(found: Tournament, shown: Shown) -> dict[str, Any]:
    moment = timezone.now()
    facts = board_of(found, shown, moment)
    notices = said_to_all(found, NOTICES) if shown.schedule or shown.results else []
    pages = [{**page, "title": title_of(page), **_drawn(page)} for page in facts["pages"]]
    pages += [
        {"kind": "notices", "key": f"notices-{number}", "notices": some} for number, some in enumerate(_cut(notices), 1)
    ]
    return {"pages": pages, "upcoming": facts["upcoming"], "notices": notices, "shown": shown, "now": moment}


def _cut(notices: Iterable[Announcement]) -> list[list[Announcement]]:
    """The notices in pages, each as full as a screen of 4 to 3 can be; the longest has a page of its own."""
    cut: list[list[Announcement]] = []
    room = 0.0
    for notice in notices:
        lines = ceil((width_of(notice.text) + HOUR) / LINE) + GAP
        if lines > room:
            cut.append([])
            room = LINES
        cut[-1].append(notice)
        room -= lines
    return cut


def _drawn(page: dict[str, Any]) -> dict[str, Any]:
    return {"picture": picture(page["plan"], links=False, sizes=BOARD)} if page["kind"] == "plan" else {}
