"""A tournament as people see it at one moment: matches, slots, standings, lots, places. Two of them show a change."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.words.standings import criterion_name
from tournament.models import Lot, Match, MatchSlot, Stage, Team, Tournament

from ..fixtures import matches_of, slots_of, with_sides
from ..keypad import reader
from ..match_words import Title, group_text, side_text, titles_of
from ..progress import open_questions
from ..protests import CLOSED
from ..standings import placings, stage_standing
from ..withdrawn import called_off

Place = tuple[str, int, str]  # stage, place, team


@dataclass(frozen=True, slots=True)
class MatchNow:
    """A match: its status as stored and in words, its sheet's version, who won (a team's name) and by what; `off` if a
    withdrawal called it off.
    """

    status: str
    status_text: str
    version: int
    winner: str
    decided_by: str
    off: bool


@dataclass(frozen=True, slots=True)
class SlotNow:
    """A side of a match: its team's id and, in words, the team or where it will come from; `ruled` by a ruling."""

    team_id: int | None
    text: str
    ruled: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A group's standing as shown: a row is (rank, team, played, won, lost, values…, what decided)."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class World:
    """Everything a correction can change, by the id of what it is about."""

    titles: Mapping[int, str]
    teams: Mapping[int, str]
    matches: Mapping[int, MatchNow]
    slots: Mapping[tuple[int, str], SlotNow]
    tables: Mapping[tuple[int, str], Table]
    owed: Mapping[tuple[int, str, frozenset[str]], str]
    by_lot: Mapping[tuple[int, str, frozenset[str]], str]
    places: tuple[Place, ...]


def world_of(tournament: Tournament) -> World:
    """The tournament now; the number of queries depends on its stages, not on its matches."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    teams = dict(tournament.teams.values_list("pk", "name"))
    tables, by_lot = _standings(tournament)
    empty = _without_a_winner(matches)
    off = called_off(Match.objects.filter(stage__tournament=tournament))
    return World(
        titles={match.pk: _title(match, titles) for match in matches},
        teams=teams,
        matches={match.pk: _match(match, match.pk in off) for match in matches},
        slots={
            (match.pk, side): _slot(slot, titles, empty) for match in matches for side, slot in slots_of(match).items()
        },
        tables=tables,
        owed=_owed(tournament),
        by_lot=by_lot,
        places=_places(tournament),
    )


def _title(match: Match, titles: Mapping[int, Title]) -> str:
    slots = slots_of(match)
    return with_sides(
        titles[match.pk].full, side_text(slots.get("a"), titles), side_text(slots.get("b"), titles), match
    )


def _match(match: Match, off: bool) -> MatchNow:
    winner = slots_of(match)[match.winner].team if match.winner else None
    name = winner.name if winner else ""
    text = _("退赛，不再进行") if off else match.get_status_display()
    return MatchNow(match.status, text, match.version, name, match.decided_by, off)


def _slot(slot: MatchSlot, titles: Any, empty: Set[tuple[str, int]]) -> SlotNow:
    ruled = bool(slot.ruling_team_id or slot.ruling_by_id)
    if slot.team_id is None and not ruled and (slot.source, slot.source_match_id) in empty:
        return SlotNow(None, _("无人出场"), ruled)
    return SlotNow(slot.team_id, side_text(slot, titles), ruled)


def _without_a_winner(matches: Sequence[Match]) -> Set[tuple[str, int]]:
    """Where nobody comes from: (source, match) of matches that both sides lost, or the loser by disqualification."""
    found: set[tuple[str, int]] = set()
    for match in matches:
        if match.status in CLOSED and match.decided_by in ("both-lose", "disqualification"):
            found.add((MatchSlot.Source.LOSER, match.pk))
        if match.status in CLOSED and match.decided_by == "both-lose":
            found.add((MatchSlot.Source.WINNER, match.pk))
    return found


def _standings(tournament: Tournament) -> tuple[dict[Any, Table], dict[Any, str]]:
    """The tables by stage and group, and the sets of teams that a recorded lot parts in them."""
    tables: dict[tuple[int, str], Table] = {}
    by_lot: dict[tuple[int, str, frozenset[str]], str] = {}
    recorded = list(Lot.objects.filter(stage__tournament=tournament))
    names = dict(Team.objects.filter(tournament=tournament).values_list("pk", "name"))
    for stage in tournament.stages.select_related("ruleset"):
        for group, found in stage_standing(stage).items():
            title = f"{stage.name} {group_text(stage, group)}" if group else stage.name
            tables[stage.pk, group] = _table(stage, title, found)
            parted = {row["team"] for row in found["rows"] if row["decided_by"] == "lot"}
            for lot in recorded:
                drawn = frozenset(names[pk] for pk in lot.order if pk in names)
                if (lot.stage_id, lot.group) == (stage.pk, group) and drawn & parted:
                    by_lot[stage.pk, group, drawn] = _("：").join((title, _("、").join(sorted(drawn))))
    return tables, by_lot


def _table(stage: Stage, title: str, found: Mapping[str, Any]) -> Table:
    keys = [key for key in stage.criteria if key != "lot"]
    rows = tuple(_row(row, keys) for row in found["rows"])
    return Table(title, tuple(criterion_name(key, reader()) for key in keys), rows)


def _row(row: Mapping[str, Any], keys: list[str]) -> tuple[str, ...]:
    values = [row["values"].get(key) for key in keys]
    decided = criterion_name(row["decided_by"], reader()) if row["decided_by"] else ""
    shown = ["–" if value is None else str(value) for value in values]
    counts = [str(row[key]) for key in ("played", "won", "lost")]
    return (str(row["rank"]) if row["played"] else "", row["team"], *counts, *shown, decided)


def _owed(tournament: Tournament) -> dict[tuple[int, str, frozenset[str]], str]:
    return {
        (question["stage"].pk, question["group"], frozenset(team.name for team in question["teams"])): question[
            "message"
        ]
        for question in open_questions(tournament)
    }


def _places(tournament: Tournament) -> tuple[Place, ...]:
    stages = tournament.stages.select_related("ruleset")
    return tuple((stage.name, place, team.name) for stage in stages for place, team in placings(stage))
