"""Corrections for tests: preview and apply in one step, and small knockouts to correct."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.db import transaction

from tests import factories
from tournament.models import Match, PlayTable, SheetEntry, Stage, Tournament
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import Correction, Draft, Operation, Preview
from tournament.services.correcting.preview import before_of, carry_out, hold, shown_of
from tournament.services.correcting.rewriting import Ruling
from tournament.services.drawing import hold_draw
from tournament.services.rulesets import version_of


def decide(
    operation: Operation, actor: Actor, choices: Mapping[int, str] | None = None, reason: str = "核对牌票"
) -> Preview:
    """Preview an operation and apply it as shown; `choices` by match id."""
    key = uuid4()
    shown = correcting.preview(operation, choices or {}, actor, key)
    return correcting.apply(operation, token=shown.token, choices=choices or {}, reason=reason, actor=actor, key=key)


def carried(operation: Operation, actor: Actor, choices: Mapping[int, str]) -> Preview:
    """Carry an operation out without looking at it first, which is most of the work: what `apply` does in the end."""
    with transaction.atomic():
        before = before_of(operation, hold(operation))
        return shown_of(carry_out(operation, before, Ruling(actor, "核对牌票", uuid4(), choices)))


def other_winner(match: Match) -> Correction:
    """The same match with every hand struck and one hand won by the side that had lost."""
    winner = "b" if match.winner == "a" else "a"
    return Correction(match.pk, played(winner))


def played(winner: str, points: int = 40) -> Draft:
    """A sheet written anew: one hand by `winner`, then time."""
    return Draft(
        (
            {"type": "start", "at": "2011-11-25T13:10:00+08:00", "declarer": winner},
            {"type": "hand", "declarer": winner, "table_points": points},
            {"type": "time-up", "at": "2011-11-25T14:10:00+08:00", "cards_drawn": False},
        ),
        anew=True,
    )


def verdict(*entries: Mapping[str, Any]) -> Draft:
    """Entries on top of the sheet."""
    return Draft(tuple(entries))


def forfeit(*sides: str, anew: bool = False) -> Draft:
    """These sides are absent."""
    return Draft(tuple({"type": "forfeit", "side": side} for side in sides), anew=anew)


def hands(match: Match) -> list[SheetEntry]:
    """The hands written on a match's sheet."""
    return list(match.entries.filter(type="hand").order_by("n"))


def knockout(count: int = 8, slug: str = "cup", kind: Stage.Kind = Stage.Kind.KNOCKOUT, **settings: Any) -> Tournament:
    """A drawn single elimination, by default with a match for third place; teams 第1队 … in the order of their lots.

    `kind` may be that of a knockout drawn anew each round: then round 1 is drawn.
    """
    made = Tournament.objects.create(slug=slug, name=slug, venue="食堂", starts_at=factories.STARTS_AT)
    stage = Stage.objects.create(
        tournament=made,
        number=1,
        name="淘汰赛",
        kind=kind,
        ruleset=version_of("anhui-chaodipi"),
        settings={"places": 4, "third_place": "match", **settings},
    )
    for number in range(1, count + 1):
        PlayTable.objects.create(tournament=made, number=number)
    teams = [factories.team(made, f"第{number}队") for number in range(1, count + 1)]
    lots = {team.pk: number for number, team in enumerate(teams, start=1)}
    hold_draw(stage, lots=lots, actor=Actor.program("抽签"))
    return made
