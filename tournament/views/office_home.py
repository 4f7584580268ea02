"""Staff pages: the list of tournaments, a new one, one tournament's overview and its format."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.models import Tournament
from tournament.services import formats, notice
from tournament.services.audit_words import audit_texts
from tournament.services.checklist import checklist
from tournament.services.demo import create_entered
from tournament.services.format_plan import EXAMPLE, present_teams
from tournament.services.kinds import kind_words
from tournament.services.office_counts import counted
from tournament.services.office_state import spine
from tournament.services.rulesets import ruleset_title
from tournament.services.tournaments import create_from_preset, create_tournament

from .access import actor_of, office_or_chief_required, office_required
from .notice_forms import FormatForm, StartFromForm
from .office_facts import after_section, show_section
from .office_format import plan_of
from .office_forms import FactsForm
from .office_page import attempt, office_page, shared_page, show

_FIRST = {"name": "", "tables": 4, "slot_minutes": 60, "number": 4, "places": 2}


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
        return _("已建立“%(name)s”，接下来补全通知里的其他事项。") % {"name": made[0].name}

    if request.method == "POST" and attempt(request, form, make):
        return redirect("office:facts", slug=made[0].slug)
    return _create_page(request, form, StartFromForm())


@require_POST
@office_required
def create_from(request: HttpRequest) -> HttpResponse:
    """A new tournament after a documented one."""
    form = StartFromForm(request.POST)
    made: list[Tournament] = []

    def make(values: dict[str, Any]) -> str:
        maker = create_entered if values["with_teams"] else create_from_preset
        own = {"name": values["own_name"], "starts_at": values["own_start"]}
        made.append(maker(values["preset"], actor=actor_of(request), **own))
        return _("已按样板建立“%(name)s”。") % {"name": made[0].name}

    if attempt(request, form, make):
        return redirect("office:tournament", slug=made[0].slug)
    return _create_page(request, FactsForm(initial=_FIRST), form)


def _create_page(request: HttpRequest, form: FactsForm, preset_form: StartFromForm) -> HttpResponse:
    status = 400 if request.method == "POST" else 200
    earlier = Tournament.objects.order_by("-created_at", "-id")[:20]
    plan = plan_of(form, EXAMPLE, example=True)
    context = {"form": form, "preset_form": preset_form, "earlier": earlier, "plan": plan}
    return render(request, "office/create.html", context, status=status)


@require_safe
@shared_page
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where the tournament stands and what comes next."""
    stages = [
        (stage, kind_words(stage), ruleset_title(stage.ruleset))
        for stage in tournament.stages.select_related("ruleset")
    ]
    entries = list(tournament.audit_entries.all()[:20])
    audit = list(zip(entries, audit_texts(entries), strict=True))
    seen = counted(tournament)
    known = {"spine": spine(tournament, seen), "checklist": checklist(tournament, seen)}
    return show(request, tournament, "overview", {"stages": stages, "audit": audit, **known})


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def facts_format(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ruleset, format and tables; format and ruleset until the draw."""
    form = FormatForm(request.POST or None, initial=_facts_of(tournament), tournament=tournament)

    def change(values: dict[str, Any]) -> str:
        formats.revise(
            tournament,
            actor_of(request),
            ruleset=values["ruleset"],
            chosen=form.format(),
            tables=values["tables"],
            facts={},
        )
        return _("规则和赛制已保存。")

    if request.method == "POST" and attempt(request, form, change):
        return after_section(request, tournament, notice.FORMAT)
    tournament.refresh_from_db()
    context = {"form": form, "plan": plan_of(form, present_teams(tournament))}
    return show_section(request, tournament, notice.FORMAT, context)


def _facts_of(tournament: Tournament) -> dict[str, Any]:
    chosen = formats.format_of(tournament)
    return {
        **{key: getattr(chosen, key) for key in formats.Format.__dataclass_fields__},
        "tables": tournament.tables.count(),
        "ruleset": formats.KEEP_RULESET,
    }
