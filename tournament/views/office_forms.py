"""The forms of the staff pages: they parse and keep what was typed; the services decide."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.services import formats
from tournament.services.house_rules import MAX_BYTES, house_rules
from tournament.services.presets import preset_keys, preset_of
from tournament.services.tournaments import MAX_TABLES

_WHEN = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """A date and time in the venue's zone, as the browser's own picker gives it."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(format=_WHEN, attrs={"type": "datetime-local"})
        super().__init__(widget=widget, input_formats=[_WHEN, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"], **options)


class FactsForm(forms.Form):
    """A tournament's facts and format; `tournament` is the one being changed, none for a new one."""

    name = forms.CharField(label=_("赛事名称"), max_length=120)
    starts_at = MomentField(label=_("第一轮开始"))
    venue = forms.CharField(label=_("比赛地点"), max_length=120, required=False)
    host = forms.CharField(label=_("主办单位"), max_length=120, required=False)
    ruleset = forms.ChoiceField(label=_("竞赛规则"))
    tables = forms.IntegerField(label=_("桌数"), min_value=1, max_value=MAX_TABLES, initial=4)
    slot_minutes = forms.IntegerField(label=_("每场时段(分钟)"), min_value=5, max_value=600, initial=60)
    shape = forms.ChoiceField(
        label=_("赛制"),
        choices=[
            (formats.BY_COUNT, _("小组循环后交叉淘汰,定组数")),
            (formats.BY_SIZE, _("小组循环后交叉淘汰,定每组队数")),
            (formats.KNOCKOUT, _("单淘汰")),
        ],
    )
    number = forms.IntegerField(label=_("组数或每组队数"), min_value=1, max_value=64, initial=4)
    legs = forms.TypedChoiceField(label=_("循环"), coerce=int, choices=[(1, _("单循环")), (2, _("双循环"))])
    order = forms.ChoiceField(label=_("轮次次序"))
    advance = forms.TypedChoiceField(label=_("每组出线"), coerce=int, choices=[(n, _("%d 队") % n) for n in (1, 2)])
    criteria = forms.ChoiceField(
        label=_("小组名次依据"),
        choices=[
            ("levels", _("积分、胜局级数、负局级数、抽签")),
            ("meetings", _("积分、相互胜负、级差、抽签")),
        ],
    )
    groups_at_tables = forms.BooleanField(label=_("各组固定在一张桌,以桌号称呼"), required=False)
    places = forms.TypedChoiceField(
        label=_("名次取到"),
        coerce=int,
        choices=[(1, _("冠军、亚军")), (4, _("前四名")), (8, _("前八名")), (16, _("前十六名"))],
    )
    joint_third = forms.BooleanField(label=_("不赛三四名,并列第三"), required=False)

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rulesets: list[tuple[str, Any]] = [(one.ref, one.name) for one in house_rules()]
        orders = [("berger", _("贝格尔编排")), ("rotation", _("逆时针轮转"))]
        if tournament is not None:
            rulesets = [(formats.KEEP_RULESET, _("保持现在的规则"))] + rulesets
            if formats.listed_play(tournament):
                orders = [(formats.LISTED, _("保持规程列出的次序"))] + orders
        self.fields["ruleset"].choices = rulesets  # type: ignore[attr-defined]
        self.fields["order"].choices = orders  # type: ignore[attr-defined]

    def format(self) -> formats.Format:
        """The format the valid form describes."""
        return formats.Format(**{key: self.cleaned_data[key] for key in formats.Format.__dataclass_fields__})


class PresetForm(forms.Form):
    """Start from a documented competition."""

    preset = forms.ChoiceField(label=_("以这项赛事为样板"))
    with_teams = forms.BooleanField(label=_("连同参赛队和分组"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            (key, preset_of(key).title) for key in preset_keys()
        ]


class TeamForm(forms.Form):
    """A team; an empty name lets it be called after its department."""

    department = forms.CharField(label=_("单位"), max_length=60)
    player1 = forms.CharField(label=_("队员1"), max_length=60)
    player2 = forms.CharField(label=_("队员2"), max_length=60)
    name = forms.CharField(label=_("队名(可空,自动命名)"), max_length=60, required=False)
    seed = forms.IntegerField(label=_("种子号(可空)"), min_value=1, required=False)
    same_name_ok = forms.BooleanField(label=_("同名不同人"), required=False)
    reason = forms.CharField(label=_("超出名额的理由(未超则空)"), max_length=200, required=False)


class ChangeTeamForm(forms.Form):
    """A team already entered."""

    name = forms.CharField(label=_("队名"), max_length=60)
    player1 = forms.CharField(label=_("队员1"), max_length=60)
    player2 = forms.CharField(label=_("队员2"), max_length=60)
    seed = forms.IntegerField(label=_("种子号(可空)"), min_value=1, required=False)
    same_name_ok = forms.BooleanField(label=_("同名不同人"), required=False)


class ListForm(forms.Form):
    """Many teams at once."""

    lines = forms.CharField(label=_("名单"), widget=forms.Textarea(attrs={"rows": 8}), strip=False)
    same_name_ok = forms.BooleanField(label=_("同名不同人"), required=False)


class DepartmentForm(forms.Form):
    """A department and how many teams it may enter."""

    name = forms.CharField(label=_("单位名称"), max_length=60)
    headcount = forms.IntegerField(label=_("人数(可空)"), min_value=0, max_value=1_000_000, required=False)
    team_quota = forms.IntegerField(label=_("名额(队,可空)"), min_value=0, max_value=512, required=False)


class SeedForm(forms.Form):
    """A draw out of a seed said aloud in the hall."""

    seed = forms.CharField(label=_("抽签种子"), max_length=200)
    present = forms.CharField(label=_("在场人员(可空)"), max_length=200, required=False)


class TypedDrawForm(forms.Form):
    """A draw held with paper slips, typed in."""

    groups = forms.CharField(label=_("抽签结果"), widget=forms.Textarea(attrs={"rows": 8}), strip=False)
    present = forms.CharField(label=_("在场人员(可空)"), max_length=200, required=False)


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

    name = forms.CharField(label=_("规则名称(可空,用文件里的)"), max_length=80, required=False)
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
                self.add_error("file", _gettext("文件不是UTF-8编码的文字,请选择导出的JSON文件。"))
        elif not values.get("text", "").strip():
            self.add_error("text", _gettext("请粘贴规则文件的内容,或者选择文件。"))
        return values
