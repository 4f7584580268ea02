"""A tournament's matches as the schedule sees them: light rows, and the games and places made of them."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Any

from django.db.models import Q
from django.utils import timezone

from tournament.models import Match, MatchSlot, Stage, Tournament
from tournament.schedule import Game, Placed, Usable

from .kinds import BY_ROUND
from .match_rules import lengths_of
from .match_words import group_number
from .rulesets import ruleset_of

_COLUMNS = ("pk", "stage_id", "round", "group", "place", "status", "table__number", "starts_at", "ends_at")
_SLOT = (
    "match_id", "source", "team_id", "source_match_id", "source_stage_id", "source_group", "source_place",
    "source_rank",
)  # fmt: skip
_NONE: Mapping[Any, Any] = {}
Bundles = Mapping[tuple[int, str | int], frozenset[int]]


@dataclass(slots=True)
class Side:
    """What decides one side of a match: its team, or the match or group it waits for."""

    source: str
    team: int | None
    match: int | None
    stage: int | None
    group: str
    place: int | None
    rank: int | None

    @property
    def claim(self) -> Hashable:
        """What the side waits for, while its team is open."""
        return (self.source, self.match, self.stage, self.group, self.place, self.rank)


@dataclass(slots=True)
class Row:
    """A match: `table` is its number; times are the venue's."""

    pk: int
    stage: int
    round: int
    group: str
    place: int | None
    status: str
    table: int | None
    starts_at: datetime | None
    ends_at: datetime | None
    sides: list[Side] = field(default_factory=list)

    @property
    def begun(self) -> bool:
        """Whether it is being played or is over."""
        return self.status != Match.Status.SCHEDULED


def rows_of(tournament: Tournament, only: Q | None = None) -> list[Row]:
    """The matches of a tournament (or those that `only` admits) with their sides, in two queries."""
    chosen = Match.objects.filter(stage__tournament=tournament)
    if only is not None:
        chosen = chosen.filter(only)
    rows = {values[0]: Row(*values) for values in chosen.order_by("pk").values_list(*_COLUMNS)}
    slots = MatchSlot.objects.filter(match__stage__tournament=tournament).order_by("match_id", "side")
    if only is not None:
        slots = slots.filter(match_id__in=list(rows))
    for match, *side in slots.values_list(*_SLOT):
        if match in rows:
            rows[match].sides.append(Side(*side))
    zone = timezone.get_current_timezone()
    for row in rows.values():
        row.starts_at = row.starts_at.astimezone(zone) if row.starts_at else None
        row.ends_at = row.ends_at.astimezone(zone) if row.ends_at else None
    return list(rows.values())


def games_of(
    rows: Sequence[Row],
    stages: Mapping[int, Stage],
    *,
    knockout_tables: bool = True,
    begins: Mapping[tuple[int, int], datetime] = _NONE,
) -> list[Game]:
    """The games of these rows; `begins` gives rounds (stage's number, round) their fixed hours."""
    bundles = _bundles(rows)
    minutes = lengths(list(rows), stages)
    return [_game(row, stages[row.stage], bundles, knockout_tables, minutes[row.pk], begins) for row in rows]


def placed_of(rows: Iterable[Row]) -> list[Placed]:
    """The matches that have an hour."""
    return [Placed(row.pk, row.starts_at, row.ends_at, row.table) for row in rows if row.starts_at and row.ends_at]


def stages_of(tournament: Tournament) -> dict[int, Stage]:
    """The stages by id, rulesets loaded."""
    return {stage.pk: stage for stage in tournament.stages.select_related("ruleset")}


def lengths(rows: Sequence[Row], stages: Mapping[int, Stage]) -> dict[int, int]:
    """Minutes to plan for each match, by id; single rounds as the ruleset gives them."""
    found = {row.pk: stages[row.stage].slot_minutes for row in rows}
    if not any(ruleset_of(stage.ruleset).stages for stage in stages.values()):
        return found
    groups = {row.stage: row.pk for row in rows if row.group}
    wanted = Match.objects.filter(Q(group="") | Q(pk__in=groups.values()), stage__in=stages)
    known = lengths_of(list(wanted.select_related("stage").prefetch_related("slots")))
    of_groups = {stage: known[pk] for stage, pk in groups.items()}
    return {row.pk: of_groups[row.stage] if row.group else known[row.pk] for row in rows}


def usable_of(tournament: Tournament) -> dict[int, Usable]:
    """The hours of the tables that are not always free, by number."""
    hours = tournament.tables.values_list("number", "hours")
    found = {}
    for number, pairs in hours:
        with suppress(ValueError, TypeError):  # hours that cannot be read limit nothing
            found[number] = usable(pairs)
    return {number: one for number, one in found.items() if one != Usable()}


def usable(pairs: Iterable[Sequence[str]]) -> Usable:
    """A table's hours out of stored [from, to] pairs: clock times for every day, or moments."""
    daily, spans = [], []
    for since, until in pairs:
        if len(since) <= len("00:00:00"):
            daily.append((time.fromisoformat(since), time.fromisoformat(until)))
        else:
            spans.append((_moment(since), _moment(until)))
    return Usable(tuple(daily), tuple(spans))


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return timezone.localtime(moment) if timezone.is_aware(moment) else timezone.make_aware(moment)


def _bundles(rows: Iterable[Row]) -> Bundles:
    """Matches that a side may wait for together: those of a group, of all groups of a stage (""), of a round."""
    found: dict[tuple[int, str | int], list[int]] = {}
    for row in rows:
        for key in (row.group, "", row.round) if row.group else (row.round,):
            found.setdefault((row.stage, key), []).append(row.pk)
    return {key: frozenset(keys) for key, keys in found.items()}


def _game(
    row: Row,
    stage: Stage,
    bundles: Bundles,
    knockout_tables: bool,
    minutes: int,
    begins: Mapping[tuple[int, int], datetime],
) -> Game:
    feeders = {side.team is None: frozenset[int]() for side in row.sides}
    for side in row.sides:
        feeders[side.team is None] |= _feeding(side, bundles)
    if stage.kind in BY_ROUND or (stage.kind == Stage.Kind.LAST_GROUP and row.round > 1):
        feeders[False] = feeders.get(False, frozenset()) | bundles.get((row.stage, row.round - 1), frozenset())
    stays = row.group and stage.settings.get("groups_at_tables")
    order = (stage.number, row.round)
    return Game(
        key=row.pk,
        order=order,
        teams=frozenset(side.team for side in row.sides if side.team is not None),
        feeders=frozenset().union(*feeders.values()) - {row.pk},
        minutes=minutes,
        table=group_number(row.group) if stays else None,
        tableless=not row.group and not knockout_tables,
        earliest=begins.get(order),
        awaits=feeders.get(True, frozenset()) - {row.pk},
        claims=_claims(row),
    )


def _claims(row: Row) -> frozenset[object]:
    """What the open sides wait for; a side that is to be drawn yet waits for nobody's team."""
    return frozenset(side.claim for side in row.sides if side.team is None and side.source != MatchSlot.Source.TEAM)


def _feeding(side: Side, bundles: Bundles) -> frozenset[int]:
    """The matches that must be over before the side is known."""
    if side.match is not None:
        return frozenset({side.match})
    if side.stage is None:
        return frozenset()
    if side.source == MatchSlot.Source.GROUP:
        return bundles.get((side.stage, side.group), frozenset())
    if side.source == MatchSlot.Source.BEST:
        return bundles.get((side.stage, "")) or bundles.get((side.stage, side.place or 0), frozenset())
    return frozenset()
