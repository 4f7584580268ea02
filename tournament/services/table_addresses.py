"""What the QR code of a table leads to: the tournament's public page, until whoever knows better says so."""

from collections.abc import Callable, Mapping

from django.urls import reverse

from tournament.models import Tournament

Addresses = Callable[[int | None], str]


def addresses_of(tournament: Tournament, base: str, known: Mapping[int, str] | None = None) -> Addresses:
    """A table's number → the whole address behind its code; empty where `base` (http://…/ of this server) is.

    `known` holds addresses of single tables by their number; all others lead to the public page.
    """
    page = base.rstrip("/") + reverse("public:tournament", args=[tournament.slug]) if base else ""
    by_table = known or {}
    return lambda number: by_table.get(number, page) if number is not None else page
