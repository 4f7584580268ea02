"""Standings out of confirmed matches: the one function that pages, slots, commands and documents read."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.ruleset import Ruleset
from scoring.standings import Meeting, Row, Standing, compute
from scoring.standings.withdrawal import apply_withdrawals
from tournament.models import ConfirmedResult, Draw, GroupPlace, Lot, Match, MatchSlot, Stage, Team, Tournament

from .kinds import ALL, TABLES
from .match_words import GROUP_ORDER
from .protests import CLOSED
from .rulesets import ruleset_of
from .sides import OTHER, teams_of

LAST, RANKED = "last", "ranked"  # where a disqualified team stands in its table: last, or as its results have it
DEFAULT_CRITERIA = ("points", "head-to-head", "level-difference", "lot")


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that a group's standing follows from; teams by name, `lots` best team first."""

    criteria: Sequence[str]
    points: Mapping[str, Any]
    teams: Sequence[str]
    meetings: Sequence[Meeting]
    lots: Sequence[Sequence[str]]
    ladder: Sequence[str]
    withdrawn: frozenset[str]
    disqualified: frozenset[str] = frozenset()

    def standing(self) -> Standing:
        """The teams ranked."""
        more = self.withdrawn, self.disqualified
        return compute(self.criteria, self.points, self.teams, self.meetings, self.lots, self.ladder, *more)


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """A group's standing; its rows name teams by name, `teams` finds them; `complete` once every match counts.

    `meetings` are its matches as they count, without those a withdrawal struck; `inputs` what it was ranked from.
    """

    inputs: Inputs
    standing: Standing
    teams: Mapping[str, Team]
    complete: bool
    played: int
    matches: int
    meetings: tuple[Meeting, ...] = ()

    def at(self, place: int) -> list[Team]:
        """The teams that hold this place: one if it is decided, several if they are tied on or across it."""
        rows = sorted(self.standing.rows, key=lambda row: row.rank)
        if not 1 <= place <= len(rows):
            return []
        rank = rows[place - 1].rank
        return [self.teams[row.team] for row in rows if row.rank == rank]


def stage_standing(stage: Stage) -> dict[str, dict[str, Any]]:
    """By group name: `rows` and `open_ties` as `standings/1` puts them out, `teams` {name: Team}, `complete`, `why`.

    `why` {name: Row} holds the typed rows with the chain of criteria. Six queries whatever the stage's size.
    """
    return {
        group: {
            **found.standing.to_document(),
            "teams": found.teams,
            "complete": found.complete,
            "played": found.played,
            "matches": found.matches,
            "why": {row.team: row for row in found.standing.rows},
        }
        for group, found in group_standings(stage).items()
    }


def group_standings(stage: Stage) -> dict[str, GroupStanding]:
    """The typed form of `stage_standing`. Only confirmed matches count; withdrawn teams as `standings/1` says."""
    teams = _teams_by_group(stage)
    matches = _matches_by_group(stage)
    lots = _lots_by_group(stage)
    meetings = meetings_of(stage, [match for group in matches.values() for match in group], teams)
    byes = _byes(stage, teams.get(ALL, {})) if stage.kind == Stage.Kind.SWISS else []
    out = disqualified_in(stage, [match for group in matches.values() for match in group])
    ruleset = ruleset_of(stage.ruleset)
    return {
        group: _rank(stage, ruleset, list(members.values()), matches[group], meetings[group] + byes, lots[group], out)
        for group, members in teams.items()
    }


def disqualified_in(stage: Stage, matches: Sequence[Match]) -> frozenset[int]:
    """The teams that lost one of these matches by disqualification, where the stage lets them stand last [A].

    No query where there is none.
    """
    won = {
        match.pk: match.winner for match in matches if match.decided_by == "disqualification" and match.status in CLOSED
    }
    if not won or stage.settings.get("disqualified", LAST) != LAST:
        return frozenset()
    sides = teams_of(won)
    losers = {sides[pk][OTHER[winner]] for pk, winner in won.items() if winner}
    return frozenset(team for team in losers if team)


def _rank(
    stage: Stage,
    ruleset: Ruleset,
    teams: Sequence[Team],
    matches: Sequence[Match],
    meetings: Sequence[Meeting],
    lots: Sequence[Sequence[int]],
    out: frozenset[int],
) -> GroupStanding:
    names = {team.pk: team.name for team in teams}
    gone = {team.name for team in teams if team.withdrawn_at}
    inputs = Inputs(
        criteria=stage.criteria or DEFAULT_CRITERIA,
        points=stage.points,
        teams=list(names.values()),
        meetings=meetings,
        lots=[[names[pk] for pk in lot if pk in names] for lot in lots],
        ladder=ruleset.ladder.levels,
        withdrawn=frozenset(gone),
        disqualified=frozenset(names[pk] for pk in out if pk in names),
    )
    counted = [meeting for meeting in meetings if meeting.b is not None]
    played = sum(meeting.decided for meeting in counted)
    open_ = any(not meeting.decided and not gone & {meeting.a, meeting.b} for meeting in counted)
    complete = bool(matches) and len(counted) == len(matches) and not open_
    kept = tuple(meeting for meeting in apply_withdrawals(meetings, gone) if meeting)
    members = {team.name: team for team in teams}
    return GroupStanding(inputs, inputs.standing(), members, complete, played, len(matches), kept)


def _teams_by_group(stage: Stage) -> dict[str, dict[int, Team]]:
    groups: dict[str, dict[int, Team]] = defaultdict(dict)
    if stage.kind == Stage.Kind.LAST_GROUP:
        slots = MatchSlot.objects.filter(match__stage=stage, team__isnull=False).select_related("team__department")
        for slot in slots.order_by("match__round", "match_id", "side"):
            groups[ALL][slot.team_id or 0] = slot.team  # type: ignore[assignment]
        return groups
    places = GroupPlace.objects.filter(stage=stage).select_related("team__department")
    for place in places.order_by(*GROUP_ORDER, "number"):
        groups[place.group][place.team_id] = place.team
    return groups


def _matches_by_group(stage: Stage) -> defaultdict[str, list[Match]]:
    groups: defaultdict[str, list[Match]] = defaultdict(list)
    for match in Match.objects.filter(stage=stage).exclude(group="").order_by("round", "pk"):
        groups[match.group].append(match)
    if stage.kind == Stage.Kind.LAST_GROUP:
        groups[ALL] = _with_opponent(groups[ALL])
    return groups


def _with_opponent(matches: Sequence[Match]) -> list[Match]:
    """Without matches against a place that stays empty (no winner before), once they are walked over."""
    done = [match for match in matches if match.status in CLOSED]
    sides = teams_of(match.pk for match in done)
    alone = {match.pk for match in done if None in sides[match.pk].values()}
    return [match for match in matches if match.pk not in alone]


def _byes(stage: Stage, members: Mapping[int, Team]) -> list[Meeting]:
    """Who was free in which round, as the rounds in force were drawn."""
    drawn = Draw.objects.filter(stage=stage, undone_at=None).order_by("round").values_list("round", "record")
    free = [(number, int(record["result"]["bye"])) for number, record in drawn if record["result"]["bye"]]
    return [Meeting(members[pk].name, None, "a", round=number) for number, pk in free if pk in members]


def _lots_by_group(stage: Stage) -> defaultdict[str, list[list[int]]]:
    groups: defaultdict[str, list[list[int]]] = defaultdict(list)
    for lot in Lot.objects.filter(stage=stage).order_by("pk"):
        groups[lot.group].append(lot.order)
    return groups


def results_of(match_ids: Iterable[int]) -> dict[int, dict[str, Any]]:
    """The confirmed results in force, by match."""
    found = ConfirmedResult.objects.filter(match_id__in=list(match_ids), superseded_at=None)
    return dict(found.values_list("match_id", "result"))


def meetings_of(
    stage: Stage, matches: Sequence[Match], teams: Mapping[str, Mapping[int, Team]]
) -> defaultdict[str, list[Meeting]]:
    """By group, the matches whose two teams are known, as a standing sees them; `teams` by group and id."""
    ids = [match.pk for match in matches]
    sides, results = teams_of(ids), results_of(ids)
    scored, first, several = not stage.points, *_scale(ruleset_of(stage.ruleset), stage)
    groups: defaultdict[str, list[Meeting]] = defaultdict(list)
    for match in matches:
        members = teams.get(match.group, {})
        names = [members[pk].name for pk in sides[match.pk].values() if pk is not None and pk in members]
        if len(names) == len(sides[match.pk]):
            result = results.get(match.pk)
            groups[match.group].append(_meeting(match, names, result, scored, first if several else None))
    return groups


def _scale(ruleset: Ruleset, stage: Stage) -> tuple[str, bool]:
    """The ladder's first level, and whether a match is several games (then games count into a side's level)."""
    return ruleset.ladder.levels[0], int(stage.match_options.get("games_to_win") or ruleset.match.games_to_win) > 1


def _meeting(
    match: Match, names: Sequence[str], result: Mapping[str, Any] | None, scored: bool, first_level: str | None
) -> Meeting:
    """A match as the standing sees it. `first_level` is given where a match is several games: a side past the last
    level has that as one more game won, so it stands on the first level again.
    """
    a, b = names
    if result is None:
        return Meeting(a, b, None, round=match.round)
    winner, decided_by = result["winner"], result["decided_by"]
    beyond = "passed" if first_level is None else first_level
    points = {"a": 0, "b": 0}
    for penalty in result["penalties"]:
        points[penalty["side"]] += penalty["points"] or 0
    return Meeting(
        a,
        b,
        "draw" if decided_by == "draw" else winner,
        levels=_pair({side: beyond if result["passed"][side] else result["levels"][side] for side in "ab"}),
        games=_pair(result["games"]) if first_level is not None else (0, 0),
        score=_pair(result["match_points"]) if scored else (None, None),
        penalties=_pair(points),
        forfeit=OTHER[winner] if decided_by == "forfeit" and winner else None,
        double_forfeit=decided_by == "both-lose" or (decided_by == "forfeit" and not winner),
        round=match.round,
    )


def _pair(by_side: Mapping[str, Any]) -> tuple[Any, Any]:
    return by_side["a"], by_side["b"]


def placings(stage: Stage) -> list[tuple[int, Team]]:
    """A stage's decided places, best first, as far as the stage awards them: one place is the champion alone.

    Of a table the places in it, once it is complete and no tie is open. Of a knockout both sides of each confirmed
    match that decides a place; without a match for third place, the losers of the semi-finals share it (并列第三).
    """
    if stage.kind in TABLES:
        return _table_places(stage)
    matches = list(Match.objects.filter(stage=stage).prefetch_related("slots"))
    results = results_of(match.pk for match in matches)
    sides = teams_of(match.pk for match in matches)
    decided = places_decided(stage, matches)
    found: list[tuple[int, int]] = []
    for match in matches:
        result = results.get(match.pk)
        if result and result["winner"]:
            for place, side in zip(decided[match.pk], _order(result["winner"]), strict=True):
                if place and (team_id := sides[match.pk][side]):
                    found.append((place, team_id))
    teams = Team.objects.select_related("department").in_bulk([team_id for _place, team_id in found])
    return [(place, teams[team_id]) for place, team_id in sorted(found)]


def final_placings(tournament: Tournament) -> list[tuple[int, Team]]:
    """The decided places of all its stages."""
    stages = tournament.stages.select_related("ruleset")
    return [placing for stage in stages for placing in placings(stage)]


def _table_places(stage: Stage) -> list[tuple[int, Team]]:
    """A last stage's one table once it is final; groups that feed a knockout award nothing."""
    if Stage.objects.filter(tournament_id=stage.tournament_id, number__gt=stage.number).exists():
        return []
    tables = group_standings(stage)
    table = next(iter(tables.values()), None)
    if table is None or len(tables) > 1 or not table.complete or table.standing.open_ties:
        return []
    awarded = stage.settings.get("places", len(table.teams))
    return [(row.rank, table.teams[row.team]) for row in table.standing.rows if row.rank <= awarded]


def _order(winner: str) -> tuple[str, str]:
    return ("a", "b") if winner == "a" else ("b", "a")


def places_decided(stage: Stage, matches: Sequence[Match]) -> dict[int, tuple[int | None, int | None]]:
    """The places that winner and loser of each knockout match get, None where none or none that is awarded."""
    awarded = int(stage.settings.get("places", 1))
    found = {match.pk: _places_of(match, matches) for match in matches}
    return {pk: (_within(first, awarded), _within(second, awarded)) for pk, (first, second) in found.items()}


def _within(place: int | None, awarded: int) -> int | None:
    return place if place and place <= awarded else None


def _places_of(match: Match, matches: Sequence[Match]) -> tuple[int | None, int | None]:
    """What winner and loser of this match get; a joint third for losers of the final's feeders, else nothing."""
    if match.place:
        return match.place, match.place + 1
    final = next((other for other in matches if other.place == 1), None)
    third = any(other.place == 3 for other in matches)
    feeds = final is not None and any(slot.source_match_id == match.pk for slot in final.slots.all())
    return None, (3 if feeds and not third else None)


__all__ = [
    "GroupStanding",
    "Row",
    "final_placings",
    "group_standings",
    "places_decided",
    "placings",
    "results_of",
    "stage_standing",
]
