"""Staff pages 推迟: one match or the whole hall begins later; what moves is shown, then done as shown."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.models import Match, Tournament
from tournament.services.delays import Delay, apply_hall_delay, apply_match_delay, delay_hall, delay_match
from tournament.services.refusal import Refusal
from tournament.services.schedule_grid import card_of

from .access import actor_of
from .office_page import office_page, show
from .schedule_forms import DelayForm, HallDelayForm

Values = dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def delay(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One match later, and what follows it."""
    match = get_object_or_404(Match, pk=pk, stage__tournament=tournament)

    def preview(values: Values) -> Delay:
        return delay_match(tournament, match.pk, values["minutes"], values["follow"])

    def apply(values: Values, mark: str) -> Delay:
        minutes, follow = values["minutes"], values["follow"]
        return apply_match_delay(tournament, match.pk, minutes, follow, mark, actor_of(request))

    form = DelayForm(_typed(request, "minutes"))
    return _answer(request, tournament, form, preview, apply, {"match": match, "card": card_of(tournament, match.pk)})


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def hall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything of a day from an hour on later."""

    def preview(values: Values) -> Delay:
        return delay_hall(tournament, values["since"], values["minutes"])

    def apply(values: Values, mark: str) -> Delay:
        return apply_hall_delay(tournament, values["since"], values["minutes"], mark, actor_of(request))

    form = HallDelayForm(_typed(request, "minutes"), initial={"since": timezone.now()})
    return _answer(request, tournament, form, preview, apply, {})


def _typed(request: HttpRequest, field: str) -> Any:
    """What was typed: a preview is asked for by its address, doing it is posted."""
    if request.method == "POST":
        return request.POST
    return request.GET if field in request.GET else None


def _answer(
    request: HttpRequest,
    tournament: Tournament,
    form: forms.Form,
    preview: Callable[[Values], Delay],
    apply: Callable[[Values, str], Delay],
    context: dict[str, Any],
) -> HttpResponse:
    shown = None
    if form.is_bound and form.is_valid():
        values = dict(form.cleaned_data)
        try:
            if request.method == "POST":
                done = apply(values, request.POST.get("mark", ""))
                messages.success(request, _("已推迟 %(count)d 场。") % {"count": len(done.shifts)})
                return redirect("office:schedule", slug=tournament.slug)
            shown = preview(values)
        except Refusal as refusal:
            form.add_error(refusal.at if refusal.at in form.fields else None, refusal.message)
            shown = _again(preview, values)
    failed = form.is_bound and bool(form.errors)
    everything = {"form": form, "delay": shown, **context}
    return show(request, tournament, "delay", everything, status=400 if failed else 200)


def _again(preview: Callable[[Values], Delay], values: Values) -> Delay | None:
    """The preview as it is now, where there is one."""
    try:
        return preview(values)
    except Refusal:
        return None
