"""The forms of the schedule's pages: they parse and keep what was typed; the services decide."""

import re
from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _

from tournament import schedule
from tournament.models import Match
from tournament.services.delays import MOST_MINUTES
from tournament.services.names import clean
from tournament.services.tournaments import MAX_TABLES

from .number_field import NumberField
from .office_forms import MomentField
from .own_ids import OwnIds

_BREAK = re.compile(r"(\d{1,2}):(\d{2})\s*[-–—~至到]\s*(\d{1,2}):(\d{2})")
_MOMENTS = ("%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y/%m/%d %H:%M")


class ClockField(forms.TimeField):
    """A time of day, as the browser's own picker gives it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}), **options)


class ScheduleForm(forms.Form):
    """Where and when the matches are laid out."""

    starts_at = MomentField(label=_("第一轮开始"))
    tables = NumberField(label=_("桌数"), min_value=1, max_value=MAX_TABLES)
    slot_minutes = NumberField(label=_("每场时段（分钟）"), min_value=5, max_value=600)
    changeover = NumberField(label=_("场间间隔（分钟）"), min_value=0, max_value=240, initial=0)
    rest = NumberField(label=_("每队两场之间至少休息（分钟）"), min_value=0, max_value=600, required=False)
    breaks = forms.CharField(label=_("休息（如 12:00-13:00，可空）"), max_length=200, required=False)
    day_ends = ClockField(label=_("每天最晚结束（可空）"), required=False)
    day_opens = ClockField(label=_("次日起开始（可空）"), required=False)
    daily = forms.BooleanField(label=_("每天只赛一轮（同一钟点开始）"), required=False)
    knockout_tables = forms.BooleanField(label=_("淘汰赛也排桌号（不选则临场安排）"), required=False)
    round_starts = forms.CharField(
        label=_("各轮开始时间（每行一轮，如 2026-05-09 18:37；没有写到的轮次待定；可空）"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=2000,
        required=False,
    )

    def clean_rest(self) -> int:
        """No rest where nothing is typed."""
        return self.cleaned_data["rest"] or 0

    def clean_breaks(self) -> tuple[tuple[time, time], ...]:
        """The breaks as clock times."""
        text = clean(self.cleaned_data["breaks"])
        parts = [part.strip() for part in re.split(r"[,;、]", text) if part.strip()]
        return tuple(self._break(part) for part in parts)

    def clean_round_starts(self) -> tuple[datetime, ...]:
        """The rounds' hours, a line each."""
        lines = self.cleaned_data["round_starts"].splitlines()
        return tuple(self._moment(clean(line)) for line in lines if line.strip())

    def _break(self, text: str) -> tuple[time, time]:
        found = _BREAK.fullmatch(text)
        try:
            if found is None:
                raise ValueError(text)
            return time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4]))
        except ValueError as error:
            message = _gettext("“%(text)s”不是休息时间；请写成 12:00-13:00，几段之间用逗号。")
            raise forms.ValidationError(message % {"text": text[:40]}) from error

    def _moment(self, text: str) -> datetime:
        for form in _MOMENTS:
            try:
                return timezone.make_aware(datetime.strptime(text, form))
            except (ValueError, OverflowError):
                continue
        message = _gettext("“%(text)s”不是日期和时间；请写成 2026-05-09 18:37，每行一轮。")
        raise forms.ValidationError(message % {"text": text[:40]})


class MoveForm(forms.Form):
    """A match to another table or hour."""

    table = forms.TypedChoiceField(label=_("桌号"), coerce=int, empty_value=None, required=False)
    starts_at = MomentField(label=_("开始"))
    anyway = forms.BooleanField(label=_("有冲突也照此安排"), required=False)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = match.stage.tournament.tables.all()
        numbers = [(table.number, str(table)) for table in tables]
        self.fields["table"].choices = [("", _("临场安排"))] + numbers  # type: ignore[attr-defined]


class SpotForm(forms.Form):
    """A place to be checked before a card is dropped; `other` is the match it would change places with."""

    table = NumberField(min_value=1, max_value=1_000_000, required=False)
    starts_at = MomentField()
    other = NumberField(min_value=1, max_value=2**31 - 1, required=False)


class SwapForm(OwnIds):
    """Another match to change places with."""

    other = forms.TypedChoiceField(label=_("与这一场对调"), coerce=int)
    anyway = forms.BooleanField(label=_("有冲突也照此安排"), required=False)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].choices = choices  # type: ignore[attr-defined]


class DelayForm(forms.Form):
    """By how much a match begins later, and what happens to what follows."""

    minutes = NumberField(label=_("推迟（分钟）"), min_value=1, max_value=MOST_MINUTES, initial=30)
    follow = forms.ChoiceField(
        label=_("后面的场次"),
        widget=forms.RadioSelect,
        initial=schedule.PUSH,
        choices=[
            (schedule.PUSH, _("顺延：撞上的才往后推，空档先用掉")),
            (schedule.ALL, _("当天与它有关的后续场次都推迟同样分钟")),
            (schedule.NONE, _("不动")),
        ],
    )


class HallDelayForm(forms.Form):
    """By how much the whole hall begins later, from when on."""

    since = MomentField(label=_("从这个时间起（当天）"))
    minutes = NumberField(label=_("推迟（分钟）"), min_value=1, max_value=MOST_MINUTES, initial=30)


class TableForm(forms.Form):
    """Where a table stands and when it may be used."""

    place = forms.CharField(label=_("位置"), max_length=60, required=False)
    hours = forms.CharField(
        label=_("可用时间"), widget=forms.Textarea(attrs={"rows": 2}), max_length=2000, required=False
    )


class NewTableForm(forms.Form):
    """One more table."""

    number = NumberField(label=_("桌号（可空，取最小的空号）"), min_value=1, max_value=MAX_TABLES, required=False)
    place = forms.CharField(label=_("位置（可空）"), max_length=60, required=False)
