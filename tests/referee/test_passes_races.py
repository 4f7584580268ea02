"""Two phones at once, on PostgreSQL; each race has a control that shows it happens once the lock is removed."""

from typing import Any

import pytest
from django.utils import timezone

from referee.models import Holding, PinAttempts, TablePass
from referee.services import holding, joining, pins
from referee.services.pins import Visitor
from tests.referee.phones import a_pass, opened
from tests.tournament.test_races import at_once, meet_after
from tournament.models import AuditEntry, Tournament
from tournament.services.refusal import Refusal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def card(anhui: Tournament) -> TablePass:
    """The card of table 1 while a session is open."""
    opened(anhui)
    return a_pass(anhui, 1)


def two_join(card: TablePass, monkeypatch: pytest.MonkeyPatch) -> int:
    """Two phones join at the same moment; how many were told that they write at the table."""
    pin = opened(card.tournament).pin
    meet_after(monkeypatch, holding, "holders_of")

    def join(name: str) -> Any:
        return joining.join_by_token(card.token, pin, name, Visitor(device=name, address=name))

    answers = at_once(lambda: join("甲"), lambda: join("乙"))
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    return AuditEntry.objects.filter(action="pass.join", after__holds=[1]).count()


def test_of_two_phones_that_join_at_once_one_writes(card: TablePass, monkeypatch: pytest.MonkeyPatch) -> None:
    assert two_join(card, monkeypatch) == 1
    assert Holding.objects.count() == 1


def test_without_the_lock_both_are_told_that_they_write(card: TablePass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "locked", lambda pk: Tournament.objects.get(pk=pk))
    assert two_join(card, monkeypatch) == 2


def many_guess(card: TablePass, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Eight wrong PINs of one device at the same moment: the codes of the refusals."""
    visitor = Visitor(device="one", address="192.0.2.7")
    PinAttempts.objects.create(key="device:one", last_at=timezone.now())
    PinAttempts.objects.create(key="address:192.0.2.7", last_at=timezone.now())
    meet_after(monkeypatch, pins, "_refuse_locked")

    def guess() -> Any:
        return joining.join_by_token(card.token, "0000", "甲", visitor)

    answers = at_once(*[guess] * 8)
    assert all(isinstance(answer, Refusal) for answer in answers), answers
    return sorted(answer.code for answer in answers)


def test_guessing_many_pins_at_once_gives_no_more_tries(card: TablePass, monkeypatch: pytest.MonkeyPatch) -> None:
    assert many_guess(card, monkeypatch).count("wrong-pin") == pins.DEVICE_TRIES - 1


def test_without_the_lock_it_would(card: TablePass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "_row", lambda key, _now: PinAttempts.objects.get(key=key))
    assert many_guess(card, monkeypatch).count("wrong-pin") > pins.DEVICE_TRIES - 1
