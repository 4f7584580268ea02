"""The form of a tournament made after another."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.services.cloning import next_name

from .notice_fields import NameField
from .office_forms import MomentField

_YEAR = timedelta(weeks=52)


class CloneForm(forms.Form):
    """Name, start, and whether the teams come along; the start is proposed a year on, on the same weekday."""

    name = NameField(label=_("新赛事的名称"), max_length=120)
    starts_at = MomentField(label=_("第一轮开始"))
    with_teams = forms.BooleanField(label=_("连同参赛队和队员"), required=False)

    def __init__(self, data: Any = None, *, source: Tournament) -> None:
        starts_at = source.starts_at and timezone.localtime(source.starts_at) + _YEAR
        super().__init__(data, initial={"name": next_name(source), "starts_at": starts_at})
