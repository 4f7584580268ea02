"""Staff page 报名链接: a link for each department, to copy, print, renew and take back."""

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.models import Tournament
from tournament.services import department_links
from tournament.services.department_links import LinkRow
from tournament.services.entry_window import window_of

from .access import actor_of
from .office_page import attempt_plain, office_page, show
from .server_address import server_address


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every department with its link; a POST makes those that are missing."""
    if request.method == "POST":
        attempt_plain(request, lambda: _issue_all(request, tournament))
        return redirect("office:links", slug=tournament.slug)
    rows = [(row, _address(request, row)) for row in department_links.link_rows(tournament)]
    context = {
        "rows": rows,
        "missing": sum(not address for _row, address in rows),
        "text": "\n".join(f"{row.department.name} {address}" for row, address in rows if address),
        "window": window_of(tournament),
        "tab": "links",
    }
    return show(request, tournament, "links", context)


@require_safe
@office_page
def cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A sheet to print and cut: a card for each department with its address as a QR code."""
    rows = [(row, _address(request, row)) for row in department_links.link_rows(tournament)]
    made = [(row.department, address, _picture(address)) for row, address in rows if address]
    return show(request, tournament, "links_print", {"cards": made, "window": window_of(tournament), "tab": "links"})


@require_POST
@office_page
def issue(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A new link for one department; the old one no longer works."""
    department = get_object_or_404(tournament.departments, pk=pk)

    def make() -> str:
        department_links.issue(department, actor_of(request))
        return _("已给“%(name)s”发出新链接。") % {"name": department.name}

    attempt_plain(request, make)
    return redirect("office:links", slug=tournament.slug)


@require_POST
@office_page
def revoke(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a department's link back."""
    department = get_object_or_404(tournament.departments, pk=pk)

    def take_back() -> str:
        department_links.revoke(department, actor_of(request))
        return _("已收回“%(name)s”的链接。") % {"name": department.name}

    attempt_plain(request, take_back)
    return redirect("office:links", slug=tournament.slug)


def _issue_all(request: HttpRequest, tournament: Tournament) -> str:
    count = department_links.issue_all(tournament, actor_of(request))
    return _("已发出 %(count)d 个链接。") % {"count": count}


def _address(request: HttpRequest, row: LinkRow) -> str:
    """The whole address others can open: by the office's own name for this machine, unless that is only local."""
    if row.link is None:
        return ""
    path = reverse("entry:department", args=[row.link.token])
    return server_address(request).rstrip("/") + path


def _picture(address: str) -> str:
    return str(segno.make(address, error="m").svg_inline(scale=3, border=2))
