"""What a correction changed under a round already drawn: the pairs stay, the page says what they were drawn by."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import compute
from tournament.models import Match, Stage, Team

from .kinds import ALL
from .sides import teams_of
from .standings import group_standings, results_of


def changed_since(stage: Stage, records: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    """By round, a sentence for each team whose points (Swiss) or whose place in the round (redraw) is another now."""
    if stage.kind == Stage.Kind.SWISS:
        return _points(stage, records)
    return _winners(stage, records)


def _points(stage: Stage, records: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    table = group_standings(stage)[ALL]
    names = {str(team.pk): name for name, team in table.teams.items()}
    found: dict[int, list[str]] = {}
    for record in records:
        before = [one for one in table.meetings if (one.round or 0) < record["round"]]
        rows = compute(("points",), stage.points, list(table.teams), before).rows
        now = {row.team: row.values["points"] or 0 for row in rows}
        words = _("抽签时%(team)s积 %(then)s 分，更正后为 %(now)s 分；已抽的对阵不动。")
        found[record["round"]] = [
            words % {"team": names[team["id"]], "then": team["points"], "now": now[names[team["id"]]]}
            for team in record["teams"]
            if team["id"] in names and team["points"] != now[names[team["id"]]]
        ]
    return found


def _winners(stage: Stage, records: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    codes = dict(Match.objects.filter(stage=stage).values_list("code", "pk"))
    results, sides = results_of(codes.values()), teams_of(codes.values())
    teams = Team.objects.filter(tournament_id=stage.tournament_id, withdrawn_at=None)
    names = dict(teams.values_list("pk", "name"))  # a winner who withdrew takes nobody's place
    found: dict[int, list[str]] = {}
    for record in records:
        listed = {team["id"]: team["name"] for team in record["teams"]}
        found[record["round"]] = [
            _("抽签时%(code)s的胜者是%(then)s，更正后为%(now)s，由其接替所抽的位置。")
            % {"code": code, "then": listed[key], "now": names[now]}
            for key, code in record.get("from", {}).items()
            if key in listed and (now := _winner(results.get(codes[code]), sides[codes[code]])) and str(now) != key
            if now in names
        ]
    return found


def _winner(result: Mapping[str, Any] | None, sides: Mapping[str, int | None]) -> int | None:
    return sides[result["winner"]] if result and result["winner"] else None
