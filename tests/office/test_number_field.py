"""What a number field says of a number it cannot take: the field, what is allowed, what was typed."""

from importlib import import_module

import pytest
from django import forms

from tournament.views.number_field import NumberField
from tournament.views.schedule_forms import DelayForm


def said(field: forms.Field, typed: str) -> list[str]:
    with pytest.raises(forms.ValidationError) as refused:
        field.clean(typed)
    return refused.value.messages


@pytest.mark.parametrize("typed", ["0", "100", "三", "1.5", "-4"])
def test_one_sentence_names_the_field_and_what_is_allowed(typed: str) -> None:
    field = NumberField(label="共赛几轮（可空）", min_value=1, max_value=99)
    assert said(field, typed) == [f"“共赛几轮”应填 1 到 99 的整数，填的是“{typed}”。"]


def test_a_field_without_a_label_says_what_is_allowed() -> None:
    assert said(NumberField(min_value=1, max_value=9), "x") == ["这里应填 1 到 9 的整数，填的是“x”。"]


def test_what_is_allowed_is_taken_and_an_optional_field_may_be_empty() -> None:
    field = NumberField(min_value=1, max_value=9, required=False)
    assert (field.clean(" 9 "), field.clean(""), field.clean("1")) == (9, None, 1)


def test_every_number_field_of_the_office_says_from_and_to() -> None:
    def all_forms(base: type[forms.Form]) -> set[type[forms.Form]]:
        return {one for child in base.__subclasses__() for one in {child, *all_forms(child)}}

    import_module("config.urls")  # every page's forms
    assert DelayForm in all_forms(forms.Form)
    ours = [form for form in all_forms(forms.Form) if form.__module__.startswith(("tournament.", "referee."))]
    numbers = [one for form in ours for one in form.base_fields.values() if isinstance(one, forms.IntegerField)]
    assert len(numbers) > 20
    for one in numbers:
        assert isinstance(one, NumberField), one.label
        assert one.min_value is not None, one.label
        assert one.max_value is not None, one.label
