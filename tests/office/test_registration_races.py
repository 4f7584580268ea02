"""A department's last place, taken by two people at once: one gets it; without the lock both would."""

from typing import Any

import pytest

from tests.office.conftest import make
from tests.tournament.test_races import at_once, meet_after
from tournament.models import Department, Player, Tournament
from tournament.services import department_entry, department_links, departments, registration
from tournament.services.actor import Actor
from tournament.services.people import PlayerEntry
from tournament.services.refusal import Refusal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def two_at_once(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two colleagues enter a team for the department's one place; what each is told."""
    me = Actor.program("test")
    department = registration.add_department(make(me), "基础部", me, team_quota=1)
    meet_after(monkeypatch, registration, "check_room")

    def enter(name: str) -> Any:
        own = Department.objects.get(pk=department.pk)
        return registration.add_team(own.tournament, own, [f"{name}甲", f"{name}乙"], me, name=name)

    return at_once(lambda: enter("红队"), lambda: enter("蓝队"))


def test_one_of_two_gets_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = two_at_once(monkeypatch)
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [refusal.code for refusal in refused] == ["quota"]
    assert Department.objects.get().teams.count() == 1


def test_without_the_lock_both_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registration, "locked", lambda pk: Tournament.objects.get(pk=pk))
    two_at_once(monkeypatch)
    assert Department.objects.get().teams.count() == 2


def same_person_at_once(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two colleagues enter the same person into two teams; what each is told."""
    me = Actor.program("test")
    cup = make(me)
    meet_after(monkeypatch, registration, "settled_people")

    def enter(name: str) -> Any:
        people = [PlayerEntry("王伟", "1001"), PlayerEntry(f"{name}乙")]
        return registration.enter_team(Tournament.objects.get(pk=cup.pk), name, people, me)

    return at_once(lambda: enter("红队"), lambda: enter("蓝队"))


def test_one_person_gets_into_one_of_two_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = same_person_at_once(monkeypatch)
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["same-person"]
    assert Player.objects.filter(staff_number="1001").count() == 1


def test_without_the_lock_one_person_gets_into_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registration, "locked", lambda pk: Tournament.objects.get(pk=pk))
    monkeypatch.setattr(departments, "locked", lambda pk: Tournament.objects.get(pk=pk))
    same_person_at_once(monkeypatch)
    assert Player.objects.filter(staff_number="1001").count() == 2


def test_of_two_contacts_one_gets_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    me = Actor.program("test")
    department = registration.add_department(make(me), "基础部", me, team_quota=1)
    link = department_links.issue(department, me)
    meet_after(monkeypatch, registration, "check_room")

    def enter(name: str) -> Any:
        own = department_links.link_of(link.token)
        return department_entry.enter(own, [PlayerEntry(f"{name}甲"), PlayerEntry(f"{name}乙")])

    answers = at_once(lambda: enter("红"), lambda: enter("蓝"))
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["quota"]
    assert department.teams.count() == 1
