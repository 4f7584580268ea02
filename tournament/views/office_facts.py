"""Staff pages 规程: the notice at a glance, one section after the other, and a tournament after last year's."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.models import Tournament
from tournament.services import notice
from tournament.services.cloning import clone_tournament
from tournament.services.refusal import Refusal
from tournament.services.tournaments import change_tournament

from .access import actor_of
from .clone_form import CloneForm
from .notice_forms import SECTIONS, SectionPage
from .office_page import attempt, attempt_plain, office_page, show


@require_safe
@office_page
def facts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole notice as it stands, each section with its way to change it."""
    sections = notice.sections_of(tournament)
    unfinished = next((one for one in sections if one.missing), None)
    return show(request, tournament, "facts", {"sections": sections, "unfinished": unfinished})


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def section(request: HttpRequest, tournament: Tournament, section: str) -> HttpResponse:
    """One section; it saves by itself, and `more` gives its tables spare rows without saving."""
    if section not in SECTIONS:
        raise Http404
    data, more = request.POST if request.method == "POST" else None, "more" in request.POST
    page = SectionPage(section, tournament, data, more=more)
    if data is not None and not more and _save(request, tournament, page):
        return after_section(request, tournament, section)
    context = {"form": page.form, "tables": page.tables}
    tournament.refresh_from_db()
    return show_section(request, tournament, section, context, wrong=data is not None and not more)


def _save(request: HttpRequest, tournament: Tournament, page: SectionPage) -> bool:
    if not page.is_valid():
        return False

    def change() -> str:
        change_tournament(tournament, actor_of(request), **page.facts())
        return _("已保存。")

    try:
        sentence = change()
    except Refusal as refusal:
        page.form.add_error(refusal.at if refusal.at in page.form.fields else None, refusal.message)
        return False
    return attempt_plain(request, lambda: sentence)


def show_section(
    request: HttpRequest, tournament: Tournament, section: str, context: dict[str, Any], *, wrong: bool | None = None
) -> HttpResponse:
    """A section's page with all sections and where they stand."""
    sections = notice.sections_of(tournament)
    keys = [one.key for one in sections]
    position = keys.index(section)
    context |= {
        "sections": sections,
        "section": sections[position],
        "number": position + 1,
        "before": sections[position - 1] if position else None,
        "after": sections[position + 1] if position + 1 < len(sections) else None,
    }
    wrong = request.method == "POST" if wrong is None else wrong
    return show(request, tournament, "facts_section", context | {"page": "facts"}, status=400 if wrong else 200)


def after_section(request: HttpRequest, tournament: Tournament, section: str) -> HttpResponse:
    """On to the next section where the button said so, else back to the whole notice."""
    keys = [one.key for one in notice.sections_of(tournament)]
    position = keys.index(section) + 1
    if "next" in request.POST and position < len(keys):
        return redirect("office:facts-section", slug=tournament.slug, section=keys[position])
    return redirect("office:facts", slug=tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def clone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A new tournament after this one."""
    form = CloneForm(request.POST or None, source=tournament)
    made: list[Tournament] = []

    def copy(values: dict[str, Any]) -> str:
        made.append(clone_tournament(tournament, actor=actor_of(request), **values))
        return _("已照“%(source)s”建立“%(name)s”，请核对日期和各项内容。") % {
            "source": tournament.name,
            "name": made[0].name,
        }

    if request.method == "POST" and attempt(request, form, copy):
        return redirect("office:facts", slug=made[0].slug)
    status = 400 if request.method == "POST" else 200
    return show(request, tournament, "clone", {"form": form, "page": "overview"}, status=status)
