"""The schedule as staff see it: hours × tables, and the same matches by team and by table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, PlayTable, Tournament

from .fixtures import matches_of, slots_of
from .match_words import Title, side_text, titles_of
from .schedule_clashes import Trouble, troubles_of
from .schedule_options import options_of


@dataclass(frozen=True, slots=True)
class Filter:
    """What of the schedule is asked for: a stage's number with a round, a team's id; 0 for all."""

    stage: int = 0
    round: int = 0
    team: int = 0

    def admits(self, match: Match) -> bool:
        """True if the match is asked for."""
        if self.stage and match.stage.number != self.stage:
            return False
        if self.round and match.round != self.round:
            return False
        return not self.team or any(self.team in (slot.team_id, slot.source_team_id) for slot in match.slots.all())

    def __bool__(self) -> bool:
        return bool(self.stage or self.round or self.team)


ALL = Filter()


def grid_of(tournament: Tournament, chosen: Filter = ALL, troubles: Sequence[Trouble] | None = None) -> dict[str, Any]:
    """Hours × tables: `columns`, `slots` [{starts_at, cells: matches a column}], `timeless`, `matches`, `begun`.

    A match is a dict of `match`, `title`, `a`, `b`, `trouble` (clashes in words), `moved` (delayed), `dim` (not asked
    for). The last column is for matches without a table. Each day ends in an hour without matches, to move some there.
    """
    matches = matches_of(tournament)
    wrong = _by_match(troubles_of(tournament) if troubles is None else troubles)
    titles = titles_of(matches)
    tables = list(tournament.tables.all())
    numbers: list[int | None] = [table.number for table in tables]
    numbers.append(None)
    hours: dict[datetime, dict[int | None, list[dict[str, Any]]]] = {}
    timeless = []
    for match in matches:
        cell = _cell(match, titles, wrong, chosen)
        if match.starts_at is None:
            timeless.append(cell)
        else:
            hours.setdefault(match.starts_at, {}).setdefault(_number(match), []).append(cell)
    shown = [hour for hour in sorted(hours) if not chosen or _asked(hours[hour].values())]
    spare = _spare_hours(tournament, matches, hours) if not chosen else []
    return {
        "columns": _columns(tables),
        "slots": [
            {"starts_at": hour, "cells": _cells(hours.get(hour, {}), numbers), "new_day": new_day}
            for hour, new_day in _with_days(sorted([*shown, *spare]))
        ],
        "timeless": [cell for cell in timeless if not cell["dim"]],
        "matches": len(matches),
        "timed": bool(hours),
        "shown": sum(chosen.admits(match) for match in matches),
        "begun": any(match.begun for match in matches),
        "open": sum(not match.begun for match in matches),
        "rounds": rounds_to_choose(matches),
    }


def lists_of(tournament: Tournament, chosen: Filter = ALL, *, by: str) -> list[dict[str, Any]]:
    """The matches `by` "team" or "table": [{name, rows}], rows as in the grid, in the order of play."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    found: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for match in matches:
        cell = _cell(match, titles, {}, chosen)
        if cell["dim"]:
            continue
        for key in _teams(match, chosen) if by == "team" else [_table_key(match)]:
            found.setdefault(key, []).append(cell)
    return [{"name": key[-1], "rows": rows} for key, rows in sorted(found.items(), key=lambda one: one[0])]


def card_of(tournament: Tournament, match_id: int) -> dict[str, Any]:
    """One match as the grid shows it, with `others`: (id, in words) of those it may change places with."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    card = next(_cell(match, titles, {}, ALL) for match in matches if match.pk == match_id)
    others = [match for match in matches if match.starts_at and not match.begun and match.pk != match_id]
    return {**card, "others": [(match.pk, _in_a_line(_cell(match, titles, {}, ALL))) for match in others]}


def rounds_to_choose(matches: Sequence[Match]) -> list[dict[str, Any]]:
    """The rounds there are, to choose from: stage's number and name, round."""
    found = {(match.stage.number, match.round): match.stage.name for match in matches}
    return [
        {"value": f"{stage}-{number}", "name": f"{name} {_('第%d轮') % number}"}
        for (stage, number), name in sorted(found.items())
    ]


def _in_a_line(cell: Mapping[str, Any]) -> str:
    match = cell["match"]
    table = _("%d号桌") % match.table.number if match.table else _("临场安排")
    return f"{timezone.localtime(match.starts_at):%m-%d %H:%M} {table} {cell['title']} {cell['a']}――{cell['b']}"


def _columns(tables: Sequence[PlayTable]) -> list[dict[str, Any]]:
    known = [{"number": table.number, "name": _("%d号桌") % table.number, "place": table.place} for table in tables]
    return [*known, {"number": None, "name": _("临场安排"), "place": ""}]


def _cell(match: Match, titles: Mapping[int, Title], wrong: Mapping[int, list[str]], chosen: Filter) -> dict[str, Any]:
    slots = slots_of(match)
    return {
        "match": match,
        "title": titles[match.pk].full,
        **{side: side_text(slots.get(side), dict(titles)) for side in "ab"},
        "trouble": wrong.get(match.pk, []),
        "moved": match.planned_at is not None and match.planned_at != match.starts_at,
        "dim": bool(chosen) and not chosen.admits(match),
    }


def _by_match(troubles: Sequence[Trouble]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for trouble in troubles:
        for key in trouble.matches:
            found.setdefault(key, []).append(trouble.sentence)
    return found


def _asked(cells: Collection[list[dict[str, Any]]]) -> bool:
    return any(not cell["dim"] for row in cells for cell in row)


def _cells(row: Mapping[int | None, list[dict[str, Any]]], numbers: Sequence[int | None]) -> list[dict[str, Any]]:
    return [{"number": number, "matches": row.get(number, [])} for number in numbers]


def _spare_hours(tournament: Tournament, matches: Sequence[Match], hours: Collection[datetime]) -> list[datetime]:
    """After the last matches of each day, the next hour that could be played."""
    gap = timedelta(minutes=options_of(tournament).changeover)
    ends: dict[Any, datetime] = {}
    for match in matches:
        if match.starts_at and match.ends_at:
            day = timezone.localtime(match.starts_at).date()
            ends[day] = max(match.ends_at + gap, ends.get(day, match.ends_at))
    return [end for day, end in ends.items() if end not in hours and timezone.localtime(end).date() == day]


def _with_days(hours: Sequence[datetime]) -> list[tuple[datetime, bool]]:
    days = [timezone.localtime(hour).date() for hour in hours]
    return [(hour, number == 0 or days[number - 1] != days[number]) for number, hour in enumerate(hours)]


def _teams(match: Match, chosen: Filter) -> list[tuple[str, int, str]]:
    teams = [slot.team for slot in match.slots.all() if slot.team is not None]
    return [(team.sort_key, team.pk, team.name) for team in teams if not chosen.team or team.pk == chosen.team]


def _table_key(match: Match) -> tuple[int, str]:
    return (match.table.number, str(_("%d号桌") % match.table.number)) if match.table else (1 << 30, _("临场安排"))


def _number(match: Match) -> int | None:
    return match.table.number if match.table else None
