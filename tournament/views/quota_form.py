"""The form of the quota rule: every kind's fields at once, of which the chosen kind reads its own."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.services import quota_rule
from tournament.services.names import clean

_TIER = re.compile(r"(\d{1,9}|\*)\s*[:=]\s*(\d{1,9})")
_OTHERS = "*"


class QuotaForm(forms.Form):
    """`document` gives the rule's document; fields of other kinds than the chosen one are kept but not read."""

    kind = forms.ChoiceField(
        label=_("名额办法"),
        choices=[
            (quota_rule.FREE, _("不限队数")),
            (quota_rule.FIXED, _("每个单位队数相同")),
            (quota_rule.PER_HEAD, _("每若干人一队，零头按一队")),
            (quota_rule.TIERS, _("按人数分档")),
            (quota_rule.PERCENT, _("按人数的百分比")),
        ],
    )
    teams = forms.CharField(label=_("每个单位几队"), required=False, max_length=9)
    people = forms.CharField(label=_("多少人一队"), required=False, max_length=9)
    tiers = forms.CharField(
        label=_("各档（每行“人数：队数”，“*”为再多的）"), required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    percent = forms.CharField(label=_("百分之几"), required=False, max_length=9)
    of = forms.ChoiceField(
        label=_("百分比算的是"),
        required=False,
        choices=[(quota_rule.PLAYERS, _("队员（两人一队）")), (quota_rule.TEAMS, _("队数"))],
    )
    rounding = forms.ChoiceField(
        label=_("零头"),
        required=False,
        choices=[
            (quota_rule.UP, _("进一")),
            (quota_rule.DOWN, _("舍去")),
            (quota_rule.NEAREST, _("四舍五入")),
        ],
    )
    min = forms.CharField(label=_("至少几队（可空）"), required=False, max_length=9)
    max = forms.CharField(label=_("至多几队（可空）"), required=False, max_length=9)

    def document(self) -> dict[str, Any]:
        """The chosen kind's fields as the rule's document; empty ones are left out."""
        values = self.cleaned_data
        kept: dict[str, Any] = {"kind": values["kind"]}
        for key in quota_rule.KEYS[values["kind"]]:
            if typed := values[key].strip():
                kept[key] = _tiers(typed) if key == "tiers" else typed
        return kept


def initial_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What the form starts from; kinds not chosen start from usual figures."""
    rule = quota_rule.rule_from(document)
    lines = [f"{_OTHERS if up_to is None else up_to}:{teams}" for up_to, teams in rule.tiers]
    return {"people": rule.people, "teams": rule.teams, "of": rule.of, "rounding": rule.rounding, **document} | {
        "kind": rule.kind,
        "tiers": "\n".join(lines),
    }


def _tiers(text: str) -> list[Any]:
    """Lines like `30:2`; a line that is none comes through as it is, for the rule to refuse."""
    lines = [clean(line) for line in text.splitlines() if line.strip()]
    return [_tier(line) for line in lines]


def _tier(line: str) -> Any:
    found = _TIER.fullmatch(line)
    if not found:
        return line
    return {"up_to": None if found[1] == _OTHERS else found[1], "teams": found[2]}
