"""Forms for departments, teams and players: they parse and keep what was typed; the services decide."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Team, Tournament
from tournament.services.people import AT_TABLE, PlayerEntry, present_players

from .number_field import NumberField
from .office_forms import MomentField
from .own_ids import OwnIds

_PLAYER = re.compile(r"players\[(\d+)\](\.staff_number)?")
_NAME = {"autocomplete": "off"}


class PeopleForm(forms.Form):
    """A team's players: as many pairs of name and staff number as the tournament's roster has."""

    same_name_ok = forms.BooleanField(label=_("同名不同人"), required=False)

    def __init__(self, *args: Any, roster: int = AT_TABLE, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.roster = roster
        for number in range(1, roster + 1):
            label = _("队员%(number)d") if number <= AT_TABLE else _("队员%(number)d（可空）")
            self.fields[f"player{number}"] = forms.CharField(
                label=label % {"number": number}, max_length=60, required=number <= AT_TABLE,
                widget=forms.TextInput(attrs=_NAME),
            )  # fmt: skip
            self.fields[f"number{number}"] = forms.CharField(
                label=_("工号（可空）"), max_length=30, required=False, widget=forms.TextInput(attrs=_NAME)
            )

    def people(self) -> list[PlayerEntry]:
        """The players of the valid form; a reserve left empty is none."""
        typed = [(self.cleaned_data[f"player{n}"], self.cleaned_data[f"number{n}"]) for n in range(1, self.roster + 1)]
        return [PlayerEntry(name, number) for index, (name, number) in enumerate(typed) if name or index < AT_TABLE]

    def field_of(self, at: str) -> str:
        """The field a refusal's `at` means."""
        if found := _PLAYER.fullmatch(at):
            return f"number{int(found[1]) + 1}" if found[2] else f"player{int(found[1]) + 1}"
        return "same_name_ok" if at == "players" else at

    def pairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Name and number side by side."""
        return [(self[f"player{n}"], self[f"number{n}"]) for n in range(1, self.roster + 1)]

    def asks_namesake(self) -> bool:
        """True where the question of two people of one name was put, or answered."""
        return bool(self["same_name_ok"].errors or self["same_name_ok"].value())


class TeamForm(PeopleForm):
    """A team; an empty name lets it be called after its department."""

    department = forms.CharField(
        label=_("单位"), max_length=60, widget=forms.TextInput(attrs={**_NAME, "list": "departments"})
    )
    name = forms.CharField(label=_("队名（可空，自动命名）"), max_length=60, required=False)
    seed = NumberField(label=_("种子号（可空）"), min_value=1, max_value=512, required=False)
    waiting = forms.BooleanField(label=_("列入候补（不占名额）"), required=False)
    reason = forms.CharField(label=_("理由（超名额或不在报名时间内才填）"), max_length=200, required=False)


class ChangeTeamForm(PeopleForm):
    """A team already entered."""

    name = forms.CharField(label=_("队名"), max_length=60)
    seed = NumberField(label=_("种子号（可空）"), min_value=1, max_value=512, required=False)
    reason = forms.CharField(label=_("理由（截止更换以后才填）"), max_length=200, required=False)


class ContactTeamForm(PeopleForm):
    """A team as a department's contact enters it."""

    name = forms.CharField(label=_("队名（可空，自动命名）"), max_length=60, required=False)


class SubstituteForm(OwnIds):
    """Another person in a player's place."""

    number = forms.TypedChoiceField(label=_("换下"), coerce=int)
    name = forms.CharField(label=_("换上"), max_length=60, widget=forms.TextInput(attrs=_NAME))
    staff_number = forms.CharField(label=_("工号（可空）"), max_length=30, required=False)
    reason = forms.CharField(label=_("换人的理由"), max_length=200, required=False)
    same_name_ok = forms.BooleanField(label=_("同名不同人"), required=False)

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        present = [(one.number, one.name) for one in present_players(team)]
        self.fields["number"].choices = present  # type: ignore[attr-defined]

    def entry(self) -> PlayerEntry:
        """The person of the valid form."""
        return PlayerEntry(self.cleaned_data["name"], self.cleaned_data["staff_number"])

    def field_of(self, at: str) -> str:
        """The field a refusal's `at` means."""
        if found := _PLAYER.fullmatch(at):
            return "staff_number" if found[2] else "name"
        return "same_name_ok" if at == "players" else at

    def asks_namesake(self) -> bool:
        """True where the question of two people of one name was put, or answered."""
        return bool(self["same_name_ok"].errors or self["same_name_ok"].value())


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(label=_("原因"), max_length=200, required=False)


class DepartmentForm(OwnIds):
    """A department, how many people it has, a quota of its own, whom to ask."""

    name = forms.CharField(label=_("单位名称"), max_length=60)
    headcount = NumberField(label=_("人数（可空）"), min_value=0, max_value=1_000_000, required=False)
    team_quota = NumberField(label=_("单独名额（队，可空）"), min_value=0, max_value=512, required=False)
    contact = forms.CharField(label=_("联系人（可空）"), max_length=60, required=False)
    phone = forms.CharField(label=_("电话（可空）"), max_length=40, required=False)


class EntryRulesForm(forms.Form):
    """When registration is open, until when players change, how many a team may have."""

    entry_opens_at = MomentField(label=_("报名开始（可空）"), required=False)
    entry_closes_at = MomentField(label=_("报名截止（可空）"), required=False)
    change_minutes = NumberField(label=_("第一轮前多少分钟截止更换"), min_value=0, max_value=86400)
    roster_size = forms.TypedChoiceField(
        label=_("每队最多人数"),
        coerce=int,
        choices=[(2, _("2 人")), (3, _("3 人（每场排两人上场）")), (4, _("4 人（每场排两人上场）"))],
    )


def rules_of(tournament: Tournament) -> dict[str, Any]:
    """What `EntryRulesForm` starts from."""
    return {name: getattr(tournament, name) for name in EntryRulesForm.base_fields}


def values_of(team: Team) -> dict[str, Any]:
    """What a form about this team starts from."""
    values: dict[str, Any] = {"name": team.name, "seed": team.seed}
    for number, player in enumerate(present_players(team), start=1):
        values |= {f"player{number}": player.name, f"number{number}": player.staff_number}
    return values
