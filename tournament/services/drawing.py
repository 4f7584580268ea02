"""Holding a draw, storing what it gave (places, matches, slots), and undoing it before anything is played."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.draw.document import ELIMINATION
from tournament.draw.replay import compute
from tournament.models import Department, Draw, GroupPlace, Match, MatchSlot, Stage, Team, Tournament

from . import audit, locks
from .actor import Actor
from .backup import backup_now
from .draw_store import store_bracket, store_result
from .fixtures import named
from .kinds import BY_ROUND, is_plain
from .refusal import Refusal
from .round_records import first_record, refuse_rounds
from .round_store import empty_round, open_rounds
from .spoken import said
from .tournaments import locked, refuse_few_tables

GROUP_SETTINGS = ("groups", "group_size", "legs", "order", "advance", "cross")
KNOCKOUT_SETTINGS = ("places", "third_place")
MIN_TEAMS = 2


def hold_draw(
    stage: Stage,
    *,
    actor: Actor,
    seed: str = "",
    groups: Sequence[Sequence[Team]] | None = None,
    lots: Mapping[int, int] | None = None,
    present: str = "",
) -> Draw:
    """Draw a tournament's first stage, by `seed`, by `groups` typed in or by `lots` {team id: number} from slips.

    Stores the `draw/1` record with its result, the places in the groups and all matches with their slots, those of
    the following stage too; of a stage drawn round by round, round 1. Takes a backup first. Raises `Refusal`.
    """
    backup_now("before-draw")
    with transaction.atomic():
        held = locked(stage.tournament_id)
        refuse_second_draw(stage)
        record = drawn_record(stage, seed=seed, groups=groups, lots=lots)
        facts: dict[str, Any] = {"present": present[:200], "drawn_at": timezone.now(), "drawn_by": actor.user}
        draw = Draw.objects.create(stage=stage, round=int(stage.kind in BY_ROUND), record=record, **facts)
        store_drawn(stage, record, facts)
        refuse_few_tables(held)
        after = {"record": record, "present": present}
        audit.record(held, actor, "draw.hold", stage.name, after=after)
    return draw


def drawn_record(
    stage: Stage,
    *,
    seed: str = "",
    groups: Sequence[Sequence[Team]] | None = None,
    lots: Mapping[int, int] | None = None,
) -> dict[str, Any]:
    """The record with its result, stored nowhere: what `hold_draw` would keep. Raises `Refusal`."""
    if groups is not None:
        lots = _lots_of_groups(stage, groups)
    if lots is None and not seed.strip():
        raise Refusal(_("请填写抽签种子（任意一句话，如时间加地点），或改为录入抽签结果。"), code="no-seed", at="seed")
    if refused := refuse_rounds(stage, len(_teams(stage))):
        raise Refusal(refused, code="rounds", at="seed")
    _refuse_many_groups(stage, len(_teams(stage)))
    record = _record(stage, seed.strip(), lots)
    try:
        drawn = compute(record)
    except ScoringError as error:
        raise Refusal(said(error.message), code="draw", at=error.at) from error
    if groups is not None:
        _refuse_other_sizes(groups, drawn["result"]["groups"])
    return drawn


def undo_draw(stage: Stage, typed_name: str, actor: Actor) -> Draw:
    """Take the latest draw back before anything of it is played; its record stays; the name is typed.

    All matches go; of a later round of a stage drawn round by round only its sides.
    """
    backup_now("before-undo")
    with transaction.atomic():
        held = locked(stage.tournament_id)
        draw = stage.draws.filter(undone_at__isnull=True).first()
        if draw is None:
            raise Refusal(_("这个阶段还没有抽签，没有可撤销的。"), code="not-drawn", at="stage")
        if typed_name.strip() != held.name:
            message = _("输入的名称与赛事名称“%(name)s”不一致，没有撤销。") % {"name": held.name}
            raise Refusal(message, code="name-differs", at="typed_name")
        if draw.round > 1:
            _undo_round(stage, draw.round)
        else:
            _undo_all(stage)
        draw.undone_at = timezone.now()
        draw.save(update_fields=["undone_at"])
        audit.record(held, actor, "draw.undo", stage.name, before={"draw": draw.pk, "record": draw.record})
    return draw


def _undo_round(stage: Stage, number: int) -> None:
    locks.lock_stages([stage.pk])
    _refuse_begun(Match.objects.filter(stage=stage, round=number))
    empty_round(stage, number, GroupPlace.objects.filter(stage=stage).count())


def _undo_all(stage: Stage) -> None:
    stages = _fed_stages(stage)
    matches = Match.objects.filter(stage__in=stages)
    _refuse_begun(matches)
    MatchSlot.objects.filter(match__in=matches).delete()
    matches.delete()
    GroupPlace.objects.filter(stage=stage).delete()
    Draw.objects.filter(stage__in=stages[1:], undone_at=None).update(undone_at=timezone.now())


def store_drawn(stage: Stage, record: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    """The rows a record gives: places, matches and slots; `facts` are the draw's columns, for a crossing."""
    if stage.kind in BY_ROUND:
        open_rounds(stage, record)
    else:
        store_result(stage, next_stage(stage), record["result"])
    _store_crossing(stage, record, facts)


def _store_crossing(stage: Stage, record: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    """Where `draw/1` does not cover how the groups feed the knockout, the bracket as a record of that stage."""
    crossing = crossing_record(stage, record)
    after = next_stage(stage)
    if crossing is not None and after is not None:
        Draw.objects.create(stage=after, record=crossing, **facts)
        store_bracket(after, stage, crossing["result"]["matches"])


def crossing_record(stage: Stage, record: Mapping[str, Any]) -> dict[str, Any] | None:
    """The bracket behind these groups with its result, where `draw/1` does not cover it. Raises `Refusal`."""
    after = next_stage(stage)
    if stage.kind != Stage.Kind.GROUPS or after is None or is_plain(stage.settings):
        return None
    sizes = [len(group) for group in record["result"]["groups"]]
    crossing: dict[str, Any] = {"format": "cross/1", "algorithm": 1, "sizes": sizes}
    crossing |= {"advance": stage.settings["advance"], "best": stage.settings.get("best", 0)}
    crossing |= {key: after.settings[key] for key in KNOCKOUT_SETTINGS if key in after.settings}
    try:
        return compute(crossing)
    except ScoringError as error:
        raise Refusal(said(error.message), code="draw", at=error.at) from error


def teams_to_draw(stage: Stage) -> list[Team]:
    """Who is drawn: neither withdrawn nor waiting, in the order of entry. Raises `Refusal` where there are too few."""
    return _teams(stage)


def draw_in_force(stage: Stage) -> Draw | None:
    """The draw of this stage that counts, if one is held."""
    return stage.draws.filter(undone_at__isnull=True).select_related("drawn_by").first()


def first_stage(tournament: Tournament) -> Stage:
    """The stage that is drawn; the others follow from its results."""
    return tournament.stages.select_related("tournament").order_by("number")[0]


def next_stage(stage: Stage) -> Stage | None:
    """The stage after this one, if any."""
    return Stage.objects.filter(tournament_id=stage.tournament_id, number=stage.number + 1).first()


def refuse_second_draw(stage: Stage) -> None:
    """Refuse where a draw is in force."""
    if draw_in_force(stage):
        raise Refusal(_("已经抽过签；要重抽，请先撤销抽签。"), code="drawn", at="stage")


def _record(stage: Stage, seed: str, lots: Mapping[int, int] | None) -> dict[str, Any]:
    teams = _teams(stage)
    names = dict(Department.objects.filter(tournament_id=stage.tournament_id).values_list("pk", "name"))
    listed = [
        {"id": str(team.pk), "name": team.name, "department": names[team.department_id], "seed": team.seed}
        for team in teams
    ]
    if stage.kind in BY_ROUND:
        return first_record(stage, listed, seed, lots)
    record: dict[str, Any] = {
        **_format(stage),
        "algorithm": 1,
        "seed": seed,
        "teams": listed,
        "protect": stage.settings.get("protect", "department"),
    }
    record |= _options(stage)
    if lots is not None:
        record["lots"] = {str(team): number for team, number in lots.items()}
    return record


def _format(stage: Stage) -> dict[str, str]:
    if stage.kind == Stage.Kind.GROUPS:
        return {"format": "draw/1", "method": "groups"}
    if stage.settings.get("until"):
        return {"format": "last/1"}
    return {"format": "losers/1"} if stage.settings.get("best_losers") else {"format": "draw/1", "method": ELIMINATION}


def _options(stage: Stage) -> dict[str, Any]:
    """The draw's options: the stage's own, and for groups those of the knockout they feed."""
    after = next_stage(stage)
    if last := stage.settings.get("until"):
        settings = after.settings if after else {}
        return {"last": last, **{key: settings[key] for key in ("order", "legs") if key in settings}}
    if stage.kind == Stage.Kind.KNOCKOUT:
        return {key: stage.settings[key] for key in KNOCKOUT_SETTINGS if key in stage.settings}
    options = {key: stage.settings[key] for key in GROUP_SETTINGS if key in stage.settings}
    if not is_plain(stage.settings):
        return {key: value for key, value in options.items() if key not in ("advance", "cross")}
    knockout = after.settings if after and options.get("advance") else {}
    return options | {key: knockout[key] for key in KNOCKOUT_SETTINGS if key in knockout}


def _teams(stage: Stage) -> list[Team]:
    entered = Team.objects.filter(tournament_id=stage.tournament_id, waiting_since__isnull=True)
    teams = list(entered.filter(withdrawn_at__isnull=True).select_related("department").order_by("id"))
    if len(teams) < MIN_TEAMS:
        message = _("现有 %(count)s 队，至少 %(least)s 队才能抽签；请先报名。") % {
            "count": len(teams),
            "least": MIN_TEAMS,
        }
        raise Refusal(message, code="too-few-teams", at="teams")
    return teams


def _lots_of_groups(stage: Stage, groups: Sequence[Sequence[Team]]) -> dict[int, int]:
    """Numbers 1 … n in reading order, group by group; every team of the tournament must occur once."""
    placed = [team for group in groups for team in group]
    seen: set[int] = set()
    for team in placed:
        if team.pk in seen:
            raise Refusal(_("“%(team)s”写了两次，每队只能在一个组。") % {"team": team.name}, code="twice", at="groups")
        seen.add(team.pk)
    missing = [team.name for team in _teams(stage) if team.pk not in seen]
    if missing:
        message = _("还有 %(count)s 队没有分组：%(teams)s。") % {"count": len(missing), "teams": _("、").join(missing)}
        raise Refusal(message, code="missing", at="groups")
    return {team.pk: number for number, team in enumerate(placed, start=1)}


def _refuse_many_groups(stage: Stage, teams: int) -> None:
    groups = stage.settings.get("groups", 0)
    if stage.kind == Stage.Kind.GROUPS and groups > max(teams // MIN_TEAMS, 1):
        facts = {"teams": teams, "count": groups}
        raise Refusal(_("%(teams)d 队不能分成 %(count)d 组；每组至少 2 队。") % facts, code="draw", at="groups")


def _refuse_other_sizes(groups: Sequence[Sequence[Team]], drawn: Sequence[Sequence[str]]) -> None:
    typed = [len(group) for group in groups]
    wanted = [len(group) for group in drawn]
    if typed != wanted:
        facts = {"typed": _("、").join(map(str, typed)), "wanted": _("、").join(map(str, wanted))}
        message = _("各组队数是 %(typed)s，应为 %(wanted)s（队数不能均分时，前面的组多一队）；请调整分组。") % facts
        raise Refusal(message, code="group-sizes", at="groups")


def _fed_stages(stage: Stage) -> list[Stage]:
    after = next_stage(stage)
    return [stage, after] if after else [stage]


def _refuse_begun(matches: Any) -> None:
    if begun := matches.filter(version__gt=0).first():
        message = _("场次 %(code)s 已经开赛，不能撤销抽签。") % {"code": named(begun)}
        raise Refusal(message, code="begun", at="stage")
