"""Page 录入纸质记分表: a grid for the keyboard, each row settled as it is typed, saved as a whole."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.services.paper_sheets import read_paper, write_paper
from referee.services.places import Places
from tournament.models import Tournament
from tournament.services.correcting.lines import sheet_lines
from tournament.services.refusal import Refusal
from tournament.services.sheet_story import sheet_page_of
from tournament.views.access import actor_of
from tournament.views.look_then_do import key_of
from tournament.views.office_page import chief_page

from .result import match_in


@require_http_methods(["GET", "HEAD", "POST"])
@chief_page
def paper(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """The grid; settled (试算) or saved. What was typed comes back with what is wrong with it."""
    found = match_in(tournament, match_id)
    error, status = "", 200
    if request.method == "POST" and request.POST.get("step") == "save":
        try:
            done = write_paper(found.pk, request.POST.dict(), actor_of(request), key_of(request))
        except Refusal as refusal:
            error, status = refusal.message, refusal.status
        else:
            said = _("纸质记分表已录入，现在是“%(status)s”；请另一人核验。")
            messages.success(request, said % {"status": done.get_status_display()})
            return redirect("chief:result", slug=tournament.slug, match_id=found.pk)
    started = timezone.localtime(found.starts_at) if found.starts_at else timezone.localtime()
    typed = request.POST.dict() or {"start-at": f"{started:%Y-%m-%d %H:%M}"}
    sheet_page = sheet_page_of(found)
    context = {
        **sheet_page,
        "place": Places(tournament).of(found),
        "paper": read_paper(found, typed),
        "pad": sheet_lines(found)["pad"],
        "whos": _whos(sheet_page["sides"]),
        "typed": typed,
        "start_at": typed.get("start-at", ""),
        "start_declarer": typed.get("start-declarer", ""),
        "after": typed.get("after", found.version),
        "key": key_of(request) if request.method == "POST" else uuid4(),
        "error": error,
    }
    return render(request, "chief/paper.html", context, status=status)


def _whos(sides: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Who a penalty can be noted against: each player, then each whole side."""
    players = [
        (f"{one['side']}{number}", f"{one['word']}{number} {name}")
        for one in sides
        for number, name in enumerate(one["players"], start=1)
    ]
    return [*players, *((one["side"], _("%(side)s全队") % {"side": one["word"]}) for one in sides)]
