"""Layouts: the notice's hours, and an independent check of every generated one."""

from datetime import UTC, datetime, time, timedelta, timezone
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.draw.round_robin import rounds as table
from tournament.schedule import Clash, Day, Game, Placed, clashes, hours, lay_out, round_hours

CHINA = timezone(timedelta(hours=8))
START = datetime(2011, 11, 25, 13, 10, tzinfo=CHINA)


def notice_games() -> list[Game]:
    """Four groups of three at four tables, then semi-finals and a final without a table."""
    games = []
    for group in range(4):
        for number, (a, b) in enumerate([(1, 2), (1, 3), (2, 3)]):
            teams = frozenset({group * 3 + a, group * 3 + b})
            games.append(Game(group * 3 + number, (1, number + 1), teams, table=group + 1))
    games.append(Game(12, (2, 1), feeders=frozenset({0, 1, 2, 6, 7, 8}), tableless=True))
    games.append(Game(13, (2, 1), feeders=frozenset({3, 4, 5, 9, 10, 11}), tableless=True))
    games.append(Game(14, (2, 2), feeders=frozenset({12, 13}), tableless=True))
    return games


def test_the_notice_s_hours_come_out_as_printed() -> None:
    placed = {one.key: one for one in lay_out(notice_games(), [1, 2, 3, 4], hours(START, 60))}
    for group in range(4):
        for number in range(3):
            one = placed[group * 3 + number]
            assert (one.start, one.table) == (START + timedelta(hours=number), group + 1)
    assert [placed[key].start.strftime("%H:%M") for key in (12, 13, 14)] == ["16:10", "16:10", "17:10"]
    assert [placed[key].table for key in (12, 13, 14)] == [None, None, None]


@settings(max_examples=60, deadline=None)
@given(
    teams=st.integers(2, 20),
    tables=st.integers(1, 9),
    minutes=st.integers(10, 150),
    changeover=st.integers(0, 30),
    rest=st.integers(0, 90),
)
def test_no_team_and_no_table_is_doubled_and_everybody_rests(
    teams: int, tables: int, minutes: int, changeover: int, rest: int
) -> None:
    pairs = [(number, pair) for number, one in enumerate(table(teams, "berger")) for pair in one]
    games = [Game(k, (1, number), frozenset(pair), minutes=minutes) for k, (number, pair) in enumerate(pairs)]
    slots = hours(START, minutes, changeover=changeover, day=Day(closes=time(22)))
    placed = lay_out(games, range(1, tables + 1), slots, rest=rest)
    assert sorted(one.key for one in placed) == list(range(len(games)))
    assert clashes(games, placed, rest=rest) == []
    for first in placed:
        for second in placed:
            if first.key < second.key:
                together = first.start < second.end and second.start < first.end
                assert not (together and first.table == second.table)
                gap = max(second.start - first.end, first.start - second.end)
                if games[first.key].teams & games[second.key].teams:
                    assert gap >= timedelta(minutes=rest)


@settings(max_examples=60, deadline=None)
@given(
    groups=st.integers(2, 6),
    size=st.integers(3, 5),
    tables=st.integers(1, 7),
    lengths=st.tuples(st.integers(20, 90), st.integers(20, 120)),
    changeover=st.integers(0, 20),
    stay=st.booleans(),
)
def test_a_knockout_waits_for_its_groups_whatever_the_lengths_and_the_changeover(
    groups: int, size: int, tables: int, lengths: tuple[int, int], changeover: int, stay: bool
) -> None:
    games = group_games(groups, size, lengths[0], tables if stay else None)
    of_group = [frozenset(one.key for one in games if one.order[1] // 100 == group) for group in range(groups)]
    feeders = frozenset().union(*of_group)
    games += [Game(1000 + n, (2, 1), feeders=feeders, minutes=lengths[1]) for n in range(2)]
    games.append(Game(1002, (2, 2), feeders=frozenset({1000, 1001}), minutes=lengths[1]))
    start = datetime(2026, 5, 1, 18, 37, tzinfo=CHINA)
    layout = lay_out(games, range(1, tables + 1), hours(start, 15), changeover=changeover)
    at, gap = {one.key: one for one in layout}, timedelta(minutes=changeover)
    assert sorted(at) == sorted(game.key for game in games)
    assert clashes(games, layout) == []
    for game in games:
        one = at[game.key]
        assert one.end - one.start == timedelta(minutes=game.minutes)
        assert game.table in (None, one.table)
        assert all(at[feeder].end + gap <= one.start for feeder in game.feeders)
        for other in layout:
            if other.table == one.table and other.start > one.start:
                assert other.start >= one.end + gap


def group_games(groups: int, size: int, minutes: int, tables: int | None) -> list[Game]:
    """Groups of `size`; with `tables` each stays at one. Orders are (1, group * 100 + round)."""
    return [
        Game(
            group * 100 + number * 10 + place,
            (1, group * 100 + number),
            frozenset({group * 10 + a, group * 10 + b}),
            minutes=minutes,
            table=group % tables + 1 if tables else None,
        )
        for group in range(groups)
        for number, pairs in enumerate(table(size, "rotation"))
        for place, (a, b) in enumerate(pairs)
    ]


def test_thirteen_teams_at_five_tables_from_18_37() -> None:
    pairs = [(number, pair) for number, one in enumerate(table(13, "berger")) for pair in one]
    games = [Game(key, (1, number), frozenset(pair)) for key, (number, pair) in enumerate(pairs)]
    start = datetime(2026, 5, 1, 18, 37, tzinfo=CHINA)
    layout = lay_out(games, range(1, 6), hours(start, 60, changeover=5, day=Day(closes=time(22))))
    assert len(layout) == 78
    assert clashes(games, layout) == []
    assert {one.start.strftime("%H:%M") for one in layout} == {"18:37", "19:42", "20:47"}
    used = [one.table for one in layout]
    assert max(map(used.count, range(1, 6))) - min(map(used.count, range(1, 6))) <= 1


def test_one_round_a_day_at_12_10() -> None:
    pairs = [(number, pair) for number, one in enumerate(table(6, "berger")) for pair in one]
    games = [Game(key, (1, number), frozenset(pair)) for key, (number, pair) in enumerate(pairs)]
    start = datetime(2014, 3, 10, 12, 10, tzinfo=CHINA)
    layout = {one.key: one for one in lay_out(games, [1, 2, 3], hours(start, 60, day=Day(closes=time(13, 10))))}
    assert [layout[key].start - start for key, _pair in enumerate(pairs)] == [
        timedelta(days=number) for number, _pair in pairs
    ]


def test_two_thousand_matches_are_laid_out_at_thirty_two_tables() -> None:
    pairs = [(number, pair) for number, one in enumerate(table(64, "berger")) for pair in one]
    games = [Game(key, (1, number), frozenset(pair)) for key, (number, pair) in enumerate(pairs)]
    layout = lay_out(games, range(1, 33), hours(START, 60, day=Day(closes=time(22))))
    assert len(layout) == 2016
    assert clashes(games, layout) == []


def test_tables_are_used_evenly() -> None:
    pairs = [(number, pair) for number, one in enumerate(table(10, "berger")) for pair in one]
    games = [Game(key, (1, number), frozenset(pair)) for key, (number, pair) in enumerate(pairs)]
    used = [one.table for one in lay_out(games, [1, 2, 3, 4, 5], hours(START, 60))]
    assert [used.count(number) for number in (1, 2, 3, 4, 5)] == [9, 9, 9, 9, 9]


def test_hours_go_on_the_next_morning_after_closing_time() -> None:
    source = hours(datetime(2026, 3, 31, 18, 37, tzinfo=UTC), 60, changeover=10, day=Day(closes=time(21)))
    assert [next(source).strftime("%d %H:%M") for _slot in range(4)] == [
        "31 18:37",
        "31 19:47",
        "01 18:37",
        "01 19:47",
    ]


def placed(key: int, start: int, minutes: int = 60, at: int | None = 1) -> Placed:
    begin = START + timedelta(minutes=start)
    return Placed(key, begin, begin + timedelta(minutes=minutes), at)


@pytest.mark.parametrize(
    ("games", "layout", "found"),
    [
        ([Game(1, (1, 1)), Game(2, (1, 1))], [placed(1, 0), placed(2, 30)], [Clash("table", 1, 2, 1)]),
        ([Game(1, (1, 1)), Game(2, (1, 1))], [placed(1, 0), placed(2, 60)], []),
        (
            [Game(1, (1, 1), frozenset({7})), Game(2, (1, 1), frozenset({7}))],
            [placed(1, 0), placed(2, 59, at=2)],
            [Clash("team", 1, 2, 7)],
        ),
        (
            [Game(1, (1, 1)), Game(2, (1, 2), feeders=frozenset({1}))],
            [placed(1, 0), placed(2, 30, at=2)],
            [Clash("feeder", 1, 2, 0)],
        ),
        (
            [Game(key, (1, 1)) for key in (1, 2, 3)],
            [placed(1, 0, 120), placed(2, 30, 30), placed(3, 90)],
            [Clash("table", 1, 2, 1), Clash("table", 1, 3, 1)],
        ),
    ],
)
def test_partial_overlaps_are_clashes_with_their_reason(
    games: list[Game], layout: list[Placed], found: list[Clash]
) -> None:
    assert clashes(games, layout) == found


def test_too_short_a_rest_is_flagged() -> None:
    games = [Game(1, (1, 1), frozenset({7})), Game(2, (1, 2), frozenset({7}))]
    assert clashes(games, [placed(1, 0), placed(2, 70, at=2)], rest=30) == [Clash("rest", 1, 2, 7)]


def test_without_tables_or_hours_nothing_is_laid_out() -> None:
    with pytest.raises(ValueError, match="no-tables"):
        lay_out(notice_games(), [], hours(START, 60))
    with pytest.raises(ValueError, match="no-slots"):
        lay_out(notice_games(), [1, 2, 3, 4], [START])


def test_a_round_too_big_for_its_hour_goes_on_until_the_next_round_begins() -> None:
    starts = [START, START + timedelta(minutes=150), START + timedelta(days=1)]
    first = [START + timedelta(minutes=60 * n) for n in range(3)]
    slots = round_hours(starts, 60)
    assert list(islice(slots, 6)) == [*first, *[starts[1] + timedelta(minutes=60 * n) for n in range(3)]]
    games = [Game(n, (1, 1), earliest=starts[0]) for n in range(3)] + [Game(3, (1, 2), earliest=starts[2])]
    placed = lay_out(games, [1], round_hours(starts, 60))
    assert [one.start for one in placed] == [*first, starts[2]]
