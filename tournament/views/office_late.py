"""Staff page 迟到与候补: a late team's entry, the waiting list, byes and places given up."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Team, Tournament
from tournament.services.draw_words import addendum_text
from tournament.services.drawing import draw_in_force, first_stage
from tournament.services.late_entry import BYE, PLACE, Opening, admit, not_begun, openings
from tournament.services.late_schedule import late_hours_text
from tournament.services.spoken import running
from tournament.services.waiting import waiting_teams
from tournament.services.waiting_list import give_up, join
from tournament.services.waiting_promotion import enter_waiting
from tournament.services.waiting_promotion import step_down as give_place

from .access import actor_of
from .entry_forms import PeopleForm
from .number_field import NumberField
from .office_page import attempt, attempt_plain, office_page, show
from .own_ids import OwnIds


class JoinForm(PeopleForm):
    """A late team at the door."""

    department = forms.CharField(label=gettext_lazy("单位"), max_length=60)
    name = forms.CharField(label=gettext_lazy("队名（可空，按单位取名）"), max_length=60, required=False)
    reason = forms.CharField(label=gettext_lazy("迟到原因"), max_length=200)


class AdmitForm(OwnIds):
    """Which kind of place, and its lot: out of a seed or from a slip."""

    kind = forms.ChoiceField(label=gettext_lazy("补入"), choices=[(BYE, ""), (PLACE, "")], widget=forms.RadioSelect)
    seed = forms.CharField(label=gettext_lazy("种子（当众说定的一句话）"), max_length=200, required=False)
    lot = NumberField(
        label=gettext_lazy("或抽得的签号"), min_value=1, max_value=512, required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    reason = forms.CharField(label=gettext_lazy("原因（可空）"), max_length=200, required=False)
    present = forms.CharField(label=gettext_lazy("在场人员（可空）"), max_length=200, required=False)

    def __init__(self, *args: Any, byes: int, places: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (BYE, _("轮空位（%(count)d 个可补）") % {"count": byes}),
            (PLACE, _("退赛队的位置（%(count)d 个可补）") % {"count": places}),
        ]
        counts = {BYE: byes, PLACE: places}
        self.fields["kind"].choices = [one for one in choices if counts[one[0]]]  # type: ignore[attr-defined]
        self.initial.setdefault("kind", BYE if byes else PLACE)


class StepDownForm(OwnIds):
    """Which drawn team gives its place up."""

    team = forms.TypedChoiceField(label=gettext_lazy("让出位置的队"), coerce=int, choices=[])
    reason = forms.CharField(label=gettext_lazy("原因"), max_length=200)

    def __init__(self, *args: Any, teams: list[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(team.pk, team.name) for team in teams]
        self.fields["team"].choices = [("", _("请选择")), *choices]  # type: ignore[attr-defined]


@require_safe
@office_page
def late(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The waiting list and what is open."""
    return _page(request, tournament)


@require_POST
@office_page
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A late team goes on the waiting list."""
    form = JoinForm(request.POST, roster=tournament.roster_size)

    def put(values: dict[str, Any]) -> str:
        team = join(
            tournament,
            values["department"],
            form.people(),
            actor_of(request),
            reason=values["reason"],
            name=values["name"],
            same_name_ok=values["same_name_ok"],
        )
        return _("“%(team)s”已列入候补。") % {"team": team.name}

    if attempt(request, form, put):
        return redirect("office:late", slug=tournament.slug)
    return _page(request, tournament, join_form=form)


@require_POST
@office_page
def team_admit(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """The first waiting team takes a bye or a place given up."""
    team = get_object_or_404(Team, pk=pk, tournament=tournament)
    held = draw_in_force(first_stage(tournament))
    form = _admit_form(tournament, openings(held) if held else [], request.POST)

    def let_in(values: dict[str, Any]) -> str:
        added = admit(team, actor=actor_of(request), **values)
        return running(
            [addendum_text(added), late_hours_text(added.draw.stage_id, added.record["result"].get("added", []))]
        )

    if attempt(request, form, let_in):
        return redirect("office:late", slug=tournament.slug)
    return _page(request, tournament, admit_form=form)


@require_POST
@office_page
def team_enter(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Before the draw, the first waiting team simply takes part."""

    def let_in() -> str:
        return _("“%(team)s”已转为正式参赛。") % {"team": enter_waiting(tournament, actor_of(request)).name}

    attempt_plain(request, let_in)
    return redirect("office:late", slug=tournament.slug)


@require_POST
@office_page
def step_down(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A drawn team gives its place to the first waiting one."""
    held = draw_in_force(first_stage(tournament))
    form = StepDownForm(request.POST, teams=not_begun(held) if held else [])

    def give(values: dict[str, Any]) -> str:
        gone = get_object_or_404(Team, pk=values["team"], tournament=tournament)
        team = give_place(gone, actor_of(request), reason=values["reason"])
        return _("“%(gone)s”退赛，由“%(team)s”递补。") % {"gone": gone.name, "team": team.name}

    if attempt(request, form, give):
        return redirect("office:late", slug=tournament.slug)
    return _page(request, tournament, step_form=form)


@require_POST
@office_page
def team_give_up(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A waiting team goes home."""
    team = get_object_or_404(Team, pk=pk, tournament=tournament)

    def leave() -> str:
        return _("“%(team)s”已放弃候补。") % {
            "team": give_up(team, actor_of(request), request.POST.get("reason", "")).name
        }

    attempt_plain(request, leave)
    return redirect("office:late", slug=tournament.slug)


def _page(request: HttpRequest, tournament: Tournament, **given: Any) -> HttpResponse:
    held = draw_in_force(first_stage(tournament))
    free = openings(held) if held else []
    context: dict[str, Any] = {
        "page": "draw",
        "draw": held,
        "revealing": held is not None and held.revealed is not None,
        "teams": list(waiting_teams(tournament).prefetch_related("players")),
        "byes": [one for one in free if one.kind == BYE],
        "places": [one for one in free if one.kind == PLACE],
        "addenda": [addendum_text(one) for one in held.addenda.all()] if held else [],
        "step_form": given.get("step_form") or StepDownForm(teams=not_begun(held) if held else []),
        "join_form": given.get("join_form") or JoinForm(roster=tournament.roster_size),
        "admit_form": given.get("admit_form") or (_admit_form(tournament, free) if free else None),
    }
    return show(request, tournament, "draw_late", context, status=400 if given else 200)


def _admit_form(tournament: Tournament, free: list[Opening], data: Any = None) -> AdmitForm:
    kinds = [one.kind for one in free]
    seed = f"{timezone.localtime():%Y-%m-%d %H:%M} {tournament.venue}".strip()
    return AdmitForm(data, byes=kinds.count(BYE), places=kinds.count(PLACE), initial={"seed": seed})
