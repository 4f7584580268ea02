"""Random tournaments, random corrections: always what a replay gives, and what a tournament played fresh would be."""

from random import Random

import pytest

from tests import factories
from tests.correcting import knockout
from tests.random_hall import Hall, lots_copied, matches, played_again, seen
from tournament.models import Match, PlayTable, Stage, Tournament
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import REPLAY
from tournament.services.drawing import hold_draw
from tournament.services.rulesets import version_of
from tournament.services.verify import differences

STEPS = 8


def grouped(slug: str, settings: dict[str, object]) -> Tournament:
    """Two groups of three, two of each go on: two semi-finals, third place, final."""
    made = Tournament.objects.create(slug=slug, name=slug, starts_at=factories.STARTS_AT)
    ruleset = version_of("anhui-chaodipi")
    groups = Stage.objects.create(
        tournament=made, number=1, name="小组赛", kind="groups", ruleset=ruleset,
        criteria=["points", "levels-in-wins", "levels-in-losses", "lot"], points={"win": 1, "loss": 0},
        settings={"group_size": 3, "order": factories.PAIRS, "advance": 2, "cross": "standard"},
    )  # fmt: skip
    Stage.objects.create(
        tournament=made, number=2, name="淘汰赛", kind="knockout", ruleset=ruleset, settings={"places": 4, **settings}
    )
    for number in (1, 2):
        PlayTable.objects.create(tournament=made, number=number)
    teams = [factories.team(made, f"第{number}队") for number in range(1, 7)]
    hold_draw(groups, groups=[teams[:3], teams[3:]], actor=Actor.program("抽签"))
    return made


SHAPES = {
    "four": lambda slug: knockout(4, slug),
    "seven with placements": lambda slug: knockout(7, slug, places=6),
    "groups": lambda slug: grouped(slug, {"third_place": "match"}),
    "groups, joint third": lambda slug: grouped(slug, {"third_place": "joint"}),
}


def played_fresh(shape: str, hall: Hall) -> Tournament:
    """Another tournament with the same draw; each match is played once, as it stands now, in the usual order."""
    fresh = SHAPES[shape]("fresh")
    lots_copied(hall.cup, fresh)
    for match in matches(hall.cup):
        played_again(hall, match, fresh)
    return fresh


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("shape", SHAPES)
def test_after_any_corrections_the_tournament_is_as_if_replayed(shape: str, seed: int, actor: Actor, db: None) -> None:
    hall = Hall(SHAPES[shape]("cup"), Random(f"{shape} {seed}"), actor)
    for _step in range(STEPS):
        hall.step()
        assert differences(hall.cup) == []
    if not hall.cup.stages.filter(matches__slots__ruling_by__isnull=False).exists():
        assert seen(played_fresh(shape, hall)) == seen(hall.cup)


@pytest.mark.parametrize("shape", SHAPES)
def test_where_nothing_is_kept_the_tournament_is_as_if_played_fresh(shape: str, actor: Actor, db: None) -> None:
    hall = Hall(SHAPES[shape]("cup"), Random(shape), actor)
    hall.choices = lambda: dict.fromkeys(  # type: ignore[method-assign]
        Match.objects.filter(stage__tournament=hall.cup).values_list("pk", flat=True), REPLAY
    )
    for _step in range(STEPS):
        hall.step()
    while hall.ready():
        hall.play(hall.ready()[0])
        hall.lots()
    hall.correct()
    assert differences(hall.cup) == []
    fresh = played_fresh(shape, hall)
    assert seen(fresh) == seen(hall.cup)
    assert correcting.KEEP not in hall.choices().values()
