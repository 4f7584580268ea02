"""The forms of the notice's sections: which facts each asks for, as a form and tables of rows."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.services import notice
from tournament.services.details import LATE_FROM, MAX_MINUTES, MAX_PLACE, ROLES, Details, Official, details_of
from tournament.services.lateness import ruled
from tournament.services.later import people_text
from tournament.services.names import clean
from tournament.services.notice_checks import MOST_CHANGE_MINUTES
from tournament.services.people import AT_TABLE, MOST_IN_ROSTER

from .notice_fields import LinesField, NameField, NamesField, ParagraphField, RowForm, Rows, TidyField
from .number_field import NumberField
from .office_forms import FactsForm, MomentField, PresetForm

PENDING = ("待定", "TBD")
_OTHERS = "others"


class SectionForm(forms.Form):
    """A section's form; its fields are columns of the tournament and fields of `Details` by their own names."""

    tables: Mapping[str, type[RowForm]] = {}
    tables_first = False

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        self.tournament, self.details = tournament, details_of(tournament)
        super().__init__(data, initial=self.stored())

    def stored(self) -> dict[str, Any]:
        """What the fields show at first."""
        facts = {name: getattr(self.details, name) for name in Details.model_fields}
        columns = {name: getattr(self.tournament, name, None) for name in self.base_fields}
        return {name: facts.get(name, columns.get(name)) for name in self.base_fields}

    def rows(self, name: str) -> list[dict[str, Any]]:
        """The stored rows of one of its tables."""
        return [row.model_dump() for row in getattr(self.details, name)]

    def facts(self) -> dict[str, Any]:
        """The valid form as facts to change."""
        return dict(self.cleaned_data)


class BasicsForm(SectionForm):
    """名称和单位."""

    name = NameField(label=_("赛事名称"), max_length=120)
    host = NameField(label=_("主办单位"), max_length=120, required=False)
    organisers = NamesField(label=_("承办单位"), help_text=_("几个单位用顿号隔开。"))
    co_organisers = NamesField(label=_("协办单位"), help_text=_("几个单位用顿号隔开。"))
    purpose = ParagraphField(label=_("办赛目的"))


class PlaceRow(RowForm):
    """A further place."""

    name = TidyField(label=_("地点"), max_length=200)
    use = TidyField(label=_("用来做什么"), max_length=200, required=False)


class WhenForm(SectionForm):
    """时间和地点."""

    tables = {"places": PlaceRow}
    starts_at = MomentField(label=_("第一轮开始"), required=False)
    ends_on = forms.DateField(
        label=_("最后一天（可空）"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        input_formats=["%Y-%m-%d"],
    )
    venue = NameField(label=_("比赛地点"), max_length=120, required=False)


class ContactRow(RowForm):
    """Whom to ask."""

    name = NameField(label=_("联系人"), max_length=200)
    phone = NameField(label=_("电话"), max_length=40, required=False)
    note = TidyField(label=_("负责什么"), max_length=200, required=False)


class EntryForm(SectionForm):
    """参赛和报名."""

    tables = {"contacts": ContactRow}
    eligibility = ParagraphField(label=_("参赛对象"))
    preliminaries = ParagraphField(label=_("预赛（各单位自己先赛）"))
    entry_opens_at = MomentField(label=_("报名开始"), required=False)
    entry_closes_at = MomentField(label=_("报名截止"), required=False)
    entry_place = TidyField(label=_("报名地点"), max_length=200, required=False)
    change_minutes = NumberField(
        label=_("第一轮开始前多少分钟，停止更换队员"), min_value=0, max_value=MOST_CHANGE_MINUTES
    )
    roster_size = forms.TypedChoiceField(
        label=_("每队最多人数"), coerce=int, choices=[(n, people_text(n)) for n in range(AT_TABLE, MOST_IN_ROSTER + 1)]
    )
    entry_way = ParagraphField(label=_("报名办法"))


class ConductForm(SectionForm):
    """到场和纪律; minutes left empty follow the ruleset, which the page says."""

    check_in_minutes = NumberField(label=_("提前多少分钟到场"), min_value=0, max_value=MAX_MINUTES, required=False)
    late_minutes = NumberField(
        label=_("迟到多少分钟作弃权（0 为迟到即弃权）"), min_value=0, max_value=MAX_MINUTES, required=False
    )
    late_from = forms.ChoiceField(label=_("迟到从何时算起"), required=False)
    requirements = LinesField(label=_("纪律和要求"), rows=6, help_text=_("每行一条。"))

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(tournament, data)
        origins = [("", _("通知没有写明")), *((key, gettext(label)) for key, label in LATE_FROM.items())]
        self.fields["late_from"].choices = origins  # type: ignore[attr-defined]
        check_in, late = ruled(tournament)
        for name, minutes in (("check_in_minutes", check_in), ("late_minutes", late)):
            self.fields[name].help_text = _ruled_text(minutes)


def _ruled_text(minutes: int | None) -> str:
    if minutes is None:
        return gettext("空着即不作规定：竞赛规则里也没有写。")
    return gettext("空着就按竞赛规则：%(minutes)d 分钟。") % {"minutes": minutes}


class PrizeRow(RowForm):
    """What some places are called and get."""

    first = NumberField(label=_("从第几名"), min_value=1, max_value=MAX_PLACE)
    last = NumberField(label=_("到第几名（同一名可空）"), min_value=1, max_value=MAX_PLACE, required=False)
    title = TidyField(label=_("奖项"), max_length=200)
    award = TidyField(label=_("奖品（可空）"), max_length=200, required=False)

    def clean(self) -> dict[str, Any]:
        """The last place is the first where it was left empty."""
        values = super().clean() or {}
        first, last = values.get("first"), values.get("last")
        if first and last and last < first:
            self.add_error("last", gettext("不能小于“从第几名”。"))
        elif first and not last and "last" not in self.errors:
            values["last"] = first
        return values


class PrizesForm(SectionForm):
    """奖励."""

    tables = {"prizes": PrizeRow}
    tables_first = True
    participation = TidyField(label=_("参与奖"), max_length=200, required=False)


class OfficialsForm(SectionForm):
    """工作人员和申诉: a field an office; one that is foreseen and not yet named says 待定."""

    others = LinesField(label=_("其他职务"), rows=3, help_text=_("每行一个，写成“职务：姓名、姓名”。"))
    appeals = TidyField(label=_("受理申诉的是"), max_length=200, required=False)
    interpretation = TidyField(label=_("解释权归"), max_length=200, required=False)

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(tournament, data)
        named = {one.role: one for one in self.details.officials if not one.title}
        fields = dict(self.fields)
        self.fields.clear()
        for role, label in ROLES.items():
            self.fields[role] = NamesField(label=gettext(label))
            if role in named:
                self.initial[role] = named[role].names or (gettext("待定"),)
        self.fields.update(fields)
        self.initial[_OTHERS] = [_line(one) for one in self.details.officials if one.title]

    def facts(self) -> dict[str, Any]:
        """Officials as one list, in the order of the page."""
        officials = [
            {"role": role, "names": _named(self.cleaned_data[role])} for role in ROLES if self.cleaned_data[role]
        ]
        officials += [self._other(line) for line in self.cleaned_data[_OTHERS]]
        return {
            "officials": officials,
            "appeals": self.cleaned_data["appeals"],
            "interpretation": self.cleaned_data["interpretation"],
        }

    def _other(self, line: str) -> dict[str, Any]:
        title, names = _parts(line)
        same = next((one for one in self.details.officials if one.title == title), None)
        return {"role": same.role if same else "other", "title": title, "names": _named(NamesField().clean(names))}

    def clean_others(self) -> tuple[str, ...]:
        """Each line names an office."""
        lines: tuple[str, ...] = self.cleaned_data[_OTHERS]
        for line in lines:
            if not _parts(line)[0]:
                message = gettext("“%(line)s”没有写职务，请写成“职务：姓名、姓名”。") % {"line": line[:40]}
                raise forms.ValidationError(message)
        return lines


def _parts(line: str) -> tuple[str, str]:
    """The office and the names of a line; the colon may be of either width."""
    title, _colon, names = line.replace("\uff1a", ":").partition(":")
    return clean(title), names


def _named(names: Any) -> tuple[str, ...]:
    """The names, none where they are still to be found."""
    return tuple(name for name in names if name not in PENDING)


def _line(one: Official) -> str:
    return gettext("：").join((one.title, gettext("、").join(one.names) or gettext("待定")))


class AgendaRow(RowForm):
    """Something on the programme."""

    at = MomentField(label=_("时间"), required=False)
    what = TidyField(label=_("事项"), max_length=200)
    place = TidyField(label=_("地点"), max_length=200, required=False)
    attend = TidyField(label=_("谁参加"), max_length=200, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["what"].widget.attrs["list"] = "agenda-usual"


class AgendaForm(SectionForm):
    """日程和附件."""

    tables = {"agenda": AgendaRow}
    tables_first = True
    attachments = LinesField(label=_("附件"), rows=3, help_text=_("每行一个附件的名称。"))


class FormatForm(FactsForm):
    """规则和赛制 of a tournament there is: what `FactsForm` asks beyond the other sections."""

    name = None  # type: ignore[assignment]
    starts_at = None  # type: ignore[assignment]
    venue = None  # type: ignore[assignment]
    host = None  # type: ignore[assignment]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        places, choices = self.initial.get("places"), self.fields["places"].choices  # type: ignore[attr-defined]
        if places and places not in dict(choices):  # a number of places of its own, such as the first six
            own = (places, gettext("前 %(count)d 名") % {"count": places})
            self.fields["places"].choices = sorted([*choices, own])  # type: ignore[attr-defined]


class StartFromForm(PresetForm):
    """Start from a documented competition; name and start of one's own."""

    own_name = NameField(label=_("赛事名称（可空，用样板的）"), max_length=120, required=False)
    own_start = MomentField(label=_("第一轮开始（可空，用样板的）"), required=False)

    field_order = ["preset", "own_name", "own_start", "with_teams"]


SECTIONS: Mapping[str, type[SectionForm]] = {
    notice.BASICS: BasicsForm,
    notice.WHEN: WhenForm,
    notice.ENTRY: EntryForm,
    notice.CONDUCT: ConductForm,
    notice.PRIZES: PrizesForm,
    notice.OFFICIALS: OfficialsForm,
    notice.AGENDA: AgendaForm,
}


class SectionPage:
    """A section's form together with its tables, as typed or as stored."""

    def __init__(self, key: str, tournament: Tournament, data: Mapping[str, Any] | None, *, more: bool = False) -> None:
        form = SECTIONS[key]
        self.form = form(tournament, data)
        self.tables = [Rows(name, row, self.form.rows(name), data, more=more) for name, row in self.form.tables.items()]

    def is_valid(self) -> bool:
        """True if form and tables are in order; all are looked at."""
        return all([self.form.is_valid(), *(table.is_valid() for table in self.tables)])

    def facts(self) -> dict[str, Any]:
        """Everything typed as facts to change."""
        return {**self.form.facts(), **{table.name: table.values() for table in self.tables}}
