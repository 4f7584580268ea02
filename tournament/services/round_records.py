"""The records of stages drawn round by round: who is still in (redraw), who stands how (Swiss), by seed or by lots."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import compute, plain
from tournament.draw import redraw, swiss
from tournament.models import Draw, GroupPlace, Match, Stage, Team

from .kinds import ALL
from .sides import OTHER, teams_of
from .standings import group_standings, results_of

Teams = Sequence[Mapping[str, Any]]


def first_record(stage: Stage, teams: Teams, seed: str, lots: Mapping[int, int] | None) -> dict[str, Any]:
    """The record of round 1; `teams` are {"id", "name", "department", "seed"}."""
    if stage.kind == Stage.Kind.SWISS:
        listed = [{**_known(team), "points": 0, "met": [], "had_bye": False, "named_first": 0} for team in teams]
        return {**_head(stage, swiss.FORMAT, 1, seed, lots), "teams": listed}
    return {**_head(stage, redraw.FORMAT, 1, seed, lots), "teams": list(teams)}


def next_record(stage: Stage, number: int, seed: str, lots: Mapping[int, int] | None) -> dict[str, Any]:
    """The record of round `number` (2 and on) out of the results before it, which are all confirmed."""
    if stage.kind == Stage.Kind.SWISS:
        return {**_head(stage, swiss.FORMAT, number, seed, lots), "teams": _standing_teams(stage, number)}
    left = _left(stage, number)
    record = {**_head(stage, redraw.FORMAT, number, seed, lots), **left}
    if lots is not None:
        record["lots"] = _with_empty_places(record["lots"], [team["id"] for team in left["teams"]])
    return record


def _with_empty_places(lots: Mapping[str, int], teams: Sequence[str]) -> dict[str, int]:
    """The numbers drawn, those left over going to the places nobody won (they draw no slip)."""
    empty = [one for one in teams if one not in lots and not one.isdecimal()]
    free = [number for number in range(1, len(teams) + 1) if number not in lots.values()]
    return {**lots, **dict(zip(empty, free, strict=False))}


def planned(stage: Stage, count: int, record: Mapping[str, Any]) -> list[list[int | None]]:
    """By round, the places its matches decide (None for most): what is played if `count` teams go through round 1."""
    if stage.kind == Stage.Kind.SWISS:
        return [[None] * (count // 2) for _round in range(int(stage.settings.get("rounds", 1)))]
    total = (count - 1).bit_length()
    rounds: list[list[int | None]] = [[None] * len(record["result"]["pairs"])]
    rounds += [[None] * (1 << (total - number)) for number in range(2, total)]
    third = [3] if has_third(stage) and total > 1 and len(rounds[total - 2]) == 2 else []
    return [*rounds[: total - 1], [*third, 1]]


def has_third(stage: Stage) -> bool:
    """Whether the losers of the semi-finals play for third place."""
    return int(stage.settings.get("places", 1)) >= 4 and stage.settings.get("third_place", "match") == "match"


def refuse_rounds(stage: Stage, count: int) -> str:
    """Why `count` teams cannot play the rounds of a Swiss stage; empty if they can."""
    rounds, most = int(stage.settings.get("rounds", 1)), count if count % 2 else count - 1
    if stage.kind != Stage.Kind.SWISS or 1 <= rounds <= most:
        return ""
    message = _("%(count)d 队最多编排 %(most)d 轮（不重复相遇，每队至多轮空一次），现为 %(rounds)d 轮；请先减少轮数。")
    return message % {"count": count, "most": most, "rounds": rounds}


def _head(stage: Stage, form: str, number: int, seed: str, lots: Mapping[int, int] | None) -> dict[str, Any]:
    head: dict[str, Any] = {"format": form, "algorithm": 1, "seed": seed, "round": number}
    head["protect"] = stage.settings.get("protect", "department")
    if lots is not None:
        head["lots"] = {str(team): drawn for team, drawn in lots.items()}
    return head


def _known(team: Mapping[str, Any]) -> dict[str, Any]:
    return {key: team[key] for key in ("id", "name", "department")}


def _standing_teams(stage: Stage, number: int) -> list[dict[str, Any]]:
    """The teams still in, with their points, whom they met, whether they were free and how often named first."""
    table = group_standings(stage)[ALL]
    standing = compute(("points",), stage.points, list(table.teams), table.meetings)
    points = {row.team: row.values["points"] or 0 for row in standing.rows}
    met, first, free = _history(stage, number)
    places = GroupPlace.objects.filter(stage=stage, team__withdrawn_at=None).select_related("team__department")
    return [
        {
            "id": str(place.team_id),
            "name": place.team.name,
            "department": place.team.department.name,
            "points": plain(points[place.team.name]),
            "met": sorted(met.get(str(place.team_id), ())),
            "had_bye": str(place.team_id) in free,
            "named_first": first[str(place.team_id)],
        }
        for place in places.order_by("number")
    ]


def _history(stage: Stage, number: int) -> tuple[dict[str, set[str]], Counter[str], set[str]]:
    """Who met whom, how often each was named first, who was free, as the rounds before were drawn."""
    met: dict[str, set[str]] = {}
    first: Counter[str] = Counter()
    free: set[str] = set()
    drawn = Draw.objects.filter(stage=stage, undone_at=None, round__lt=number).values_list("record", flat=True)
    for record in drawn:
        free |= {record["result"]["bye"]} - {None}
        for a, b in record["result"]["pairs"]:
            first[a] += 1
            met.setdefault(a, set()).add(b)
            met.setdefault(b, set()).add(a)
    return met, first, free


def _left(stage: Stage, number: int) -> dict[str, Any]:
    """Who is still in: the winners of the round before and, after round 1, who was free in it.

    Of a match that nobody won, or whose winner withdrew, its code stands for the team that does not come; a team that
    was free and withdrew is not drawn either, its place is (`absent`). Whoever meets such a place walks over.
    """
    matches = list(Match.objects.filter(stage=stage, round=number - 1).order_by("pk"))
    results, sides = results_of(match.pk for match in matches), teams_of(match.pk for match in matches)
    ids = {team for pair in sides.values() for team in pair.values() if team}
    before = Draw.objects.get(stage=stage, undone_at=None, round=number - 1).record
    free = [int(one) for one in before["result"]["byes"]]
    teams = Team.objects.select_related("department").in_bulk([*ids, *free])
    seeds = {team["id"]: team.get("seed") for team in before["teams"]}
    origins: dict[str, str] = {}
    listed, absent = _free(free, teams, seeds)
    for match in matches:
        one = _who(match, "winner", results[match.pk], sides[match.pk], teams, seeds)
        origins[one["id"]] = match.code
        listed.append(one)
    found: dict[str, Any] = {"teams": listed, "from": origins} | ({"absent": absent} if absent else {})
    if len(listed) == 2 and len(matches) == 2 and has_third(stage):
        losers = [_who(match, "loser", results[match.pk], sides[match.pk], teams, seeds) for match in matches]
        found["third"] = [one["id"] for one in losers]
        origins |= {one["id"]: match.code for one, match in zip(losers, matches, strict=True)}
    return found


def _free(
    ids: Sequence[int], teams: Mapping[int, Team], seeds: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Who was free in the round before, and {id of the place: team} of those who have withdrawn since."""
    listed: list[dict[str, Any]] = []
    absent: dict[str, str] = {}
    for pk in ids:
        if teams[pk].withdrawn_at is None:
            listed.append(_team(teams[pk], seeds))
            continue
        place = f"free{len(absent) + 1}"
        absent[place] = str(pk)
        listed.append({"id": place, "name": _("轮空后退赛的空缺席位"), "department": None, "seed": None})
    return listed, absent


def _who(
    match: Match,
    what: str,
    result: Mapping[str, Any],
    sides: Mapping[str, int | None],
    teams: Mapping[int, Team],
    seeds: Mapping[str, Any],
) -> dict[str, Any]:
    """The winner or loser of a match; where nobody comes, the match's own code is the id."""
    won = result["winner"]
    side = won if what == "winner" else OTHER.get(won)
    team = sides[side] if won and side else None
    if team and teams[team].withdrawn_at is None:
        return _team(teams[team], seeds)
    words = _("%(code)s胜者（空缺）") if what == "winner" else _("%(code)s负者（空缺）")
    return {"id": f"{match.code}-{what}", "name": words % {"code": match.code}, "department": None, "seed": None}


def _team(team: Team, seeds: Mapping[str, Any]) -> dict[str, Any]:
    key = str(team.pk)
    return {"id": key, "name": team.name, "department": team.department.name, "seed": seeds.get(key)}


def sources(record: Mapping[str, Any]) -> list[tuple[str, int | None, list[dict[str, str]]]]:
    """The round's matches as drawn: (code, place, [side a, side b]), sides {"team": id} or {"winner"/"loser": code}."""
    result, number = record["result"], record["round"]
    if record["format"] == swiss.FORMAT:
        return [
            (f"r{number}m{at}", None, [{"team": one} for one in pair])
            for at, pair in enumerate(result["pairs"], start=1)
        ]
    return [
        (match["id"], match["place"], [_side(match[side]["team"], record) for side in "ab"])
        for match in result["matches"]
    ]


def _side(team: str, record: Mapping[str, Any]) -> dict[str, str]:
    """Where the side comes from; the place of a team that withdrew while it was free still names it."""
    origins, third = record.get("from", {}), record.get("third", [])
    if team not in origins:
        return {"team": record.get("absent", {}).get(team, team)}
    return {"loser" if team in third else "winner": origins[team]}
