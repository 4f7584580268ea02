"""What the QR code of a table on a score sheet opens: what another app knows of the table, else the public page."""

from collections.abc import Callable, Mapping

from django.urls import reverse

from tournament.models import Tournament

Addresses = Callable[[int | None], str]
Finder = Callable[[Tournament], Mapping[int, str]]
_FINDERS: list[Finder] = []


def register(finder: Finder) -> None:
    """Let an app that knows better say where tables' codes lead: by table number a path on this server."""
    if finder not in _FINDERS:
        _FINDERS.append(finder)


def public_address(tournament: Tournament, base: str) -> str:
    """The tournament's public page; empty where the `base` (http://…/ of this server) is."""
    return base.rstrip("/") + reverse("public:tournament", args=[tournament.slug]) if base else ""


def addresses_of(tournament: Tournament, base: str) -> Addresses:
    """A table's number → the whole address behind its code; empty where `base` is."""
    page = public_address(tournament, base)
    if not base:
        return lambda number: ""
    known = {number: path for finder in _FINDERS for number, path in finder(tournament).items()}
    return lambda number: base.rstrip("/") + known[number] if number is not None and number in known else page
