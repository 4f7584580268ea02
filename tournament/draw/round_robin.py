"""Round robin tables: Berger (贝格尔), rotation (逆时针轮转), or an explicit order of pairs."""

from collections.abc import Sequence

Pair = tuple[int, int]


def table(size: int, order: str | Sequence[Sequence[int]], legs: int = 1) -> list[list[Pair]]:
    """Rounds of pairs of numbers 1 … size, first-named side first; a second leg names the sides the other way round."""
    if isinstance(order, str):
        first = balanced({"berger": berger, "rotation": rotation}[order](size))
    else:
        first = explicit(order)
    second = [[(b, a) for a, b in pairs] for pairs in first]
    return first + second if legs == 2 else first


def berger(size: int) -> list[list[Pair]]:
    """The Berger table: the last number stays, the others move on by half the table each round."""
    even = size + size % 2
    if even < 2:
        return []
    return [_without(even, size, _berger_round(even, number)) for number in range(even - 1)]


def _berger_round(even: int, number: int) -> list[Pair]:
    ring = even - 1
    lead = number * (even // 2) % ring
    pairs = [(lead + 1, even) if number % 2 == 0 else (even, lead + 1)]
    for step in range(1, even // 2):
        pairs.append(((lead + step) % ring + 1, (lead - step) % ring + 1))
    return pairs


def rotation(size: int) -> list[list[Pair]]:
    """The rotation table: 1 stays, the others move one seat anticlockwise each round."""
    even = size + size % 2
    if even < 2:
        return []
    return [_without(even, size, _rotation_round(even, number)) for number in range(even - 1)]


def _rotation_round(even: int, number: int) -> list[Pair]:
    ring = list(range(2, even + 1))
    turned = [1, *ring[len(ring) - number :], *ring[: len(ring) - number]]
    return [(turned[seat], turned[even - 1 - seat]) for seat in range(even // 2)]


def _without(even: int, size: int, pairs: list[Pair]) -> list[Pair]:
    """Without the pair of the empty number where the size is odd."""
    return [pair for pair in pairs if even == size or even not in pair]


def explicit(order: Sequence[Sequence[int]]) -> list[list[Pair]]:
    """Rounds out of a list of pairs: consecutive pairs without a common number share a round."""
    rounds: list[list[Pair]] = []
    busy: set[int] = set()
    for a, b in order:
        if not rounds or busy & {a, b}:
            rounds.append([])
            busy = set()
        rounds[-1].append((a, b))
        busy |= {a, b}
    return rounds


def balanced(rounds: list[list[Pair]]) -> list[list[Pair]]:
    """The same pairs with sides so named that each number is first-named as often as second, to within one.

    Number i is first against the next ⌊n/2⌋ numbers around the circle (for even n the opposite number counts for the
    smaller one only), which is balanced for every n.
    """
    size = max((max(pair) for pairs in rounds for pair in pairs), default=0)
    return [[_first_named(size, *sorted(pair)) for pair in pairs] for pairs in rounds]


def _first_named(size: int, low: int, high: int) -> Pair:
    ahead = high - low
    return (low, high) if ahead * 2 <= size else (high, low)
