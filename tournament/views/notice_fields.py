"""Fields of the notice's forms: names in a line, a line an item, and tables of rows one can type in."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from tournament.services.details import LABELS, MAX_ROWS
from tournament.services.names import clean

_BETWEEN = re.compile("[、,\uff0c;\uff1b\n\t]+")  # the comma and the semicolon in both widths
SPARE_ROWS = 2


class NameField(forms.CharField):
    """A name or a number in one line, cleaned as names are."""

    def clean(self, value: Any) -> str:
        """The cleaned text."""
        return clean(super().clean(value))


class TidyField(forms.CharField):
    """A phrase in one line; its punctuation stays as it was typed."""

    def clean(self, value: Any) -> str:
        """The cleaned text."""
        return prose(super().clean(value))


class NamesField(forms.CharField):
    """Several names in one line, separated by 、 or commas; a tuple."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=2000, required=False, **options)

    def prepare_value(self, value: Any) -> Any:
        """Names joined again for the page; typed text as it was typed."""
        return gettext("、").join(value) if isinstance(value, (tuple, list)) else value

    def clean(self, value: Any) -> tuple[str, ...]:
        """The names, each cleaned, none empty."""
        return _items(clean(name) for name in _BETWEEN.split(super().clean(value)))


class LinesField(forms.CharField):
    """One item a line; a tuple."""

    def __init__(self, *, rows: int = 4, **options: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows})
        super().__init__(max_length=20_000, required=False, widget=widget, **options)

    def prepare_value(self, value: Any) -> Any:
        """Items joined again for the page; typed text as it was typed."""
        return "\n".join(value) if isinstance(value, (tuple, list)) else value

    def clean(self, value: Any) -> tuple[str, ...]:
        """The items, each cleaned, none empty."""
        return _items(prose(line) for line in super().clean(value).splitlines())


class ParagraphField(forms.CharField):
    """A text of several lines."""

    def __init__(self, *, rows: int = 3, **options: Any) -> None:
        super().__init__(max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": rows}), **options)

    def clean(self, value: Any) -> str:
        """The text with every line cleaned."""
        lines = [prose(line) for line in super().clean(value).splitlines()]
        return "\n".join(lines).strip()


def prose(line: str) -> str:
    """A line of text without what cannot be seen, one space where there were several."""
    shown = unicodedata.normalize("NFC", line).replace("\t", " ")
    return " ".join("".join(char for char in shown if unicodedata.category(char) not in ("Cf", "Cc")).split())


def _items(texts: Iterable[str]) -> tuple[str, ...]:
    items = tuple(text for text in texts if text)
    if len(items) > MAX_ROWS:
        message = gettext("最多 %(most)d 项，现有 %(count)d 项。") % {"most": MAX_ROWS, "count": len(items)}
        raise ValidationError(message)
    return items


class RowForm(forms.Form):
    """A row of a table; one left empty is no row."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "use_required_attribute": False})
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = str(field.label)


class Rows:
    """A table of rows: those there are, then spare ones; `data` is what was typed, None for the stored ones.

    The count of rows on the page comes back as `<name>-rows`; with `more` a few spare ones are added.
    """

    def __init__(
        self,
        name: str,
        form: type[RowForm],
        stored: Sequence[Mapping[str, Any]],
        data: Mapping[str, Any] | None,
        *,
        more: bool = False,
    ) -> None:
        self.name, self.title, self.form, self.bound = name, gettext(LABELS[name]), form, data is not None and not more
        self.count = min(self._typed_count(data), MAX_ROWS) if data is not None else len(stored)
        spare = SPARE_ROWS if data is None or more else 0
        self.total = max(min(self.count + spare, MAX_ROWS), 1)
        self.forms = [self._row(number, stored, data) for number in range(self.total)]

    @property
    def headings(self) -> list[str]:
        """The columns' names."""
        return [str(field.label) for field in self.forms[0].fields.values()]

    @property
    def has_errors(self) -> bool:
        """True if a typed row is not in order."""
        return self.bound and not self.is_valid()

    def is_valid(self) -> bool:
        """True if every row that is not empty is in order."""
        return all(form.is_valid() for form in self.forms)

    def values(self) -> list[dict[str, Any]]:
        """The rows that are not empty."""
        return [form.cleaned_data for form in self.forms if form.has_changed()]

    def _row(self, number: int, stored: Sequence[Mapping[str, Any]], data: Mapping[str, Any] | None) -> RowForm:
        prefix = f"{self.name}-{number}"
        if data is None:
            initial = stored[number] if number < len(stored) else None
            return self.form(prefix=prefix, initial=initial)
        if not self.bound:
            return self.form(prefix=prefix, initial=self._typed(prefix, data))
        return self.form(data, prefix=prefix, empty_permitted=True)

    def _typed(self, prefix: str, data: Mapping[str, Any]) -> dict[str, Any]:
        return {name: data.get(f"{prefix}-{name}", "") for name in self.form.base_fields}

    def _typed_count(self, data: Mapping[str, Any] | None) -> int:
        said = (data or {}).get(f"{self.name}-rows", "")
        return int(said) if isinstance(said, str) and said.isascii() and said.isdigit() and len(said) < 4 else 0
