"""Round robin tables: every pair once, sides balanced, the notice's own order kept."""

from collections import Counter

import pytest

from tournament.draw.round_robin import rounds as table


@pytest.mark.parametrize("order", ["berger", "rotation"])
@pytest.mark.parametrize("size", range(2, 41))
def test_every_two_meet_once_and_nobody_twice_in_a_round(size: int, order: str) -> None:
    rounds = table(size, order)
    pairs = [tuple(sorted(pair)) for one in rounds for pair in one]
    assert sorted(pairs) == [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]
    assert len(rounds) == size - 1 + size % 2
    for one in rounds:
        assert max(Counter(number for pair in one for number in pair).values()) == 1


@pytest.mark.parametrize("order", ["berger", "rotation"])
@pytest.mark.parametrize("size", range(2, 41))
def test_each_is_first_named_half_the_time_to_within_one(size: int, order: str) -> None:
    first = Counter(pair[0] for one in table(size, order) for pair in one)
    assert all(abs(2 * first[number] - (size - 1)) <= 1 for number in range(1, size + 1))


@pytest.mark.parametrize("size", [3, 4, 7, 12])
def test_the_second_leg_names_the_sides_the_other_way_round(size: int) -> None:
    rounds = table(size, "berger", 2)
    half = len(rounds) // 2
    assert [[(b, a) for a, b in one] for one in rounds[:half]] == rounds[half:]


def test_a_written_order_is_kept_and_disjoint_neighbours_share_a_round() -> None:
    assert table(3, [[1, 2], [1, 3], [2, 3]]) == [[(1, 2)], [(1, 3)], [(2, 3)]]
    assert table(4, [[1, 3], [2, 4], [1, 2], [3, 4], [1, 4], [2, 3]]) == [
        [(1, 3), (2, 4)],
        [(1, 2), (3, 4)],
        [(1, 4), (2, 3)],
    ]
