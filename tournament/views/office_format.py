"""A piece of the staff pages: what the format being chosen comes to with so many teams."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.services.format_plan import EXAMPLE, MOST_TEAMS, plan_text
from tournament.services.formats import Format

from .access import office_required
from .format_form import FormatFields


@require_safe
@office_required
def plan(request: HttpRequest) -> HttpResponse:
    """The sentence for the form as it stands; `teams` is how many are entered."""
    sent = request.GET.get("teams", "")
    teams = int(sent) if sent.isdecimal() and len(sent) < 6 else EXAMPLE
    form = FormatFields(request.GET)
    form.fields["order"].choices = [(one, one) for one in request.GET.getlist("order")]  # type: ignore[attr-defined]
    form.is_valid()
    wrong = [str(error) for name, errors in form.errors.items() if name != "order" for error in errors]
    return HttpResponse(escape(" ".join(wrong) or plan_text(form.format(), min(teams, MOST_TEAMS + 1))))


def plan_of(form: FormatFields, teams: int, *, example: bool = False) -> dict[str, Any]:
    """What the template of the fields shows at first: the sentence, for how many teams, whether these are made up."""
    if form.is_bound:
        form.is_valid()
        text = _("请先改正上面的输入。") if form.errors else plan_text(form.format(), teams)
    else:
        names = Format.__dataclass_fields__
        given = {name: form.get_initial_for_field(form.fields[name], name) for name in names if name in form.fields}
        text = plan_text(Format(**{key: value for key, value in given.items() if value not in (None, "")}), teams)
    return {"text": text, "teams": teams, "example": example}
