"""Staff page 抽签: the ways to hold a draw, what it gave, its whole record and check, and taking it back."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Draw, DrawAddendum, GroupPlace, Stage, Team, Tournament
from tournament.services.bracket import tournament_plans
from tournament.services.bracket_sections import sections_of
from tournament.services.draw_record import recheck, record_of
from tournament.services.drawing import draw_in_force, first_stage, hold_draw, undo_draw
from tournament.services.entry_list import parse_groups
from tournament.services.hall import KINDS
from tournament.services.match_words import GROUP_ORDER, group_text
from tournament.services.refusal import Refusal
from tournament.services.rounds import due_round
from tournament.services.shown import Shown
from tournament.services.spoken import all_said
from tournament.services.waiting import waiting_teams

from .access import actor_of
from .office_forms import SeedForm, TypedDrawForm, UndoForm
from .office_page import attempt, office_page, show
from .public_bracket import picture


@require_safe
@office_page
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The draw in force, or the ways to hold one; rounds drawn one after another have a page of their own."""
    if due_round(tournament) is not None:
        return redirect("office:rounds", slug=tournament.slug)
    return draw_page(request, tournament)


@require_POST
@office_page
def by_seed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw out of a recorded seed, colleagues apart."""
    form = SeedForm(request.POST)

    def hold(values: dict[str, Any]) -> str:
        hold_draw(first_stage(tournament), actor=actor_of(request), seed=values["seed"], present=values["present"])
        return _("抽签完成，结果已保存。")

    if attempt(request, form, hold):
        return redirect("office:draw", slug=tournament.slug)
    return draw_page(request, tournament, seed_form=form)


@require_POST
@office_page
def typed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Store a draw held by hand: a line a group, or a line a team in the order of the lots."""
    form = TypedDrawForm(request.POST)

    def hold(values: dict[str, Any]) -> str:
        stage = first_stage(tournament)
        lines = parse_groups(values["groups"], list(tournament.teams.all()))
        flat = None if stage.kind == Stage.Kind.GROUPS else _lots(_flat(lines))
        groups = lines if flat is None else None
        hold_draw(stage, actor=actor_of(request), groups=groups, lots=flat, present=values["present"])
        return _("抽签结果已保存。")

    if attempt(request, form, hold):
        return redirect("office:draw", slug=tournament.slug)
    return draw_page(request, tournament, typed_form=form)


@require_POST
@office_page
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the draw back; the tournament's name is typed to confirm."""
    form = UndoForm(request.POST)

    def take_back(values: dict[str, Any]) -> str:
        undo_draw(first_stage(tournament), values["typed_name"], actor_of(request))
        return _("抽签已撤销，记录仍保留。")

    if attempt(request, form, take_back):
        return redirect("office:draw", slug=tournament.slug)
    return draw_page(request, tournament, undo_form=form)


@require_POST
@office_page
def check(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Compute the draw again from its record and compare it with everything stored."""
    held = draw_in_force(first_stage(tournament))
    if held is None:
        return redirect("office:draw", slug=tournament.slug)
    return draw_page(request, tournament, checked=True, differences=recheck(held))


@require_safe
@office_page
def record(request: HttpRequest, tournament: Tournament, draw_id: int) -> HttpResponse:
    """The record of a draw as a file that `manage.py draw` checks; one being shown in the hall is not given out."""
    held = get_object_or_404(Draw, pk=draw_id, stage__tournament=tournament)
    if held.revealed is not None and held.undone_at is None:
        raise Http404
    return _file(held.record, f"draw-{tournament.slug}-{held.pk}")


@require_safe
@office_page
def addendum(request: HttpRequest, tournament: Tournament, addendum_id: int) -> HttpResponse:
    """The record of a late entry as a file that `manage.py draw` checks."""
    held = get_object_or_404(DrawAddendum, pk=addendum_id, draw__stage__tournament=tournament)
    return _file(held.record, f"draw-{tournament.slug}-{held.draw_id}-addendum-{held.pk}")


def draw_page(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """The page with forms that came back with errors, and with a check's outcome."""
    stage = first_stage(tournament)
    held = draw_in_force(stage)
    seed = f"{timezone.localtime():%Y-%m-%d %H:%M} {tournament.venue}".strip()
    forms = {
        "seed_form": SeedForm(initial={"seed": seed}),
        "typed_form": TypedDrawForm(),
        "undo_form": UndoForm(),
    }
    context: dict[str, Any] = {**forms, **more, "stage": stage, "draw": held, "grouped": _grouped(stage)}
    shown = {"undo_form"} if held else {"seed_form", "typed_form"} if tournament.teams.exists() else set()
    late = [name for name in more if name in forms and name not in shown]  # somebody was faster
    context["late_forms"] = [more[name] for name in late]
    context["waiting"] = waiting_teams(tournament).count()
    context |= _result(tournament, stage, held) if held else _before(tournament, stage)
    context["undone"] = stage.draws.filter(undone_at__isnull=False).select_related("drawn_by")
    failed = any(name in more for name in forms)
    return show(request, tournament, "draw", context, status=400 if failed else 200)


def _before(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    taking = tournament.teams.filter(withdrawn_at__isnull=True, waiting_since__isnull=True)
    return {"teams": taking.order_by("id"), "in_hall": stage.kind in KINDS}


def _result(tournament: Tournament, stage: Stage, held: Draw) -> dict[str, Any]:
    """The groups as drawn, the bracket as pictures, the compromises, the record; nothing yet of one being shown."""
    if held.revealed is not None:
        return {"revealing": True, "of": len(held.record["teams"])}
    groups: dict[str, list[Team]] = {}
    for place in GroupPlace.objects.filter(stage=stage).select_related("team").order_by(*GROUP_ORDER, "number"):
        groups.setdefault(group_text(stage, place.group), []).append(place.team)
    plans = [part for plan in tournament_plans(tournament, Shown()) for part in sections_of(plan)]
    return {
        "groups": groups,
        "pictures": [picture(plan, links=False) for plan in plans],
        "notes": all_said(held.record["result"].get("notes", [])),
        "facts": record_of(held),
    }


def _grouped(stage: Stage) -> bool:
    return stage.kind == Stage.Kind.GROUPS


def _flat(lines: list[list[Team]]) -> list[Team]:
    return [team for line in lines for team in line]


def _lots(teams: list[Team]) -> dict[int, int]:
    """Numbers in the order of the lines; a team named twice is refused."""
    lots: dict[int, int] = {}
    for number, team in enumerate(teams, start=1):
        if team.pk in lots:
            message = _("“%(team)s”写了两次，每队只有一个签号。") % {"team": team.name}
            raise Refusal(message, code="twice", at="groups")
        lots[team.pk] = number
    return lots


def _file(content: Any, name: str) -> HttpResponse:
    response = JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = f'attachment; filename="{slugify(name)}.json"'
    return response
