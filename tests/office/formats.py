"""Starting a competition of a format and playing it on."""

from collections.abc import Callable
from random import Random

from tests.office.conftest import STARTS_AT, make
from tests.playing import play
from tournament.models import Match, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import Format
from tournament.services.progress import open_questions, record_lot
from tournament.services.rounds import draw_round, due_round
from tournament.services.scheduling import lay_out

Enter = Callable[..., list[Team]]


def start(me: Actor, entered: Enter, chosen: Format, count: int) -> Tournament:
    """A tournament of this format, drawn and with its schedule."""
    cup = make(me, chosen)
    entered(cup, count)
    hold_draw(first_stage(cup), actor=me, seed="大礼堂")
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    return cup


def play_ready(cup: Tournament, actor: Actor, chance: Random) -> int:
    """Play every match whose teams are known; lots are drawn where they are owed."""
    played = 0
    for match in Match.objects.filter(stage__tournament=cup, version=0).order_by("stage__number", "round", "pk"):
        if not match.slots.filter(team=None).exists():
            play(match, actor, chance.choice("ab"), [chance.choice((0, 40, 60, 90))])
            played += 1
    for owed in open_questions(cup):
        record_lot(owed["stage"], owed["group"], [team.pk for team in owed["teams"]], actor)
    return played


def play_out(cup: Tournament, actor: Actor, chance: Random) -> None:
    """To the last match, drawing each round when it is due."""
    while play_ready(cup, actor, chance) or draw_due(cup, actor):
        pass


def draw_due(cup: Tournament, actor: Actor) -> bool:
    due = due_round(cup)
    if due is None or due.number is None:
        return False
    assert due.why_not == ""
    draw_round(due.stage, due.number, actor=actor, seed=f"第{due.number}轮")
    return True
