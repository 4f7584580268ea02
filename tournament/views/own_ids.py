"""Forms that share a page with others."""

from typing import Any

from django import forms


class OwnIds(forms.Form):
    """Its fields' ids begin with the class's name instead of `id`, so that each label finds its own field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", type(self).__name__.removesuffix("Form").lower() + "_%s")
        super().__init__(*args, **kwargs)
