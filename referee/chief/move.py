"""Page 换桌、换边: a sheet opened at the wrong table, or with the sides mixed up; looked at first."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.services.places import Places
from referee.services.table_moves import SheetExchange, SideSwap, TableMove, exchangeable, move_table, table_move
from tournament.models import Match, Tournament
from tournament.services.correcting import Operation
from tournament.services.refusal import Refusal
from tournament.services.sheet_story import sheet_page_of
from tournament.views.access import actor_of
from tournament.views.office_page import chief_page

from .operation import look_then_do
from .result import match_in


@require_http_methods(["GET", "HEAD", "POST"])
@chief_page
def move(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Another table, another match's sheet, or the other side."""
    found = match_in(tournament, match_id)
    what = request.POST.get("what", "")
    context = _context(request, tournament, found, what)
    if what == "table":
        return _table(request, found, context)

    def build(key: UUID) -> Operation:
        if what == "swap":
            return SideSwap(found.pk)
        if what == "exchange":
            return SheetExchange(
                found.pk, _other([one for one, _name in context["choices"]], request.POST.get("other", ""))
            )
        raise Refusal(_("请选择换桌、对换记录或换边。"), code="no-choice", at="what")

    done = _("已换边，先前各副按另一方重新计算。") if what == "swap" else _("两场的记录已对换。")
    return look_then_do(request, "chief/move.html", context, build, done)


def _context(request: HttpRequest, tournament: Tournament, found: Match, what: str) -> dict[str, Any]:
    names = Places(tournament)
    return {
        **sheet_page_of(found),
        "what": what,
        "place": names.of(found),
        "names": names,
        "choices": [(one, names.of(one)) for one in exchangeable(tournament, found)],
        "tables": tournament.tables.exclude(pk=found.table_id or 0),
        "typed": request.POST,
    }


def _table(request: HttpRequest, found: Match, context: dict[str, Any]) -> HttpResponse:
    """The move to another table: shown, then carried out as shown."""
    error, at, status = "", "", 200
    shown: TableMove | None = None
    try:
        number = _number(request.POST.get("table", ""))
        shown = table_move(found, number)
        if request.POST.get("step") == "apply":
            token, reason = request.POST.get("token", ""), request.POST.get("reason", "")
            move_table(found, number, token, reason, actor_of(request))
            messages.success(request, _("已换到%(number)d号桌。") % {"number": number})
            return redirect("chief:desk", slug=context["tournament"].slug)
    except Refusal as refusal:
        error, at, status = refusal.message, refusal.at, refusal.status
    names: Places = context["names"]
    moved = {
        "table_shown": shown,
        "other_place": names.of(shown.other) if shown and shown.other else "",
        "planned": [(one, names.of(one)) for one in shown.planned] if shown else [],
    }
    more = {**moved, "error": error, "at": at, "key": uuid4(), "reason": request.POST.get("reason", "")}
    return render(request, "chief/move.html", {**context, **more}, status=status)


def _other(others: list[Match], text: str) -> int:
    found = next((match.pk for match in others if str(match.pk) == text), None)
    if found is None:
        raise Refusal(_("请从列出的场次中选一场来对换。"), code="no-match", at="other")
    return found


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Refusal(_("请选择要换到的桌。"), code="no-table", at="table")
    return int(text)
