"""What is typed to join."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.services.joining import NAME_LIMIT

_EMPTY = {"required": _("请填写。")}


def _digits(label: Any, limit: int, autocomplete: str = "off") -> forms.CharField:
    """A number typed on a phone's number pad."""
    attrs = {"inputmode": "numeric", "autocomplete": autocomplete, "maxlength": limit}
    return forms.CharField(label=label, max_length=40, widget=forms.TextInput(attrs=attrs), error_messages=_EMPTY)


class JoinForm(forms.Form):
    """PIN and name; the card says which tables."""

    pin = _digits(_("四位 PIN"), 4, "one-time-code")
    name = forms.CharField(
        label=_("您的姓名"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "name", "maxlength": NAME_LIMIT}),
        error_messages=_EMPTY,
    )


class TableForm(JoinForm):
    """The same with a table's number."""

    table = _digits(_("桌号"), 4)
    field_order = ["table", "pin", "name"]

    def clean_table(self) -> int:
        """The number."""
        typed = str(self.cleaned_data["table"]).strip()
        if not (typed.isdecimal() and 0 < int(typed[:9]) < 10_000):
            raise forms.ValidationError(_("桌号应为数字，如 3。"))
        return int(typed)
