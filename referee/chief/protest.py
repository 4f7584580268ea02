"""Protests: the list with their states, and one of them with both rulings compared, the ruling and the appeal."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from referee.services.places import Places
from referee.services.queue import protest_states, state_words
from referee.services.rulings import (
    UPHOLD,
    appeal_body,
    choice_words,
    compared,
    matters_text,
    protest_in,
    record_appeal,
    ruling_draft,
    strikable,
)
from tournament.models import Match, Tournament
from tournament.services.correcting import Correction, Operation
from tournament.services.correcting.lines import sheet_lines
from tournament.services.protests import changes_winner
from tournament.services.refusal import Refusal
from tournament.services.sheet import match_state
from tournament.services.sheet_story import sheet_page_of
from tournament.views.access import actor_of
from tournament.views.look_then_do import key_of
from tournament.views.office_page import chief_page

from .operation import look_then_do
from .result import match_in


@require_safe
@chief_page
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every protest of the tournament and what became of it."""
    matches = Match.objects.filter(stage__tournament=tournament, entries__type="protest").distinct()
    rows, words, names = [], state_words(), Places(tournament)
    for match in matches.select_related("stage__ruleset", "stage__tournament", "table").order_by("pk"):
        for one in protest_states(match):
            rows.append({**one, "match": match, "place": names.of(match), "word": words[one["state"]]})
    return render(request, "chief/protests.html", {"tournament": tournament, "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@chief_page
def protest(request: HttpRequest, tournament: Tournament, match_id: int, n: int) -> HttpResponse:
    """One protest: rule on it (looked at first), or write down the appeal against the ruling."""
    found = match_in(tournament, match_id)
    try:
        about = protest_in(found, n)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("chief:protests", slug=tournament.slug)
    context = _context(request, tournament, found, about)
    if request.method == "POST" and request.POST.get("step") == "appeal":
        return _appeal(request, context)

    def build(key: UUID) -> Operation:
        return Correction(found.pk, ruling_draft(found, about, request.POST))

    reason = request.POST.get("text", "")
    return look_then_do(request, "chief/protest.html", context, build, _("裁定已记入记分表。"), reason)


def _appeal(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    about, text = context["about"], request.POST.get("appeal", "")
    try:
        record_appeal(context["match"], about, text, actor_of(request), key_of(request))
    except Refusal as refusal:
        more = {"error": refusal.message, "at": refusal.at, "key": key_of(request)}
        return render(request, "chief/protest.html", {**context, **more}, status=refusal.status)
    messages.success(request, _("申诉已记录，等候规程指定的机构裁定。"))
    return redirect("chief:protest", slug=context["tournament"].slug, match_id=context["match"].pk, n=about["n"])


def _context(request: HttpRequest, tournament: Tournament, found: Match, about: dict[str, Any]) -> dict[str, Any]:
    typed = request.POST
    prefix = "r-"
    values = {name.removeprefix(prefix): str(typed[name]) for name in typed if name.startswith(prefix)}
    outcomes = [] if about["state"] == "final" else compared(found, about)
    strikes = [] if about["state"] == "final" else strikable(found, about)
    state = match_state(found)
    could = about["state"] == "opened" and changes_winner(state, about["n"])
    matters = could or len({(one.winner, one.status) for one in outcomes}) > 1
    return {
        **sheet_page_of(found),
        "about": about,
        "word": state_words()[about["state"]],
        "place": Places(tournament).of(found),
        "outcomes": outcomes,
        "strikable": strikes,
        "replaceable": bool(about["hand"]) or any(one.is_hand for one in strikes),
        "uphold_word": choice_words(found, about)[UPHOLD],
        "matters_text": matters_text(matters, state.play.over is not None),
        "body": typed.get("body", appeal_body(tournament) if about["state"] == "appealed" else ""),
        "typed": typed,
        "values": values,
        "sheet": sheet_lines(found),
    }
