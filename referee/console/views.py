"""The referee's console: which matches there are, and the page of one match."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from referee.services.offline import console_facts
from tournament.models import Match
from tournament.services.match_view import match_view
from tournament.views.access import chief_required

from .listing import sections
from .words import console_words


@require_safe
@chief_required
def home(request: HttpRequest) -> HttpResponse:
    """The matches a referee can open, those at play first."""
    found = sections()
    several = len({match["tournament"] for section in found for match in section.matches}) > 1
    return render(request, "console/home.html", {"sections": found, "several": several})


@require_safe
@chief_required
@ensure_csrf_cookie
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The page of one match; its scripts read and write through the table interface."""
    found = get_object_or_404(Match.objects.select_related("stage__tournament", "stage__ruleset", "table"), pk=match_id)
    context: dict[str, Any] = {
        "match": found,
        "title": str(found.table) if found.table else found.code,
        "state": match_view(found),
        "words": console_words(),
        "facts": console_facts(found),
        "api": reverse("table-api:match", args=[found.pk]),
        "strike_reasons": [_("分数记错"), _("抠底记错"), _("庄家记错"), _("误按")],
        "clock_reasons": [_("裁判处理"), _("换牌"), _("停电"), _("身体不适")],
        "override_reasons": [_("前面有一副改判"), _("双方同意"), _("亮主改庄")],
    }
    return render(request, "console/match.html", context)
