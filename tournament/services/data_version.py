"""How far a tournament's data had come: printed in every document's foot, and the tag of a polled page."""

from django.db.models import CharField, Count, Max, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, Concat

from tournament.models import AuditEntry, Confirmation, Match, Tournament

VERSION = "data_version"


def data_version(tournament: Tournament) -> str:
    """Three counters, such as `12.240.30`: last audit entry, sheet entries, confirmations. One query.

    Every change of what pages and documents show moves at least one of them, and none ever goes back.
    """
    found: str = with_version(Tournament.objects.filter(pk=tournament.pk)).values_list(VERSION, flat=True).get()
    return found


def with_version(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The tournaments, each with its version read along."""
    audit = AuditEntry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    entries = Match.objects.filter(stage__tournament=OuterRef("pk")).order_by().values("stage__tournament")
    said = Confirmation.objects.filter(match__stage__tournament=OuterRef("pk")).order_by()
    counters = [
        Subquery(audit.annotate(found=Max("pk")).values("found")),
        Subquery(entries.annotate(found=Sum("version")).values("found")),
        Subquery(said.values("match__stage__tournament").annotate(found=Count("pk")).values("found")),
    ]
    words = [Cast(Coalesce(counter, 0), CharField()) for counter in counters]
    return tournaments.annotate(**{VERSION: Concat(words[0], Value("."), words[1], Value("."), words[2])})
