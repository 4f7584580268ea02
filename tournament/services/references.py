"""From the database, where entries name each other by UUID, to the sheet, where they do it by `n`."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from .refusal import Refusal

ONE = ("entry", "replaces", "hand", "protest")
MANY = ("strike",)
NESTED = "entries"

Translate = Callable[[Any, str], Any]


def to_numbers(payload: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, Any]:
    """The payload with every UUID turned into the entry's `n`; an unknown one is refused, naming the field."""

    def translate(value: Any, at: str) -> Any:
        try:
            return numbers[str(UUID(str(value)))]
        except (ValueError, KeyError):
            message = _("字段 %(at)s 指向的条目“%(value)s”不在本场记分表上，只能填写本表已有条目的编号（UUID）。")
            raise Refusal(message % {"at": at, "value": value}, code="unknown-entry", at=at) from None

    return _walk(payload, translate)


def to_ids(payload: Mapping[str, Any], ids: Mapping[int, UUID]) -> dict[str, Any]:
    """The way back: every `n` turned into the entry's UUID as text; an unknown one is refused, naming the field."""

    def translate(value: Any, at: str) -> Any:
        if isinstance(value, bool) or not isinstance(value, int) or value not in ids:
            message = _("字段 %(at)s 指向的第 %(value)s 条不在本场记分表上，只能填写它之前已有条目的编号。")
            raise Refusal(message % {"at": at, "value": value}, code="unknown-entry", at=at)
        return str(ids[value])

    return _walk(payload, translate)


def _walk(payload: Mapping[str, Any], translate: Translate, inside: str = "") -> dict[str, Any]:
    done = dict(payload)
    for key in ONE:
        if done.get(key) is not None:
            done[key] = translate(done[key], inside + key)
    for key in MANY:
        if isinstance(done.get(key), list):
            done[key] = [translate(value, f"{inside}{key}[{index}]") for index, value in enumerate(done[key])]
    if isinstance(done.get(NESTED), list):
        done[NESTED] = [
            _walk(item, translate, f"{inside}{NESTED}[{index}].") if isinstance(item, Mapping) else item
            for index, item in enumerate(done[NESTED])
        ]
    return done
