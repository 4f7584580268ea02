"""What the page of the day shows: matches with their state, standings, placings, lots owed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.words.standings import criterion_name
from tournament.models import Match, Stage, Tournament

from .best_table import best_table
from .fixtures import matches_of, rows_of
from .keypad import reader
from .kinds import TABLES
from .match_finder import EVERYTHING, Asked, find
from .match_words import Title, group_text, titles_of
from .progress import open_questions
from .refusal import Refusal
from .result_words import level_text
from .standings import final_placings, stage_standing
from .withdrawn import called_off

_CONFIRMED = (Match.Status.CONFIRMED, Match.Status.VERIFIED)
FOLDED_FROM = 8  # more groups than these are shown folded, each with its first


def day_of(tournament: Tournament, asked: Asked = EVERYTHING, typed: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The page's facts with the matches `asked` for; `typed` gives back what was typed for a lot.

    Queries do not depend on the number of matches. Words asked for narrow the groups to their matches'.
    """
    matches = matches_of(tournament)
    titles = titles_of(matches)
    off = called_off(Match.objects.filter(stage__tournament=tournament))
    stages = list(tournament.stages.select_related("ruleset"))
    rows = [
        {
            **row,
            "match": match,
            "title": titles[match.pk].full,
            "result": _result(match),
            "ready": _ready(match) and match.pk not in off,
            "status": _status(match, titles[match.pk], match.pk in off),
        }
        for match, row in zip(matches, rows_of(matches, titles), strict=True)
    ]
    found = find(tournament, rows, asked)
    standings = [one for stage in stages if stage.kind in TABLES for one in _standings(stage)]
    return {
        "found": found,
        "rows": found["rows"],
        "standings": _narrowed(standings, found["rows"]) if asked.text.strip() else standings,
        "folded": len(standings) > FOLDED_FROM,
        "best": [table for stage in stages if (table := best_table(stage))],
        "placings": final_placings(tournament),
        "lots": [_owed(question, typed or {}) for question in open_questions(tournament)],
    }


def lot_order(typed: Mapping[str, str]) -> list[int]:
    """Team ids by the number typed at each (`drawn-<team id>`); every number from 1 on, once each."""
    numbers: dict[int, int] = {}
    drawn = {key.removeprefix("drawn-"): value for key, value in typed.items() if key.startswith("drawn-")}
    for team, value in drawn.items():
        if team.isdecimal() and value.strip().isdecimal():
            numbers[int(value)] = int(team)
    if not drawn or sorted(numbers) != list(range(1, len(drawn) + 1)):
        message = _("请给并列的每队各填一个抽签名次，从 1 到 %(count)d，不重复。") % {"count": max(len(drawn), 2)}
        raise Refusal(message, code="lot-numbers", at="order")
    return [numbers[number] for number in sorted(numbers)]


def _status(match: Match, title: Title, off: bool) -> str:
    """The status in words; 待裁定 where a protest could still change the winner, 不再进行 where a team withdrew."""
    if off:
        return _("退赛，不再进行")
    return (
        _("%(status)s，待裁定") % {"status": match.get_status_display()}
        if title.disputed
        else match.get_status_display()
    )


def _ready(match: Match) -> bool:
    """True once both teams are known, so that the match can be scored."""
    return all(slot.team_id for slot in match.slots.all())


def _result(match: Match) -> str:
    """A confirmed result in words: 甲 9 : 5 乙 as levels; empty before."""
    levels = match.projection.get("levels") if match.status in _CONFIRMED else None
    if not levels:
        return ""
    reached = {"levels": levels, "passed": {"a": False, "b": False, **match.projection.get("passed", {})}}
    return f"{level_text(reached, 'a')} : {level_text(reached, 'b')}"


def _narrowed(standings: list[dict[str, Any]], rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The groups these matches are of; a table without groups always."""
    played = {(row["match"].stage_id, row["match"].group) for row in rows}
    return [one for one in standings if not one["grouped"] or one["key"] in played]


def _standings(stage: Stage) -> list[dict[str, Any]]:
    return [
        {
            "key": (stage.pk, group),
            "grouped": bool(group_text(stage, group)),
            "title": group_text(stage, group) or stage.name,
            "leads": [row["team"] for row in found["rows"] if row["played"] and row["rank"] == 1],
            "complete": found["complete"],
            "criteria": [criterion_name(key, reader()) for key in stage.criteria if key != "lot"],
            "rows": [_standing_row(stage, row) for row in found["rows"]],
        }
        for group, found in stage_standing(stage).items()
    ]


def _standing_row(stage: Stage, row: Mapping[str, Any]) -> dict[str, Any]:
    decided = criterion_name(row["decided_by"], reader()) if row["decided_by"] else _("并列") if row["played"] else ""
    values = [row["values"].get(key) for key in stage.criteria if key != "lot"]
    return {**row, "values": ["–" if value is None else value for value in values], "decided": decided}


def _owed(question: Mapping[str, Any], typed: Mapping[str, str]) -> dict[str, Any]:
    teams = [{"team": team, "typed": typed.get(f"drawn-{team.pk}", "")} for team in question["teams"]]
    present = typed.get("present", "") if any(one["typed"] for one in teams) else ""
    return {**question, "teams": teams, "present": present, "title": group_text(question["stage"], question["group"])}
