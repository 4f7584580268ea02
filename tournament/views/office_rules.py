"""Staff pages of the rulesets: all of them in words, one copied and changed, compared, imported and exported."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset, ruleset_document
from scoring.words.describe import describe, describe_diff
from tournament.rules_form import Tree, document_of, grown, marks_of, shrunk, tree_of_document, tree_of_pairs
from tournament.services.house_rules import HouseRules, export, find, house_rules, read_import, save, with_marks
from tournament.services.refusal import Refusal

from .access import actor_of, office_required
from .office_forms import ImportRulesForm
from .office_rules_form import faults, form_of, preview_of

_NOT_RULES = ("csrfmiddlewaretoken", "add", "drop", "refresh")


@require_safe
@office_required
def rules(request: HttpRequest) -> HttpResponse:
    """Every ruleset with its text."""
    listed = [(one, describe(one.ruleset, _lang())) for one in house_rules()]
    return render(request, "office/rules/list.html", {"listed": listed})


@require_safe
@office_required
def rule(request: HttpRequest, ref: str) -> HttpResponse:
    """One ruleset in words; with `?with=` the sentences in which another one differs."""
    shown, others = _found(ref), house_rules()
    other = find(request.GET.get("with", ""))
    context = {
        "shown": shown,
        "text": describe(shown.ruleset, _lang()),
        "others": [one for one in others if one.ref != ref],
        "other": other,
        "changes": describe_diff(other.ruleset, shown.ruleset, _lang()) if other else [],
    }
    return render(request, "office/rules/one.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@office_required
def copy(request: HttpRequest, ref: str) -> HttpResponse:
    """Change a copy of a ruleset and save it as a new version."""
    base = _found(ref)
    if request.method != "POST":
        document = ruleset_document(base.ruleset)
        return _form_page(request, base, tree_of_document({**document, "name": {"zh": "", "en": ""}}), {})
    tree = _typed(request)
    if "add" in request.POST:
        return _form_page(request, base, grown(tree, request.POST["add"]), {})
    if "drop" in request.POST:
        return _form_page(request, base, shrunk(tree, request.POST["drop"]), {})
    if "refresh" in request.POST:
        return _form_page(request, base, tree, {})
    return _save(request, base, tree)


def _save(request: HttpRequest, base: HouseRules, tree: Tree) -> HttpResponse:
    try:
        changed = with_marks(base.ruleset, document_of(tree), marks_of(tree))
        version = save(changed, actor_of(request), origin=_("改自“%(name)s”") % {"name": base.name})
    except ScoringError as error:
        return _form_page(request, base, tree, {error.at: error.message}, status=400)
    except Refusal as refusal:
        return _form_page(request, base, tree, {refusal.at: refusal.message}, status=400)
    messages.success(request, _("已存为新规则“%(name)s”。") % {"name": version.name})
    return redirect("office:rule", ref=str(version.pk))


@require_POST
@office_required
def preview(request: HttpRequest, ref: str) -> HttpResponse:
    """What the form as it stands would do: the table and the hand tried out."""
    context = {"preview": preview_of(_found(ref).ruleset, _typed(request), _lang())}
    return render(request, "office/rules/preview.html", context)


@require_safe
@office_required
def export_rules(request: HttpRequest, ref: str) -> HttpResponse:
    """The ruleset as a JSON file."""
    shown = _found(ref)
    answer = HttpResponse(export(shown.ruleset), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{shown.ruleset.key}.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@office_required
def import_rules(request: HttpRequest) -> HttpResponse:
    """A ruleset out of a JSON file, pasted or sent."""
    form = ImportRulesForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            version = save(_named(form), actor_of(request), origin=_("由文件导入"))
        except Refusal as refusal:
            form.add_error("name" if refusal.at == "name.zh" else "text", refusal.message)
        else:
            messages.success(request, _("已导入规则“%(name)s”。") % {"name": version.name})
            return redirect("office:rule", ref=str(version.pk))
    return render(request, "office/rules/import.html", {"form": form}, status=400 if form.errors else 200)


def _named(form: ImportRulesForm) -> Ruleset:
    """The imported ruleset, under the name typed where there is one, in either language."""
    found, name = read_import(form.cleaned_data["text"]), form.cleaned_data["name"]
    return found.model_copy(update={"name": found.name.model_copy(update={"zh": name, "en": name})}) if name else found


def _typed(request: HttpRequest) -> Tree:
    pairs = ((key, str(text).replace("\0", "")) for key, text in request.POST.items() if key not in _NOT_RULES)
    return tree_of_pairs(pairs)


def _form_page(
    request: HttpRequest, base: HouseRules, tree: Tree, errors: dict[str, str], *, status: int = 200
) -> HttpResponse:
    told = faults(tree, errors)
    context: dict[str, Any] = {
        "base": base,
        **form_of(tree, told, request.POST.get("add") or request.POST.get("drop", "")),
        "preview": preview_of(base.ruleset, tree, _lang()),
    }
    return render(request, "office/rules/form.html", context, status=status)


def _found(ref: str) -> HouseRules:
    found = find(ref)
    if found is None:
        raise Http404(ref)
    return found


def _lang() -> str:
    return "en" if (get_language() or "").startswith("en") else "zh"
