"""Texts with a figure in them that are filled for each reader, not once when the program starts."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext


def later(make: Callable[[], str]) -> Any:
    """A text that is made anew whenever it is shown."""
    shown: Callable[[Callable[[], str]], Any] = lazy(_made, str)
    return shown(make)


def teams_text(count: int) -> Any:
    """1 队, 2 队."""
    return later(lambda: gettext("1 队") if count == 1 else gettext("%d 队") % count)


def people_text(count: int) -> Any:
    """2 人, 3 人."""
    return later(lambda: gettext("%d 人") % count)


def _made(make: Callable[[], str]) -> str:
    return make()
