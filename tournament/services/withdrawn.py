"""Matches of teams that withdrew: in a group they are not played and the standing sees to them; else only forfeited."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, Team

from .refusal import Refusal
from .sides import Sides


def called_off(matches: QuerySet[Match]) -> set[int]:
    """Of these matches, the ids of group matches that will not be played because a team withdrew; one query."""
    gone = Q(team__withdrawn_at__isnull=False)
    slots = MatchSlot.objects.filter(gone, match__in=matches, match__status=Match.Status.SCHEDULED)
    return set(slots.exclude(match__group="").values_list("match_id", flat=True))


def not_coming(match: Match) -> bool:
    """True for a match not begun in which a team has withdrawn; needs `slots__team` loaded."""
    gone = (slot.team is not None and slot.team.withdrawn_at is not None for slot in match.slots.all())
    return match.status == Match.Status.SCHEDULED and any(gone)


def refuse_withdrawn(match: Match, sides: Sides, payload: Mapping[str, Any]) -> None:
    """A match not begun in which a team has withdrawn can only end by that team's forfeit, a group match not even so.

    In a group the remaining matches are annulled or count as forfeited by the rule of the standing; a sheet would
    count them among those played.
    """
    kind = payload.get("type")
    gone = Team.objects.filter(pk__in=[pk for pk in sides.values() if pk], withdrawn_at__isnull=False)
    names = dict(gone.values_list("pk", "name"))
    if not names or kind == "strike":
        return
    said = _("、").join(names.values())
    if match.group:
        message = _("“%(team)s”已退赛，本场不再进行，由小组名次办法处理（赛满半数判弃权，否则成绩取消）。")
        raise Refusal(message % {"team": said}, code="withdrawn", at="type")
    if not (kind == "forfeit" and payload.get("side") in {side for side, pk in sides.items() if pk in names}):
        message = _("“%(team)s”已退赛，本场只能记该队弃权。") % {"team": said}
        raise Refusal(message, code="withdrawn", at="type")
