"""Staff page 赛程: lay out all matches, see the grid of tables and hours, move and swap matches, take a move back."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.models import Match, Tournament
from tournament.services.drawing import first_stage
from tournament.services.fixtures import matches_of, named
from tournament.services.match_words import titles_of
from tournament.services.moving import check_swap
from tournament.services.refusal import Refusal
from tournament.services.schedule_clashes import troubles_of
from tournament.services.schedule_grid import Filter, card_of, grid_of, lists_of
from tournament.services.schedule_options import options_of
from tournament.services.scheduling import check_spots, lay_out, move_match, swap_matches, undo_move

from .access import actor_of
from .office_page import attempt, office_page, show
from .schedule_forms import MoveForm, ScheduleForm, SpotForm, SwapForm

VIEWS = ("grid", "team", "table")


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def schedule(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The grid or the lists, what clashes, and laying everything out anew."""
    form = ScheduleForm(request.POST or None, initial=_initial(tournament))

    def arrange(values: dict[str, Any]) -> str:
        count = lay_out(tournament, actor=actor_of(request), **values)
        return _("已排 %(count)d 场。") % {"count": count}

    if request.method == "POST" and attempt(request, form, arrange):
        return redirect("office:schedule", slug=tournament.slug)
    context = {"form": form, **_board(request, tournament)}
    return show(request, tournament, "schedule", context, status=400 if request.method == "POST" else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def move(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One match to another table or hour."""
    match = _match(tournament, pk)
    initial = {"table": match.table.number if match.table else "", "starts_at": match.starts_at}
    form = MoveForm(request.POST or None, initial=initial, match=match)

    def shift(values: dict[str, Any]) -> str:
        move_match(match.pk, values["table"], values["starts_at"], actor_of(request), anyway=values["anyway"])
        return _("场次 %(code)s 已移动。") % {"code": named(match)}

    if request.method == "POST" and attempt(request, form, shift):
        return _after(request, tournament)
    return _move_page(request, tournament, match, form=form)


@require_GET
@office_page
def check(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """What would clash if the card were dropped here, or changed places with `other`: JSON, nothing is written."""
    match = _match(tournament, pk)
    form = SpotForm(request.GET)
    if not form.is_valid():
        return JsonResponse({"sentences": [_("请选择桌号和时间。")], "matches": []}, status=400)
    values = form.cleaned_data
    try:
        found = check_spots(tournament, {match.pk: (values["table"], values["starts_at"])})
        swapped = check_swap(tournament, match.pk, values["other"]) if values["other"] else None
    except Refusal as refusal:
        return JsonResponse({"sentences": [refusal.message], "matches": []}, status=refusal.status)
    answer: dict[str, Any] = {
        "sentences": [trouble.sentence for trouble in found],
        "matches": sorted({key for trouble in found for key in trouble.matches}),
    }
    if swapped is not None:
        answer["swap"] = [trouble.sentence for trouble in swapped]
    return JsonResponse(answer)


@require_POST
@office_page
def swap(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Two matches in each other's place."""
    match = _match(tournament, pk)
    form = SwapForm(request.POST, choices=card_of(tournament, match.pk)["others"])

    def exchange(values: dict[str, Any]) -> str:
        first, second = swap_matches(match.pk, values["other"], actor_of(request), anyway=values["anyway"])
        return _("场次 %(first)s 与 %(second)s 已对调。") % {"first": named(first), "second": named(second)}

    if attempt(request, form, exchange):
        return _after(request, tournament)
    return _move_page(request, tournament, match, swap_form=form)


@require_POST
@office_page
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The last move, swap or delay taken back."""
    try:
        moved = undo_move(tournament, actor_of(request))
        titles = titles_of(matches_of(tournament))
        shown = _("、").join(titles[match.pk].full for match in moved[:8]) + ("……" if len(moved) > 8 else "")
        messages.success(request, _("已撤销上一次移动：%(codes)s。") % {"codes": shown})
    except Refusal as refusal:
        messages.error(request, refusal.message)
    return _after(request, tournament)


def _after(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """After a change: the board alone where the page's script asked, else the page."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("office:schedule", slug=tournament.slug)
    tournament.refresh_from_db()
    return render(request, "office/board.html", {"tournament": tournament, **_board(request, tournament)})


def _board(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the board shows: grid or lists, what clashes, what can be chosen."""
    chosen = _filter(request)
    view = request.GET.get("view", "grid")
    view = view if view in VIEWS else "grid"
    troubles = troubles_of(tournament)
    return {
        "grid": grid_of(tournament, chosen, troubles),
        "clashes": [trouble.sentence for trouble in troubles],
        "view": view,
        "lists": lists_of(tournament, chosen, by=view) if view != "grid" else [],
        "chosen": chosen,
        "chosen_round": f"{chosen.stage}-{chosen.round}" if chosen.round else "",
        "teams": list(tournament.teams.values_list("pk", "name")),
        "can_undo": bool(options_of(tournament).undo),
    }


def _filter(request: HttpRequest) -> Filter:
    """What of the schedule is asked for; anything else than numbers asks for all."""
    found = re.fullmatch(r"(\d{1,4})-(\d{1,4})", request.GET.get("round", ""))
    stage, number = (int(found[1]), int(found[2])) if found else (0, 0)
    team = request.GET.get("team", "")
    return Filter(stage, number, int(team) if re.fullmatch(r"[0-9]{1,9}", team) else 0)


def _move_page(
    request: HttpRequest,
    tournament: Tournament,
    match: Match,
    *,
    form: MoveForm | None = None,
    swap_form: SwapForm | None = None,
) -> HttpResponse:
    initial = {"table": match.table.number if match.table else "", "starts_at": match.starts_at}
    card = card_of(tournament, match.pk)
    context = {
        "form": form or MoveForm(initial=initial, match=match),
        "swap_form": swap_form or SwapForm(choices=card["others"]),
        "match": match,
        "card": card,
        "clashes": [one.sentence for one in troubles_of(tournament) if match.pk in one.matches],
    }
    return show(request, tournament, "move", context, status=400 if request.method == "POST" else 200)


def _match(tournament: Tournament, pk: int) -> Match:
    matches = Match.objects.select_related("stage__tournament", "table")
    return get_object_or_404(matches, pk=pk, stage__tournament=tournament)


def _initial(tournament: Tournament) -> dict[str, Any]:
    """The options last used; a preset's tournament that was never laid out has its stages' wishes."""
    stage, options = first_stage(tournament), options_of(tournament)
    stays = stage.settings.get("groups_at_tables", False)
    known = "knockout_tables" in (tournament.schedule_options or {})
    starts = [timezone.localtime(moment) for moment in options.round_starts]
    return {
        "starts_at": tournament.starts_at or timezone.now(),
        "tables": tournament.tables.count(),
        "slot_minutes": stage.slot_minutes,
        "changeover": options.changeover,
        "rest": options.rest,
        "breaks": _("、").join(f"{since:%H:%M}-{until:%H:%M}" for since, until in options.breaks),
        "day_ends": options.day_ends,
        "day_opens": options.day_opens,
        "daily": options.daily,
        "knockout_tables": options.knockout_tables if known else not stays,
        "round_starts": "\n".join(f"{moment:%Y-%m-%d %H:%M}" for moment in starts),
    }
