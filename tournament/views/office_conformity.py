"""The page that lays the notices beside the rules, sentence by sentence."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.services.conformity import compared

from .access import office_required


@require_safe
@office_required
def conformity(request: HttpRequest) -> HttpResponse:
    """Every sentence of the notices and what carries it."""
    lang = "en" if (get_language() or "").startswith("en") else "zh"
    return render(request, "office/rules/conformity.html", {"notices": compared(lang)})
