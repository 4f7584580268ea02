"""Page 上场名单, for the office and the chief: who of each team's roster plays which match."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from tournament.models import Tournament
from tournament.services.line_up_rows import MatchRow, SideRow, line_up_rows
from tournament.services.line_ups import SIDES, set_line_up

from .access import actor_of
from .office_page import attempt, shared_page, show


class LineUpForm(forms.Form):
    """The two players of one side."""

    side = forms.ChoiceField(choices=[(side, side) for side in SIDES], widget=forms.HiddenInput)
    first = forms.TypedChoiceField(label=gettext_lazy("上场一"), coerce=int)
    second = forms.TypedChoiceField(label=gettext_lazy("上场二"), coerce=int)
    reason = forms.CharField(label=gettext_lazy("理由"), max_length=200, required=False)

    def __init__(self, data: Any, row: SideRow) -> None:
        seats = {"side": row.side, **{n: p.pk for n, p in zip(("first", "second"), row.playing, strict=False)}}
        super().__init__(data, initial=seats, prefix=row.side)
        for name in ("first", "second"):
            self.fields[name].choices = [(one.pk, one.name) for one in row.present]  # type: ignore[attr-defined]

    def field_of(self, at: str) -> str:
        """The field a refusal's `at` means."""
        return "second" if at == "players" else at


@require_safe
@shared_page
def line_ups(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every match with the teams known."""
    return show(request, tournament, "line_ups", {"rows": line_up_rows(tournament), "tab": "line-ups"})


@require_http_methods(["GET", "HEAD", "POST"])
@shared_page
def line_up(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One match's two line-ups, a form each."""
    row = _row(tournament, pk)
    sent = next((side.side for side in row.sides if f"{side.side}-side" in request.POST), None)
    built = [(side, LineUpForm(request.POST if side.side == sent else None, row=side)) for side in row.sides]
    for side, form in built:
        if side.side == sent and attempt(request, form, lambda values, side=side: _set(request, row, side, values)):  # type: ignore[misc]
            return redirect("office:line-ups", slug=tournament.slug)
    context = {"row": row, "forms": built, "tab": "line-ups"}
    return show(request, tournament, "line_up", context, status=400 if request.method == "POST" else 200)


def _set(request: HttpRequest, row: MatchRow, side: SideRow, values: dict[str, Any]) -> str:
    chosen = [values["first"], values["second"]]
    players = set_line_up(row.match.pk, side.side, chosen, actor_of(request), values["reason"])
    facts = {"team": side.team.name, "names": _("、").join(one.name for one in players)}
    return _("“%(team)s”上场：%(names)s。") % facts


def _row(tournament: Tournament, pk: int) -> MatchRow:
    found = next((row for row in line_up_rows(tournament) if row.match.pk == pk), None)
    if found is None:
        raise Http404
    return found
