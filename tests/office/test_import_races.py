"""A list entered by two presses at once is one list, and both are told so; without the lock one of them breaks."""

from typing import Any

import pytest
from django.db import IntegrityError

from tests.office.conftest import make
from tests.office.sheets import listed, workbook
from tests.tournament.test_races import at_once, meet_after
from tournament.models import Team, Tournament
from tournament.services.actor import Actor
from tournament.services.importing import commit
from tournament.services.importing.parcel import new_parcel
from tournament.services.importing.plan import Decisions
from tournament.services.importing.reading import read_file
from tournament.services.importing.rows import entries_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def two_presses(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The same preview entered twice at once; what each press is told."""
    me = Actor.program("test")
    cup = make(me)
    parcel = new_parcel("名单.xlsx", (), entries_of(read_file(workbook(listed(3))), 2))
    shown = commit.preview(cup, parcel, Decisions()).fingerprint
    meet_after(monkeypatch, commit, "preview")

    def press() -> int:
        return commit.enter(cup, parcel, Decisions(), shown, me)

    return at_once(press, press)


def test_two_presses_at_once_enter_one_list(monkeypatch: pytest.MonkeyPatch) -> None:
    assert two_presses(monkeypatch) == [3, 3]
    assert Team.objects.count() == 3


def test_without_the_lock_one_of_them_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "locked", lambda pk: Tournament.objects.get(pk=pk))
    assert [type(answer) for answer in two_presses(monkeypatch) if answer != 3] == [IntegrityError]
