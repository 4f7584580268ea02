"""A tournament at random for tests: matches played in any order, corrected at any time; told by names alone."""

from random import Random

from tests.correcting import carried, decide, played
from tests.playing import find, play
from tournament.models import Lot, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.correcting import KEEP, REPLAY, Correction
from tournament.services.correcting.replay import replayed
from tournament.services.progress import open_questions, record_lot
from tournament.services.standings import group_standings, placings

CORRECTED, LOOKED_AT = 0.5, 0.25
Result = tuple[str, int]  # the winner's side, the points the attackers took


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
        looks = self.chance.random() < LOOKED_AT
        changed = (decide if looks else carried)(operation, self.actor, choices)
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


def lots_copied(cup: Tournament, fresh: Tournament) -> None:
    """The lots recorded in `cup` recorded in `fresh` for the teams of the same names."""
    by_name = dict(fresh.teams.values_list("name", "pk"))
    names = dict(cup.teams.values_list("pk", "name"))
    stages = dict(zip(cup.stages.order_by("number"), fresh.stages.order_by("number"), strict=True))
    for lot in Lot.objects.filter(stage__tournament=cup).order_by("pk"):
        order = [by_name[names[pk]] for pk in lot.order]
        Lot.objects.create(
            stage=stages[lot.stage], group=lot.group, order=order, drawn_at=lot.drawn_at, drawn_by=lot.drawn_by
        )


def played_again(hall: Hall, match: Match, fresh: Tournament) -> None:
    """The match's result as it stands now, in the other tournament; nothing where it is open."""
    if code(match) in hall.results:
        side, points = hall.results[code(match)]
        play(find(fresh, match.code), hall.actor, side, (points,))
