"""Whether a group still has matches to play: a short cut that never leaves a slot with the wrong team or without."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.correcting import carried, forfeit, played, verdict
from tests.playing import Referee, find, play, teams
from tests.tournament.test_correcting_formats_properties import drawn
from tournament.models import Match, MatchSlot, Team, Tournament
from tournament.services import progress
from tournament.services.actor import Actor
from tournament.services.correcting import KEEP, REPLAY, Correction, Draft, Operation
from tournament.services.correcting.replay import replayed
from tournament.services.progress import open_questions, record_lot
from tournament.services.refusal import Refusal
from tournament.services.sheet import confirm
from tournament.services.verify import differences
from tournament.services.withdrawing import Return, Withdrawal

PROTEST = {"type": "protest", "side": "b", "text": "判罚记错"}


class Hall:
    """Two groups of three, two of each and the better third go on; a wrong turn of any kind at any time."""

    def __init__(self, cup: Tournament, chance: Random, actor: Actor) -> None:
        self.cup, self.chance, self.actor = cup, chance, actor

    def matches(self, **where: object) -> list[Match]:
        return list(Match.objects.filter(stage__tournament=self.cup, **where).order_by("pk"))

    def ready(self) -> list[Match]:
        """Matches that can be begun: both teams known and none withdrawn; a knockout match now and then."""
        found = Match.objects.filter(stage__tournament=self.cup, status="scheduled").exclude(slots__team=None)
        return list(found.exclude(slots__team__withdrawn_at__isnull=False).order_by("pk"))

    def play(self) -> None:
        play(self.chance.choice(self.ready()), self.actor, self.chance.choice("ab"), [self.chance.choice((0, 40, 60))])

    def closes(self) -> None:
        """The last match of group A."""
        play(self.matches(group="A", status="scheduled")[0], self.actor, self.chance.choice("ab"), (60,))

    def forfeits(self) -> None:
        referee = Referee(self.chance.choice(self.ready()), self.actor)
        referee.write({"type": "forfeit", "side": self.chance.choice("ab")})
        referee.confirm()

    def protests(self) -> None:
        """A result confirmed under a protest that can change its winner."""
        referee = Referee(self.chance.choice(self.ready()), self.actor)
        referee.start("a")
        hand = referee.hand("a", 40).entry
        referee.write({"type": "time-up", "at": "2011-11-25T14:10:00+08:00", "cards_drawn": False})
        referee.write({**PROTEST, "hand": str(hand.pk)})
        for side in "ab":
            confirm(referee.match.pk, side, referee.match.version, self.actor)

    def rules(self) -> None:
        """A protest turned down, or the hand struck, which leaves the match level or open."""
        match = self.chance.choice(self.matches(entries__type="protest", status="confirmed"))
        protest, hand = (match.entries.filter(type=kind).last() for kind in ("protest", "hand"))
        ruling = {"type": "ruling", "protest": str(protest.pk), "text": "复核", "final": True}
        strike = {"strike": [str(hand.pk)]} if self.chance.random() < 0.5 else {}
        self.decide(Correction(match.pk, verdict({**ruling, **strike})))

    def corrects(self) -> None:
        """Another result, a forfeit in its place, or the match struck whole so that its group is open again."""
        match = self.chance.choice(self.matches(status="confirmed"))
        drafts = (played(self.chance.choice("ab"), 60), forfeit("a", anew=True), Draft(anew=True), Draft(anew=True))
        self.decide(Correction(match.pk, self.chance.choice(drafts)))

    def withdraws(self) -> None:
        self.decide(Withdrawal(self.chance.choice(self.teams(True)).pk, fill=self.chance.random() < 0.5))

    def returns(self) -> None:
        self.decide(Return(self.chance.choice(self.teams(False)).pk))

    def teams(self, still_in: bool) -> list[Team]:
        found = self.cup.teams.filter(withdrawn_at__isnull=still_in)
        return list(found.order_by("pk"))

    def lots(self) -> None:
        for owed in open_questions(self.cup):
            if owed["kind"] == "lot":
                order = [team.pk for team in owed["teams"]]
                record_lot(owed["stage"], owed["group"], self.chance.sample(order, len(order)), self.actor)

    def decide(self, operation: Operation) -> None:
        choices = {match.pk: self.chance.choice((KEEP, REPLAY)) for match in self.matches()}
        carried(operation, self.actor, choices)


ACTIONS = (
    Hall.play, Hall.play, Hall.play, Hall.forfeits, Hall.protests, Hall.rules, Hall.corrects, Hall.corrects,
    Hall.withdraws, Hall.returns,
)  # fmt: skip


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> set[bool]:
    """What the short cut answered for matches of groups."""
    said: set[bool] = set()
    asked = progress.group_still_open

    def spy(match: Match, fed: object) -> bool:
        open_ = asked(match, fed)  # type: ignore[arg-type]
        said.update([open_] if match.group else [])
        return open_

    monkeypatch.setattr(progress, "group_still_open", spy)
    return said


@pytest.fixture
def nearly_done(answers: set[bool], actor: Actor, db: None) -> Tournament:
    """Group A has one match left, group B two."""
    cup = drawn("best third", "杯", actor)
    for group, count in (("A", 2), ("B", 1)):
        for match in Match.objects.filter(stage__tournament=cup, group=group).order_by("round", "pk")[:count]:
            play(match, actor)
    return cup


def test_no_slot_is_stale_whenever_a_group_closes_or_opens_again(
    nearly_done: Tournament, actor: Actor, answers: set[bool]
) -> None:
    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(st.sampled_from(ACTIONS), min_size=3, max_size=6), st.integers(0, 10**6))
    def after(actions: list[Callable[[Hall], None]], seed: int) -> None:
        with transaction.atomic():
            hall = Hall(nearly_done, Random(seed), actor)
            for action in [Hall.closes, *actions]:
                try:
                    with transaction.atomic():
                        action(hall)
                except (Refusal, IndexError):
                    continue  # nothing to choose from, or refused: then nothing has changed
                hall.lots()
                due = replayed(nearly_done).slots
                stored = MatchSlot.objects.filter(match__stage__tournament=nearly_done)
                assert {(slot.match_id, slot.side): slot.team_id for slot in stored} == due
                assert differences(nearly_done) == []
            transaction.set_rollback(True)

    after()
    assert answers == {True, False}, "asked of an open and of a closed group, else this shows nothing"


def test_a_group_is_closed_once_only_matches_of_a_withdrawn_team_are_left(anhui: Tournament, actor: Actor) -> None:
    carried(Withdrawal(anhui.teams.get(name="戏剧系").pk), actor, {})
    assert teams(find(anhui, "m1"))["a"] is None
    play(find(anhui, "A1-2"), actor)
    assert teams(find(anhui, "m1"))["a"] == "院直1A"
    assert differences(anhui) == []
