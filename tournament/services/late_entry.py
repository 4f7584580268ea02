"""A late team takes a bye or a place given up, by lot, as an addendum to the draw; drawn pairs never move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.draw import addendum
from tournament.draw.document import FORMAT
from tournament.models import Draw, DrawAddendum, GroupPlace, LineUp, Match, MatchSlot, Team, Tournament

from . import audit, locks
from .actor import Actor
from .drawing import draw_in_force, first_stage
from .fixtures import named
from .late_schedule import place_late
from .refusal import Conflict, Refusal
from .spoken import running, said
from .tournaments import locked
from .verify_draw import current_result
from .waiting_list import first_waiting

BYE, PLACE = addendum.BYE, addendum.PLACE


@dataclass(frozen=True, slots=True)
class Opening:
    """A place a late team may get: its number, whose bye it is or who gave it up."""

    kind: str
    place: int
    team: Team


def openings(draw: Draw) -> list[Opening]:
    """What is still open in a confirmed `draw/1`: byes and given-up places whose match has not begun, in order."""
    if draw.revealed is not None or draw.record.get("format") != FORMAT:
        return []
    result = current_result(draw)
    teams = {str(team.pk): team for team in Team.objects.filter(tournament_id=draw.stage.tournament_id)}
    found = _places(draw, result, teams)
    return found if "groups" in result else _byes(draw, result, teams) + found


@transaction.atomic
def admit(
    team: Team,
    kind: str,
    actor: Actor,
    *,
    seed: str = "",
    lot: int | None = None,
    reason: str = "",
    present: str = "",
    places: Sequence[int] | None = None,
) -> DrawAddendum:
    """Give the first waiting team a bye or a place given up; the lot is drawn by `seed`, or is slip number `lot`.

    `places` narrows the open places (a promotion into one given up). One open place needs no lot. [A] The office
    may do this; the addendum records who did. Raises `Refusal`.
    """
    held = locked(team.tournament_id)
    draw = _confirmed(held)
    team.refresh_from_db()
    _refuse_out_of_turn(held, team)
    locks.lock_stages([draw.stage_id])
    record = _record(draw, team, kind, seed.strip(), lot, places)
    _apply(draw, team, record)
    team.waiting_since = None
    team.save(update_fields=["waiting_since"])
    added = DrawAddendum.objects.create(
        draw=draw, team=team, record=record, reason=reason[:200], present=present[:200], added_at=timezone.now(),
        added_by=actor.user,
    )  # fmt: skip
    for match in Match.objects.filter(stage=draw.stage, code__in=record["result"].get("added", [])):
        place_late(held, match)
    audit.record(held, actor, "draw.late", team.name, after={"record": record, "present": present}, reason=reason)
    return added


def not_begun(draw: Draw) -> list[Team]:
    """The drawn teams that could still give up their place to a waiting one: none of their matches has begun."""
    if draw.revealed is not None or draw.record.get("format") != FORMAT:
        return []
    result = current_result(draw)
    keys = [one for group in result["groups"] for one in group] if "groups" in result else result["slots"]
    teams = Team.objects.filter(pk__in=[int(key) for key in keys if key], withdrawn_at=None)
    return list(teams.exclude(pk__in=_begun_teams(draw)))


def _begun_teams(draw: Draw) -> set[int | None]:
    """Who has begun a match of the draw, or has been ruled into or out of one."""
    slots = MatchSlot.objects.filter(match__stage=draw.stage, source=MatchSlot.Source.TEAM)
    return set(slots.filter(_begun("match__") | Q(ruling_team__isnull=False)).values_list("source_team_id", flat=True))


def _byes(draw: Draw, result: Mapping[str, Any], teams: Mapping[str, Team]) -> list[Opening]:
    slots, fixed = result["slots"], _fixed(draw)
    found = []
    for place, team in enumerate(slots, start=1):
        other = teams.get(str(slots[(place - 1) ^ 1]))
        if team is not None or other is None or other.withdrawn_at:
            continue
        if not fixed or not fixed.intersection(addendum.touched(_as_it_stands(draw, result, BYE), place)):
            found.append(Opening(BYE, place, other))
    return found


def _places(draw: Draw, result: Mapping[str, Any], teams: Mapping[str, Team]) -> list[Opening]:
    """The places of withdrawn teams of which no match has begun."""
    order = [one for group in result["groups"] for one in group] if "groups" in result else result["slots"]
    begun = _begun_teams(draw)
    return [
        Opening(PLACE, place, team)
        for place, key in enumerate(order, start=1)
        if (team := teams.get(str(key))) and team.withdrawn_at and team.pk not in begun
    ]


def _begun(at: str = "") -> Q:
    return Q(**{f"{at}version__gt": 0}) | ~Q(**{f"{at}status": Match.Status.SCHEDULED})


def _fixed(draw: Draw) -> set[str]:
    """The codes of matches that can no longer change: begun, or ruled on."""
    matches = Match.objects.filter(stage=draw.stage)
    return set(matches.filter(_begun() | Q(slots__ruling_team__isnull=False)).values_list("code", flat=True))


def _confirmed(held: Tournament) -> Draw:
    draw = draw_in_force(first_stage(held))
    if draw is None:
        raise Refusal(_("还没有抽签；现在登记的队直接参加抽签，不用补记。"), code="not-drawn", at="team")
    if draw.revealed is not None:
        raise Refusal(_("抽签还在大屏上揭晓，确认以后才能补记。"), code="pending", at="team")
    return draw


def _refuse_out_of_turn(held: Tournament, team: Team) -> None:
    if team.waiting_since is None or team.withdrawn_at:
        raise Refusal(_("“%(team)s”不在候补名单上。") % {"team": team.name}, code="not-waiting", at="team")
    first = first_waiting(held)
    if first and first.pk != team.pk:
        message = _("候补按登记先后递补，第一位是“%(team)s”；它若放弃，请先记录放弃。") % {"team": first.name}
        raise Refusal(message, code="out-of-turn", at="team")


def _record(
    draw: Draw, team: Team, kind: str, seed: str, lot: int | None, places: Sequence[int] | None
) -> dict[str, Any]:
    free = [one.place for one in openings(draw) if one.kind == kind and (places is None or one.place in places)]
    if not free:
        message = _("没有可补的轮空位。") if kind == BYE else _("没有可补的退赛队位置。")
        raise Refusal(running([message, _("这支队留在候补名单上。")]), code="nothing-open", at="kind")
    if lot is None and len(free) > 1 and not seed:
        message = _("有 %(count)s 个位置可补，须抽签：请填写种子，或填写抽得的签号。") % {"count": len(free)}
        raise Refusal(message, code="no-lot", at="seed")
    if lot is not None and not 1 <= lot <= len(free):
        message = _("签号 %(lot)s 不对：应为 1 到 %(count)s。") % {"lot": lot, "count": len(free)}
        raise Refusal(message, code="bad-lot", at="lot")
    record = _as_it_stands(draw, current_result(draw), kind) | {"team": _facts(team), "open": free, "seed": seed}
    if lot is not None:
        record["lot"] = lot
    try:
        return addendum.compute(record)
    except ScoringError as error:
        raise Refusal(said(error.message), code="addendum", at="kind") from error


def _as_it_stands(draw: Draw, result: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The record's fixed part: the draw as it stands."""
    record = {"format": addendum.FORMAT, "algorithm": 1, "kind": kind}
    if "groups" in result:
        return {**record, "groups": result["groups"]}
    options = {key: draw.record[key] for key in ("places", "third_place") if key in draw.record}
    return {**record, "slots": result["slots"], "matches": result["matches"], **options}


def _facts(team: Team) -> dict[str, str]:
    return {"id": str(team.pk), "name": team.name, "department": team.department.name}


def _apply(draw: Draw, team: Team, record: Mapping[str, Any]) -> None:
    """Store the addendum's result: new matches, and slots that now come from elsewhere."""
    if "groups" in record:
        order = [one for group in record["groups"] for one in group]
        _hand_over(draw, int(order[record["result"]["taken"] - 1]), team)
    elif record["kind"] == PLACE:
        _hand_over(draw, int(record["slots"][record["result"]["taken"] - 1]), team)
    else:
        _rewire(draw, record["result"])


def _hand_over(draw: Draw, gone: int, team: Team) -> None:
    """All matches and the place in its group of the team that gave up are the late team's; its line-ups go."""
    slots = MatchSlot.objects.filter(match__stage=draw.stage, source=MatchSlot.Source.TEAM, source_team=gone)
    _lock_unbegun(slots.values_list("match_id", flat=True))
    LineUp.objects.filter(match__stage=draw.stage, player__team=gone).delete()
    slots.update(source_team=team, team=team)
    GroupPlace.objects.filter(stage=draw.stage, team=gone).update(team=team)


def _rewire(draw: Draw, result: Mapping[str, Any]) -> None:
    drawn = {one["id"]: one for one in result["matches"]}
    matches = {match.code: match for match in Match.objects.filter(stage=draw.stage)}
    _lock_unbegun([matches[code].pk for code in result["changed"]])
    for code in result["added"]:
        one = drawn[code]
        matches[code] = Match.objects.create(stage=draw.stage, code=code, round=one["round"], place=one["place"])
    for code in [*result["added"], *result["changed"]]:
        for side in "ab":
            values = {"source": "", "source_team_id": None, "source_match_id": None, "team_id": None}
            values |= _source(drawn[code][side], matches)
            old = MatchSlot.objects.filter(match=matches[code], side=side).first()
            if old is None:
                MatchSlot.objects.create(match=matches[code], side=side, **values)
            elif (old.source_team_id, old.source_match_id) != (values["source_team_id"], values["source_match_id"]):
                MatchSlot.objects.filter(pk=old.pk).update(**values)


def _source(side: Mapping[str, Any], matches: Mapping[str, Match]) -> dict[str, Any]:
    if "team" in side:
        return {"source": "team", "source_team_id": int(side["team"]), "team_id": int(side["team"])}
    kind, code = next(iter(side.items()))
    return {"source": kind.removesuffix("_of"), "source_match_id": matches[code].pk}


def _lock_unbegun(ids: Any) -> None:
    """Hold the matches that change, and see that none began in the meantime."""
    for match in locks.lock_matches(ids).values():
        if match.version or match.status != Match.Status.SCHEDULED:
            message = _("场次 %(code)s 刚刚开赛，这个位置不能再补；请重新抽签。") % {"code": named(match)}
            raise Conflict(message, code="begun", at="kind")
