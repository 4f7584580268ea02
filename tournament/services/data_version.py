"""How far a tournament's data had come: printed in every document's foot, and the tag of a polled page."""

from django.db.models import Count, Max, Sum

from tournament.models import AuditEntry, Confirmation, Match, Tournament


def data_version(tournament: Tournament) -> str:
    """Three counters, such as `12.240.30`: last audit entry, sheet entries, confirmations. Three queries.

    Every change of what pages and documents show moves at least one of them, and none ever goes back.
    """
    audit = AuditEntry.objects.filter(tournament=tournament).aggregate(last=Max("pk"))["last"]
    entries = Match.objects.filter(stage__tournament=tournament).aggregate(sum=Sum("version"))["sum"]
    confirmed = Confirmation.objects.filter(match__stage__tournament=tournament).aggregate(count=Count("pk"))["count"]
    return f"{audit or 0}.{entries or 0}.{confirmed}"
