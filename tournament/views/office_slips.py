"""Staff page for paper slips: a number a team, with who meets whom as it is typed."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournament.models import Stage, Tournament
from tournament.services.drawing import draw_in_force, first_stage, hold_draw
from tournament.services.hall import KINDS
from tournament.services.refusal import Refusal
from tournament.services.slips import Slips, preview, read_slips
from tournament.services.spoken import running

from .access import actor_of
from .office_page import attempt, office_page, show

FIELD = "n-"


class PresentForm(forms.Form):
    """Who was there."""

    present = forms.CharField(label=gettext_lazy("在场人员（可空）"), max_length=200, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def slips(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Type the numbers in; all right, they are the draw."""
    stage = first_stage(tournament)
    if draw_in_force(stage) or stage.kind not in KINDS:
        return redirect("office:draw", slug=tournament.slug)
    form = PresentForm(request.POST or None)

    def hold(values: dict[str, Any]) -> str:
        read = read_slips(stage, _typed(request))
        if not read.complete:
            raise Refusal(_what_is_wrong(read), code="slips")
        hold_draw(stage, actor=actor_of(request), lots=read.lots, present=values["present"])
        return _("抽签结果已保存。")

    if request.method == "POST" and attempt(request, form, hold):
        return redirect("office:draw", slug=tournament.slug)
    return show(request, tournament, "draw_slips", _context(stage, request, form), status=_status(request))


@require_POST
@office_page
def slips_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who meets whom as far as the numbers typed tell."""
    return render(request, "office/draw_slips_preview.html", _preview(first_stage(tournament), _typed(request)))


def _context(stage: Stage, request: HttpRequest, form: PresentForm) -> dict[str, Any]:
    found = _preview(stage, _typed(request))
    rows = found["slips"].rows if found["slips"] else []
    return {"stage": stage, "page": "draw", "form": form, "rows": rows, "sent": request.method == "POST", **found}


def _preview(stage: Stage, typed: dict[int, str]) -> dict[str, Any]:
    grouped = stage.kind == Stage.Kind.GROUPS
    try:
        read = read_slips(stage, typed)
        return {"slips": read, "sections": preview(stage, read), "grouped": grouped, "count": len(read.rows)}
    except Refusal as refusal:
        return {"slips": None, "refused": refusal.message, "grouped": grouped}


def _typed(request: HttpRequest) -> dict[int, str]:
    """What was typed, by team; fields of other names are not looked at."""
    numbers = {key.removeprefix(FIELD): str(value) for key, value in request.POST.items() if key.startswith(FIELD)}
    return {int(key): value for key, value in numbers.items() if key.isascii() and key.isdigit() and len(key) < 19}


def _what_is_wrong(read: Slips) -> str:
    wrong = [_("：").join((row.team.name, row.error)) for row in read.rows if row.error]
    empty = [row.team.name for row in read.rows if row.number is None and not row.error]
    if empty:
        wrong.append(_("还没有号码：%(teams)s。") % {"teams": _("、").join(empty[:20])})
    if read.missing:
        wrong.append(_("没有用到的号码：%(numbers)s。") % {"numbers": _("、").join(map(str, read.missing[:40]))})
    return running([_("没有保存。"), *wrong[:20]])


def _status(request: HttpRequest) -> int:
    return 400 if request.method == "POST" else 200
