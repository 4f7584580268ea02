"""Best thirds and best losers: who goes on among teams that have not met each other.

Groups of unequal size are made comparable by dropping the matches against the last-placed of the larger groups, or by
averages per match; which of the two is an option of the stage.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.standings import CRITERIA, LADDER, Criterion, Meeting, Points, chosen
from scoring.standings.totals import Totals, add_up

from .errors import DrawError
from .groups import group_name

Unequal = Literal["drop-last", "average"]
LOT = "lot"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate's place: competition rank, the criterion after which it stood alone (None while tied), its values."""

    rank: int
    team: str
    decided_by: str | None
    values: Mapping[str, Fraction | None]


@dataclass(frozen=True, slots=True)
class Choice:
    """Who goes on. `open_tie` are those the last places lie among: until their lot is drawn, they are not chosen."""

    rows: tuple[Candidate, ...]
    chosen: tuple[str, ...]
    open_tie: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """How candidates compare: criteria keys in order, match points, the level ladder, lots drawn (best first)."""

    criteria: Sequence[str]
    points: Points = Points()
    ladder: Sequence[str] = LADDER
    lots: Sequence[Sequence[str]] = ()


def best_placed(
    standings: Sequence[Sequence[str]],
    place: int,
    count: int,
    meetings: Iterable[Meeting],
    rules: Rules,
    unequal: Unequal = "drop-last",
    barred: Collection[str] = (),
) -> Choice:
    """The best `count` among the teams at `place` of each group, but those `barred`. Raises `DrawError`.

    `standings` are the groups' teams, best first; `meetings` the matches of all groups.
    """
    smallest = min((len(group) for group in standings), default=0)
    if not 1 <= place <= smallest:
        raise DrawError("place", f"不能比较各组第 {place} 名；最小的组有 {smallest} 队，应为 1 到 {smallest}")
    candidates = [group[place - 1] for group in standings if group[place - 1] not in barred]
    count = min(count, len(candidates)) if barred else count
    if barred and not candidates:
        return Choice((), (), (), ())
    if unequal == "average" or all(len(group) == smallest for group in standings):
        average = any(len(group) != smallest for group in standings)
        return choose(candidates, count, meetings, rules, average=average)
    dropped = {team for group in standings for team in group[smallest:]}
    kept = [one for one in meetings if one.a not in dropped and one.b not in dropped]
    notes = [
        f"{group_name(index)}组有 {len(group)} 队：与{'、'.join(group[smallest:])}的比赛不计"
        for index, group in enumerate(standings)
        if len(group) > smallest
    ]
    return choose(candidates, count, kept, rules, notes=notes)


def losers_of(meetings: Sequence[Meeting], barred: Collection[str] = ()) -> list[str]:
    """Those who lost a match of this round by playing it, but those `barred`; a forfeit is no such loss."""
    losers = [one.b if one.winner == "a" else one.a for one in meetings if one.winner in ("a", "b") and not one.forfeit]
    return [team for team in losers if team is not None and team not in barred]


def best_losers(meetings: Sequence[Meeting], count: int, rules: Rules, barred: Collection[str] = ()) -> Choice:
    """The best `count` among the losers."""
    return choose(losers_of(meetings, barred), count, meetings, rules)


def choose(
    candidates: Sequence[str],
    count: int,
    meetings: Iterable[Meeting],
    rules: Rules,
    *,
    average: bool = False,
    notes: Sequence[str] = (),
) -> Choice:
    """Rank candidates by their own matches, per match where `average`, and take the first `count`."""
    if not 1 <= count <= len(candidates):
        raise DrawError("count", f"要取 {count} 队，现有 {len(candidates)} 队可选；应为 1 到 {len(candidates)}")
    criteria, skipped = _comparable(rules.criteria)
    values = _values(candidates, meetings, criteria, rules, average=average)
    rows = tuple(_rows(candidates, criteria, values, rules.lots))
    taken = tuple(row.team for row in rows if _last(rows, row.rank) <= count)
    open_tie = tuple(row.team for row in rows if row.rank <= count < _last(rows, row.rank))
    said = [f"各队没有相互比赛，“{CRITERIA[key].name_zh}”不适用" for key in skipped]
    said += ["各组队数不同，各项按每场平均比较"] if average else []
    return Choice(rows, taken, open_tie, (*notes, *said))


def _comparable(keys: Sequence[str]) -> tuple[list[Criterion], list[str]]:
    """The criteria that read a team's own matches, and those that do not apply among teams that never met."""
    known = [criterion for criterion in chosen(keys) if criterion.key != LOT]
    return [one for one in known if one.total], [one.key for one in known if not one.total]


def _values(
    candidates: Collection[str],
    meetings: Iterable[Meeting],
    criteria: Sequence[Criterion],
    rules: Rules,
    *,
    average: bool,
) -> dict[str, dict[str, Fraction | None]]:
    counted = [one for one in meetings if one.decided and not one.extra]
    teams = {*candidates, *(one.a for one in counted), *(one.b for one in counted if one.b is not None)}
    totals = add_up(sorted(teams), counted, rules.points, rules.ladder)
    return {team: {one.key: _value(one, totals[team], average=average) for one in criteria} for team in candidates}


def _value(criterion: Criterion, team: Totals, *, average: bool) -> Fraction | None:
    value = criterion.total(team) if criterion.total else None
    if value is None:
        return None
    return Fraction(value) / max(team.played, 1) if average else Fraction(value)


def _rows(
    candidates: Sequence[str],
    criteria: Sequence[Criterion],
    values: Mapping[str, Mapping[str, Fraction | None]],
    lots: Sequence[Sequence[str]],
) -> Iterable[Candidate]:
    rank = 1
    for tied, decided_by in _split(sorted(candidates), list(criteria), values, lots):
        for team in tied:
            yield Candidate(rank, team, decided_by if len(tied) == 1 else None, values[team])
        rank += len(tied)


def _split(
    tied: list[str],
    criteria: Sequence[Criterion],
    values: Mapping[str, Mapping[str, Fraction | None]],
    lots: Sequence[Sequence[str]],
    last: str | None = None,
) -> Iterable[tuple[list[str], str | None]]:
    """Sets of tied teams, best first, with the criterion that parted them off; a lot counts if it names just them."""
    if len(tied) == 1:
        yield tied, last
    elif not criteria:
        lot = next((one for one in reversed(lots) if sorted(one) == tied), None)
        yield from [([team], LOT) for team in lot] if lot else [(tied, None)]
    else:
        for part in _parts(tied, _order(criteria[0], values)):
            yield from _split(part, criteria[1:], values, lots, criteria[0].key if len(part) < len(tied) else last)


def _order(
    criterion: Criterion, values: Mapping[str, Mapping[str, Fraction | None]]
) -> Callable[[str], tuple[bool, Fraction]]:
    """Sort key: best value first, no value last."""

    def key(team: str) -> tuple[bool, Fraction]:
        value = values[team][criterion.key]
        return value is None, (value or Fraction(0)) * (1 if criterion.best == "low" else -1)

    return key


def _parts(tied: Sequence[str], key: Callable[[str], tuple[bool, Fraction]]) -> list[list[str]]:
    found: dict[tuple[bool, Fraction], list[str]] = {}
    for team in tied:
        found.setdefault(key(team), []).append(team)
    return [found[one] for one in sorted(found)]


def _last(rows: Sequence[Candidate], rank: int) -> int:
    """The last place a set tied at `rank` covers."""
    return rank + sum(1 for row in rows if row.rank == rank) - 1
