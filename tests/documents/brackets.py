"""Tournaments of one knockout for tests of brackets and pages: any number of teams, any names."""

from tests.factories import STARTS_AT, team
from tests.playing import play
from tournament.models import Match, Stage, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import hold_draw
from tournament.services.rulesets import version_of

PROGRAM = Actor.program("测试")
PARTS = list(Tournament.Part.values)


def knockout(count: int, *, slug: str = "cup", places: int = 1, name: str = "第{}队") -> Tournament:
    """`count` teams drawn into single elimination with matches down to `places`, everything published."""
    made = Tournament.objects.create(slug=slug, name="淘汰赛杯", starts_at=STARTS_AT, published=PARTS)
    stage = Stage.objects.create(
        tournament=made,
        number=1,
        name="淘汰赛",
        kind=Stage.Kind.KNOCKOUT,
        ruleset=version_of("anhui-chaodipi"),
        criteria=[],
        settings={"places": places},
    )
    for number in range(1, count + 1):
        team(made, name.format(number))
    hold_draw(stage, seed="2011-11-24", actor=PROGRAM)
    return made


def play_all(made: Tournament) -> None:
    """Every match in its order; side a wins."""
    for match in Match.objects.filter(stage__tournament=made).order_by("stage__number", "round", "pk"):
        play(Match.objects.select_related("stage__ruleset", "stage__tournament").get(pk=match.pk), PROGRAM)
