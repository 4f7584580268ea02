"""Compare what a draw in force gave (places in groups, where each slot's team comes from) with what is stored."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.draw import addendum
from tournament.draw.replay import check
from tournament.models import Draw, GroupPlace, Match, MatchSlot, Stage, Tournament

from .kinds import ALL, BY_ROUND
from .match_words import group_letter
from .round_records import sources
from .spoken import said, told

Found = tuple[str, str, Any, Any]  # where, column, stored, expected
Key = tuple[int, str, str]  # stage number, match code, side


def draw_differences(tournament: Tournament) -> Iterator[str | Found]:
    """Sentences, or (where, column, stored, expected), for each stored thing that is not what the draws gave."""
    held = Draw.objects.filter(stage__tournament=tournament, undone_at=None).select_related("stage")
    draws = list(held.prefetch_related("addenda"))
    for draw in draws:
        yield from record_differences(draw)
    stored = [draw for draw in draws if draw.revealed is None]  # one that is still being shown has no rows yet
    for draw in stored:
        yield from _of_places(draw) if draw.round < 2 else ()
    yield from _of_sources(tournament, stored)


def record_differences(draw: Draw) -> Iterator[str]:
    """A draw, and what was added to it, can be computed again from their own records."""
    try:
        found = check(draw.record) + [line for one in draw.addenda.all() for line in addendum.check(one.record)]
        current_result(draw)
    except ScoringError as error:
        found = [told(error)]
    for line in found:
        yield _("%(stage)s的抽签记录：%(line)s") % {"stage": draw.stage.name, "line": said(line)}


def current_result(draw: Draw) -> dict[str, Any]:
    """The draw's result with everything that was added since. Raises `DrawError` where an addendum does not follow."""
    result: dict[str, Any] = draw.record["result"]
    for one in draw.addenda.all():
        result = addendum.applied(result, one.record)
    return result


def _standing(draw: Draw) -> dict[str, Any]:
    """The current result, or the drawn one where the addenda are found broken already."""
    try:
        return current_result(draw)
    except (ScoringError, KeyError, IndexError):
        return dict(draw.record["result"])


def _of_places(draw: Draw) -> Iterator[Found]:
    groups = _standing(draw).get("groups", [])
    if draw.stage.kind == Stage.Kind.SWISS:
        groups = [[team["id"] for team in draw.record["teams"]]]
    drawn = {
        (group_letter(index), number): str(team)
        for index, members in enumerate(groups, start=1)
        for number, team in enumerate(members, start=1)
    }
    placed = GroupPlace.objects.filter(stage=draw.stage).values_list("group", "number", "team_id")
    stored = {(group, number): str(team_id) for group, number, team_id in placed}
    for group, number in sorted(drawn.keys() | stored.keys()):
        where = _("%(stage)s%(group)s组第%(number)d位") % {
            "stage": draw.stage.name,
            "group": group,
            "number": number,
        }
        yield where, "team", stored.get((group, number)), drawn.get((group, number))


def _of_sources(tournament: Tournament, draws: list[Draw]) -> Iterator[Found]:
    drawn: dict[Key, str] = {}
    for draw in draws:
        drawn |= _round_sources(draw) if draw.stage.kind in BY_ROUND else _drawn_sources(draw)
    drawn |= _not_drawn(tournament, draws)
    stages = {draw.stage.number for draw in draws}
    slots = MatchSlot.objects.filter(match__stage__tournament=tournament).select_related("match__stage", "source_match")
    stored = {
        (slot.match.stage.number, slot.match.code, slot.side): _stored(slot)
        for slot in slots
        if slot.match.stage.number in stages or (slot.match.stage.number, slot.match.code, slot.side) in drawn
    }
    for key in sorted(drawn.keys() | stored.keys()):
        where = _("场次 %(code)s 的席位 %(side)s") % {"code": key[1], "side": key[2]}
        yield where, "source", stored.get(key), drawn.get(key)


def _round_sources(draw: Draw) -> dict[Key, str]:
    """The sides of one drawn round."""
    return {
        (draw.stage.number, code, side): " ".join(next(iter(source.items())))
        for code, _place, sides in sources(draw.record)
        for side, source in zip("ab", sides, strict=True)
    }


def _not_drawn(tournament: Tournament, draws: list[Draw]) -> dict[Key, str]:
    """Matches of rounds that are not drawn yet have no sides."""
    drawn = {(draw.stage_id, draw.round) for draw in draws}
    matches = Match.objects.filter(stage__tournament=tournament, stage__kind__in=BY_ROUND).select_related("stage")
    return {
        (match.stage.number, match.code, side): "team None"
        for match in matches
        if (match.stage_id, match.round) not in drawn
        for side in "ab"
    }


def _drawn_sources(draw: Draw) -> dict[Key, str]:
    """Where the record says each slot's team comes from."""
    result, number = _standing(draw), draw.stage.number
    places = {
        str(team): (group_letter(index), place)
        for index, members in enumerate(result.get("groups", []), start=1)
        for place, team in enumerate(members, start=1)
    }
    found: dict[Key, str] = {}
    for pairs in result.get("rounds", []) if "group" not in result else []:
        for first, second in pairs:
            code = f"{places[str(first)][0]}{places[str(first)][1]}-{places[str(second)][1]}"
            found |= {(number, code, "a"): f"team {first}", (number, code, "b"): f"team {second}"}
    for numbers in result.get("rounds", []) if "group" in result else []:
        for pair in numbers:
            code = f"{ALL}{pair[0]}-{pair[1]}"
            found |= {
                (number + 1, code, side): _drawn(result["group"][k - 1]) for side, k in zip("ab", pair, strict=True)
            }
    after = number + 1 if draw.stage.kind == Stage.Kind.GROUPS else number
    for match in result.get("matches", []):
        found |= {(after, str(match["id"]), side): _drawn(match[side]) for side in "ab"}
    return found


def _drawn(side: Mapping[str, Any]) -> str:
    if "group" in side:
        return f"group {side['group']} {side['place']}"
    if "best" in side:
        return f"best {side['best']} {side['rank']}"
    kind, value = next(iter(side.items()))
    return f"{kind.removesuffix('_of')} {value}"


def _stored(slot: MatchSlot) -> str:
    if slot.source == MatchSlot.Source.GROUP:
        return f"group {slot.source_group} {slot.source_place}"
    if slot.source == MatchSlot.Source.BEST:
        return f"best {slot.source_place} {slot.source_rank}"
    if slot.source == MatchSlot.Source.TEAM:
        return f"team {slot.source_team_id}"
    return f"{slot.source} {slot.source_match.code if slot.source_match else None}"
