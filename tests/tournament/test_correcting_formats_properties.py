"""Random corrections in the other formats (rounds drawn in turn, the best of several): always what a replay gives."""

from random import Random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import factories
from tests.office.conftest import make
from tests.random_hall import Hall, lots_copied, matches, played_again, seen
from tournament.models import Draw, Tournament
from tournament.services import formats, progress
from tournament.services.actor import Actor
from tournament.services.archive.renaming import renamed
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import Format
from tournament.services.kinds import BY_ROUND
from tournament.services.round_store import fill_round
from tournament.services.rounds import draw_round, due_round
from tournament.services.verify import differences

SHAPES = {
    "Swiss": (5, Format(shape=formats.SWISS, rounds=3, places=3)),
    "drawn anew each round": (6, Format(shape=formats.REDRAW, places=4)),
    "best third": (6, Format(shape=formats.BY_SIZE, number=3, advance=2, best=1)),
    "best losers": (6, Format(shape=formats.LOSERS)),
}
STEPS = 6


def drawn(name: str, slug: str, actor: Actor) -> Tournament:
    """Drawn with the same seed every time: only the teams' ids differ."""
    count, chosen = SHAPES[name]
    cup = make(actor, chosen, name=slug)
    for number in range(1, count + 1):
        factories.team(cup, f"第{number}队")
    hold_draw(first_stage(cup), actor=actor, seed="大礼堂")
    return cup


class RoundsHall(Hall):
    """A hall in which a round that is due is drawn before anything else."""

    def step(self) -> None:
        due = due_round(self.cup)
        if due and due.number and not due.why_not:
            draw_round(due.stage, due.number, actor=self.actor, seed=f"第{due.number}轮")
        else:
            super().step()


def played_fresh(name: str, hall: Hall) -> Tournament:
    """The same draws, rounds as they were drawn; each match is played once, as it stands now, in the usual order."""
    fresh = drawn(name, "另", hall.actor)
    lots_copied(hall.cup, fresh)
    rounds_drawn = {1}
    for match in matches(hall.cup):
        if match.stage.kind in BY_ROUND and match.round not in rounds_drawn:
            rounds_drawn.add(match.round)
            round_copied(hall.cup, fresh, match.round)
        played_again(hall, match, fresh)
    return fresh


def round_copied(cup: Tournament, fresh: Tournament, number: int) -> None:
    """A later round's draw out of its record, if one is in force."""
    names = dict(fresh.teams.values_list("name", "pk"))
    ids = {str(team.pk): str(names[team.name]) for team in cup.teams.all()}
    stage = first_stage(fresh)
    for draw in Draw.objects.filter(stage__tournament=cup, undone_at=None, round=number):
        record = renamed(draw.record, ids)
        Draw.objects.create(stage=stage, round=number, record=record, drawn_at=draw.drawn_at)
        fill_round(stage, record)
        progress.settle_round(stage, number)


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6))
def test_after_any_corrections_it_is_as_if_replayed_and_as_if_played_fresh(
    name: str, actor: Actor, db: None, seed: int
) -> None:
    with transaction.atomic():
        hall = RoundsHall(drawn(name, "杯", actor), Random(seed), actor)
        for _step in range(STEPS):
            hall.step()
            assert differences(hall.cup) == []
        if not hall.cup.stages.filter(matches__slots__ruling_by__isnull=False).exists():
            assert seen(played_fresh(name, hall)) == seen(hall.cup)
        transaction.set_rollback(True)
