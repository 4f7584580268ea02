"""Staff page 抽签: by a seed, or typed in from paper slips; and taking a draw back."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Draw, GroupPlace, Stage, Team, Tournament
from tournament.services.drawing import draw_in_force, first_stage, hold_draw, undo_draw
from tournament.services.entry_list import parse_groups
from tournament.services.fixtures import matches_of, rows_of
from tournament.services.match_words import group_text, titles_of
from tournament.services.rounds import due_round

from .access import actor_of
from .office_forms import SeedForm, TypedDrawForm, UndoForm
from .office_page import attempt, office_page, show


@require_safe
@office_page
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The draw in force, or the two ways to hold one; rounds drawn one after another have a page of their own."""
    if due_round(tournament) is not None:
        return redirect("office:rounds", slug=tournament.slug)
    return _page(request, tournament)


@require_POST
@office_page
def by_seed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw out of a recorded seed, colleagues apart."""
    form = SeedForm(request.POST)

    def hold(values: dict[str, Any]) -> str:
        hold_draw(first_stage(tournament), actor=actor_of(request), seed=values["seed"], present=values["present"])
        return _("抽签完成,结果已保存。")

    if attempt(request, form, hold):
        return redirect("office:draw", slug=tournament.slug)
    return _page(request, tournament, seed_form=form)


@require_POST
@office_page
def typed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Store a draw held by hand: a line a group, or a line a team in the order of the lots."""
    form = TypedDrawForm(request.POST)

    def hold(values: dict[str, Any]) -> str:
        stage = first_stage(tournament)
        lines = parse_groups(values["groups"], list(tournament.teams.all()))
        flat = None if stage.kind == Stage.Kind.GROUPS else {team.pk: n for n, team in enumerate(_flat(lines), start=1)}
        groups = lines if flat is None else None
        hold_draw(stage, actor=actor_of(request), groups=groups, lots=flat, present=values["present"])
        return _("抽签结果已保存。")

    if attempt(request, form, hold):
        return redirect("office:draw", slug=tournament.slug)
    return _page(request, tournament, typed_form=form)


@require_POST
@office_page
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the draw back; the tournament's name is typed to confirm."""
    form = UndoForm(request.POST)

    def take_back(values: dict[str, Any]) -> str:
        undo_draw(first_stage(tournament), values["typed_name"], actor_of(request))
        return _("抽签已撤销,记录仍保留。")

    if attempt(request, form, take_back):
        return redirect("office:draw", slug=tournament.slug)
    return _page(request, tournament, undo_form=form)


def _flat(lines: list[list[Team]]) -> list[Team]:
    return [team for line in lines for team in line]


def _page(request: HttpRequest, tournament: Tournament, **forms: Any) -> HttpResponse:
    stage = first_stage(tournament)
    held = draw_in_force(stage)
    seed = f"{timezone.localtime():%Y-%m-%d %H:%M} {tournament.venue}".strip()
    context: dict[str, Any] = {
        "seed_form": SeedForm(initial={"seed": seed}),
        "typed_form": TypedDrawForm(),
        "undo_form": UndoForm(),
    }
    context |= forms
    shown = {"undo_form"} if held else {"seed_form", "typed_form"} if tournament.teams.exists() else set()
    context["late_forms"] = [form for name, form in forms.items() if name not in shown]  # somebody was faster
    context |= {"stage": stage, "draw": held, "grouped": stage.kind == Stage.Kind.GROUPS}
    context |= _result(tournament, stage, held) if held else {"teams": tournament.teams.order_by("id")}
    context["undone"] = stage.draws.filter(undone_at__isnull=False).select_related("drawn_by")
    return show(request, tournament, "draw", context, status=400 if forms else 200)


def _result(tournament: Tournament, stage: Stage, held: Draw) -> dict[str, Any]:
    """The groups as drawn, the bracket's pairs, and the compromises."""
    groups: dict[str, list[Team]] = {}
    for place in GroupPlace.objects.filter(stage=stage).select_related("team"):
        groups.setdefault(group_text(stage, place.group), []).append(place.team)
    matches = matches_of(tournament)
    titles = titles_of(matches)
    bracket = [match for match in matches if not match.group]
    named = [(titles[match.pk].full, row) for match, row in zip(bracket, rows_of(bracket, titles), strict=True)]
    return {"groups": groups, "bracket": named, "notes": held.record["result"].get("notes", [])}
