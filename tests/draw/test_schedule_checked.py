"""Every generated schedule before the independent checker: knockouts, groups with their knockout, around lunch."""

from datetime import datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.schedule_checker import ZONE, Meeting, Wishes, problems
from tournament.draw.knockout import bracket
from tournament.draw.round_robin import rounds
from tournament.schedule import Clash, Day, Game, Placed, Usable, clashes, hours, lay_out

START = datetime(2026, 5, 9, 9, 0, tzinfo=ZONE)
LUNCH = (time(12), time(13))


def knockout(teams: int, places: int, first_key: int = 0) -> list[Meeting]:
    """A bracket of `teams`, byes at the end."""
    size = 1 << (teams - 1).bit_length()
    byes = size - teams
    sides = [{"team": n} for n in range(teams)]
    slots: list[dict | None] = []
    for pair in range(size // 2):
        slots += [sides.pop(), None if pair < byes else sides.pop()]
    return from_drawn(bracket(slots, places), first_key)


def from_drawn(drawn: list[dict], first_key: int) -> list[Meeting]:
    keys = {one["id"]: first_key + number for number, one in enumerate(drawn)}

    def side(one: dict) -> tuple:
        if "team" in one:
            return ("team", one["team"])
        if "group" in one:
            return ("group", one["group"], one["place"])
        name = "winner" if "winner_of" in one else "loser"
        return (name, keys[one[f"{name}_of"]])

    return [Meeting(keys[one["id"]], (side(one["a"]), side(one["b"]))) for one in drawn]


def groups(count: int, size: int) -> list[Meeting]:
    """`count` groups, single round robin, and the knockout of the first two of each."""
    meetings: list[Meeting] = []
    for number, pairs in enumerate(rounds(size, "berger")):
        for group in range(count):
            for a, b in pairs:
                sides = (("team", group * 100 + a), ("team", group * 100 + b))
                meetings.append(Meeting(len(meetings), sides, group=group))
                meetings[-1].number = number
    places = [{"group": g, "place": p} for p in (1, 2) for g in range(count)]
    size = 1 << (len(places) - 1).bit_length()
    padded = places + [None] * (size - len(places))
    pairs = [side for n in range(size // 2) for side in (padded[n], padded[size - 1 - n])]
    return meetings + from_drawn(bracket(pairs), len(meetings))


def games_of(meetings: list[Meeting], minutes: int) -> list[Game]:
    """The same for the product's layout; rounds by how deep the feeding goes."""
    depth: dict[int, int] = {}
    of_group: dict[object, set[int]] = {}
    games = []
    for one in meetings:
        of_group.setdefault(one.group, set()).add(one.key)
    for one in meetings:
        feeding = {side[1] for side in one.sides if side[0] in ("winner", "loser")}
        for side in one.sides:
            feeding |= of_group[side[1]] if side[0] == "group" else set()
        depth[one.key] = 1 + max((depth[key] for key in feeding), default=0)
        stage = (1, getattr(one, "number", 0)) if one.group is not None else (2, depth[one.key])
        teams = frozenset(side[1] for side in one.sides if side[0] == "team")
        claims = frozenset(side for side in one.sides if side[0] != "team")
        feeders = frozenset(feeding)
        games.append(Game(one.key, stage, teams, feeders, minutes, awaits=feeders, claims=claims))
    return games


def placed(meetings: list[Meeting], layout: list[Placed]) -> list[Meeting]:
    at = {one.key: one for one in layout}
    assert len(at) == len(layout) == len(meetings)
    for one in meetings:
        one.start, one.end, one.table = at[one.key].start, at[one.key].end, at[one.key].table
    return meetings


@settings(max_examples=40, deadline=None)
@given(
    shape=st.one_of(
        st.tuples(st.just("knockout"), st.integers(2, 40), st.sampled_from([1, 2, 4, 8])),
        st.tuples(st.just("groups"), st.integers(2, 6), st.integers(2, 5)),
    ),
    tables=st.integers(1, 8),
    minutes=st.integers(20, 110),
    changeover=st.integers(0, 20),
    rest=st.integers(0, 60),
    seed=st.integers(0, 999),
)
def test_a_schedule_can_be_played_whoever_wins_around_lunch_and_closing_time(
    shape: tuple[str, int, int], tables: int, minutes: int, changeover: int, rest: int, seed: int
) -> None:
    name, first, second = shape
    meetings = knockout(first, min(second, first)) if name == "knockout" else groups(first, second)
    games = games_of(meetings, minutes)
    day = Day(opens=time(8, 30), closes=time(18), breaks=(LUNCH,))
    slots = hours(START, minutes, changeover=changeover, day=day)
    layout = lay_out(games, range(1, tables + 1), slots, rest=rest, changeover=changeover, day=day)
    wishes = Wishes(rest, changeover, [LUNCH], time(18))
    assert problems(placed(meetings, layout), wishes, seed) == []
    assert clashes(games, layout, rest=rest, changeover=changeover, day=day) == []
    used = [one.table for one in layout]
    counts = [used.count(table) for table in range(1, tables + 1)]
    assert max(counts) - min(counts) <= 1


@settings(max_examples=25, deadline=None)
@given(
    teams=st.integers(2, 12),
    late=st.integers(13, 16),
    minutes=st.integers(20, 80),
    stay=st.integers(0, 8),
    seed=st.integers(0, 99),
)
def test_tables_keep_their_hours_and_matches_that_began_stay(
    teams: int, late: int, minutes: int, stay: int, seed: int
) -> None:
    pairs = [(number, pair) for number, one in enumerate(rounds(teams, "berger")) for pair in one]
    meetings = [Meeting(key, (("team", pair[0]), ("team", pair[1]))) for key, (_number, pair) in enumerate(pairs)]
    games = [Game(key, (1, number), frozenset(pair), minutes=minutes) for key, (number, pair) in enumerate(pairs)]
    spans = {2: [(time(9), time(12))], 3: [(time(late), time(20))]}
    usable = {number: Usable(tuple(pairs)) for number, pairs in spans.items()}
    day = Day(closes=time(20))
    first = lay_out(games, [1, 2, 3], hours(START, minutes, day=day), day=day, usable=usable)
    began = {one.key: one for one in sorted(first, key=lambda one: one.start)[:stay]}
    again = START + timedelta(days=1)
    rest = lay_out(games, [1, 2, 3], hours(again, minutes, day=day), day=day, usable=usable, fixed=began)
    assert not {one.key for one in rest} & set(began)
    assert all(one.start >= again for one in rest)
    for layout in (first, [*began.values(), *rest]):
        assert problems(placed(meetings, layout), Wishes(day_ends=time(20), tables=spans), seed) == []


def test_the_checker_sees_what_is_wrong() -> None:
    """The checker itself: each kind of fault is found."""
    hour = timedelta(hours=1)
    first = Meeting(1, (("team", 1), ("team", 2)), START, START + hour, 1)
    beside = Meeting(2, (("team", 3), ("team", 4)), START + hour / 2, START + hour * 1.5, 1)
    assert any("table 1" in text for text in problems([first, beside]))
    twice = Meeting(2, (("team", 1), ("team", 4)), START + hour / 2, START + hour * 1.5, 2)
    assert any("team 1" in text for text in problems([first, twice]))
    early = Meeting(2, (("winner", 1), ("team", 4)), START + hour / 2, START + hour * 1.5, 2)
    assert any("before 1 is over" in text for text in problems([first, early]))
    lunch = Meeting(3, (("team", 8), ("team", 9)), START + 3 * hour, START + 4 * hour, 2)
    assert problems([lunch], Wishes(breaks=[LUNCH])) == ["3 in a break"]
    assert problems([lunch], Wishes(day_ends=time(12))) == ["3 ends after closing time"]
    assert problems([lunch], Wishes(tables={2: [(time(8), time(12))]})) == ["3 at table 2 out of its hours"]


def at(key: int, start: int, minutes: int = 60, table: int | None = None) -> Placed:
    begin = START + timedelta(minutes=start)
    return Placed(key, begin, begin + timedelta(minutes=minutes), table)


SEMI = [Game(1, (1, 1), frozenset({1, 2})), Game(2, (1, 1), frozenset({3, 4}))]
FINAL = Game(3, (1, 2), feeders=frozenset({1, 2}), awaits=frozenset({1, 2}), claims=frozenset({"w1", "w2"}))
THIRD = Game(4, (1, 2), feeders=frozenset({1, 2}), awaits=frozenset({1, 2}), claims=frozenset({"l1", "l2"}))
GUEST = Game(5, (2, 1), frozenset({3, 9}))

POSSIBLE = {
    "final and third place at one hour": ([FINAL, THIRD], [at(1, 0), at(2, 0), at(3, 60), at(4, 60)], []),
    "a semi-finalist elsewhere while the final may be its": (
        [FINAL, GUEST],
        [at(1, 0), at(2, 0), at(3, 60), at(5, 90)],
        [Clash("possible", 3, 5, 3)],
    ),
    "two matches of one winner": (
        [FINAL, Game(6, (2, 2), feeders=frozenset({1}), awaits=frozenset({1}), claims=frozenset({"w1"}))],
        [at(1, 0), at(2, 0), at(3, 60), at(6, 80)],
        [Clash("possible", 3, 6, 0)],
    ),
    "the final before a semi-final whose own hour is open": (
        [FINAL, Game(7, (1, 3), feeders=frozenset({3}), awaits=frozenset({3}))],
        [at(1, 0), at(2, 30), at(7, 60)],
        [Clash("feeder", 2, 7, 0)],
    ),
}


@pytest.mark.parametrize(("more", "layout", "found"), POSSIBLE.values(), ids=POSSIBLE)
def test_both_candidates_of_a_side_count(more: list[Game], layout: list[Placed], found: list[Clash]) -> None:
    assert clashes([*SEMI, *more], layout) == found


def test_whoever_comes_out_of_a_match_rests_too() -> None:
    layout = [at(1, 0), at(2, 0), at(3, 70)]
    assert clashes([*SEMI, FINAL], layout, rest=15) == [Clash("rest", 1, 3, 0), Clash("rest", 2, 3, 0)]
    again = lay_out([*SEMI, FINAL], [1, 2], hours(START, 60), rest=15)
    assert again[-1].start == START + timedelta(minutes=120)


def test_a_table_out_of_its_hours_a_break_and_a_short_changeover_are_named() -> None:
    games = [Game(1, (1, 1)), Game(2, (1, 1))]
    day = Day(closes=time(12), breaks=((time(10, 30), time(10, 45)),))
    usable = {1: Usable(daily=((time(9), time(10)),))}
    assert clashes(games, [at(1, 30, table=1)], usable=usable) == [Clash("closed", 1, 1, 1)]
    assert clashes(games, [at(1, 60)], day=day) == [Clash("break", 1, 1, 0)]
    assert clashes(games, [at(1, 150)], day=day) == [Clash("break", 1, 1, 0)]
    found = clashes(games, [at(1, 0, table=1), at(2, 65, table=1)], changeover=10)
    assert found == [Clash("changeover", 1, 2, 1)]


def test_a_day_too_short_for_a_match_is_no_endless_search() -> None:
    day = Day(closes=time(9, 30))
    with pytest.raises(ValueError, match="no-slots"):
        lay_out([Game(1, (1, 1))], [1], hours(START, 60, day=day), day=day)
    lunch = Day(closes=time(18), breaks=((time(9), time(12)), (time(12, 30), time(18))))
    with pytest.raises(ValueError, match="no-slots"):
        lay_out([Game(1, (1, 1))], [1], hours(START, 60, day=lunch), day=lunch)


def test_slots_go_on_after_lunch_and_the_next_morning_at_its_own_hour() -> None:
    day = Day(opens=time(8, 30), closes=time(15), breaks=(LUNCH,))
    source = hours(START, 60, changeover=5, day=day)
    shown = [next(source).strftime("%d %H:%M") for _slot in range(6)]
    assert shown == ["09 09:00", "09 10:05", "09 13:00", "10 08:30", "10 09:35", "10 10:40"]
