"""How far a tournament's data had come: printed in every document's foot, and the tag of a polled page."""

import json
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Count, OuterRef, Subquery, Sum

from tournament.models import AuditEntry, Confirmation, Match, Tournament

VERSION = "data_version"
_SLUG = "\N{REPLACEMENT CHARACTER}"  # no tournament's address; it marks the place of the address asked for


def data_version(tournament: Tournament) -> str:
    """Three counters, such as `12.240.30`: last audit entry, sheet entries, confirmations. One query.

    Every change of what pages and documents show moves at least one of them, and none ever goes back.
    """
    found = versioned(tournament.slug)
    return str(getattr(found, VERSION)) if found else ""


def versioned(slug: str) -> Tournament | None:
    """The tournament at this address with its version, of its columns only what is published; the rest is not read yet.

    One short query: every screen and phone asks it every few seconds. `read_whole` reads the rest.
    """
    sql, params = _statement(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [slug if one == _SLUG else one for one in params])
        row = cursor.fetchone()
    if row is None:
        return None
    key, published, *counters = row
    found = Tournament.from_db(connection.alias, ("id", "slug", "published"), (key, slug, json.loads(published)))
    setattr(found, VERSION, ".".join(str(counter or 0) for counter in counters))
    return found


def read_whole(tournament: Tournament) -> None:
    """Read all columns of a tournament found by `versioned`: one query."""
    tournament.refresh_from_db(fields=[field.attname for field in Tournament._meta.concrete_fields])


@cache
def _statement(_vendor: str) -> tuple[str, tuple[Any, ...]]:
    """The question in this database's words. Wording it takes far longer than asking it, so that is done once."""
    audit = AuditEntry.objects.filter(tournament=OuterRef("pk")).order_by("-pk")
    entries = Match.objects.filter(stage__tournament=OuterRef("pk")).order_by().values("stage__tournament")
    said = Confirmation.objects.filter(match__stage__tournament=OuterRef("pk")).order_by()
    counters = {
        "audit": Subquery(audit.values("pk")[:1]),
        "entries": Subquery(entries.annotate(found=Sum("version")).values("found")),
        "confirmed": Subquery(said.values("match__stage__tournament").annotate(found=Count("pk")).values("found")),
    }
    asked = Tournament.objects.filter(slug=_SLUG).annotate(**counters).order_by()
    sql, params = asked.values_list("pk", "published", *counters).query.sql_with_params()
    return sql, tuple(params)
