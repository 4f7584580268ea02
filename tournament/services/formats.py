"""The formats staff choose from, as stage plans, and the format a tournament's stages have now."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Stage, Tournament

from . import audit
from .actor import Actor
from .kinds import is_plain
from .presets import StagePlan
from .refusal import Refusal
from .registration import is_drawn
from .rounds import MAX_ROUNDS as MOST_ROUNDS
from .rulesets import chosen_version
from .standings import LAST as LAST_PLACE
from .standings import RANKED
from .tournaments import change_tournament, locked, set_tables

BY_COUNT, BY_SIZE, KNOCKOUT = "groups-count", "groups-size", "knockout"
ROUND_ROBIN, LOSERS, REDRAW, SWISS, LAST = "round-robin", "best-losers", "redraw", "swiss", "last-group"
HALF, SIZES = "half", "sizes"
DROP_LAST, AVERAGE = "drop-last", "average"
LASTS = range(3, 9)
MOST_REDRAW_PLACES = 4
KEEP_RULESET = "keep"
LISTED = "listed"  # an explicit order of play, and its pairing, kept as they are
CRITERIA: Mapping[str, tuple[str, ...]] = {
    "levels": ("points", "levels-in-wins", "levels-in-losses", "lot"),
    "meetings": ("points", "head-to-head", "level-difference", "lot"),
    "opponents": ("points", "opponents-points", "head-to-head", "level-difference", "lot"),
    "progress": ("points", "opponents-points", "cumulative-points-without-first-round", "levels-total", "lot"),
}
LOSERS_CRITERIA = ("level-difference", "levels-total", "lot")
LEAST_FOR_THIRD = 4
POINTS = {"win": 2, "draw": 1, "loss": 0, "forfeit": 0}
_SIZE_PAIR = re.compile(r"(\d{1,3})\s*[:\uff1a=]\s*(\d{1,3})")  # either colon
_BETWEEN = re.compile(r"[\s,\uff0c\u3001;\uff1b]+")


@dataclass(frozen=True, slots=True)
class Format:
    """What staff choose; `number` is the count of groups or the size of one, `places` how far places are played out.

    `advance` is a number for every group, `half` (the better half, rounded down) or `sizes`: then `advance_sizes` says
    it by the group's size, as "3:1 4:2". `best` more of those placed next go on, compared over `unequal` groups by
    dropping results against the last or by averages. `rounds` are Swiss, `last` is how many play the last round robin.
    `disqualified` says where a team stands in its table that was disqualified in a match of it.
    """

    shape: str = BY_COUNT
    number: int = 4
    legs: int = 1
    order: str = "berger"
    advance: int | str = 1
    advance_sizes: str = ""
    best: int = 0
    unequal: str = DROP_LAST
    rounds: int = 5
    last: int = 4
    criteria: str = "levels"
    disqualified: str = LAST_PLACE
    groups_at_tables: bool = False
    places: int = 1
    joint_third: bool = False
    slot_minutes: int = 60


def plans(chosen: Format, listed: Mapping[str, Any] | None = None) -> list[StagePlan]:
    """The stages of a format; `listed` gives `order` and `cross` where the order of play is kept. Raises `Refusal`."""
    _refuse(chosen)
    makers = {
        KNOCKOUT: _single, LOSERS: _with_losers, REDRAW: _redraw, SWISS: _swiss, LAST: _last, ROUND_ROBIN: _round_robin,
    }  # fmt: skip
    if chosen.shape in makers:
        return makers[chosen.shape](chosen)
    size = {"groups": chosen.number} if chosen.shape == BY_COUNT else {"group_size": chosen.number}
    play = dict(listed or {}) if chosen.order == LISTED else {"order": chosen.order, "cross": "standard"}
    settings = {**size, "legs": chosen.legs, "advance": _advance(chosen), **play}
    if chosen.best:
        settings |= {"best": chosen.best, "unequal": chosen.unequal}
    if not is_plain(settings):
        settings.pop("cross", None)
    settings["groups_at_tables"] = chosen.groups_at_tables
    return [_table(chosen, _("小组赛"), "groups", settings), _knockout(chosen)]


def _table(chosen: Format, name: str, kind: Any, settings: dict[str, Any]) -> StagePlan:
    """A stage with a table: its criteria and points."""
    return StagePlan(
        name=name,
        kind=kind,
        slot_minutes=chosen.slot_minutes,
        criteria=list(CRITERIA[chosen.criteria]),
        points=POINTS,
        settings=settings | ({"disqualified": RANKED} if chosen.disqualified == RANKED else {}),
    )


def _places(chosen: Format) -> dict[str, Any]:
    settings: dict[str, Any] = {"places": chosen.places}
    if chosen.places >= LEAST_FOR_THIRD:
        settings["third_place"] = "joint" if chosen.joint_third else "match"
    return settings


def _knockout(chosen: Format, **more: Any) -> StagePlan:
    settings = _places(chosen) | more
    return StagePlan(name=_("淘汰赛"), kind="knockout", slot_minutes=chosen.slot_minutes, settings=settings)


def _single(chosen: Format) -> list[StagePlan]:
    return [_knockout(chosen)]


def _with_losers(chosen: Format) -> list[StagePlan]:
    more = {"criteria": list(LOSERS_CRITERIA), "points": POINTS}
    return [_knockout(chosen, best_losers=True).model_copy(update=more)]


def _redraw(chosen: Format) -> list[StagePlan]:
    return [StagePlan(name=_("淘汰赛"), kind="redraw", slot_minutes=chosen.slot_minutes, settings=_places(chosen))]


def _swiss(chosen: Format) -> list[StagePlan]:
    return [_table(chosen, _("积分编排赛"), "swiss", {"rounds": chosen.rounds, "places": chosen.places})]


def _last(chosen: Format) -> list[StagePlan]:
    order = "berger" if chosen.order == LISTED else chosen.order
    knockout = StagePlan(
        name=_("淘汰赛"), kind="knockout", slot_minutes=chosen.slot_minutes, settings={"until": chosen.last}
    )
    return [knockout, _table(chosen, _("决赛循环"), "last-group", {"legs": chosen.legs, "order": order})]


def _round_robin(chosen: Format) -> list[StagePlan]:
    order = "berger" if chosen.order == LISTED else chosen.order
    return [_table(chosen, _("循环赛"), "groups", {"groups": 1, "legs": chosen.legs, "order": order})]


def _refuse(chosen: Format) -> None:
    if chosen.shape == REDRAW and chosen.places > MOST_REDRAW_PLACES:
        raise Refusal(_("每轮重新抽签时，名次最多取到前四名。"), code="places", at="places")
    if chosen.shape == LAST and chosen.last not in LASTS:
        raise Refusal(_("最后循环的队数应为 3 到 8。"), code="last", at="last")
    if chosen.shape == SWISS and not 1 <= chosen.rounds <= MOST_ROUNDS:
        raise Refusal(_("轮数应为 1 到 %(most)d。") % {"most": MOST_ROUNDS}, code="rounds", at="rounds")
    if chosen.shape in (BY_COUNT, BY_SIZE):
        _advance(chosen)
        if chosen.best and not isinstance(chosen.advance, int):
            raise Refusal(_("各组出线队数不同时，不能再跨组择优。"), code="best", at="best")


def _advance(chosen: Format) -> int | str | dict[str, int]:
    """How many of each group go on, as the stage's settings say it."""
    if chosen.advance != SIZES:
        return chosen.advance
    found: dict[str, int] = {}
    for size, number in _SIZE_PAIR.findall(chosen.advance_sizes):
        found[str(int(size))] = int(number)
    rest = _BETWEEN.sub("", _SIZE_PAIR.sub("", chosen.advance_sizes))
    if rest or not found or any(not 1 <= number <= int(size) for size, number in found.items()):
        message = _("请按“组的队数：出线队数”逐项写明，用空格隔开，如 3:1 4:2；出线队数不能多于组的队数。")
        raise Refusal(message, code="advance-sizes", at="advance_sizes")
    return found


def format_of(tournament: Tournament) -> Format:
    """The format a tournament's stages have now."""
    stages = list(tournament.stages.all())
    last = stages[-1].settings
    found = Format(
        shape=_shape(stages),
        places=last.get("places", 1),
        joint_third=last.get("third_place") == "joint",
        slot_minutes=stages[0].slot_minutes,
        criteria=next(
            (key for one in stages for key, names in CRITERIA.items() if list(names) == one.criteria), "levels"
        ),
        disqualified=RANKED if any(one.settings.get("disqualified") == RANKED for one in stages) else LAST_PLACE,
        rounds=stages[0].settings.get("rounds", 5),
        last=stages[0].settings.get("until", 4),
    )
    return found if found.shape in (KNOCKOUT, LOSERS, REDRAW, SWISS) else _with_table(found, stages)


def _shape(stages: Sequence[Stage]) -> str:
    first, settings = stages[0].kind, stages[0].settings
    if first == Stage.Kind.GROUPS:
        return ROUND_ROBIN if len(stages) == 1 else BY_COUNT if "groups" in settings else BY_SIZE
    if first == Stage.Kind.KNOCKOUT:
        return LAST if settings.get("until") else LOSERS if settings.get("best_losers") else KNOCKOUT
    return SWISS if first == Stage.Kind.SWISS else REDRAW


def _with_table(found: Format, stages: Sequence[Stage]) -> Format:
    settings = stages[-1 if found.shape == LAST else 0].settings
    order, advance = settings.get("order", "berger"), settings.get("advance", 1)
    sizes = advance if isinstance(advance, dict) else {}
    return replace(
        found,
        number=found.number
        if found.shape == ROUND_ROBIN
        else settings.get("groups") or settings.get("group_size") or 4,
        legs=settings.get("legs", 1),
        order=order if isinstance(order, str) else LISTED,
        advance=SIZES if sizes else advance,
        advance_sizes=" ".join(f"{size}:{sizes[size]}" for size in sorted(sizes, key=int, reverse=True)),
        best=settings.get("best", 0),
        unequal=settings.get("unequal", DROP_LAST),
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
        raise Refusal(_("已经抽签，赛制和规则不能再改；确需改动，请先撤销抽签。"), code="drawn", at="shape")
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
