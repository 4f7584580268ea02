"""A late team let in by two people at once: it is let in once; without the locks the two would collide."""

from typing import Any

import pytest

from tests.office.conftest import make
from tests.tournament.test_races import at_once, meet_after
from tournament.models import Match, Team, Tournament
from tournament.services import late_entry
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import KNOCKOUT, Format
from tournament.services.refusal import Refusal
from tournament.services.registration import enter_team
from tournament.services.verify import differences
from tournament.services.waiting_list import join

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cup() -> Tournament:
    """Three teams in single elimination, drawn: one bye; one late team."""
    me = Actor.program("test")
    made = make(me, Format(shape=KNOCKOUT))
    for number in range(3):
        enter_team(made, f"第{number}分会", [f"甲{number}", f"乙{number}"], me)
    hold_draw(first_stage(made), actor=me, seed="一")
    join(made, "迟到会", ["丙", "丁"], me, reason="堵车")
    return made


def let_in() -> Any:
    return late_entry.admit(Team.objects.get(name="迟到会"), late_entry.BYE, Actor.program("test"))


def test_two_people_at_once_let_the_team_in_once(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    meet_after(monkeypatch, late_entry, "_record")
    answers = at_once(let_in, let_in)
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["not-waiting"]
    assert Match.objects.filter(round=1).count() == 2
    assert differences(cup) == []


def test_without_the_lock_the_team_would_be_let_in_twice(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_entry, "locked", lambda pk: Tournament.objects.get(pk=pk))
    monkeypatch.setattr(late_entry.locks, "lock_stages", lambda ids: None)
    meet_after(monkeypatch, late_entry, "_record")
    answers = at_once(let_in, let_in)
    assert [type(answer).__name__ for answer in answers if isinstance(answer, Exception)] == ["IntegrityError"]
