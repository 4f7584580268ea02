"""What the public pages show, as objects of plain values: the read-only interface answers with these."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from tournament.models import Team, Tournament

from .bracket import Box, Plan, stage_plans
from .public_cards import Cards
from .public_page import departments_of, group_tables
from .shown import Shown
from .standings import final_placings


def tournament_object(tournament: Tournament, shown: Shown) -> dict[str, Any]:
    """The head of the public page, and which parts can be read."""
    when = tournament.starts_at if shown.when else None
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "host": tournament.host,
        "venue": tournament.venue,
        "starts_at": timezone.localtime(when).isoformat() if when else None,
        "published": [part for part in Tournament.Part.values if tournament.is_published(part)],
    }


def team_objects(tournament: Tournament) -> list[dict[str, Any]]:
    """The roster as published: who waits, or left before the draw, is not on it."""
    return [_team(team) for _name, teams in departments_of(tournament) for team in teams]


def _team(team: Team) -> dict[str, Any]:
    return {
        "id": team.pk,
        "name": team.name,
        "department": {"id": team.department_id, "name": team.department.name},
        "players": [player.name for player in team.players.all()],
        "withdrawn": team.withdrawn_at is not None,
    }


def fixture_object(card: Mapping[str, Any], shown: Shown) -> dict[str, Any]:
    """A match as it is planned: `sides` say in words who plays, or where the side will come from."""
    match = card["match"]
    starts, ends = (match.starts_at, match.ends_at) if shown.schedule else (None, None)
    return {
        "id": match.pk,
        "title": card["title"],
        "stage": card["stage"],
        "round": match.round,
        "group": card["group"],
        "table": int(card["table"]) if card["table"] else None,
        "starts_at": timezone.localtime(starts).isoformat() if starts else None,
        "ends_at": timezone.localtime(ends).isoformat() if ends else None,
        "called": card["called"],
        "called_off": card["called_off"],
        "status": str(match.status) if shown.results else None,
        "sides": {side: {"text": card["teams"][side], "team": card["entrants"][side]} for side in "ab"},
    }


def result_object(card: Mapping[str, Any], shown: Shown) -> dict[str, Any]:
    """A decided match: `scores` and `decided_by` in words, `disputed` while a protest could change the winner."""
    return {
        **fixture_object(card, shown),
        "winner": card["winner"],
        "scores": card["scores"],
        "decided_by": card["why"],
        "disputed": card["disputed"],
    }


def standings_object(tournament: Tournament, cards: Cards, shown: Shown) -> dict[str, Any]:
    """Every table with the reason of each place, and the places decided so far."""
    tables = group_tables(tournament, cards.matches, cards.results, shown)
    return {
        "tables": [_table(table) for table in tables],
        "placings": [
            {"place": place, "team": {"id": team.pk, "name": team.name, "department": team.department.name}}
            for place, team in final_placings(tournament)
        ],
    }


def _table(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "title": table["title"],
        "complete": table["complete"],
        "lot_owed": table["lot_owed"],
        "played": table["played"],
        "matches": table["matches"],
        "criteria": table["criteria"],
        "rows": [_row(row) for row in table["rows"]],
    }


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A place: `values` follow the table's criteria, `why` tells the chain of criteria in sentences."""
    keys = ("rank", "team", "tied", "played", "won", "drawn", "lost")
    values = [None if value == "–" else value for value in row["values"]]
    return {**{key: row[key] for key in keys}, "values": values, "decided_by": row["decided"], "why": list(row["why"])}


def bracket_objects(cards: Cards, shown: Shown) -> list[dict[str, Any]]:
    """The trees as the screen and the paper draw them."""
    return [_tree(plan) for plan in stage_plans(cards.matches, cards.titles, cards.results, shown)]


def _tree(plan: Plan) -> dict[str, Any]:
    return {
        "name": plan.name,
        "columns": plan.columns,
        "rounds": list(plan.rounds),
        "matches": [_box(box, plan.boxes) for box in plan.boxes],
    }


def _box(box: Box, boxes: Sequence[Box]) -> dict[str, Any]:
    """A match of a tree; `feeds` names the next match and the side of it where the winner goes."""
    feeds = {"match": boxes[box.feeds[0]].match.pk, "side": "ab"[box.feeds[1]]} if box.feeds else None
    return {
        "id": box.match.pk,
        "title": box.title,
        "when": box.when,
        "column": box.column,
        "row": box.row,
        "sides": {
            side: {"text": line.text, "score": line.score, "won": line.won, "team": line.team_id}
            for side, line in zip("ab", box.lines, strict=True)
        },
        "feeds": feeds,
    }
