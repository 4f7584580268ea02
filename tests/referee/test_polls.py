"""A poll is answered by one query while nothing moved, and never with what was: whatever changes is told at once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.services import announcements, passes
from tests.referee.conftest import HAND, START, Desk
from tests.referee.phones import PROGRAM, Phone, phone
from tournament.models import Match, Tournament
from tournament.services.actor import Actor
from tournament.services.registration import change_team
from tournament.services.sheet import confirm

STOP = {"type": "time-up", "at": "2011-11-25T14:10:00+08:00", "cards_drawn": False}


class Polled:
    """A phone at a match being played, another by the same card, and the chief referee."""

    def __init__(self, one: Phone, chief: Actor) -> None:
        self.one, self.chief, self.match = one, chief, one.match
        self.second = phone(one.match, one.device.table_pass, "李裁判")
        self.said = announcements.announce(one.match.stage.tournament, "请各桌换牌", PROGRAM)
        self.tag = self.poll()["ETag"]

    def poll(self, tag: str = "", language: str = "zh-hans") -> Any:
        """What the first phone is told."""
        more = {"If-None-Match": tag} if tag else {}
        return self.one.get(self.one.url(), **more, **{"Cookie": f"django_language={language}"})

    def team(self) -> Any:
        """The team of side a."""
        return self.match.slots.get(side="a").team


@pytest.fixture
def polled(match: Match, actor: Actor) -> Polled:
    """The match begun, everything told once."""
    one = phone(match)
    assert one.write(START).status_code == 201
    found = Polled(one, actor)
    assert found.poll(found.tag).status_code == 304
    return found


def rename(polled: Polled) -> None:
    team = polled.team()
    change_team(
        team, polled.chief, name="改名队", players=[player.name for player in team.players.all()], reason="写错"
    )


def confirm_one_side(polled: Polled) -> None:
    polled.one.write(STOP)
    polled.tag = polled.poll()["ETag"]
    assert polled.poll(polled.tag).status_code == 304
    confirm(polled.match.pk, "a", 2, polled.chief)


def take_over(polled: Polled) -> None:
    pin = polled.one.device.session.pin
    assert polled.second.post(polled.second.url("take-over/"), {"pin": pin}).status_code == 200


def acknowledge(polled: Polled) -> None:
    assert polled.one.post(f"/api/announcements/{polled.said.pk}/acknowledge/", {}).status_code == 200


CHANGES: list[Callable[[Polled], Any]] = [
    lambda polled: polled.one.write(HAND),
    lambda polled: announcements.announce(polled.match.stage.tournament, "十分钟后开始", PROGRAM),
    acknowledge,
    take_over,
    confirm_one_side,
    rename,
]


@pytest.mark.parametrize("change", CHANGES, ids=["entry", "announcement", "receipt", "holder", "confirmation", "name"])
def test_whatever_changes_is_told_at_the_next_poll(polled: Polled, change: Callable[[Polled], Any]) -> None:
    change(polled)
    told = polled.poll(polled.tag)
    assert told.status_code == 200
    assert told["ETag"] != polled.tag
    assert polled.poll(told["ETag"]).status_code == 304


def test_a_device_taken_back_and_another_language_are_not_answered_from_memory(polled: Polled) -> None:
    english = polled.poll(polled.tag, language="en")
    assert english.status_code == 200
    passes.revoke_device(polled.one.device.pk, PROGRAM)
    assert polled.poll(polled.tag).status_code == 403


def test_a_match_at_another_table_is_refused_though_it_was_told_before(polled: Polled) -> None:
    other = polled.match.stage.tournament.tables.get(number=4)
    Match.objects.filter(pk=polled.match.pk).update(table=other)
    assert polled.poll(polled.tag).status_code == 403


def test_the_same_again_costs_a_query_for_who_asks_and_one_for_what_moved(polled: Polled, desk: Desk) -> None:
    with CaptureQueriesContext(connection) as caught:
        assert polled.poll(polled.tag).status_code == 304
    assert len(caught) == 2
    tag = desk.client.get(desk.url())["ETag"]
    assert tag != polled.tag
    assert desk.client.get(desk.url(), headers={"If-None-Match": tag}).status_code == 304
    assert desk.client.get("/api/matches/999999/", headers={"If-None-Match": tag}).status_code == 404


def test_a_public_page_polled_costs_one_query(desk: Desk, anhui: Tournament) -> None:
    Tournament.objects.filter(pk=anhui.pk).update(published=Tournament.Part.values)
    tag = desk.client.get("/anhui/")["ETag"]
    with CaptureQueriesContext(connection) as caught:
        assert desk.client.get("/anhui/", headers={"If-None-Match": tag}).status_code == 304
    assert len(caught) == 1
    desk.write(START)
    assert desk.client.get("/anhui/", headers={"If-None-Match": tag}).status_code == 200
    assert desk.client.get("/nowhere-at-all/").status_code == 404
