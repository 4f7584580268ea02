"""What a delay moves: the match alone, what it pushes, or everything after it on that day; or the whole hall."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from .hours import ANY_DAY, Day
from .kinds import Game, Placed

NONE, PUSH, ALL = "none", "push", "all"


def delayed(
    games: Iterable[Game],
    placed: Iterable[Placed],
    key: int,
    minutes: int,
    *,
    follow: str = PUSH,
    rest: int = 0,
    changeover: int = 0,
    day: Day = ANY_DAY,
    fixed: Collection[int] = (),
) -> dict[int, datetime]:
    """The new starts of everything that moves if match `key` begins `minutes` later, by key.

    What follows is what comes next at its table or for its teams, or out of it. `follow`: `none` moves the match
    alone; `push` also moves what would now come too early, as far as it must and past breaks (gaps take up the delay);
    `all` moves whatever follows on the same day by as many minutes. `fixed` matches stay.
    """
    at = {one.key: one for one in placed}
    moved = {key: at[key].start + timedelta(minutes=minutes)}
    if follow == NONE:
        return moved
    before = _befores(games, at, timedelta(minutes=rest), timedelta(minutes=changeover))
    for one in sorted(at.values(), key=lambda one: (one.start, one.key)):
        if one.key == key or one.key in fixed or one.start < at[key].start:
            continue
        pushing = {first: least for first, least in before[one.key].items() if first in moved}
        if follow == PUSH:
            start = _pushed(one, pushing, at, moved, day)
        else:
            follows = pushing and one.start.date() == at[key].start.date()
            start = one.start + timedelta(minutes=minutes) if follows else one.start
        if start > one.start:
            moved[one.key] = start
    return moved


def hall_delayed(
    placed: Iterable[Placed], since: datetime, minutes: int, *, fixed: Collection[int] = ()
) -> dict[int, datetime]:
    """The new starts if everything of that day from `since` on begins `minutes` later, by key."""
    return {
        one.key: one.start + timedelta(minutes=minutes)
        for one in placed
        if one.start >= since and one.start.date() == since.date() and one.key not in fixed
    }


def _pushed(
    one: Placed,
    pushing: Mapping[int, timedelta],
    at: Mapping[int, Placed],
    moved: Mapping[int, datetime],
    day: Day,
) -> datetime:
    """When a match can begin after those that push it: no gap becomes shorter than it must be, or than it was."""
    latest = one.start
    for first, least in pushing.items():
        length = at[first].end - at[first].start
        latest = max(latest, moved[first] + length + min(least, one.start - at[first].end))
    return latest if latest == one.start else day.past_breaks(latest, one.end - one.start)


def _befores(
    games: Iterable[Game], at: Mapping[int, Placed], rest: timedelta, changeover: timedelta
) -> dict[int, dict[int, timedelta]]:
    """For each match those directly before it (table, team, feeder) and the least gap after each."""
    before: dict[int, dict[int, timedelta]] = defaultdict(dict)
    by_team: dict[int, list[Placed]] = defaultdict(list)
    by_table: dict[int, list[Placed]] = defaultdict(list)
    for one in at.values():
        if one.table is not None:
            by_table[one.table].append(one)
    for game in games:
        if game.key not in at:
            continue
        for team in game.teams:
            by_team[team].append(at[game.key])
        for feeder in game.feeders & at.keys():
            _note(before[game.key], feeder, max(rest, changeover))
    _note_rows(before, by_table.values(), changeover)
    _note_rows(before, by_team.values(), rest)
    return before


def _note_rows(before: dict[int, dict[int, timedelta]], rows: Iterable[Sequence[Placed]], least: timedelta) -> None:
    for row in rows:
        for first, second in pairwise(sorted(row, key=lambda one: (one.start, one.key))):
            _note(before[second.key], first.key, least)


def _note(before: dict[int, timedelta], key: int, least: timedelta) -> None:
    before[key] = max(least, before.get(key, least))
