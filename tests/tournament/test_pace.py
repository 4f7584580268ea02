"""How far behind, and when it ends."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournament.pace import Running, Waiting, factor_of, forecast, hand_minutes

NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def running(key: int = 1, table: int | None = 1, **more: object) -> Running:
    return Running(**{"key": key, "table": table, "started": NOON, "planned_minutes": 60, **more})  # type: ignore[arg-type]


def waiting(key: int, table: int | None, planned: float, **more: object) -> Waiting:
    return Waiting(**{"key": key, "table": table, "planned": at(planned), "minutes": 60, **more})  # type: ignore[arg-type]


def test_a_hand_takes_the_median_of_the_gaps_and_nothing_is_said_of_fewer_than_three() -> None:
    assert hand_minutes([[at(0), at(7), at(15)], [at(0), at(40), at(49)]]) == 8.5
    assert hand_minutes([[at(0), at(7), at(15)]]) is None


def test_a_match_ends_half_a_hand_after_its_clock() -> None:
    found = forecast([running(deadline=at(60))], [], now=at(10), hand=8.0)
    assert found.ends[1] == at(64)


def test_a_match_of_so_many_hands_ends_after_the_hands_left() -> None:
    found = forecast([running(hands_left=3, last_hand=at(20), deadline=at(120))], [], now=at(25), hand=10.0)
    assert found.ends[1] == at(50)


def test_a_match_without_clock_or_hands_takes_as_long_as_the_others_took() -> None:
    assert forecast([running()], [], now=at(5), hand=None, factor=1.5).ends[1] == at(90)


def test_a_match_over_its_time_ends_now_at_the_earliest() -> None:
    assert forecast([running(deadline=at(60))], [], now=at(95), hand=8.0).ends[1] == at(95)


def test_who_waits_starts_when_table_feeders_plan_and_now_allow() -> None:
    found = forecast(
        [running(1, 1, deadline=at(60)), running(2, 2, deadline=at(80))],
        [waiting(3, 1, 60), waiting(4, 1, 120), waiting(5, 3, 60, feeders=frozenset({2}))],
        now=at(30),
        hand=None,
        changeover=5,
    )
    assert [found.starts[key] for key in (3, 4, 5)] == [at(65), at(130), at(80)]
    assert (found.behind_minutes, found.end) == (20, at(190))


def test_on_plan_nothing_is_behind() -> None:
    assert forecast([], [waiting(1, 1, 30)], now=at(0), hand=None).behind_minutes == 0


def test_an_empty_day_has_no_end() -> None:
    assert forecast([], [], now=NOON, hand=None).end is None


def test_the_factor_is_the_median_of_real_by_planned() -> None:
    assert factor_of([(60, 60), (90, 60), (120, 60)]) == 1.5
    assert factor_of([]) == 1.0


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 300), st.integers(5, 180)), max_size=12),
    st.integers(0, 400),
    st.integers(0, 20),
)
def test_no_table_is_doubled_and_nothing_starts_before_plan_or_now(
    plan: list[tuple[int, int, int]], now: int, changeover: int
) -> None:
    matches = [waiting(key, table, start, minutes=length) for key, (table, start, length) in enumerate(plan)]
    found = forecast([], matches, now=at(now), hand=None, changeover=changeover)
    for one in matches:
        assert found.starts[one.key] >= max(one.planned, at(now))
    for table in range(1, 5):
        spans = sorted((found.starts[one.key], found.ends[one.key]) for one in matches if one.table == table)
        assert all(a[1] + timedelta(minutes=changeover) <= b[0] for a, b in zip(spans, spans[1:], strict=False))
