"""Staff page 单位与名额: headcounts, the quota rule with what it gives, and when registration is open."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.models import Tournament
from tournament.services.departments import set_sizes
from tournament.services.entry_window import set_entry_rules, window_of
from tournament.services.quota_rule import QuotaRule, rule_from, rule_words, whole_number
from tournament.services.quotas import QuotaRow, quota_table, set_quota
from tournament.services.refusal import Refusal

from .access import actor_of
from .entry_forms import EntryRulesForm, rules_of
from .office_page import attempt, attempt_plain, office_page, show
from .quota_form import QuotaForm, initial_of


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def quotas(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The table and the rule; a POST keeps the rule, or with `try` only shows what it would give."""
    if request.method != "POST":
        return _page(request, tournament, {})
    if "try" in request.POST:
        return _trial(request, tournament)
    form = QuotaForm(request.POST)
    if attempt(request, form, lambda _values: _keep(request, tournament, form)):
        return redirect("office:quotas", slug=tournament.slug)
    return _page(request, tournament, {"quota_form": form}, status=400)


def _trial(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form, rule = _tried(request.POST)
    context: dict[str, Any] = {"quota_form": form, "tried": True, "rule": rule}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "office/quota_gives.html", {**_gives(tournament, rule), **context, "oob": True})
    return _page(request, tournament, context, status=200 if rule else 400)


@require_POST
@office_page
def sizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Headcounts and own quotas as typed into the table, all or none."""
    typed = {key: request.POST.get(key, "") for key in request.POST if key.startswith(("headcount-", "quota-"))}

    def keep() -> str:
        changed = set_sizes(tournament, _sizes(tournament, typed), actor_of(request))
        return _("已保存，改动了 %d 个单位。") % changed

    if attempt_plain(request, keep):
        return redirect("office:quotas", slug=tournament.slug)
    return _page(request, tournament, {"typed": typed}, status=400)


@require_POST
@office_page
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """When registration is open, until when players change, how many a team may have."""
    form = EntryRulesForm(request.POST)

    def keep(values: dict[str, Any]) -> str:
        set_entry_rules(tournament, actor_of(request), **values)
        return _("报名规定已保存。")

    if attempt(request, form, keep):
        return redirect("office:quotas", slug=tournament.slug)
    return _page(request, tournament, {"rules_form": form}, status=400)


def _keep(request: HttpRequest, tournament: Tournament, form: QuotaForm) -> str:
    set_quota(tournament, form.document(), actor_of(request))
    return _("名额办法已保存。")


def _tried(typed: Any) -> tuple[QuotaForm, QuotaRule | None]:
    form = QuotaForm(typed)
    if not form.is_valid():
        return form, None
    try:
        return form, rule_from(form.document())
    except Refusal as refusal:
        form.add_error(refusal.at if refusal.at in form.fields else None, refusal.message)
        return form, None


def _gives(tournament: Tournament, rule: QuotaRule | None) -> dict[str, Any]:
    """What the rule gives, for the table and its summary; the stored one's where none is tried."""
    rows = quota_table(tournament, rule)
    known = bool(rows) and all(row.allowed is not None for row in rows)
    return {
        "rows": rows,
        "words": rule_words(rule or rule_from(tournament.quota)),
        "total": sum(row.allowed or 0 for row in rows) if known else None,
        "entered": sum(row.entered for row in rows),
        "beyond": [row.department.name for row in rows if row.left is not None and row.left < 0],
        "unknown": sum(row.unknown for row in rows),
    }


def _page(request: HttpRequest, tournament: Tournament, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    stored = {
        "quota_form": QuotaForm(initial=initial_of(tournament.quota)),
        "rules_form": EntryRulesForm(initial=rules_of(tournament)),
    }
    given = _gives(tournament, context.get("rule"))
    lines = [(row, *_cells(row, context.get("typed", {}))) for row in given["rows"]]
    window, stored_words = window_of(tournament), rule_words(rule_from(tournament.quota))
    everything = {**stored, **given, "lines": lines, "window": window, "stored_words": stored_words, "tab": "quotas"}
    return show(request, tournament, "quotas", everything | context, status=status)


def _cells(row: QuotaRow, typed: Mapping[str, str]) -> tuple[str, str]:
    """What stands in the two cells: what was typed, else what is stored."""
    own = row.department
    return (
        typed.get(f"headcount-{own.pk}", "" if own.headcount is None else str(own.headcount)),
        typed.get(f"quota-{own.pk}", "" if own.team_quota is None else str(own.team_quota)),
    )


def _sizes(tournament: Tournament, typed: Mapping[str, str]) -> dict[int, tuple[int | None, int | None]]:
    """{department id: (headcount, own quota)} of the departments whose cells were sent."""
    found = {}
    for one in tournament.departments.all():
        if f"headcount-{one.pk}" in typed:
            headcount = _number(typed.get(f"headcount-{one.pk}", ""), one.name)
            found[one.pk] = (headcount, _number(typed.get(f"quota-{one.pk}", ""), one.name))
    return found


def _number(text: str, name: str) -> int | None:
    if not text.strip():
        return None
    number = whole_number(text)
    if number is None:
        facts = {"name": name, "text": text.strip()[:20]}
        raise Refusal(
            _("“%(name)s”一行的“%(text)s”不是数，请填整数或留空。") % facts, code="bad-number", at="headcount"
        )
    return number
