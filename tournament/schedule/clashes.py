"""What cannot stand in a layout, made by hand or not; partial overlaps included."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import combinations

from .hours import ANY_DAY, Day, Usable
from .kinds import Clash, Game, Placed

_NONE: Mapping[int, Usable] = {}


def clashes(
    games: Iterable[Game],
    placed: Iterable[Placed],
    *,
    rest: int = 0,
    changeover: int = 0,
    day: Day = ANY_DAY,
    usable: Mapping[int, Usable] = _NONE,
) -> list[Clash]:
    """Everything that cannot stand, each once; the arguments are those of `lay_out`.

    Games not placed have no hour and clash with nothing, but what they wait for must be over before what they feed.
    """
    at = {one.key: one for one in placed}
    by_key = {game.key: game for game in games}
    timed = [game for game in by_key.values() if game.key in at]
    pause, gap = timedelta(minutes=rest), timedelta(minutes=changeover)
    found = _overlaps("table", "changeover", _by_table(at.values()), gap)
    found += _overlaps("team", "rest", _by_team(timed, at), pause)
    for game in timed:
        found += _feeders(game, by_key, at, pause)
    found += _possible(timed, by_key, at)
    for one in at.values():
        found += _outside(one, day, usable)
    return found


def possible_teams(games: Iterable[Game]) -> dict[int, frozenset[int]]:
    """The teams that may still come into a game's open sides, by key: all who play in what it awaits."""
    by_key = {game.key: game for game in games}
    known: dict[int, frozenset[int]] = {}
    for game in sorted(by_key.values(), key=lambda one: (one.order, one.key)):
        feeding = [by_key[key] for key in game.awaits if key in by_key]
        known[game.key] = frozenset().union(*(one.teams | known.get(one.key, frozenset()) for one in feeding))
    return known


def _by_table(placed: Iterable[Placed]) -> dict[int, list[Placed]]:
    by_table: dict[int, list[Placed]] = defaultdict(list)
    for one in placed:
        if one.table is not None:
            by_table[one.table].append(one)
    return by_table


def _by_team(games: Iterable[Game], at: Mapping[int, Placed]) -> dict[int, list[Placed]]:
    by_team: dict[int, list[Placed]] = defaultdict(list)
    for game in games:
        for team in game.teams:
            by_team[team].append(at[game.key])
    return by_team


def _overlaps(doubled: str, too_short: str, rows: Mapping[int, list[Placed]], least: timedelta) -> list[Clash]:
    """Overlaps in each row, and gaps shorter than `least`; each match against the one of the row that ends last."""
    found = []
    for subject, row in sorted(rows.items()):
        row.sort(key=lambda one: (one.start, one.end))
        latest = row[0]
        for one in row[1:]:
            if latest.end > one.start:
                found.append(Clash(doubled, latest.key, one.key, subject))
            elif latest.end + least > one.start:
                found.append(Clash(too_short, latest.key, one.key, subject))
            latest = max(latest, one, key=lambda row: row.end)
    return found


def _feeders(game: Game, games: Mapping[int, Game], at: Mapping[int, Placed], pause: timedelta) -> Iterator[Clash]:
    """What the game waits for and is not over, or over too late for whoever comes out of it to rest."""
    start = at[game.key].start
    for key in sorted(_timed_feeders(game, games, at)):
        if at[key].end > start:
            yield Clash("feeder", key, game.key, 0)
        elif at[key].end + pause > start and key in game.awaits:
            yield Clash("rest", key, game.key, 0)


def _timed_feeders(game: Game, games: Mapping[int, Game], at: Mapping[int, Placed]) -> set[int]:
    """The feeders that have an hour; in place of one without, its own."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(game.feeders)
    while waiting:
        key = waiting.pop()
        if key in at:
            found.add(key)
        elif key in games and key not in seen:
            seen.add(key)
            waiting += games[key].feeders
    return found


def _possible(timed: Sequence[Game], games: Mapping[int, Game], at: Mapping[int, Placed]) -> list[Clash]:
    """Overlapping matches that one team may both have to play: known in one, possible in the other; or one claim."""
    return list({**_same_claim(timed, at), **_known_and_possible(timed, games, at)}.values())


def _known_and_possible(
    timed: Sequence[Game], games: Mapping[int, Game], at: Mapping[int, Placed]
) -> dict[tuple[int, int], Clash]:
    """A team of one match that may come into another, where the one does not lead to the other."""
    maybe = possible_teams(games.values())
    plays = _by_team(timed, at)
    behind: dict[int, set[int]] = {}
    found: dict[tuple[int, int], Clash] = {}
    for game in timed:
        for team in maybe[game.key]:
            for one in plays.get(team, ()):
                if not _together(one, at[game.key]):
                    continue
                if game.key not in behind:
                    behind[game.key] = _behind(game, games)
                if one.key not in behind[game.key]:
                    first, second = _in_time(one, at[game.key])
                    found.setdefault((first.key, second.key), Clash("possible", first.key, second.key, team))
    return found


def _same_claim(timed: Sequence[Game], at: Mapping[int, Placed]) -> dict[tuple[int, int], Clash]:
    """Two matches whose open sides wait for the same team."""
    claiming: dict[object, list[Placed]] = defaultdict(list)
    for game in timed:
        for claim in game.claims:
            claiming[claim].append(at[game.key])
    found: dict[tuple[int, int], Clash] = {}
    for row in claiming.values():
        for one, other in combinations(row, 2):
            if _together(one, other):
                first, second = _in_time(one, other)
                found[first.key, second.key] = Clash("possible", first.key, second.key, 0)
    return found


def _behind(game: Game, games: Mapping[int, Game]) -> set[int]:
    """All games this one comes out of, the game itself included."""
    seen = {game.key}
    waiting = [game.key]
    while waiting:
        key = waiting.pop()
        fresh = (games[key].feeders if key in games else frozenset()) - seen
        seen |= fresh
        waiting += fresh
    return seen


def _together(one: Placed, other: Placed) -> bool:
    return one.start < other.end and other.start < one.end


def _in_time(one: Placed, other: Placed) -> tuple[Placed, Placed]:
    return (one, other) if (one.start, one.key) <= (other.start, other.key) else (other, one)


def _outside(one: Placed, day: Day, usable: Mapping[int, Usable]) -> Iterator[Clash]:
    if one.table is not None and one.table in usable and not usable[one.table].covers(one.start, one.end):
        yield Clash("closed", one.key, one.key, one.table)
    if not day.fits(one.start, one.end):
        yield Clash("break", one.key, one.key, 0)
