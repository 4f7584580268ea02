"""Staff pages 存档: download a tournament whole, and bring one in from its archive."""

import json

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from scoring.management.jsonio import parse_json
from scoring.management.jsonio import render as as_json
from tournament.models import Tournament
from tournament.services.archive import archive_of, import_archive
from tournament.services.refusal import Refusal
from tournament.services.spoken import told

from .access import actor_of, office_required
from .office_page import office_page

MAX_BYTES = 64 * 1024 * 1024


class ImportForm(forms.Form):
    """The archive's file; another address where its own is taken."""

    file = forms.FileField(label=gettext_lazy("存档文件（.json）"))
    slug = forms.CharField(label=gettext_lazy("网址名（可空，用存档里的）"), required=False, max_length=60)


@require_safe
@office_page
def export(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The archive as a file to keep."""
    response = HttpResponse(as_json(archive_of(tournament)) + "\n", content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@office_required
def bring_in(request: HttpRequest) -> HttpResponse:
    """A tournament out of an archive's file."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            archive = _parsed(form.cleaned_data["file"])
            made = import_archive(archive, actor_of(request), slug=form.cleaned_data["slug"])
        except Refusal as refusal:
            form.add_error("slug" if refusal.at == "slug" else "file", refusal.message)
        else:
            messages.success(request, _("已导入“%(name)s”，尚未公开。") % {"name": made.name})
            return redirect("office:tournament", slug=made.slug)
    return render(request, "office/import_archive.html", {"form": form}, status=400 if form.errors else 200)


def _parsed(sent: UploadedFile) -> object:
    """The file's JSON; what cannot be read is refused in words."""
    if (sent.size or 0) > MAX_BYTES:
        raise Refusal(_("文件超过 %(most)d 兆，不是本程序导出的存档。") % {"most": MAX_BYTES // 2**20}, code="too-big")
    try:
        return parse_json(sent.read().decode("utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise Refusal(_("文件不是 UTF-8 编码的文字，请选择导出的存档文件。"), code="not-text") from None
    except ScoringError as error:
        raise Refusal(told(error), code="not-json") from error
