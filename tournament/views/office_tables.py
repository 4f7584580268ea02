"""Staff page 牌桌: the tables of the hall, where they stand and when they may be used."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.models import Tournament
from tournament.services.tables import add_table, change_table, retire_table, tables_of

from .access import actor_of
from .office_page import attempt, attempt_plain, office_page, show
from .schedule_forms import NewTableForm, TableForm


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All tables, and one more."""
    form = NewTableForm(request.POST or None)

    def add(values: dict[str, Any]) -> str:
        made = add_table(tournament, actor_of(request), number=values["number"], place=values["place"])
        return _("%(table)s已添加。") % {"table": made}

    if request.method == "POST" and attempt(request, form, add):
        return redirect("office:tables", slug=tournament.slug)
    return _page(request, tournament, form)


@require_POST
@office_page
def table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Change where a table stands and when it may be used."""
    form = TableForm(request.POST)

    def change(values: dict[str, Any]) -> str:
        place, hours = values["place"], values["hours"]
        changed = change_table(tournament, number, place=place, hours=hours, actor=actor_of(request))
        return _("%(table)s已保存。") % {"table": changed}

    if attempt(request, form, change):
        return redirect("office:tables", slug=tournament.slug)
    return _page(request, tournament, NewTableForm(), wrong=(number, form))


@require_POST
@office_page
def retire(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take a table out of use."""

    def remove() -> str:
        retire_table(tournament, number, actor_of(request))
        return _("%(number)d号桌已停用。") % {"number": number}

    attempt_plain(request, remove)
    return redirect("office:tables", slug=tournament.slug)


def _page(
    request: HttpRequest, tournament: Tournament, form: NewTableForm, wrong: tuple[int, TableForm] | None = None
) -> HttpResponse:
    rows = tables_of(tournament)
    for row in rows:
        table = row["table"]
        if wrong and table.number == wrong[0]:
            row |= {
                "place": wrong[1]["place"].value() or "",
                "hours": wrong[1]["hours"].value() or "",
                "form": wrong[1],
            }
        else:
            row["place"] = table.place
    context = {"form": form, "rows": rows}
    return show(request, tournament, "tables", context, status=400 if request.method == "POST" else 200)
