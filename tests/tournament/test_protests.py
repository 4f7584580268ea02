"""A protest that can change the winner holds back the slots it feeds (待裁定), and nothing else."""

from typing import Any
from uuid import uuid4

import pytest

from tests.correcting import decide, knockout, other_winner, verdict
from tests.playing import Referee, find, play, teams
from tournament.models import Tournament
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import Correction
from tournament.services.sheet import confirm
from tournament.services.verify import differences


@pytest.fixture
def cup(db: None) -> Tournament:
    """Four teams: two semi-finals, a match for third place, the final."""
    return knockout(4)


def protested(cup: Tournament, actor: Actor, points: tuple[int, ...], about: int) -> Referee:
    """A semi-final won by side a, with a protest against one of its hands, confirmed by both sides."""
    referee = Referee(find(cup, "m1"), actor)
    referee.start()
    entries = [referee.hand("a", taken).entry for taken in points]
    referee.stop()
    referee.write({"type": "protest", "side": "b", "text": "第一副记错", "hand": str(entries[about].pk)})
    for side in "ab":
        confirm(referee.match.pk, side, referee.match.version, actor)
    return referee


def test_a_protest_that_can_change_the_winner_blocks_only_the_slots_it_feeds(cup: Tournament, actor: Actor) -> None:
    protested(cup, actor, (85,), 0)
    play(find(cup, "m2"), actor)
    assert teams(find(cup, "m4")) == {"a": None, "b": "第3队"}
    assert teams(find(cup, "m3")) == {"a": None, "b": "第4队"}
    assert differences(cup) == []


def test_a_protest_that_cannot_change_the_winner_blocks_nothing(cup: Tournament, actor: Actor) -> None:
    protested(cup, actor, (40, 40, 40), 0)
    assert teams(find(cup, "m4"))["a"] == "第1队"
    assert differences(cup) == []


@pytest.mark.parametrize(("strikes", "goes_on"), [(False, "第2队"), (True, "第1队")])
def test_ruling_on_the_protest_lets_the_winner_go_on(
    cup: Tournament, actor: Actor, strikes: bool, goes_on: str
) -> None:
    referee = protested(cup, actor, (85,), 0)
    protest, hand = referee.match.entries.get(type="protest"), referee.match.entries.get(type="hand")
    ruling: dict[str, Any] = {"type": "ruling", "protest": str(protest.pk), "text": "复核牌票", "final": True}
    if strikes:
        ruling["strike"] = [str(hand.pk)]
    decide(Correction(referee.match.pk, verdict(ruling)), actor)
    assert teams(find(cup, "m4"))["a"] == goes_on
    assert differences(cup) == []


def test_a_correction_of_a_match_with_an_open_protest_shows_the_slot_as_waiting(cup: Tournament, actor: Actor) -> None:
    protested(cup, actor, (85,), 0)
    shown = correcting.preview(other_winner(find(cup, "m1")), {}, actor, uuid4())
    assert {one.after for one in shown.slots} == {"第1队", "第2队"}
