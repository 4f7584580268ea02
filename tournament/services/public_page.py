"""What a tournament's public page shows: only published parts, in the words of the page."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext as _

from scoring.words.standings import criterion_name, explain
from tournament.models import Draw, GroupPlace, Match, MatchSlot, Player, Stage, Team, Tournament

from .best_table import best_table
from .bracket import stage_plans
from .draw_words import public_draws
from .fixtures import matches_of, rows_of, slots_of
from .keypad import reader
from .kinds import TABLES
from .match_words import Title, group_text, titles_of
from .notice import public_sections
from .public_rounds import public_rounds
from .result_words import decided_text, level_text, side_score
from .shown import Shown
from .standings import final_placings, results_of, stage_standing
from .withdrawn import called_off

LIVE = (Match.Status.PLAYING, Match.Status.LAST_HAND, Match.Status.TIED, Match.Status.FINISHED)
OTHER = {"a": "b", "b": "a"}


def page_of(tournament: Tournament, shown: Shown) -> dict[str, Any]:
    """The page's facts; queries do not depend on the number of matches.

    `notice`, `departments`, `fixtures`, `live`, `groups` (called `groups_title`), `best`, `rounds`, `plans`,
    `placings`, `results`, `draws`; each empty where its part is not shown.
    """
    matches = matches_of(tournament) if shown.draw or shown.schedule or shown.results else []
    titles = titles_of(matches)
    results = results_of(match.pk for match in matches) if shown.results else {}
    cards = [_card(match, row, titles, results, shown) for match, row in _rows(matches, titles, shown)]
    if shown.results:
        _mark(cards, titles, called_off(Match.objects.filter(stage__tournament=tournament)))
    return {
        "notice": public_sections(tournament) if shown.notice else [],
        "departments": _departments(tournament) if shown.teams else [],
        "fixtures": _by_slot(cards) if shown.schedule else [],
        "live": [card for card in cards if card["live"]],
        "results": [card for card in cards if card["decided"]],
        "groups_title": _groups_title(tournament),
        "groups": group_tables(tournament, matches, results, shown),
        "best": _best(tournament) if shown.results else [],
        "rounds": public_rounds(matches, titles, results, shown) if shown.draw else [],
        "plans": stage_plans(matches, titles, results, shown) if shown.draw else [],
        "placings": _placings(tournament) if shown.results else [],
        "draws": _draws(tournament) if shown.draw else [],
    }


def _draws(tournament: Tournament) -> list[dict[str, Any]]:
    """The draws in force with what was added to them; not one that is still being shown in the hall."""
    held = Draw.objects.filter(stage__tournament=tournament, undone_at=None, revealed=None).select_related("stage")
    return public_draws(list(held.prefetch_related("addenda").order_by("stage__number", "round")))


def _rows(
    matches: Sequence[Match], titles: dict[int, Title], shown: Shown
) -> Iterable[tuple[Match, Mapping[str, str]]]:
    return zip(matches, rows_of(matches, titles, resolved=shown.results), strict=True)


def _departments(tournament: Tournament) -> list[tuple[str, list[Team]]]:
    """Teams by department, players loaded: two queries. Who waits, or withdrew before the draw, is not on the list."""
    found: dict[str, list[Team]] = {}
    present = Prefetch("players", Player.objects.filter(left_at=None))
    on_list = Team.objects.filter(Q(withdrawn_at=None) | Exists(MatchSlot.objects.filter(team=OuterRef("pk"))))
    teams = on_list.filter(tournament=tournament, waiting_since=None).select_related("department")
    teams = teams.prefetch_related(present)
    for team in teams.order_by("department__sort_key", "department_id", "sort_key", "id"):
        found.setdefault(team.department.name, []).append(team)
    return list(found.items())


def _card(
    match: Match, row: Mapping[str, str], titles: Mapping[int, Title], results: Mapping[int, Any], shown: Shown
) -> dict[str, Any]:
    """A match as a line of a list. Teams show with the draw or, once it is decided or being played, with results."""
    result = results.get(match.pk)
    live = shown.results and match.status in LIVE
    named = shown.draw or live or result is not None
    teams = {side: row[f"team_{side}"] if named else "" for side in "ab"}
    slots = slots_of(match)
    return {
        "match": match,
        "title": titles[match.pk].full if named else titles[match.pk].stage,
        "date": row["date"] if shown.schedule else "",
        "start": row["start"] if shown.schedule else "",
        "end": row["end"] if shown.schedule else "",
        "table": row["table"] if shown.schedule or live else "",
        "teams": teams,
        "named": named,
        "live": live,
        "called": bool(shown.schedule and named and match.called_at and match.status == Match.Status.SCHEDULED),
        "status": match.get_status_display() if shown.results else "",
        "decided": result is not None,
        "scores": {side: side_score(result, side) for side in "ab"} if result else _levels(match, live),
        "winner": result["winner"] if result else None,
        "why": decided_text(result["decided_by"]) if result else "",
        "link": shown.results and (live or result is not None),
        "search": " ".join(teams.values()),
        "team_ids": [slot.team_id for slot in slots.values() if slot.team_id and shown.results],
    }


def _mark(cards: Iterable[dict[str, Any]], titles: Mapping[int, Title], off: set[int]) -> None:
    """Say which results a protest could still overturn, and which matches a withdrawal called off."""
    for card in cards:
        if titles[card["match"].pk].disputed:
            card["why"] = _("%(why)s(待裁定)") % {"why": card["why"]}
        elif card["match"].pk in off:
            card["status"], card["called_off"] = _("退赛,不再进行"), True


def _levels(match: Match, live: bool) -> dict[str, str]:
    """The levels while a match is played."""
    shown = live and match.projection.get("levels")
    return {side: level_text(match.projection, side) if shown else "" for side in "ab"}


def _by_slot(cards: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards under their date and hours, in their order."""
    found: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for card in cards:
        found.setdefault((card["date"], card["start"], card["end"]), []).append(card)
    return [{"date": key[0], "start": key[1], "end": key[2], "cards": group} for key, group in found.items()]


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
    for place in GroupPlace.objects.filter(stage__tournament=tournament).select_related("team").in_order():
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
