"""Staff pages: the list of tournaments, a new one, one tournament's overview and facts."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.models import Tournament
from tournament.services import formats
from tournament.services.audit_words import audit_text
from tournament.services.demo import create_entered
from tournament.services.format_plan import EXAMPLE, present_teams
from tournament.services.tournaments import create_from_preset, create_tournament

from .access import actor_of, office_or_chief_required, office_required
from .office_format import plan_of
from .office_forms import FactsForm, PresetForm
from .office_page import attempt, office_page, shared_page, show

_FIRST = {"name": "", "tables": 4, "slot_minutes": 60, "number": 4}


@require_safe
@office_or_chief_required
def home(request: HttpRequest) -> HttpResponse:
    """Every tournament, the newest first."""
    return render(request, "office/home.html", {"tournaments": Tournament.objects.order_by("-created_at", "-id")})


@require_http_methods(["GET", "HEAD", "POST"])
@office_required
def create(request: HttpRequest) -> HttpResponse:
    """A new tournament from its notice."""
    form = FactsForm(request.POST or None, initial=_FIRST)
    made: list[Tournament] = []

    def make(values: dict[str, Any]) -> str:
        made.append(
            create_tournament(
                name=values["name"],
                starts_at=values["starts_at"],
                venue=values["venue"],
                host=values["host"],
                ruleset=values["ruleset"],
                tables=values["tables"],
                stages=formats.plans(form.format()),
                actor=actor_of(request),
            )
        )
        return _("已建立“%(name)s”,接下来登记参赛队。") % {"name": made[0].name}

    if request.method == "POST" and attempt(request, form, make):
        return redirect("office:entries", slug=made[0].slug)
    return _create_page(request, form, PresetForm())


@require_POST
@office_required
def create_from(request: HttpRequest) -> HttpResponse:
    """A new tournament after a documented one."""
    form = PresetForm(request.POST)
    made: list[Tournament] = []

    def make(values: dict[str, Any]) -> str:
        maker = create_entered if values["with_teams"] else create_from_preset
        made.append(maker(values["preset"], actor=actor_of(request)))
        return _("已按样板建立“%(name)s”。") % {"name": made[0].name}

    if attempt(request, form, make):
        return redirect("office:tournament", slug=made[0].slug)
    return _create_page(request, FactsForm(initial=_FIRST), form)


def _create_page(request: HttpRequest, form: FactsForm, preset_form: PresetForm) -> HttpResponse:
    status = 400 if request.method == "POST" else 200
    context = {"form": form, "preset_form": preset_form, "plan": plan_of(form, EXAMPLE, example=True)}
    return render(request, "office/create.html", context, status=status)


@require_safe
@shared_page
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where the tournament stands and what comes next."""
    stages = tournament.stages.select_related("ruleset")
    audit = [(entry, audit_text(entry)) for entry in tournament.audit_entries.all()[:20]]
    return show(request, tournament, "overview", {"stages": stages, "audit": audit})


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def facts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change what the notice says; format and ruleset until the draw."""
    form = FactsForm(request.POST or None, initial=_facts_of(tournament), tournament=tournament)

    def change(values: dict[str, Any]) -> str:
        formats.revise(
            tournament,
            actor_of(request),
            ruleset=values["ruleset"],
            chosen=form.format(),
            tables=values["tables"],
            facts={key: values[key] for key in ("name", "host", "venue", "starts_at")},
        )
        return _("规程已保存。")

    if request.method == "POST" and attempt(request, form, change):
        return redirect("office:tournament", slug=tournament.slug)
    tournament.refresh_from_db()
    context = {"form": form, "plan": plan_of(form, present_teams(tournament))}
    return show(request, tournament, "facts", context, status=400 if request.method == "POST" else 200)


def _facts_of(tournament: Tournament) -> dict[str, Any]:
    chosen = formats.format_of(tournament)
    return {
        **{key: getattr(chosen, key) for key in formats.Format.__dataclass_fields__},
        "name": tournament.name,
        "starts_at": tournament.starts_at,
        "venue": tournament.venue,
        "host": tournament.host,
        "tables": tournament.tables.count(),
        "ruleset": formats.KEEP_RULESET,
    }
