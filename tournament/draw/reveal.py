"""In which order the hall sees a draw: seeded teams first, the others as the lots put them; and where each stands."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .lots import Lots


class Place(NamedTuple):
    """Where a team stands: `section` is its pair of slots or its group, `number` its place there, both from 0."""

    section: int
    number: int


def order_of(record: Mapping[str, Any]) -> list[str]:
    """The team ids of a computed record in the order in which they are shown."""
    teams = record["teams"]
    if lots := record.get("lots"):
        return sorted((team["id"] for team in teams), key=lambda team: int(lots[team]))
    drawn = Lots(record["seed"]).shuffled(range(len(teams)))
    seeded = sorted((team["seed"], position) for position, team in enumerate(teams) if team.get("seed") is not None)
    first = [position for _seed, position in seeded]
    known = set(first)
    return [teams[position]["id"] for position in [*first, *(one for one in drawn if one not in known)]]


def sections_of(result: Mapping[str, Any]) -> list[list[str | None]]:
    """The groups, or the bracket's pairs from the top (None = bye), of a draw's result."""
    if "groups" in result:
        return [list(group) for group in result["groups"]]
    if "pairs" in result:
        return [*(list(pair) for pair in result["pairs"]), *([[result["bye"], None]] if result.get("bye") else [])]
    slots = result["slots"]
    return [list(pair) for pair in zip(slots[::2], slots[1::2], strict=True)]


def places_of(result: Mapping[str, Any]) -> dict[str, Place]:
    """Where each team stands."""
    return {
        team: Place(section, number)
        for section, teams in enumerate(sections_of(result))
        for number, team in enumerate(teams)
        if team is not None
    }
