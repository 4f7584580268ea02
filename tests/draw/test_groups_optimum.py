"""Seeds and colleagues in groups: even splits always, the exact snake exactly where an exhaustive search finds it."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.draw.groups import drawn, group_name, in_reading_order, snake
from tournament.draw.lots import Lots


def check_groups(groups: Sequence[Sequence[int]], departments: Sequence[int], seeds: int) -> None:
    """Everyone once, sizes and departments within one, each block of seeds in different groups, seeds listed first."""
    count = len(groups)
    at = {entrant: number for number, group in enumerate(groups) for entrant in group}
    assert sorted(at) == list(range(len(departments))) == sorted(one for group in groups for one in group)
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    for name in set(departments):
        shares = [sum(departments[one] == name for one in group) for group in groups]
        assert max(shares) - min(shares) <= 1
    for first in range(0, seeds, count):
        block = range(first, min(seeds, first + count))
        assert len({at[seed] for seed in block}) == len(block)
    for group in groups:
        seeded = [one for one in group if one < seeds]
        assert list(group[: len(seeded)]) == sorted(seeded)


@settings(max_examples=300, deadline=None)
@given(
    departments=st.lists(st.integers(0, 8), min_size=2, max_size=60),
    groups=st.integers(1, 30),
    seeds=st.integers(0, 60),
    seed=st.text(max_size=5),
)
def test_any_departments_and_seeds_are_split_evenly(departments: list[int], groups: int, seeds: int, seed: str) -> None:
    groups, seeds = min(groups, len(departments) // 2), min(seeds, len(departments))
    check_groups(drawn(departments, range(seeds), groups, Lots(seed)), departments, seeds)


@pytest.mark.parametrize("start", range(20))
def test_the_snake_is_exact_wherever_an_exhaustive_search_can_keep_it(start: int) -> None:
    chance = random.Random(start)
    for number in range(100):
        count = chance.randint(4, 10)
        groups, seeds, names = chance.randint(2, count // 2), chance.randint(0, count), chance.randint(1, 5)
        departments = [chance.randrange(names) for _team in range(count)]
        result = drawn(departments, range(seeds), groups, Lots(f"{start} {number}"))
        exact = all(seed in result[snake(seed, groups)] for seed in range(seeds))
        assert exact == possible(departments, seeds, groups)


def possible(departments: Sequence[int], seeds: int, groups: int) -> bool:
    """Whether some division keeps the snake and splits everything evenly."""
    seats = [[seed for seed in range(seeds) if snake(seed, groups) == number] for number in range(groups)]
    largest = {name: -(-size // groups) for name, size in Counter(departments).items()}

    def even() -> bool:
        counts = [Counter(departments[one] for one in seat) for seat in seats]
        sizes = [len(seat) for seat in seats]
        splits = [[count[name] for count in counts] for name in largest] + [sizes]
        return all(max(split) - min(split) <= 1 for split in splits)

    def seat(team: int) -> bool:
        if team == len(departments):
            return even()
        for seated in seats:
            if sum(departments[one] == departments[team] for one in seated) < largest[departments[team]]:
                seated.append(team)
                if seat(team + 1):
                    return True
                seated.pop()
        return False

    return seat(seeds)


def test_reading_order_makes_the_first_groups_the_larger_ones() -> None:
    assert in_reading_order(11, 3) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]


def test_groups_are_lettered_like_columns() -> None:
    assert [group_name(number) for number in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
