"""The drawing screen of the hall: one name after the other, by space bar or plain button; then the confirmation."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Draw, Stage, Tournament
from tournament.services import hall
from tournament.services.drawing import first_stage
from tournament.services.refusal import Refusal
from tournament.services.registration import MAX_TEAMS
from tournament.services.spoken import all_said, running

from .access import actor_of
from .number_field import NumberField
from .office_draw import draw_page
from .office_forms import SeedForm
from .office_page import attempt, attempt_plain, office_page

PAIRS_A_PAGE = 8
LINES_A_PAGE = 14  # two rows of four groups, each with its heading


class StepForm(forms.Form):
    """How many names this screen has seen, and how many more it asks for."""

    seen = NumberField(label=gettext_lazy("已看到的队数"), min_value=0, max_value=MAX_TEAMS)
    count = NumberField(label=gettext_lazy("要揭晓的队数"), min_value=1, max_value=MAX_TEAMS)


@require_POST
@office_page
def start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw out of a seed and go to the screen."""
    form = SeedForm(request.POST)

    def hold(values: dict[str, Any]) -> str:
        stage = first_stage(tournament)
        hall.start_hall(stage, actor=actor_of(request), seed=values["seed"], present=values["present"])
        return ""

    if attempt(request, form, hold):
        return redirect("office:hall", slug=tournament.slug)
    return draw_page(request, tournament, seed_form=form)


@require_safe
@office_page
def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The screen as far as it has come; without a draw to show, the draw page."""
    draw = hall.pending_draw(first_stage(tournament))
    if draw is None:
        return redirect("office:draw", slug=tournament.slug)
    return render(request, "office/hall.html", _context(tournament, draw))


@require_POST
@office_page
def step(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One more name, or all that are left: JSON for the page's script, else the screen anew."""
    script = "application/json" in request.headers.get("accept", "")
    try:
        answer = _step(tournament, StepForm(request.POST))
    except Refusal as refusal:
        if script:
            return JsonResponse({"message": refusal.message}, status=400)
        messages.error(request, refusal.message)
        return redirect("office:hall", slug=tournament.slug)
    return JsonResponse(answer) if script else redirect("office:hall", slug=tournament.slug)


@require_POST
@office_page
def confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The draw counts from now on; with `published` the public sees it."""

    def make_count() -> str:
        published = bool(request.POST.get("published"))
        hall.confirm_hall(first_stage(tournament), actor_of(request), published=published)
        return _("抽签结果已确认并发布。") if published else _("抽签结果已确认，还没有发布。")

    attempt_plain(request, make_count)
    return redirect("office:draw", slug=tournament.slug)


def _step(tournament: Tournament, form: StepForm) -> dict[str, Any]:
    """What the page's script places: the names shown since it last knew, and how many that makes."""
    if not form.is_valid():
        sentences = [str(sentence) for found in form.errors.values() for sentence in found]
        raise Refusal(running(sentences), code="bad-number", at="seen")
    stage = first_stage(tournament)
    shown = hall.reveal(stage, form.cleaned_data["seen"], form.cleaned_data["count"])
    draw = hall.pending_draw(stage)
    revealed = draw.revealed if draw else None
    total = len(draw.record["teams"]) if draw else None
    return {"shown": [one.as_json() for one in shown], "revealed": revealed, "of": total}


def _context(tournament: Tournament, draw: Draw) -> dict[str, Any]:
    shown = hall.shown_of(draw)
    total = len(draw.record["teams"])
    done = len(shown) == total
    return {
        "tournament": tournament,
        "draw": draw,
        "stage": draw.stage,
        "grouped": draw.stage.kind == Stage.Kind.GROUPS,
        "pages": _pages(draw, shown[-1].key if shown else ""),
        "last": shown[-1] if shown else None,
        "revealed": len(shown),
        "total": total,
        "left": total - len(shown),
        "done": done,
        "names": hall.waiting_names(draw),
        "notes": all_said(draw.record["result"].get("notes", [])) if done else [],
    }


def _pages(draw: Draw, newest: str) -> list[dict[str, Any]]:
    """The board cut into pages that can be read from afar; the page of the newest name is open."""
    sections = hall.board_of(draw)
    lines = max(len(section["lines"]) for section in sections) + 1
    grouped = draw.stage.kind == Stage.Kind.GROUPS
    room = (8 if lines * 2 <= LINES_A_PAGE else 4) if grouped else PAIRS_A_PAGE
    pages = [sections[start : start + room] for start in range(0, len(sections), room)]
    keys = [{line["key"] for section in page for line in section["lines"]} for page in pages]
    open_page = next((index for index, known in enumerate(keys) if newest in known), 0)
    return [{"sections": page, "open": index == open_page, "count": len(page)} for index, page in enumerate(pages)]
