"""Random tournaments, random corrections: always what a replay gives, and what a tournament played fresh would be."""

from random import Random

import pytest

from tests import factories
from tests.correcting import decide, knockout, played
from tests.playing import find, play
from tournament.models import Lot, Match, PlayTable, Stage, Tournament
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import KEEP, REPLAY, Changed, Correction
from tournament.services.correcting.replay import replayed
from tournament.services.drawing import hold_draw
from tournament.services.progress import open_questions, record_lot
from tournament.services.rulesets import version_of
from tournament.services.standings import group_standings, placings
from tournament.services.verify import differences

STEPS, CORRECTED = 8, 0.5
Result = tuple[str, int]  # the winner's name, the points the attackers took


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


class Hall:
    """A tournament at random: matches are played in any order that is possible, and corrected at any time."""

    def __init__(self, cup: Tournament, chance: Random, actor: Actor) -> None:
        self.cup, self.chance, self.actor = cup, chance, actor
        self.results: dict[str, Result] = {}

    def ready(self) -> list[Match]:
        open_ = Match.objects.filter(stage__tournament=self.cup, status="scheduled").exclude(slots__team=None)
        return list(open_.order_by("pk"))

    def play(self, match: Match) -> None:
        self.results[code(match)] = side, points = self.chance.choice("ab"), self.chance.choice((0, 40, 60))
        play(find(self.cup, match.code), self.actor, side, (points,))

    def correct(self) -> None:
        """Another result for any confirmed match; every begun match that it concerns is kept or replayed by chance."""
        match = self.chance.choice(list(Match.objects.filter(stage__tournament=self.cup, status="confirmed")))
        result = self.chance.choice("ab"), self.chance.choice((0, 40, 60))
        operation, choices = Correction(match.pk, played(*result)), self.choices()
        try:
            changed = decide(operation, self.actor, choices)
        except Changed as refused:
            raise AssertionError(refused.message) from refused
        self.results[code(match)] = result
        for concern in changed.concerns:
            if concern.choice == REPLAY:
                del self.results[code(Match.objects.get(pk=concern.match_id))]

    def choices(self) -> dict[int, str]:
        matches = Match.objects.filter(stage__tournament=self.cup)
        return {match.pk: self.chance.choice((KEEP, REPLAY, REPLAY)) for match in matches}

    def lots(self) -> None:
        for question in open_questions(self.cup):
            order = sorted(team.pk for team in question["teams"])
            record_lot(question["stage"], question["group"], order, self.actor)

    def step(self) -> None:
        ready = self.ready()
        corrects = self.results and (not ready or self.chance.random() < CORRECTED)
        self.correct() if corrects else self.play(self.chance.choice(ready))
        self.lots()


def code(match: Match) -> str:
    return f"{match.stage_id}-{match.code}"


def seen(cup: Tournament) -> list[object]:
    """A tournament by names alone: every slot, standing and place."""
    names = dict(cup.teams.values_list("pk", "name"))
    found = replayed(cup)
    slots = {(match.code, side): names.get(found.slots[match.pk, side] or 0) for match in matches(cup) for side in "ab"}
    tables = [
        [(group, row.rank, row.team, row.won, row.decided_by) for row in standing.standing.rows]
        for stage in cup.stages.order_by("number")
        for group, standing in sorted(group_standings(stage).items())
    ]
    places = [(place, team.name) for stage in cup.stages.order_by("number") for place, team in placings(stage)]
    return [slots, tables, places]


def matches(cup: Tournament) -> list[Match]:
    return list(Match.objects.filter(stage__tournament=cup).order_by("stage__number", "round", "pk"))


def played_fresh(shape: str, hall: Hall, actor: Actor) -> Tournament:
    """Another tournament with the same draw; each match is played once, as it stands now, in the usual order."""
    fresh = SHAPES[shape]("fresh")
    by_name = {team.name: team.pk for team in fresh.teams.all()}
    names = dict(hall.cup.teams.values_list("pk", "name"))
    stages = dict(zip(hall.cup.stages.order_by("number"), fresh.stages.order_by("number"), strict=True))
    for lot in Lot.objects.filter(stage__tournament=hall.cup):
        order = [by_name[names[pk]] for pk in lot.order]
        Lot.objects.create(
            stage=stages[lot.stage], group=lot.group, order=order, drawn_at=lot.drawn_at, drawn_by=lot.drawn_by
        )
    for match in matches(hall.cup):
        if code(match) in hall.results:
            side, points = hall.results[code(match)]
            play(find(fresh, match.code), actor, side, (points,))
    return fresh


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("shape", SHAPES)
def test_after_any_corrections_the_tournament_is_as_if_replayed(shape: str, seed: int, actor: Actor, db: None) -> None:
    hall = Hall(SHAPES[shape]("cup"), Random(f"{shape} {seed}"), actor)
    for _step in range(STEPS):
        hall.step()
        assert differences(hall.cup) == []
    if not hall.cup.stages.filter(matches__slots__ruling_by__isnull=False).exists():
        assert seen(played_fresh(shape, hall, actor)) == seen(hall.cup)


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
    fresh = played_fresh(shape, hall, actor)
    assert seen(fresh) == seen(hall.cup)
    assert correcting.KEEP not in hall.choices().values()
