"""The two sides of a match, and who played or will play it: the teams its sheet froze, else those of its slots."""

from collections.abc import Iterable, Mapping
from typing import Literal

from django.db.models import Q

from tournament.models import Match, MatchSlot, SheetEntry

Sides = dict[str, int | None]
OTHER: Mapping[str, Literal["a", "b"]] = {"a": "b", "b": "a"}


def teams_of(match_ids: Iterable[int]) -> dict[int, Sides]:
    """Team ids by match and side, two queries however many matches; null where a side is still open.

    The entry that began a match froze its teams; a match not begun (or whose start was struck) has its slots' teams.
    """
    ids = list(match_ids)
    sides: dict[int, Sides] = {pk: {"a": None, "b": None} for pk in ids}
    slots = MatchSlot.objects.filter(match_id__in=ids)
    for match_id, side, team_id in slots.values_list("match_id", "side", "team_id"):
        sides[match_id][side] = team_id
    frozen = (
        SheetEntry.objects.filter(Q(team_a__isnull=False) | Q(team_b__isnull=False), match_id__in=ids)
        .exclude(match__status=Match.Status.SCHEDULED)
        .order_by("n")
    )
    for match_id, team_a, team_b in frozen.values_list("match_id", "team_a_id", "team_b_id"):
        sides[match_id] = {"a": team_a, "b": team_b}
    return sides
