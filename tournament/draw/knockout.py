"""The matches of a knockout bracket: main rounds, third place, placement matches; byes are not matches."""

from collections.abc import Sequence
from itertools import repeat
from typing import Any

Side = dict[str, Any]
Reference = tuple[str, int]
Entrant = Side | Reference
Node = tuple[int, Entrant, Entrant, int | None]


def bracket(sides: Sequence[Side | None], places: int = 1, joint_third: bool = False) -> list[dict[str, Any]]:
    """The matches of a bracket whose slots hold `sides` (2^k of them; None = bye; slots 2i and 2i+1 meet).

    Only the matches needed to tell the first `places` apart; `joint_third` leaves both losing semi-finalists third.
    A match is {"id", "round", "a", "b", "place"}: ids "m1", "m2" … in playing order, the final last;
    `place` is the better of the two places it decides, or None.
    A side is the given one or {"winner_of": id} or {"loser_of": id}.
    """
    nodes = _nodes(sides, places, joint_third)
    last = 2 * len(sides)  # beyond any place: in a round, first what decides none, then the worst place first
    keys = [number * last + (last - place if place else 0) for number, _a, _b, place in nodes]
    order = sorted(range(len(nodes)), key=keys.__getitem__)
    ids = [""] * len(nodes)
    for number, index in enumerate(order, start=1):
        ids[index] = f"m{number}"
    drawn = []
    for index in order:
        number, a, b, place = nodes[index]
        first = {a[0]: ids[a[1]]} if type(a) is tuple else a
        second = {b[0]: ids[b[1]]} if type(b) is tuple else b
        drawn.append({"id": ids[index], "round": number, "a": first, "b": second, "place": place})
    return drawn


def _nodes(sides: Sequence[Side | None], places: int, joint_third: bool) -> list[Node]:
    """Matches as (round, a, b, place), block by block: the losers of a round play for the places behind its winners."""
    nodes: list[Node] = []
    blocks: list[tuple[list[Entrant | None], int, int]] = [(list(sides), 1, 1)]
    for entrants, first_place, number in blocks:
        while len(entrants) > 1:
            behind = first_place + len(entrants) // 2
            played = len(nodes)
            entrants, losers = _round(entrants, first_place, number, nodes)
            if len(nodes) > played and behind <= places and not (joint_third and behind == 3):
                blocks.append((losers, behind, number + 1))
            number += 1
    return nodes


def _round(
    entrants: list[Entrant | None],
    first_place: int,
    number: int,
    nodes: list[Node],
) -> tuple[list[Entrant | None], list[Entrant | None]]:
    """Play one round: adds its matches to `nodes`, returns winners and losers in bracket order (None: nobody)."""
    winners: list[Entrant | None] = []
    losers: list[Entrant | None] = []
    place = first_place if len(entrants) == 2 else None
    pairs = zip(entrants[::2], entrants[1::2], strict=True)
    if None not in entrants:
        first = len(nodes)
        nodes.extend([(number, a, b, place) for a, b in pairs])  # type: ignore[misc]
        played = range(first, len(nodes))
        return list(zip(repeat("winner_of"), played)), list(zip(repeat("loser_of"), played))
    for a, b in pairs:
        if a is None or b is None:
            winners.append(a if b is None else b)
            losers.append(None)
        else:
            winners.append(("winner_of", len(nodes)))
            losers.append(("loser_of", len(nodes)))
            nodes.append((number, a, b, place))
    return winners, losers
