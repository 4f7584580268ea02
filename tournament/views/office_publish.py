"""Staff page 发布."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.models import Tournament
from tournament.services import tournaments

from .access import actor_of
from .office_forms import PublishForm
from .office_page import attempt, office_page, show


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def publish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose what the public may see."""
    form = PublishForm(request.POST if request.method == "POST" else None, initial={"parts": tournament.published})

    def show_parts(values: dict[str, Any]) -> str:
        done = tournaments.publish(tournament, values["parts"], actor_of(request))
        return _("已发布。") if done.published else _("现在没有公开的内容。")

    if request.method == "POST" and attempt(request, form, show_parts):
        return redirect("office:publish", slug=tournament.slug)
    return show(request, tournament, "publish", {"form": form}, status=400 if request.method == "POST" else 200)
