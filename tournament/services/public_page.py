"""What a tournament's public page shows: only published parts, in the words of the page."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext as _

from scoring.words.standings import criterion_name, explain
from tournament.models import GroupPlace, Match, MatchSlot, Player, Stage, Team, Tournament

from .best_table import best_table
from .bracket import stage_plans
from .draw_words import public_draws
from .fixtures import slots_of
from .keypad import reader
from .kinds import TABLES
from .match_words import GROUP_ORDER, group_text
from .notice import public_sections
from .public_cards import cards_of
from .public_choice import Wanted, kept_of, whose_of
from .public_draws import draws_shown
from .public_rounds import public_rounds
from .result_words import side_score
from .shown import Shown
from .sides import OTHER
from .standings import final_placings, stage_standing


def page_of(tournament: Tournament, shown: Shown, wanted: Wanted) -> dict[str, Any]:
    """The page's facts; queries do not depend on the number of matches.

    `notice`, `departments`, `fixtures`, `live`, `groups` (called `groups_title`), `best`, `rounds`, `plans`,
    `placings`, `results`, `draws`; each empty where its part is not shown. `whose` is the choice of a department or
    team that `fixtures` and `results` keep to.
    """
    read = cards_of(tournament, shown)
    matches, titles, results, cards = read.matches, read.titles, read.results, read.cards
    kept = kept_of(cards, wanted)
    return {
        "notice": public_sections(tournament) if shown.notice else [],
        "departments": departments_of(tournament) if shown.teams else [],
        "whose": whose_of(cards, wanted),
        "fixtures": _by_slot(kept) if shown.schedule else [],
        "live": [card for card in cards if card["live"]],
        "results": [card for card in kept if card["decided"]],
        "groups_title": _groups_title(tournament),
        "groups": group_tables(tournament, matches, results, shown),
        "best": _best(tournament) if shown.results else [],
        "rounds": public_rounds(matches, titles, results, shown) if shown.draw else [],
        "plans": stage_plans(matches, titles, results, shown) if shown.draw else [],
        "placings": _placings(tournament) if shown.results else [],
        "draws": public_draws(list(draws_shown(tournament, shown))),
    }


def departments_of(tournament: Tournament) -> list[tuple[str, list[Team]]]:
    """Teams by department, players loaded: two queries. Who waits, or withdrew before the draw, is not on the list."""
    found: dict[str, list[Team]] = {}
    present = Prefetch("players", Player.objects.filter(left_at=None))
    on_list = Team.objects.filter(Q(withdrawn_at=None) | Exists(MatchSlot.objects.filter(team=OuterRef("pk"))))
    teams = on_list.filter(tournament=tournament, waiting_since=None).select_related("department")
    teams = teams.prefetch_related(present)
    for team in teams.order_by("department__sort_key", "department_id", "sort_key", "id"):
        found.setdefault(team.department.name, []).append(team)
    return list(found.items())


def _by_slot(cards: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards under their day and hours, in their order; `day` is None while no hour is fixed."""
    found: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for card in cards:
        found.setdefault((card["date"], card["start"], card["end"]), []).append(card)
    return [
        {"day": date.fromisoformat(day) if day else None, "start": start, "end": end, "cards": group}
        for (day, start, end), group in found.items()
    ]


def _groups_title(tournament: Tournament) -> str:
    """What the tables are called: groups, or one table of all."""
    stages = tournament.stages.filter(kind=Stage.Kind.GROUPS)
    return _("小组") if any(stage.settings.get("groups") != 1 for stage in stages) else _("积分表")


def _best(tournament: Tournament) -> list[dict[str, Any]]:
    """How the best n-th or the best losers compare, a table a stage that has them."""
    stages = tournament.stages.select_related("ruleset")
    return [table for stage in stages if (table := best_table(stage))]


def _placings(tournament: Tournament) -> list[tuple[int, Team]]:
    return final_placings(tournament)


def group_tables(
    tournament: Tournament, matches: Sequence[Match], results: Mapping[int, Any], shown: Shown
) -> list[dict[str, Any]]:
    """Every group with its teams and, with results, its cross table and standing."""
    if not (shown.draw or shown.results):
        return []
    stages = tournament.stages.filter(kind__in=TABLES).select_related("ruleset")
    places: dict[tuple[int, str], list[Team]] = {}
    drawn = GroupPlace.objects.filter(stage__tournament=tournament).select_related("team")
    for place in drawn.order_by("stage_id", *GROUP_ORDER, "number"):
        places.setdefault((place.stage_id, place.group), []).append(place.team)
    found = []
    for stage in stages:
        standings = stage_standing(stage) if shown.results else {}
        if stage.kind == Stage.Kind.LAST_GROUP and standings:
            places |= {(stage.pk, group): list(one["teams"].values()) for group, one in standings.items()}
        for (stage_id, group), teams in places.items():
            if stage_id == stage.pk:
                found.append(_group(stage, group, teams, matches, results, standings.get(group)))
    return found


def _group(
    stage: Stage,
    group: str,
    teams: Sequence[Team],
    matches: Sequence[Match],
    results: Mapping[int, Any],
    standing: Mapping[str, Any] | None,
) -> dict[str, Any]:
    mine = [match for match in matches if match.stage_id == stage.pk and match.group == group]
    return {
        "title": f"{stage.name} {group_text(stage, group)}".strip(),
        "anchor": f"g{stage.number}-{group}",
        "teams": teams,
        "cross": _cross(teams, mine, results) if standing and stage.kind != Stage.Kind.SWISS else [],
        "criteria": [criterion_name(key, reader()) for key in stage.criteria if key != "lot"],
        "rows": [_row(stage, row, standing["why"][row["team"]]) for row in standing["rows"]] if standing else [],
        "complete": bool(standing and standing["complete"]),
        "lot_owed": bool(standing and standing["complete"] and standing["open_ties"]),
        "played": standing["played"] if standing else 0,
        "matches": standing["matches"] if standing else 0,
    }


def _cross(teams: Sequence[Team], matches: Sequence[Match], results: Mapping[int, Any]) -> list[dict[str, Any]]:
    """A row a team: its results against each other team, None on the diagonal, every leg of a double round."""
    cells: dict[tuple[int | None, int | None], list[dict[str, Any]]] = {}
    for match in matches:
        slots, result = slots_of(match), results.get(match.pk)
        if result is None or len(slots) < 2:
            continue
        for side, other in OTHER.items():
            cell = {"match": match, "won": result["winner"] == side, "text": _said(result, side, other)}
            cells.setdefault((slots[side].team_id, slots[other].team_id), []).append(cell)
    return [
        {"team": team, "cells": [None if team is other else cells.get((team.pk, other.pk), []) for other in teams]}
        for team in teams
    ]


def _said(result: Mapping[str, Any], side: str, other: str) -> str:
    return f"{side_score(result, side)} : {side_score(result, other)}"


def _row(stage: Stage, row: Mapping[str, Any], why: Any) -> dict[str, Any]:
    """A standing's row with what decided it and the chain behind it."""
    decided = criterion_name(row["decided_by"], reader()) if row["decided_by"] else ""
    values = [row["values"].get(key) for key in stage.criteria if key != "lot"]
    shown = ["–" if value is None else value for value in values]
    return {**row, "values": shown, "decided": decided, "why": explain(why, reader())}
