"""The tree of a knockout: matches out of slots, with placement matches down to the places that are awarded."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Side = dict[str, Any]


def seeding(width: int) -> list[int]:
    """Ranks (from 0) in bracket order: 0 and 1 in different halves, 0-3 in different quarters, and so on."""
    order = [0]
    while len(order) < width:
        double = len(order) * 2 - 1
        order = [rank for one in order for rank in (one, double - one)]
    return order


@dataclass(slots=True)
class Tree:
    """Matches as they are found, numbered in order of round."""

    places: int
    joint_third: bool
    found: list[dict[str, Any]] = field(default_factory=list)

    def wanted(self, best: int) -> bool:
        """True if matches deciding place `best` and the ones after it are played."""
        return best <= self.places and not (best == 3 and self.joint_third)

    def play(self, sides: Sequence[Side | None], best: int, number: int) -> None:
        """Add the matches among `sides` (bracket order, None = nobody) for the places from `best` on."""
        if len(sides) < 2 or sum(side is not None for side in sides) < 2:
            return
        winners: list[Side | None] = []
        losers: list[Side | None] = []
        for a, b in zip(sides[::2], sides[1::2], strict=True):
            winner, loser = self._meet(a, b, number, best if len(sides) == 2 else None)
            winners.append(winner)
            losers.append(loser)
        self.play(winners, best, number + 1)
        if self.wanted(best + len(winners)):
            self.play(losers, best + len(winners), number + 1)

    def _meet(self, a: Side | None, b: Side | None, number: int, place: int | None) -> tuple[Side | None, Side | None]:
        if a is None or b is None:
            return a or b, None
        match: dict[str, Any] = {"round": number, "a": a, "b": b, "place": place}
        self.found.append(match)
        return {"winner_of": match}, {"loser_of": match}


def matches(slots: Sequence[Side | None], places: int, third_place: str) -> list[dict[str, Any]]:
    """Matches of a bracket: [{"id", "round", "a", "b", "place"}], byes left out, ids `m1` … in order of round."""
    tree = Tree(places, third_place == "joint")
    tree.play(slots, 1, 1)
    ordered = sorted(tree.found, key=lambda match: (match["round"], match["place"] or 0))
    for number, match in enumerate(ordered, start=1):
        match["id"] = f"m{number}"
    return [_written(match) for match in ordered]


def _written(match: dict[str, Any]) -> dict[str, Any]:
    sides = {name: _named(match[name]) for name in "ab"}
    return {"id": match["id"], "round": match["round"], **sides, "place": match["place"]}


def _named(side: Side) -> Side:
    """The same side with the id of the match it comes from."""
    key = next(iter(side))
    return {key: side[key]["id"]} if key in ("winner_of", "loser_of") else side
