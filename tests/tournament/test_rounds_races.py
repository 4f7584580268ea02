"""Two people draw the same round at once, on PostgreSQL; the control shows what happens without the lock."""

import pytest
from django.db import IntegrityError

from tests.office.conftest import make
from tests.playing import play
from tests.tournament.test_races import at_once, meet_after
from tournament.models import Account, Draw, Match, MatchSlot, Tournament
from tournament.services import formats, locks, rounds
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import Format
from tournament.services.refusal import Refusal
from tournament.services.registration import enter_team
from tournament.services.verify import differences

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cup(transactional_db: None, chief: Account) -> Tournament:
    """A redrawn knockout of four whose first round is confirmed."""
    me = Actor.of(chief)
    made = make(me, Format(shape=formats.REDRAW))
    for number in range(1, 5):
        enter_team(made, f"第{number}分会", [f"甲{number}", f"乙{number}"], me)
    hold_draw(first_stage(made), actor=me, seed="x")
    for match in Match.objects.filter(round=1):
        play(match, me)
    return made


def draw_twice(cup: Tournament, monkeypatch: pytest.MonkeyPatch, me: Actor) -> list[object]:
    stage = first_stage(cup)
    meet_after(monkeypatch, rounds, "round_record")
    return at_once(
        lambda: rounds.draw_round(stage, 2, actor=me, seed="甲"),
        lambda: rounds.draw_round(stage, 2, actor=me, seed="乙"),
    )


def test_two_draws_of_a_round_at_once_leave_one(
    cup: Tournament, chief: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = draw_twice(cup, monkeypatch, Actor.of(chief))
    (refused,) = [one for one in answers if isinstance(one, Refusal)]
    assert refused.code == "all-drawn"
    (draw,) = Draw.objects.filter(round=2)
    assert not MatchSlot.objects.filter(match__round=2, team=None).exists()
    assert draw in answers
    assert differences(cup) == []


def test_without_the_locks_both_go_on_until_the_constraint_stops_one(
    cup: Tournament, chief: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "locked", lambda pk: Tournament.objects.get(pk=pk))
    monkeypatch.setattr(locks, "lock_stages", lambda ids: {})
    answers = draw_twice(cup, monkeypatch, Actor.of(chief))
    assert sum(isinstance(one, IntegrityError) for one in answers) == 1
