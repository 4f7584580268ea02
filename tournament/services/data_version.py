"""How far a tournament's data had come: printed in every document's foot, and the tag of a polled page."""

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum

from tournament.models import AuditEntry, Confirmation, Match, Tournament

from .prepared import Prepared


def data_version(tournament: Tournament) -> str:
    """Three counters, such as `12.240.30`: last audit entry, sheet entries, confirmations. One query.

    Every change of what pages and documents show moves at least one of them, and none ever goes back.
    """
    found = versioned(tournament.slug)
    return "0.0.0" if found is None else version_of(found)


def versioned(slug: str) -> Tournament | None:
    """The tournament at this address, with what `version_of` and `polled_version_of` say of it; one query."""
    return _WITH_VERSION.one(slug=slug)


def version_of(found: Any) -> str:
    """The data version of a tournament read with it."""
    return f"{found.last_audited or 0}.{found.written or 0}.{found.confirmed or 0}"


def polled_version_of(found: Any) -> str:
    """The same for a polled page: of two audit entries the later may be seen first, so they are counted too."""
    return f"{version_of(found)}.{found.audited or 0}"


def counted(rows: QuerySet[Any], by: str) -> Subquery:
    """How many rows there are, as a part of another query; null for none. All have the same value in column `by`."""
    return Subquery(rows.order_by().values(by).annotate(found=Count("pk")).values("found"))


def _with_version(slug: str) -> QuerySet[Tournament]:
    audit = AuditEntry.objects.filter(tournament=OuterRef("pk"))
    played = Match.objects.filter(stage__tournament=OuterRef("pk")).order_by().values("stage__tournament")
    confirmed = Confirmation.objects.filter(match__stage__tournament=OuterRef("pk"))
    return (
        Tournament.objects.filter(slug=slug)
        .order_by()
        .annotate(
            last_audited=Subquery(audit.order_by("-pk").values("pk")[:1]),
            audited=counted(audit, "tournament"),
            written=Subquery(played.annotate(found=Sum("version")).values("found")),
            confirmed=counted(confirmed, "match__stage__tournament"),
        )
    )


_WITH_VERSION = Prepared(_with_version, slug=(Tournament._meta.get_field("slug"), str))
