"""Seats for the best thirds and best losers: by their order, but not against somebody they have just met."""

from collections.abc import Sequence

NOBODY = -1


def seats(origins: Sequence[str], forbidden: Sequence[frozenset[str]]) -> list[int]:
    """Who takes which seat: for each seat the index into `origins`, which lists the chosen, best first.

    `origins[i]` is where the i-th best comes from (a group, a match), `forbidden[s]` the origins that must not sit at
    seat s. As many as possible sit where they may; among such seatings the best has the first seat it can have.
    """
    left = list(range(len(origins)))
    found: list[int] = []
    for seat in range(len(forbidden)):
        rest = forbidden[seat + 1 :]
        wanted = _most([origins[one] for one in left], forbidden[seat:])
        for one in left:
            others = [origins[other] for other in left if other != one]
            if (origins[one] not in forbidden[seat]) + _most(others, rest) == wanted:
                found.append(one)
                left.remove(one)
                break
    return found


def _most(origins: Sequence[str], forbidden: Sequence[frozenset[str]]) -> int:
    """How many of these can be seated where they may: a largest matching of origins and seats."""
    holder = [NOBODY] * len(forbidden)
    return sum(_seat(one, origins, forbidden, holder, set()) for one in range(len(origins)))


def _seat(
    one: int, origins: Sequence[str], forbidden: Sequence[frozenset[str]], holder: list[int], seen: set[int]
) -> bool:
    """Find a seat for one, moving others if need be."""
    for seat, kept_out in enumerate(forbidden):
        if seat in seen or origins[one] in kept_out:
            continue
        seen.add(seat)
        if holder[seat] == NOBODY or _seat(holder[seat], origins, forbidden, holder, seen):
            holder[seat] = one
            return True
    return False
