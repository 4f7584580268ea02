"""The referee's console: which matches there are, and the page of one match."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from referee.access import referee_required
from referee.models import Device
from referee.services.at_table import match_now, tables_view
from referee.services.match_state import find_match, state_of
from referee.services.offline import console_facts
from referee.services.places import Places

from .listing import sections
from .lookup import rules_shown
from .words import console_words
from .worker import kept_by_worker


@require_safe
@referee_required
def home(request: HttpRequest, device: Device | None) -> HttpResponse:
    """What can be opened: for the chief every match, those at play first; for a device its tables."""
    if device is not None:
        return _tables(request, device)
    found = sections()
    tournaments = {match["slug"]: match["tournament"] for section in found for match in section.matches}
    context = {"sections": found, "several": len(tournaments) > 1, "tournaments": tournaments}
    return kept_by_worker(render(request, "console/home.html", context))


@require_safe
@referee_required
def table(request: HttpRequest, number: int, device: Device | None) -> HttpResponse:
    """On to the match now at one of the device's tables; to the list where there is none."""
    here = device.table_pass.tables.filter(number=number).first() if device and number < 10_000 else None
    found = match_now(here) if here else None
    return redirect("console:match", found.pk) if found else redirect("console:home")


@require_safe
@referee_required
@ensure_csrf_cookie
def match(request: HttpRequest, match_id: int, device: Device | None) -> HttpResponse:
    """The page of one match; its scripts read and write through the table interface."""
    found = find_match(match_id, device)
    if found is None:
        raise Http404
    context: dict[str, Any] = {
        "match": found,
        "title": Places(found.stage.tournament).heading(found) if found.table is None else str(found.table),
        "state": state_of(found, device),
        "words": console_words(),
        "rules": rules_shown(found),
        "facts": console_facts(found),
        "device": device,
        "tables": tables_view(device) if device else [],
        "api": reverse("table-api:match", args=[found.pk]),
        "home": reverse("console:home"),
        **chips(),
    }
    return kept_by_worker(render(request, "console/match.html", context))


def chips() -> dict[str, list[str]]:
    """The reasons that one tap writes."""
    return {
        "strike_reasons": [_("分数记错"), _("抠底记错"), _("庄家记错"), _("误按")],
        "clock_reasons": [_("裁判处理"), _("换牌"), _("停电"), _("身体不适")],
        "late_reasons": [_("路上堵车"), _("找错场地"), _("身体不适"), _("上一场刚结束")],
        "override_reasons": [_("前面有一副改判"), _("双方同意"), _("亮主改庄")],
    }


def _tables(request: HttpRequest, device: Device) -> HttpResponse:
    """A device's tables; with one table and a match there, that match at once."""
    rows = tables_view(device)
    if len(rows) == 1 and rows[0]["match"]:
        return redirect("console:match", rows[0]["match"]["id"])
    return kept_by_worker(render(request, "join/tables.html", {"device": device, "tables": rows}))
