"""A preset competition as a demonstration: entered, drawn, scheduled, and if asked played to the champion."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Account, Match, Team, Tournament

from .actor import Actor
from .demo_play import play_match
from .drawing import first_stage, hold_draw
from .fixtures import matches_of, slots_of
from .presets import TournamentPreset, preset_of
from .progress import open_questions, record_lot
from .registration import add_department, enter_team
from .rounds import draw_round, due_round
from .scheduling import lay_out, move_match
from .tournaments import create_from_preset, publish


@transaction.atomic
def create_entered(
    key: str, *, actor: Actor, slug: str = "", name: str = "", starts_at: datetime | None = None
) -> Tournament:
    """A preset with its teams entered, its draw held as recorded and its schedule laid out; nothing published."""
    preset = preset_of(key) if starts_at is None else preset_of(key).starting(starts_at)
    made = create_from_preset(key, actor=actor, slug=slug, name=name, starts_at=starts_at)
    for department in preset.departments:
        size: dict[str, Any] = {"headcount": department.headcount, "team_quota": department.team_quota}
        add_department(made, department.name, actor, **size)
        for players in department.teams:
            enter_team(made, department.name, players, actor, reason=_("样板赛事的参赛名单"))
    _draw(made, preset, actor)
    return made


@transaction.atomic
def create_demo(key: str, *, actor: Actor, slug: str = "") -> Tournament:
    """The same with all parts published: the demonstration that a first start shows."""
    return publish(create_entered(key, actor=actor, slug=slug), Tournament.Part.values, actor)


def play_demo(tournament: Tournament, *, seed: int, actor: Actor) -> int:
    """Play every match through the services the referees use, recording lots where owed; returns how many were played.

    The same seed plays the same hands.
    """
    chance, played = Random(seed), 0  # noqa: S311 - a demonstration, not a secret
    while ready := _ready(tournament) or _drawn_on(tournament, seed, actor):
        _announce(tournament, ready, actor)
        for match in ready:
            play_match(match, chance, actor)
        played += len(ready)
        _draw_lots(tournament, chance)
    return played


def _draw(made: Tournament, preset: TournamentPreset, actor: Actor) -> None:
    if preset.draw is None:
        return
    teams = {team.name: team for team in made.teams.all()}
    groups: Sequence[Sequence[Team]] | None = None
    if preset.draw.groups is not None:
        groups = [[teams[name] for name in names] for names in preset.draw.groups]
    lots = {teams[name].pk: number for number, name in enumerate(preset.draw.lots or [], start=1)} or None
    facts = {"seed": preset.draw.seed or "", "present": preset.draw.present}
    hold_draw(first_stage(made), actor=actor, groups=groups, lots=lots, **facts)
    hours: dict[str, Any] = {"round_starts": preset.round_starts, "daily": preset.daily}
    hours |= {"knockout_tables": preset.knockout_tables, "changeover": preset.changeover}
    lay_out(made, starts_at=preset.starts_at, actor=actor, **hours)


def _ready(tournament: Tournament) -> list[int]:
    """Matches not begun whose teams are both known, in the order of play."""
    return [
        match.pk
        for match in matches_of(tournament)
        if not match.begun and all(slot.team_id for slot in slots_of(match).values())
    ]


def _announce(tournament: Tournament, ready: Sequence[int], actor: Actor) -> None:
    """Give matches whose hour was to be announced theirs: the day after the last one fixed, at the same hour."""
    waiting = list(Match.objects.filter(pk__in=ready, starts_at=None).order_by("pk"))
    last = Match.objects.filter(stage__tournament=tournament).aggregate(last=Max("starts_at"))["last"]
    tables = list(tournament.tables.values_list("number", flat=True))
    for index, match in enumerate(waiting):
        when = (last or tournament.starts_at or timezone.now()) + timedelta(days=1 + index // len(tables))
        move_match(match.pk, tables[index % len(tables)], when, actor)


def _drawn_on(tournament: Tournament, seed: int, actor: Actor) -> list[int]:
    """Draw the next round where a stage is drawn round by round; the matches that are ready then."""
    due = due_round(tournament)
    if due is None or due.number is None or due.why_not:
        return []
    draw_round(due.stage, due.number, actor=actor, seed=f"{seed} {due.number}")
    return _ready(tournament)


def _draw_lots(tournament: Tournament, chance: Random) -> None:
    for question in open_questions(tournament):
        if question["kind"] == "lot":
            order = [team.pk for team in question["teams"]]
            chance.shuffle(order)
            record_lot(question["stage"], question["group"], order, Actor.of(_demo_chief()), present="")


def _demo_chief() -> Account:
    """A lot is a chief referee's act: the first chief there is, else an account nobody can sign in with."""
    chief = Account.objects.filter(is_chief=True).order_by("pk").first()
    if chief is None:
        chief = Account(username="demo-chief", first_name="演示裁判长", is_chief=True, is_active=False)
        chief.set_unusable_password()
        chief.save()
    return chief
