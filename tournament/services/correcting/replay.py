"""A tournament played through again from its records: draws, sheets, lots, withdrawals and rulings.

The columns that a correction changes step by step (a slot's team, a match's winner, the teams a begun match was frozen
with) must come out the same when everything is computed in one go, in the order of play.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import sheet as rules
from tournament.models import Match, MatchSlot, Tournament

from ..folded import folded
from ..progress import DECIDED, Sources
from ..sides import teams_of

SIDES = ("a", "b")
OF_A_MATCH = (MatchSlot.Source.WINNER, MatchSlot.Source.LOSER)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What comes out: team ids by (match id, side), winners (a team id) by match id; null while open or nobody's."""

    slots: dict[tuple[int, str], int | None]
    winners: dict[int, int | None]


def replayed(tournament: Tournament) -> Replayed:
    """Every slot and winner, computed in the order of play from what people recorded."""
    found = Replayed({}, {})
    matches = Match.objects.filter(stage__tournament=tournament).select_related("stage__ruleset")
    ordered = list(matches.order_by("stage__number", "round", "pk").prefetch_related("slots"))
    sources = Sources(slot for match in ordered for slot in match.slots.all())
    for match in ordered:
        for slot in match.slots.all():
            found.slots[match.pk, slot.side] = _coming(slot, sources, found)
        winner = _winner(match)
        found.winners[match.pk] = found.slots[match.pk, winner] if winner else None
    return found


def replay_differences(tournament: Tournament) -> Iterator[str]:
    """A sentence for each slot that is not what the replay gives, and each begun match that was begun with others."""
    found = replayed(tournament)
    names = dict(tournament.teams.values_list("pk", "name"))
    begun = Match.objects.filter(stage__tournament=tournament).exclude(status=Match.Status.SCHEDULED)
    frozen = teams_of(begun.values_list("pk", flat=True))
    slots = MatchSlot.objects.filter(match__stage__tournament=tournament).select_related("match")
    for slot in slots.order_by("match_id", "side"):
        due = found.slots[slot.match_id, slot.side]
        plays = frozen.get(slot.match_id, {}).get(slot.side, due)
        for team_id in {slot.team_id, plays} - {due}:
            message = _("场次 %(code)s 的席位 %(side)s 是“%(stored)s”，从头重放应为“%(expected)s”。")
            teams = {"stored": names.get(team_id or 0), "expected": names.get(due or 0)}
            yield message % {"code": slot.match.code, "side": slot.side, **teams}


def _coming(slot: MatchSlot, sources: Sources, found: Replayed) -> int | None:
    """Who comes into the slot; where a match feeds it, by that match's sides as replayed."""
    coming = sources.coming(slot)
    ruled = slot.ruling_team_id or slot.ruling_by_id
    if slot.source_match_id is None or slot.source not in OF_A_MATCH or ruled or coming.why != DECIDED:
        return coming.team_id
    sides = [found.slots[slot.source_match_id, side] for side in SIDES]
    won = found.winners[slot.source_match_id]
    return won if slot.source == MatchSlot.Source.WINNER else next((team for team in sides if team != won), None)


def _winner(match: Match) -> str | None:
    """The winner by the match's own sheet, if it is confirmed."""
    if match.status not in (Match.Status.CONFIRMED, Match.Status.VERIFIED):
        return None
    winner: str | None = rules.result(folded(match).state)["winner"]
    return winner
