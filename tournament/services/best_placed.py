"""Best n-th placed and best losers: how they compare, who goes on, at which seat; open while a lot is owed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings import Points
from tournament.draw.apart import seats
from tournament.draw.best_of import Candidate, Choice, Rules, best_losers, best_placed, losers_of
from tournament.draw.groups import group_name
from tournament.models import Lot, Match, MatchSlot, Stage, Team

from .kinds import BEST
from .match_words import group_number
from .rulesets import ruleset_of
from .sides import teams_of
from .standings import DEFAULT_CRITERIA, GroupStanding, disqualified_in, group_standings, meetings_of


@dataclass(frozen=True, slots=True)
class Best:
    """The comparison of a stage; `choice` is None while its matches or the places in its groups are open.

    `teams` by name, `origins` says by name where each comes from: its group, or its match of round 1. `count` is how
    many seats there are; fewer go on where not so many lost by playing.
    """

    stage: Stage
    count: int
    teams: Mapping[str, Team]
    origins: Mapping[str, str]
    choice: Choice | None

    def ties(self) -> list[tuple[str, ...]]:
        """The sets of teams that are tied at or above the border: each owes a lot."""
        ranks: dict[int, list[str]] = {}
        for row in self.choice.rows if self.choice else ():
            if row.rank <= self.count:
                ranks.setdefault(row.rank, []).append(row.team)
        return [tuple(names) for names in ranks.values() if len(names) > 1]

    def chosen(self) -> list[str] | None:
        """The names of those who go on, best first; None while that is open."""
        if self.choice is None or self.ties():
            return None
        rows: Sequence[Candidate] = sorted(self.choice.rows, key=lambda row: row.rank)
        return [row.team for row in rows[: self.count]]

    def seated(self, slots: Iterable[MatchSlot]) -> dict[int, int | None] | None:
        """Team ids by rank of the seat for the stage's seats `slots` (their matches' slots loaded); None while open.

        The n-th best has the n-th seat, unless it met the opponent there just before: then as few change as can be.
        """
        chosen = self.chosen()
        if chosen is None:
            return None
        ordered = sorted(slots, key=lambda slot: slot.source_rank or 0)
        origins = [self.origins[name] for name in chosen] + [""] * (len(ordered) - len(chosen))
        order = seats(origins, [_opposite(slot) for slot in ordered])
        return {
            slot.source_rank or 0: self.teams[chosen[one]].pk if one < len(chosen) else None
            for slot, one in zip(ordered, order, strict=True)
        }


def best_of(stage: Stage, standings: Mapping[str, GroupStanding] | None = None) -> Best | None:
    """The comparison of a stage that has seats for its best; None where it has none."""
    count = MatchSlot.objects.filter(source=MatchSlot.Source.BEST, source_stage=stage).count()
    if not count:
        return None
    lots = list(Lot.objects.filter(stage=stage, group=BEST).order_by("pk").values_list("order", flat=True))
    if stage.kind == Stage.Kind.KNOCKOUT:
        return _of_losers(stage, count, lots)
    return _of_groups(stage, count, group_standings(stage) if standings is None else standings, lots)


def _rules(stage: Stage, teams: Mapping[str, Team], lots: Sequence[Sequence[int]]) -> Rules:
    names = {team.pk: name for name, team in teams.items()}
    return Rules(
        criteria=stage.criteria or DEFAULT_CRITERIA,
        points=Points(**stage.points),
        ladder=ruleset_of(stage.ruleset).ladder.levels,
        lots=[[names[pk] for pk in lot if pk in names] for lot in lots],
    )


def _of_groups(stage: Stage, count: int, standings: Mapping[str, GroupStanding], lots: Sequence[Sequence[int]]) -> Best:
    ordered = [standings[group] for group in sorted(standings, key=group_number)]
    place = int(stage.settings["advance"]) + 1
    teams = {name: team for one in ordered for name, team in one.teams.items()}
    origins = {name: group_name(index) for index, one in enumerate(ordered) for name in one.teams}
    unequal = stage.settings.get("unequal", "drop-last")
    smallest = min(len(one.teams) for one in ordered)
    borders = {place - 1, place} | ({smallest} if unequal == "drop-last" else set())
    if not all(one.complete and _parted(one, borders) for one in ordered):
        return Best(stage, count, teams, origins, None)
    tables = [[row.team for row in sorted(one.standing.rows, key=lambda row: row.rank)] for one in ordered]
    meetings = [meeting for one in ordered for meeting in one.meetings]
    return Best(
        stage,
        count,
        teams,
        origins,
        best_placed(tables, place, count, meetings, _rules(stage, teams, lots), unequal, _barred(ordered)),
    )


def _barred(tables: Iterable[GroupStanding]) -> set[str]:
    """Who was disqualified goes no further [A]."""
    return {team for one in tables for team in one.inputs.disqualified}


def _parted(table: GroupStanding, borders: Iterable[int]) -> bool:
    """Whether no tie reaches over any of these places' lower edge."""
    rows = sorted(table.standing.rows, key=lambda row: row.rank)
    return all(not 0 < border < len(rows) or rows[border - 1].rank != rows[border].rank for border in borders)


def _of_losers(stage: Stage, count: int, lots: Sequence[Sequence[int]]) -> Best:
    matches = list(Match.objects.filter(stage=stage, round=1).order_by("pk"))
    ids = [match.pk for match in matches]
    sides = teams_of(ids)
    playing = Team.objects.select_related("department").in_bulk(
        [team for pair in sides.values() for team in pair.values() if team]
    )
    teams = {team.name: team for team in playing.values()}
    origins = {
        playing[team].name: match.code for match in matches for team in sides[match.pk].values() if team in playing
    }
    meetings = meetings_of(stage, matches, {"": playing})[""]
    if not all(meeting.decided for meeting in meetings) or len(meetings) < len(matches):
        return Best(stage, count, teams, origins, None)
    rules = _rules(stage, teams, lots)
    barred = {playing[pk].name for pk in disqualified_in(stage, matches) if pk in playing}
    lost = len(losers_of(meetings, barred))
    choice = best_losers(meetings, min(count, lost), rules, barred) if lost else Choice((), (), (), ())
    return Best(stage, min(count, lost), teams, origins, choice)


def _opposite(slot: MatchSlot) -> frozenset[str]:
    """Where the opponent at this seat comes from, as `Best.origins` names it."""
    other = next((one for one in slot.match.slots.all() if one.side != slot.side), None)
    if other is None or other.source == MatchSlot.Source.BEST:
        return frozenset()
    if other.source == MatchSlot.Source.GROUP:
        return frozenset([other.source_group])
    return frozenset([other.source_match.code] if other.source_match else [])
