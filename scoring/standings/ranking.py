"""Rank teams: split every tied set by one criterion after the other, never back, and keep the reason of each place."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.standings.criteria import DISQUALIFIED, Criterion, Sources, Values, chosen
from scoring.standings.model import LADDER, Meeting, Note, Number, Points, Row, Skip, Standing, Step
from scoring.standings.totals import add_up, points_against
from scoring.standings.withdrawal import apply_withdrawals, struck_teams

_Parts = tuple[list[tuple[str, ...]], Values | None, Skip | None]


@dataclass(slots=True)
class _Place:
    """A set of teams that share a rank, with the way that led there."""

    teams: tuple[str, ...]
    chain: tuple[Step, ...] = ()
    note: Note | None = None


@dataclass(slots=True)
class _Ranking:
    """One run: what is read, in which order, and the value each set criterion last gave each team."""

    sources: Sources
    criteria: tuple[Criterion, ...]
    applied: dict[tuple[str, str], Number | None] = field(default_factory=dict)

    def split(self, tied: tuple[str, ...], index: int = 0, chain: tuple[Step, ...] = ()) -> Iterator[_Place]:
        """Yield the places of a tied set, best first, starting at criterion `index`."""
        while len(tied) > 1 and index < len(self.criteria):
            criterion = self.criteria[index]
            parts, values, skipped = self._parts(criterion, tied)
            if len(parts) > 1:
                following = index if criterion.again else index + 1
                for part in parts:
                    yield from self.split(part, following, (*chain, Step(criterion.key, tied, part, values)))
                return
            chain = (*chain, Step(criterion.key, tied, tied, values, skipped))
            index += 1
        yield _Place(tied, chain)

    def _parts(self, criterion: Criterion, tied: tuple[str, ...]) -> _Parts:
        values = criterion.values(self.sources, tied)
        if isinstance(values, str):
            return [tied], None, values
        if criterion.among is not None:
            self.applied.update({(criterion.key, team): value for team, value in values.items()})
        groups: dict[Number | None, list[str]] = {}
        for team in tied:
            groups.setdefault(values[team], []).append(team)
        ordered = sorted(groups, key=lambda value: value or 0, reverse=criterion.best == "high")
        return [tuple(groups[value]) for value in ordered], values, None


def compute(
    criteria: Sequence[str],
    points: Points | Mapping[str, Number],
    teams: Collection[str],
    meetings: Sequence[Meeting],
    lots: Sequence[Sequence[str]] = (),
    ladder: Sequence[str] = LADDER,
    withdrawn: Collection[str] = (),
    disqualified: Collection[str] = (),
) -> Standing:
    """Rank `teams` (any strings that name them once) by `criteria`; every meeting's sides must be among them.

    Only confirmed, decided meetings count. `lots` are in the order drawn, best team first. The `disqualified` stand
    behind the others that have played, compared among themselves alone. ScoringError at `criteria[i]` for an unknown
    or doubled criterion.
    """
    scale = points if isinstance(points, Points) else Points(**points)
    chosen_criteria = chosen(criteria)
    standing = [meeting for meeting in apply_withdrawals(meetings, withdrawn) if meeting and meeting.decided]
    counted = [meeting for meeting in standing if not meeting.extra]
    sources = Sources(
        totals=add_up(sorted(teams), counted, scale, ladder),
        meetings=points_against(counted, scale) if any(one.among for one in chosen_criteria) else {},
        extra=points_against((meeting for meeting in standing if meeting.extra), scale),
        lots=lots,
    )
    ranking = _Ranking(sources, chosen_criteria)
    places = list(_places(ranking, struck_teams(meetings, withdrawn), disqualified))
    open_ties = tuple(place.teams for place in places if len(place.teams) > 1 and not place.note)
    return Standing(tuple(_rows(places, ranking)), open_ties if any(one.settles for one in chosen_criteria) else ())


def _places(ranking: _Ranking, struck: Collection[str], disqualified: Collection[str]) -> Iterator[_Place]:
    """Places of the teams that have played, then the others together, then the annulled ones."""
    totals = ranking.sources.totals
    played = tuple(team for team in totals if totals[team].played)
    if played:
        yield from _of_played(ranking, played, disqualified)
    idle = tuple(team for team in totals if not totals[team].played and team not in struck)
    notes: tuple[tuple[tuple[str, ...], Note], ...] = ((idle, "not-played"), (tuple(sorted(struck)), "struck"))
    for teams, note in notes:
        if teams:
            yield _Place(teams, note=note)


def _of_played(ranking: _Ranking, played: tuple[str, ...], disqualified: Collection[str]) -> Iterator[_Place]:
    """Places of those that have played: first the others, then the disqualified, compared among themselves alone."""
    out = tuple(team for team in played if team in disqualified)
    if not out or len(out) == len(played):
        yield from ranking.split(played)
        return
    values = {team: int(team in out) for team in played}
    for part in (tuple(team for team in played if team not in out), out):
        yield from ranking.split(part, 0, (Step(DISQUALIFIED.key, played, part, values),))


def _rows(places: Sequence[_Place], ranking: _Ranking) -> Iterator[Row]:
    rank = 1
    for place in places:
        for team in place.teams:
            yield _row(rank, team, place, ranking)
        rank += len(place.teams)


def _row(rank: int, team: str, place: _Place, ranking: _Ranking) -> Row:
    totals = ranking.sources.totals[team]
    tied = len(place.teams) > 1
    return Row(
        rank=rank,
        team=team,
        tied=tied,
        decided_by=None if tied or not place.chain else place.chain[-1].criterion,
        played=totals.played,
        won=totals.won,
        drawn=totals.drawn,
        lost=totals.lost,
        values={one.key: _value(one, team, ranking) for one in ranking.criteria},
        chain=place.chain,
        note=place.note,
    )


def _value(criterion: Criterion, team: str, ranking: _Ranking) -> Number | None:
    if criterion.total is not None:
        return criterion.total(ranking.sources.totals[team])
    return ranking.applied.get((criterion.key, team))
