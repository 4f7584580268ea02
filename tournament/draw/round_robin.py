"""Who plays whom in which round when everybody meets everybody: Berger, rotation or an order typed in."""

from collections.abc import Sequence
from itertools import combinations

from .errors import DrawError

Pair = tuple[int, int]
Round = list[Pair]
ORDERS = ("berger", "rotation")


def rounds(count: int, order: str | Sequence[Sequence[int]] = "berger", legs: int = 1) -> list[Round]:
    """The rounds of a group of `count`, as pairs of positions from 1, the first-named first.

    `order` is "berger", "rotation" (逆时针轮转) or the pairs in playing order. In generated tables everybody is named
    first as often as second, to within one. A second leg repeats the first with sides reversed. Raises `DrawError`.
    """
    if isinstance(order, str):
        first = berger(count) if order == "berger" else rotation(count)
    else:
        first = explicit(count, order)
    return first + [[(b, a) for a, b in pairs] for pairs in first] if legs == 2 else first


def berger(count: int) -> list[Round]:
    """The Berger tables (贝格尔编排法); of an odd number, whoever would meet the missing last one is free."""
    size = count + count % 2
    last = size - 1
    table: list[Round] = []
    for number in range(last):
        start = number * size // 2 % last
        against_last = (start + 1, size) if number % 2 == 0 else (size, start + 1)
        pairs = [against_last] if size == count else []
        pairs += [((start + k) % last + 1, (start - k) % last + 1) for k in range(1, size // 2)]
        table.append(pairs)
    return table


def rotation(count: int) -> list[Round]:
    """The circle turned anticlockwise about a fixed place: number 1 of an even count, the empty place (轮空) of an odd.

    The fixed team is named first in every other round, which balances it.
    """
    fixed, turning = (1, list(range(2, count + 1))) if count % 2 == 0 else (0, list(range(1, count + 1)))
    table: list[Round] = []
    for number in range(len(turning)):
        opponent = turning[-1]
        pairs = [(fixed, opponent) if number % 2 == 0 else (opponent, fixed)] if fixed else []
        half = len(turning) // 2
        pairs += [(turning[k], turning[-2 - k]) for k in range(half)]
        table.append(pairs)
        turning = [turning[-1], *turning[:-1]]
    return table


def explicit(count: int, order: Sequence[Sequence[int]]) -> list[Round]:
    """Pairs in the order typed in; consecutive pairs that share nobody share a round. Every pair exactly once."""
    wanted = {frozenset(pair) for pair in combinations(range(1, count + 1), 2)}
    table: list[Round] = []
    busy: set[int] = set()
    for index, (a, b) in enumerate(order):
        if frozenset((a, b)) not in wanted:
            raise DrawError(f"order[{index}]", f"{a}-{b} 重复或不存在；每组 {count} 队，每两个不同的序号恰好相遇一次")
        wanted.remove(frozenset((a, b)))
        if not table or a in busy or b in busy:
            table.append([])
            busy = set()
        table[-1].append((a, b))
        busy |= {a, b}
    if wanted:
        a, b = min(sorted(pair) for pair in wanted)
        raise DrawError("order", f"缺少 {a}-{b}；每组 {count} 队，每两个序号都要相遇一次")
    return table
