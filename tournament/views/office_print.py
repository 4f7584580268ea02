"""Staff page 打印: every document by what it is for, and packs of a whole round."""

from datetime import timedelta
from typing import Any

from django import forms
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournament import tasks
from tournament.documents.catalogue import DOCUMENTS, PURPOSES
from tournament.models import Job, Tournament
from tournament.services import jobs, packs

from .office_page import attempt, office_page, show
from .server_address import server_address

OPEN = (Job.State.WAITING, Job.State.RUNNING)
SHOWN = 5
SILENT = timedelta(seconds=20)


class PackForm(forms.Form):
    """Which round; the service says if there is no such round."""

    round = forms.CharField(label=gettext_lazy("轮次"), max_length=20)


class PurposeForm(forms.Form):
    """Which documents by their purpose; the service says if there is none."""

    purpose = forms.CharField(max_length=20)


@require_safe
@office_page
def printing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The documents as the tournament stands, those that cannot be had yet with the reason, and the packs."""
    return _page(request, tournament, PackForm())


@require_POST
@office_page
def make(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have a pack of a round or of a purpose made: by a worker where there is one, else here and now."""
    by_purpose = "purpose" in request.POST
    form, made = PurposeForm(request.POST) if by_purpose else PackForm(request.POST), []

    def start(values: dict[str, Any]) -> str:
        address = server_address(request)
        if by_purpose:
            arguments = packs.purpose_arguments(tournament, values["purpose"], address)
        else:
            arguments = packs.arguments_of(tournament, values["round"], address)
        made.append(tasks.enqueue(packs.KIND, **arguments) if packs.has_worker() else _done_here(arguments))
        return ""

    if attempt(request, form, start):
        return redirect("office:pack", slug=tournament.slug, job=made[0].pk)
    return _page(request, tournament, form, status=400)


@require_safe
@office_page
def pack(request: HttpRequest, tournament: Tournament, job: int) -> HttpResponse:
    """How far a pack is; with htmx only the part that changes."""
    found = _found(tournament, job)
    context = {"job": found, "open": found.state in OPEN, "file": packs.file_of(found), "silent": _silent(found)}
    if getattr(request, "htmx", False):
        return render(request, "office/print_pack_now.html", {"tournament": tournament, **context})
    return show(request, tournament, "print_pack", context)


@require_POST
@office_page
def now(request: HttpRequest, tournament: Tournament, job: int) -> HttpResponse:
    """Make a waiting pack here, without waiting for a worker."""
    found = _found(tournament, job)
    jobs.run(found.pk)
    return redirect("office:pack", slug=tournament.slug, job=found.pk)


@require_safe
@office_page
def pack_file(request: HttpRequest, tournament: Tournament, job: int) -> HttpResponseBase:
    """The finished file: shown in the browser, or saved with ?save."""
    found = _found(tournament, job)
    path = packs.file_of(found)
    if path is None:
        raise Http404
    name = f"{tournament.name} {found.arguments['title']}.pdf"
    return FileResponse(
        path.open("rb"), content_type="application/pdf", filename=name, as_attachment="save" in request.GET
    )


def _page(request: HttpRequest, tournament: Tournament, form: forms.Form, *, status: int = 200) -> HttpResponse:
    rounds = packs.rounds_to_print(tournament)
    chosen = form.data.get("round") or packs.next_round(rounds)
    context = {
        "purposes": _by_purpose(tournament),
        "rounds": rounds,
        "chosen": chosen,
        "form": form,
        "packs": packs.packs_of(tournament)[:SHOWN],
    }
    return show(request, tournament, "print", context, status=status)


def _by_purpose(tournament: Tournament) -> list[tuple[str, Any, list[tuple[Any, bool]], bool]]:
    """(key, purpose, [(document, whether it can be had)], whether any can) in their order; no empty purpose."""
    found: dict[str, list[tuple[Any, bool]]] = {}
    for document in DOCUMENTS.values():
        found.setdefault(document.purpose, []).append((document, document.is_ready(tournament)))
    return [(key, PURPOSES[key], found[key], any(had for _one, had in found[key])) for key in PURPOSES if key in found]


def _done_here(arguments: dict[str, Any]) -> Job:
    """The job made and done in this request."""
    made = jobs.create(packs.KIND, **arguments)
    jobs.run(made.pk)
    return made


def _silent(job: Job) -> bool:
    """Whether its worker has said nothing for a while."""
    heard = job.heartbeat_at
    return job.state == Job.State.RUNNING and heard is not None and timezone.now() - heard > SILENT


def _found(tournament: Tournament, job: int) -> Job:
    return get_object_or_404(Job, pk=job, kind=packs.KIND, arguments__tournament=tournament.pk)


__all__ = ["make", "now", "pack", "pack_file", "printing"]
