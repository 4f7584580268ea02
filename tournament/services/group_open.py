"""Whether a group still has matches to play: then nobody comes out of it, and its table need not be computed."""

from django.db.models import QuerySet

from tournament.models import Match, MatchSlot


def group_still_open(match: Match, fed: QuerySet[MatchSlot]) -> bool:
    """True if the match's group has an open match and none of the slots it feeds holds a team.

    A match of a withdrawn team may never be played; it keeps no group open. Two queries at most, whatever the size.
    """
    if not match.group:
        return False
    waiting = Match.objects.filter(stage=match.stage_id, group=match.group)
    waiting = waiting.exclude(status__in=[Match.Status.CONFIRMED, Match.Status.VERIFIED])
    still = waiting.exclude(slots__team__withdrawn_at__isnull=False).order_by()
    return still.exists() and not fed.exclude(team=None, ruling_team=None).exists()
