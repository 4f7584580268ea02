"""Staff page 各轮抽签: stages drawn round by round; the next round by a seed or from slips, taking the latest back."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Stage, Tournament
from tournament.services.drawing import first_stage, undo_draw
from tournament.services.entry_list import parse_groups
from tournament.services.rounds import Due, draw_round, next_round, round_board, set_rounds, still_in

from .access import actor_of
from .number_field import NumberField
from .office_forms import SeedForm, TypedDrawForm, UndoForm
from .office_page import attempt, office_page, show


class RoundSeedForm(SeedForm):
    """A round out of a seed said aloud; `number` is the round the page showed."""

    number = NumberField(min_value=1, max_value=999, widget=forms.HiddenInput)


class RoundTypedForm(TypedDrawForm):
    """A round from paper slips."""

    number = NumberField(min_value=1, max_value=999, widget=forms.HiddenInput)


class RoundsForm(forms.Form):
    """How many Swiss rounds are played."""

    rounds = NumberField(label=gettext_lazy("共赛几轮"), min_value=1, max_value=99)


@require_safe
@office_page
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The rounds drawn so far and the next one."""
    return _page(request, tournament)


@require_POST
@office_page
def by_seed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round out of a recorded seed."""
    form = RoundSeedForm(request.POST)

    def hold(values: dict[str, Any]) -> str:
        facts = {key: values[key] for key in ("seed", "present")}
        draw_round(first_stage(tournament), values["number"], actor=actor_of(request), **facts)
        return _("第 %(number)d 轮抽签完成，结果已保存。") % {"number": values["number"]}

    return _done(tournament) if attempt(request, form, hold) else _page(request, tournament, seed_form=form)


@require_POST
@office_page
def typed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Store the next round as drawn by hand: a team a line, in the order of the lots."""
    form = RoundTypedForm(request.POST)

    def hold(values: dict[str, Any]) -> str:
        lines = parse_groups(values["groups"], list(tournament.teams.all()))
        lots = {team.pk: number for number, team in enumerate((team for line in lines for team in line), start=1)}
        stage, number = first_stage(tournament), values["number"]
        draw_round(stage, number, actor=actor_of(request), lots=lots, present=values["present"])
        return _("第 %(number)d 轮的抽签结果已保存。") % {"number": number}

    return _done(tournament) if attempt(request, form, hold) else _page(request, tournament, typed_form=form)


@require_POST
@office_page
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the latest round's draw back; the tournament's name is typed to confirm."""
    form = UndoForm(request.POST)

    def take_back(values: dict[str, Any]) -> str:
        draw = undo_draw(first_stage(tournament), values["typed_name"], actor_of(request))
        return _("第 %(number)d 轮的抽签已撤销，记录仍保留。") % {"number": draw.round}

    return _done(tournament) if attempt(request, form, take_back) else _page(request, tournament, undo_form=form)


@require_POST
@office_page
def count(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Play more or fewer Swiss rounds."""
    form = RoundsForm(request.POST)

    def change(values: dict[str, Any]) -> str:
        set_rounds(first_stage(tournament), values["rounds"], actor_of(request))
        return _("已改为共 %(rounds)d 轮。") % {"rounds": values["rounds"]}

    return _done(tournament) if attempt(request, form, change) else _page(request, tournament, count_form=form)


def _done(tournament: Tournament) -> HttpResponse:
    return redirect("office:rounds", slug=tournament.slug)


def _page(request: HttpRequest, tournament: Tournament, **typed_forms: Any) -> HttpResponse:
    stage = first_stage(tournament)
    board = round_board(stage)
    if not board:
        return redirect("office:draw", slug=tournament.slug)
    due = next_round(stage)
    context: dict[str, Any] = {"stage": stage, "rounds": board, "due": due, "swiss": stage.kind == Stage.Kind.SWISS}
    context |= _forms(tournament, due, len(board)) | typed_forms
    context["teams"] = still_in(due)
    return show(request, tournament, "rounds", context, status=400 if typed_forms else 200)


def _forms(tournament: Tournament, due: Due, drawn: int) -> dict[str, Any]:
    when = f"{timezone.localtime():%Y-%m-%d %H:%M}"
    words = _("第%d轮") % due.number if due.number else ""
    seed = " ".join(part for part in (when, tournament.venue, words) if part)
    return {
        "seed_form": RoundSeedForm(initial={"seed": seed, "number": due.number}),
        "typed_form": RoundTypedForm(initial={"number": due.number}),
        "undo_form": UndoForm(),
        "count_form": RoundsForm(initial={"rounds": due.total}),
        "drawn": drawn,
    }
