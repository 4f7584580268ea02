"""Closing a round: once every table of it is confirmed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from referee.services.rounds import close_round
from tournament.models import Tournament
from tournament.services.refusal import Refusal
from tournament.views.access import actor_of
from tournament.views.office_page import attempt_plain, chief_page


@require_POST
@chief_page
def close(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Close the round named; the open tables are named where it cannot be."""

    def action() -> str:
        stage = tournament.stages.filter(pk=_number(request.POST.get("stage", ""))).first()
        if stage is None:
            raise Refusal(_("没有这个阶段。"), code="no-stage", at="round")
        done = close_round(stage.pk, _number(request.POST.get("round", "")), actor_of(request))
        return _("%(stage)s第%(round)d轮已结束。") % {"stage": done.stage.name, "round": done.number}

    attempt_plain(request, action)
    return redirect("chief:desk", slug=tournament.slug)


def _number(text: str) -> int:
    """The number typed; 0, which is nothing's, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
