"""Staff pages of lists out of Excel: the template, the upload with its preview row by row, the export."""

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from tournament.models import Tournament
from tournament.services.entry_window import is_drawn, window_of
from tournament.services.exporting import roster_csv, roster_xlsx
from tournament.services.importing.commit import enter, preview
from tournament.services.importing.parcel import Parcel, new_parcel, pack, unpack
from tournament.services.importing.plan import Decisions
from tournament.services.importing.reading import MAX_BYTES, MAX_PASTED, Table, read_file, read_pasted
from tournament.services.importing.rows import entries_of
from tournament.services.importing.shown import known_rows, shown_plan
from tournament.services.importing.template import template
from tournament.services.names import clean
from tournament.services.refusal import Refusal

from .access import actor_of
from .office_page import office_page, show

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
REASON_LIMIT = 200


class UploadForm(forms.Form):
    """A file, or lines pasted in its place."""

    file = forms.FileField(
        label=gettext_lazy("名单文件（.xlsx 或 .csv）"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.csv,.txt,.tsv"}),
    )
    text = forms.CharField(
        label=gettext_lazy("或者粘贴名单"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 6})
    )


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def upload(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose a file, and see what would become of it."""
    if request.method != "POST":
        return _upload_page(request, tournament, UploadForm())
    form = UploadForm(request.POST, request.FILES)
    try:
        if form.is_valid():
            parcel = _read(form, tournament)
            return _preview_page(request, tournament, parcel, Decisions(), text=_pasted(form))
    except Refusal as refusal:
        form.add_error(refusal.at if refusal.at in form.fields else None, refusal.message)
    return _upload_page(request, tournament, form, status=400)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter the previewed rows, or see them again after a decision; without rows, back to the upload."""
    if request.method != "POST":
        return redirect("office:import", slug=tournament.slug)
    try:
        parcel = unpack(tournament, request.POST.get("parcel", ""))
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _upload_page(request, tournament, UploadForm(), status=400)
    decisions = _decisions(request)
    if "check" in request.POST:
        return _preview_page(request, tournament, parcel, decisions)
    if "skip-known" in request.POST:
        return _preview_page(request, tournament, parcel, _without_known(tournament, parcel, decisions))
    return _enter(request, tournament, parcel, decisions)


@require_safe
@office_page
def empty(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The template."""
    name = _("报名表-%(name)s.xlsx") % {"name": tournament.name}
    return _file(template(tournament), name, XLSX)


@require_safe
@office_page
def export_xlsx(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The roster as a workbook."""
    return _file(roster_xlsx(tournament), _("名单-%(name)s.xlsx") % {"name": tournament.name}, XLSX)


@require_safe
@office_page
def export_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The roster as text."""
    return _file(roster_csv(tournament), _("名单-%(name)s.csv") % {"name": tournament.name}, "text/csv; charset=utf-8")


def _enter(request: HttpRequest, tournament: Tournament, parcel: Parcel, decisions: Decisions) -> HttpResponse:
    try:
        count = enter(tournament, parcel, decisions, request.POST.get("shown", ""), actor_of(request))
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _preview_page(request, tournament, parcel, decisions, status=refusal.status)
    messages.success(request, _("已登记 %(count)d 队。") % {"count": count})
    return redirect("office:entries", slug=tournament.slug)


def _read(form: UploadForm, tournament: Tournament) -> Parcel:
    sent: UploadedFile | None = form.cleaned_data["file"]
    text: str = form.cleaned_data["text"]
    if sent is None and not text.strip():
        raise Refusal(_("请选择文件，或粘贴名单。"), code="empty", at="file")
    table: Table = read_file(sent.read(MAX_BYTES + 1)) if sent is not None else read_pasted(text)
    source = clean(sent.name or "") if sent is not None else _("粘贴的名单")
    return new_parcel(source, table.notes, entries_of(table, tournament.roster_size))


def _pasted(form: UploadForm) -> str:
    """The pasted lines, if it is they that were read."""
    return "" if form.cleaned_data["file"] else form.cleaned_data["text"]


def _decisions(request: HttpRequest) -> Decisions:
    return Decisions(
        namesakes=_numbers(request, "namesake"),
        skipped=_numbers(request, "skip"),
        reason=clean(request.POST.get("reason", ""))[:REASON_LIMIT],
    )


def _numbers(request: HttpRequest, field: str) -> frozenset[int]:
    """Row numbers out of ticks, or out of one field that holds many with commas between."""
    texts = ",".join(request.POST.getlist(field)).split(",")
    return frozenset(int(text) for text in texts if text.isdecimal() and len(text) < 8)


def _without_known(tournament: Tournament, parcel: Parcel, decisions: Decisions) -> Decisions:
    known = known_rows(preview(tournament, parcel, decisions))
    return Decisions(decisions.namesakes, decisions.skipped | known, decisions.reason)


def _upload_page(request: HttpRequest, tournament: Tournament, form: UploadForm, *, status: int = 200) -> HttpResponse:
    context = {"page": "entries", "tab": "import", "form": form, "drawn": is_drawn(tournament)}
    return show(request, tournament, "import", context, status=status)


def _preview_page(
    request: HttpRequest,
    tournament: Tournament,
    parcel: Parcel,
    decisions: Decisions,
    *,
    text: str = "",
    status: int = 200,
) -> HttpResponse:
    """The rows as they will be; pasted `text` stays on the page, to be mended there."""
    plan = preview(tournament, parcel, decisions)
    context = {
        "page": "entries",
        "tab": "import",
        "plan": shown_plan(plan, decisions),
        "parcel": parcel,
        "packed": pack(tournament, parcel),
        "reason": decisions.reason,
        "text": text or request.POST.get("text", "")[:MAX_PASTED],
        "drawn": is_drawn(tournament),
        "window": window_of(tournament),
    }
    return show(request, tournament, "import_preview", context, status=status)


def _file(data: bytes, name: str, kind: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=kind)
    answer["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return answer
