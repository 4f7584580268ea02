"""Staff page 通知: the printed notice part by part, every sentence to be changed before it is printed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournament.models import Tournament
from tournament.services.details import details_of
from tournament.services.notice_paper import PartState, save_paper, seen_of, states_of, tidy
from tournament.services.notice_text import UNTITLED
from tournament.services.refusal import Conflict, Refusal

from .access import actor_of
from .office_page import office_page, show

LINE = 44  # characters on a line of the text areas
FACTS = ("red_head", "number", "recipients", "signature", "dated")


class NoticeForm(forms.Form):
    """What stands around the notice's text; the parts' fields are added, heading-<key> and text-<key>."""

    red_head = forms.BooleanField(label=gettext_lazy("用红头（主办单位名称加“文件”二字）"), required=False)
    number = forms.CharField(label=gettext_lazy("文号"), required=False)
    recipients = forms.CharField(label=gettext_lazy("主送单位"), required=False)
    signature = forms.CharField(label=gettext_lazy("落款单位（不填则用主办单位）"), required=False)
    dated = forms.DateField(
        label=gettext_lazy("落款日期（不填则用打印当天，不晚于第一轮）"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": gettext_lazy("日期不对，应写成 2026-05-09 这样。")},
    )

    def __init__(self, tournament: Tournament, states: list[PartState], data: Mapping[str, Any] | None = None) -> None:
        paper = details_of(tournament).notice
        super().__init__(data, initial={name: getattr(paper, name) for name in FACTS})
        self.fields["recipients"].widget.attrs["placeholder"] = _("各部门、各单位")
        self.states = states
        for state in states:
            self._add(state)

    def _add(self, state: PartState) -> None:
        key, part = state.made.key, state.part
        area = forms.Textarea(attrs={"rows": _rows(part.text), "aria-label": state.label, "class": "input"})
        self.fields[f"text-{key}"] = forms.CharField(required=False, strip=False, initial=part.text, widget=area)
        if key not in UNTITLED:
            label = forms.TextInput(attrs={"aria-label": _("%(part)s：标题") % {"part": state.label}, "class": "input"})
            self.fields[f"heading-{key}"] = forms.CharField(required=False, initial=part.heading, widget=label)

    def typed(self) -> dict[str, tuple[str, str]]:
        """Heading and text of each part, as typed."""
        values = self.cleaned_data
        return {
            key: (values.get(f"heading-{key}", state.made.heading), values[f"text-{key}"])
            for state in self.states
            for key in [state.made.key]
        }

    def rows(self, stale: bool = False) -> list[dict[str, Any]]:
        """For the page: each part's state and fields; after somebody else's save also what is stored now."""
        return [self._row(state, stale) for state in self.states]

    def _row(self, state: PartState, stale: bool) -> dict[str, Any]:
        key = state.made.key
        heading = self[f"heading-{key}"] if f"heading-{key}" in self.fields else None
        text = self[f"text-{key}"]
        typed = (heading.value() if heading else state.part.heading), tidy(str(text.value() or ""))
        theirs = stale and typed != (state.part.heading, tidy(state.part.text))
        return {"state": state, "key": key, "heading": heading, "text": text, "theirs": theirs}


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def notice(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The parts in text areas; one can be made of the data anew, or kept although the data changed."""
    form = NoticeForm(tournament, states_of(tournament), request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, tournament, form, seen_of(tournament))
    seen = request.POST.get("seen", "")
    if not form.is_valid():
        return _page(request, tournament, form, seen, status=400)
    try:
        _save(request, tournament, form, seen)
    except Conflict as conflict:
        tournament.refresh_from_db()
        form = NoticeForm(tournament, states_of(tournament), request.POST)
        form.add_error(None, conflict.message)
        return _page(request, tournament, form, seen_of(tournament), status=409, stale=True)
    except Refusal as refusal:
        form.add_error(refusal.at if refusal.at in form.fields else None, refusal.message)
        return _page(request, tournament, form, seen, status=400)
    part = request.POST.get("again") or request.POST.get("keep")
    address = reverse("office:notice", args=[tournament.slug])
    return redirect(f"{address}#part-{part}" if part in {state.made.key for state in form.states} else address)


def _save(request: HttpRequest, tournament: Tournament, form: NoticeForm, seen: str) -> None:
    again, keep = request.POST.get("again", ""), request.POST.get("keep", "")
    facts = {name: form.cleaned_data[name] for name in FACTS}
    save_paper(tournament, actor_of(request), seen=seen, parts=form.typed(), facts=facts, again=again, keep=keep)
    messages.success(request, _("已按现在的资料重写这一段，其余文字已保存。") if again else _("已保存。"))


def _page(
    request: HttpRequest, tournament: Tournament, form: NoticeForm, seen: str, *, status: int = 200, stale: bool = False
) -> HttpResponse:
    context = {"form": form, "rows": form.rows(stale), "seen": seen, "page": "facts"}
    context["changed"] = [state for state in form.states if state.changed]
    return show(request, tournament, "notice", context, status=status)


def _rows(text: str) -> int:
    """Lines a text takes in its area."""
    return max(2, sum(-(-max(len(line), 1) // LINE) for line in text.splitlines()))
