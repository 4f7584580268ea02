"""The formats staff choose from, as stage plans: groups and a cross knockout, or single elimination."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Stage, Tournament

from . import audit
from .actor import Actor
from .presets import StagePlan
from .refusal import Refusal
from .registration import is_drawn
from .rulesets import chosen_version
from .tournaments import change_tournament, locked, set_tables

BY_COUNT, BY_SIZE, KNOCKOUT = "groups-count", "groups-size", "knockout"
KEEP_RULESET = "keep"
LISTED = "listed"  # an explicit order of play, and its pairing, kept as they are
CRITERIA: Mapping[str, tuple[str, ...]] = {
    "levels": ("points", "levels-in-wins", "levels-in-losses", "lot"),
    "meetings": ("points", "head-to-head", "level-difference", "lot"),
}
POINTS = {"win": 2, "draw": 1, "loss": 0, "forfeit": 0}


@dataclass(frozen=True, slots=True)
class Format:
    """What staff choose; `number` is the count of groups or the size of one, `places` how far places are played out."""

    shape: str = BY_COUNT
    number: int = 4
    legs: int = 1
    order: str = "berger"
    advance: int = 1
    criteria: str = "levels"
    groups_at_tables: bool = False
    places: int = 1
    joint_third: bool = False
    slot_minutes: int = 60


def plans(chosen: Format, listed: Mapping[str, Any] | None = None) -> list[StagePlan]:
    """The stages of a format; `listed` gives `order` and `cross` where the order of play is kept."""
    if chosen.shape == KNOCKOUT:
        return [_knockout(chosen)]
    size = {"groups": chosen.number} if chosen.shape == BY_COUNT else {"group_size": chosen.number}
    play = dict(listed or {}) if chosen.order == LISTED else {"order": chosen.order, "cross": "standard"}
    settings = {**size, "legs": chosen.legs, "advance": chosen.advance, **play}
    settings["groups_at_tables"] = chosen.groups_at_tables
    groups = StagePlan(
        name=_("小组赛"),
        kind="groups",
        slot_minutes=chosen.slot_minutes,
        criteria=list(CRITERIA[chosen.criteria]),
        points=POINTS,
        settings=settings,
    )
    return [groups, _knockout(chosen)]


def _knockout(chosen: Format) -> StagePlan:
    settings: dict[str, Any] = {"places": chosen.places}
    if chosen.places >= 4:
        settings["third_place"] = "joint" if chosen.joint_third else "match"
    return StagePlan(name=_("淘汰赛"), kind="knockout", slot_minutes=chosen.slot_minutes, settings=settings)


def format_of(tournament: Tournament) -> Format:
    """The format a tournament's stages have now."""
    stages = list(tournament.stages.all())
    last = stages[-1].settings
    found = Format(
        shape=KNOCKOUT,
        places=last.get("places", 1),
        joint_third=last.get("third_place") == "joint",
        slot_minutes=stages[0].slot_minutes,
    )
    return found if stages[0].kind == Stage.Kind.KNOCKOUT else _with_groups(found, stages[0])


def _with_groups(found: Format, stage: Stage) -> Format:
    settings = stage.settings
    order = settings.get("order", "berger")
    return replace(
        found,
        shape=BY_COUNT if "groups" in settings else BY_SIZE,
        number=settings.get("groups") or settings.get("group_size") or 4,
        legs=settings.get("legs", 1),
        order=order if isinstance(order, str) else LISTED,
        advance=settings.get("advance", 1),
        criteria=next((key for key, names in CRITERIA.items() if list(names) == stage.criteria), "levels"),
        groups_at_tables=settings.get("groups_at_tables", False),
    )


def listed_play(tournament: Tournament) -> dict[str, Any] | None:
    """The explicit order of play and pairing of a tournament's first stage, if it has one."""
    stage = tournament.stages.first()
    if stage is None or not isinstance(stage.settings.get("order"), list):
        return None
    return {key: stage.settings[key] for key in ("order", "cross") if key in stage.settings}


@transaction.atomic
def change_format(tournament: Tournament, ruleset: str, chosen: Format, actor: Actor) -> None:
    """Give a tournament another format or ruleset before its draw; its stages are changed in place."""
    held = locked(tournament.pk)
    before = _facts(held)
    new = plans(chosen, listed_play(held))
    version = held.stages.all()[0].ruleset if ruleset == KEEP_RULESET else chosen_version(ruleset)
    if [version.pk, chosen] == [held.stages.all()[0].ruleset_id, format_of(held)]:
        return
    if is_drawn(held):
        raise Refusal(_("已经抽签,赛制和规则不能再改;确需改动,请先撤销抽签。"), code="drawn", at="shape")
    _store(held, version, new)
    audit.record(held, actor, "format.change", held.name, before=before, after=_facts(held))


@transaction.atomic
def revise(
    tournament: Tournament, actor: Actor, *, ruleset: str, chosen: Format, tables: int, facts: Mapping[str, Any]
) -> None:
    """Change facts, tables, format and ruleset of a tournament together, or nothing."""
    change_format(tournament, ruleset, chosen, actor)
    set_tables(tournament, tables, actor)
    change_tournament(tournament, actor, **facts)


def _store(tournament: Tournament, version: Any, new: Sequence[StagePlan]) -> None:
    tournament.stages.filter(number__gt=len(new)).delete()
    for number, plan in enumerate(new, start=1):
        values = {**plan.model_dump(), "ruleset": version}
        Stage.objects.update_or_create(tournament=tournament, number=number, defaults=values)


def _facts(tournament: Tournament) -> list[dict[str, Any]]:
    return [
        {"name": stage.name, "kind": stage.kind, "ruleset": stage.ruleset.name, "settings": stage.settings}
        for stage in tournament.stages.select_related("ruleset")
    ]
