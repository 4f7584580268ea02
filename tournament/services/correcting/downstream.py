"""What follows from a changed result: slots filled anew; a match already begun never gets another team silently."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from heapq import heappop, heappush
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot

from ..progress import Sources, fed_by, fill
from ..sides import teams_of
from .rewriting import KEEP, REPLAY, Ruling, void

Order = tuple[int, int, int]
NOTHING = Q(pk__in=())


@dataclass(frozen=True, slots=True)
class Begun:
    """A match begun with other teams than now come: by side (team it was begun with, team that comes now)."""

    match_id: int
    status: str
    version: int
    sides: dict[str, tuple[int | None, int | None]]
    choice: str


def any_of(conditions: Iterable[Q]) -> Q:
    """Slots for which one of the conditions holds; none for none."""
    return reduce(or_, conditions, NOTHING)


def closure(first: Q) -> set[int]:
    """The ids of all matches that these slots, and what follows from them, can change."""
    found: set[int] = set()
    fresh = set(MatchSlot.objects.filter(first).values_list("match_id", flat=True))
    while fresh:
        found |= fresh
        fed = any_of(fed_by(match) for match in Match.objects.filter(pk__in=fresh))
        fresh = set(MatchSlot.objects.filter(fed).values_list("match_id", flat=True)) - found
    return found


def follow(first: Q, by: Ruling) -> list[Begun]:
    """Settle the matches of these slots and what follows from them, in the order of play; the begun ones that differ.

    For each of those the choice is carried out: `keep` rules its slots as played, `replay` strikes its sheet, and what
    it fed follows. Where nothing is chosen yet it is left as it is. The caller holds the locks.
    """
    found: list[Begun] = []
    waiting: list[Order] = []
    _await(waiting, first)
    while waiting:
        match = Match.objects.select_related("stage__ruleset").get(pk=heappop(waiting)[2])
        if (begun := _settle(match, by)) is not None:
            found.append(begun)
            if begun.choice == REPLAY:
                _await(waiting, fed_by(match))
    return found


def _await(waiting: list[Order], slots: Q) -> None:
    """Put the matches of these slots into the queue, once each."""
    rows = MatchSlot.objects.filter(slots).values_list("match__stage__number", "match__round", "match_id").distinct()
    for row in rows:
        if row not in waiting:
            heappush(waiting, row)


def _settle(match: Match, by: Ruling) -> Begun | None:
    slots = list(match.slots.all())
    sources = Sources(slots)
    if match.status == Match.Status.SCHEDULED:
        fill(slots, sources)
        return None
    plays = teams_of([match.pk])[match.pk]
    due = {slot.side: sources.coming(slot).team_id for slot in slots}
    differing = {side: (plays[side], due[side]) for side in due if plays[side] != due[side]}
    if not differing:
        return None
    begun = Begun(match.pk, match.status, match.version, differing, by.choice(match.pk))
    if begun.choice == KEEP:
        _keep(slots, begun, by)
    elif begun.choice == REPLAY:
        void(match, by)
        fill(slots, sources)
    return begun


def _keep(slots: Iterable[MatchSlot], begun: Begun, by: Ruling) -> None:
    """Rule that the match stands with the teams it was begun with."""
    for slot in slots:
        if slot.side in begun.sides:
            slot.ruling_team_id = slot.team_id = begun.sides[slot.side][0]
            slot.ruling_reason = (_("维持已赛：%s") % by.reason)[:200]
            slot.ruling_by = by.actor.user
            slot.save(update_fields=["ruling_team", "team", "ruling_reason", "ruling_by"])
