"""A whole number typed by hand: whatever is wrong with it, one sentence says the field and what is allowed."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _


class NumberField(forms.IntegerField):
    """A whole number from `min_value` to `max_value`, both of which every such field declares."""

    def clean(self, value: Any) -> int | None:
        """The number, None where the field may be empty and is."""
        try:
            found: int | None = super().clean(value)
        except forms.ValidationError as error:
            if value in self.empty_values:
                raise
            raise forms.ValidationError(self._refusal(value), code="number") from error
        return found

    def _refusal(self, value: Any) -> str:
        facts = {"least": self.min_value, "most": self.max_value, "typed": str(value).strip()[:20]}
        name = str(self.label or "").partition("（")[0].partition(" (")[0]
        if not name:
            return _("这里应填 %(least)d 到 %(most)d 的整数，填的是“%(typed)s”。") % facts
        message = _("“%(name)s”应填 %(least)d 到 %(most)d 的整数，填的是“%(typed)s”。")
        return message % {**facts, "name": name}
