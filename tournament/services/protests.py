"""Protests that could still change who won: they hold back the slots they feed (待裁定), and nothing else."""

from collections.abc import Iterable

from django.db.models import Q

from scoring import sheet as rules
from scoring.sheet import MatchState
from tournament.models import Match

from .folded import folded

CLOSED = (Match.Status.CONFIRMED, Match.Status.VERIFIED)
DOUBTED = frozenset({"hand", "penalty", "forfeit", "retire", "disqualify", "decision", "lot"})


def could_change_winner(state: MatchState) -> bool:
    """Whether a protest without a ruling can change the winner, or leave the match without one.

    Both rulings are played through: what is protested against stands, or is struck. A protest that names no hand
    doubts every hand, penalty and decision, each by itself [A].
    """
    return any(changes_winner(state, protest) for protest in rules.open_protests(state))


def changes_winner(state: MatchState, protest: int) -> bool:
    """Whether a ruling for this one protest can change the winner."""
    now = _winner(state)
    return any(_winner(_without(state, n)) != now for n in doubts(state, protest))


def disputed(where: Q) -> list[Match]:
    """Of these matches, those with a confirmed result that an open protest could overturn; one query where none is."""
    rows = Match.objects.filter(where, status__in=CLOSED, entries__type="protest")
    return [
        match for match in rows.select_related("stage__ruleset").distinct() if could_change_winner(folded(match).state)
    ]


def doubted(live: Iterable[int]) -> set[int]:
    """Of these matches being played or waiting to be confirmed, those whose levels or winner a protest could change.

    One query where none is protested. While a match is open its levels stand for the winner: what changes them may
    change who wins [A].
    """
    rows = Match.objects.filter(pk__in=list(live), entries__type="protest").select_related("stage__ruleset").distinct()
    return {match.pk for match in rows if _could_change(folded(match).state)}


def _could_change(state: MatchState) -> bool:
    now = _standing(state)
    return any(
        _standing(_without(state, n)) != now for protest in rules.open_protests(state) for n in doubts(state, protest)
    )


def _standing(state: MatchState) -> object:
    """The winner once the match is over, until then both sides' levels."""
    if state.play.over is not None:
        return _winner(state)
    result = rules.result(state)
    return [result[key] for key in ("levels", "passed", "games")]


def doubts(state: MatchState, protest: int) -> list[int]:
    """The entries that a ruling for the protest could strike, each by itself, in the sheet's order."""
    slot = state.live(protest)
    hand = slot.data.get("hand") if slot else None
    if hand is not None:
        return [hand] if state.live(hand) else []
    return [one.key for one in state.slots if one.kind in DOUBTED and not one.struck and one.key > 0]


def _without(state: MatchState, n: int) -> MatchState:
    return rules.append(state, {"n": state.last_n + 1, "type": "strike", "entry": n, "reason": "protest"})


def _winner(state: MatchState) -> tuple[int | None] | None:
    """(the winner or None for nobody), null while the match is open."""
    over = state.play.over
    return None if over is None else (over[0],)
