"""The forms of the staff pages: they parse and keep what was typed; the services decide."""

import re
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.services import formats
from tournament.services.house_rules import MAX_BYTES, house_rules
from tournament.services.keypad import text_of
from tournament.services.presets import preset_keys, preset_of
from tournament.services.tournaments import MAX_TABLES

from .format_form import FormatFields
from .number_field import NumberField
from .own_ids import OwnIds

_WHEN = "%Y-%m-%dT%H:%M"
_YEARS = (1970, 2199)


class MomentField(forms.DateTimeField):
    """A date and time in the venue's zone, as the browser's own picker gives it."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(format=_WHEN, attrs={"type": "datetime-local"})
        super().__init__(widget=widget, input_formats=[_WHEN, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"], **options)

    def to_python(self, value: Any) -> datetime | None:
        """The moment; a year nobody can mean is refused before any zone overflows."""
        first, last = _YEARS
        digits = re.match(r"\s*(\d+)", value) if isinstance(value, str) else None
        if digits and not first <= int(digits[1][:6]) <= last:
            message = gettext("年份应在 %(first)d 到 %(last)d 之间。") % {"first": first, "last": last}
            raise forms.ValidationError(message)
        found: datetime | None = super().to_python(value)
        return found


class FactsForm(FormatFields):
    """A tournament's facts and format; `tournament` is the one being changed, none for a new one."""

    name = forms.CharField(label=_("赛事名称"), max_length=120)
    starts_at = MomentField(label=_("第一轮开始"))
    venue = forms.CharField(label=_("比赛地点"), max_length=120, required=False)
    host = forms.CharField(label=_("主办单位"), max_length=120, required=False)
    ruleset = forms.ChoiceField(label=_("竞赛规则"))
    tables = NumberField(label=_("桌数"), min_value=1, max_value=MAX_TABLES, initial=4)
    slot_minutes = NumberField(label=_("每场时段（分钟）"), min_value=5, max_value=600, initial=60)

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rulesets: list[tuple[str, Any]] = [(one.ref, one.title) for one in house_rules()]
        orders = [("berger", _("贝格尔编排")), ("rotation", _("逆时针轮转"))]
        if tournament is not None:
            rulesets = [(formats.KEEP_RULESET, _("保持现在的规则"))] + rulesets
            if formats.listed_play(tournament):
                orders = [(formats.LISTED, _("保持规程列出的次序"))] + orders
        self.fields["ruleset"].choices = rulesets  # type: ignore[attr-defined]
        self.fields["order"].choices = orders  # type: ignore[attr-defined]


class PresetForm(forms.Form):
    """Start from a documented competition."""

    preset = forms.ChoiceField(label=_("以这项赛事为样板"))
    with_teams = forms.BooleanField(label=_("连同参赛队和分组"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            (key, text_of(preset_of(key).title)) for key in preset_keys()
        ]


class SeedForm(forms.Form):
    """A draw out of a seed said aloud in the hall."""

    seed = forms.CharField(label=_("抽签种子"), max_length=200)
    present = forms.CharField(label=_("在场人员（可空）"), max_length=200, required=False)


class TypedDrawForm(OwnIds):
    """A draw held with paper slips, typed in."""

    groups = forms.CharField(label=_("抽签结果"), widget=forms.Textarea(attrs={"rows": 8}), strip=False)
    present = forms.CharField(label=_("在场人员（可空）"), max_length=200, required=False)


class UndoForm(forms.Form):
    """What cannot be undone is confirmed by typing the tournament's name."""

    typed_name = forms.CharField(label=_("输入赛事名称以确认"), max_length=120)


class PublishForm(forms.Form):
    """What the public may see."""

    parts = forms.MultipleChoiceField(
        label=_("公开的部分"), choices=Tournament.Part.choices, required=False, widget=forms.CheckboxSelectMultiple
    )


class ImportRulesForm(forms.Form):
    """A ruleset as JSON, pasted or as a file; a name may be given in place of its own."""

    name = forms.CharField(label=_("规则名称（可空，用文件里的）"), max_length=80, required=False)
    text = forms.CharField(
        label=_("规则文件的内容"), widget=forms.Textarea(attrs={"rows": 12}), strip=False, required=False
    )
    file = forms.FileField(label=_("或者选择文件"), required=False)

    def clean(self) -> dict[str, Any]:
        """The text out of the file where one was sent."""
        values = super().clean() or {}
        if (sent := values.get("file")) is not None:
            try:
                values["text"] = sent.read(MAX_BYTES + 1).decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", gettext("文件不是UTF-8编码的文字，请选择导出的JSON文件。"))
        elif not values.get("text", "").strip():
            self.add_error("text", gettext("请粘贴规则文件的内容，或者选择文件。"))
        return values
