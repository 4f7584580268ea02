"""What goes wrong between a phone and the server: late, twice, out of order, a wrong clock, a door that has shut."""

from datetime import timedelta
from itertools import permutations
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from referee.services import passes
from tests.referee.conftest import HAND, START
from tests.referee.phones import PROGRAM, Phone, a_pass, phone
from tests.referee.test_api import problem_of
from tournament.models import Match
from tournament.services.verify import differences

POINTS = (65, 75, 40)


@pytest.fixture
def one(match: Match) -> Phone:
    """A phone whose match has begun."""
    joined = phone(match)
    assert joined.write(START).status_code == 201
    return joined


def kept(one: Phone) -> list[dict[str, Any]]:
    """Three hands in the outbox, each on top of the one before."""
    found: list[dict[str, Any]] = []
    for points in POINTS:
        after = found[-1]["id"] if found else one.last
        found.append({"id": str(uuid4()), "after": after, "payload": {**HAND, "table_points": points}})
    return found


def recorded(match: Match) -> list[int]:
    """The hands on the sheet, in order."""
    return [row.payload["table_points"] for row in match.entries.filter(type="hand").order_by("n")]


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_in_whatever_order_and_however_often_they_arrive_they_are_written_in_theirs(
    one: Phone, match: Match, order: tuple[int, ...]
) -> None:
    outbox = kept(one)
    for _ in POINTS:
        for index in order:
            answer = one.post(one.url("entries/"), outbox[index])
            assert answer.status_code in (200, 201) or problem_of(answer, 409)["code"] == "stale"
            assert recorded(match) == list(POINTS[: match.entries.filter(type="hand").count()])
    assert recorded(match) == list(POINTS)
    assert [one.post(one.url("entries/"), body).status_code for body in outbox] == [200] * 3
    assert differences(match.stage.tournament) == []


def test_an_entry_whose_forerunner_has_not_come_is_refused_and_nothing_is_stored(one: Phone, match: Match) -> None:
    outbox = kept(one)
    found = problem_of(one.post(one.url("entries/"), outbox[1]), 409)
    assert (found["code"], recorded(match)) == ("stale", [])
    assert found["detail"].startswith("本条所接的上一条记录不在本场记分表上")


def test_a_day_late_counts_where_nothing_came_between_and_both_times_are_kept(one: Phone, match: Match) -> None:
    written, body = timezone.now(), kept(one)[0]
    with time_machine.travel(written + timedelta(days=1), tick=True):
        answer = one.post(one.url("entries/"), {**body, "device_at": written.isoformat()})
        assert answer.status_code == 201
    entry = match.entries.get(pk=body["id"])
    assert entry.device_at == written
    assert timedelta(days=1) <= entry.server_at - written < timedelta(days=1, minutes=1)


def test_a_day_late_is_held_against_what_was_written_meanwhile(one: Phone, match: Match) -> None:
    body = kept(one)[0]
    assert one.write({**HAND, "table_points": 85}).status_code == 201
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=True):
        found = problem_of(one.post(one.url("entries/"), body), 409)
    assert [line["payload"]["table_points"] for line in found["since"]] == [85]
    assert recorded(match) == [85]


@pytest.mark.parametrize("minutes", [10, -10])
def test_a_phone_s_wrong_clock_moves_no_deadline_and_no_order(match: Match, minutes: int) -> None:
    one, wrong = phone(match), timedelta(minutes=minutes)
    now = timezone.now()
    begin = {"type": "start", "declarer": "a"}
    assert one.write(begin, device_at=(now + wrong).isoformat()).status_code == 201
    assert one.write(HAND, device_at=(now + wrong - timedelta(minutes=1)).isoformat()).status_code == 201
    clock = one.state()["clock"]
    assert clock["state"] == "running"
    assert 3590 <= clock["seconds_left"] <= 3600
    assert [row.type for row in match.entries.order_by("n")] == ["start", "hand"]
    first, second = match.entries.order_by("n")
    assert first.server_at <= second.server_at
    assert first.device_at == now + wrong


def test_a_pass_taken_back_while_the_outbox_is_full_stores_nothing_and_a_new_card_brings_it_all_up(
    one: Phone, match: Match
) -> None:
    outbox = kept(one)
    passes.revoke_pass(one.device.table_pass_id, PROGRAM)
    answers = [problem_of(one.post(one.url("entries/"), body, **{"X-Unsent": "3"}), 403) for body in outbox]
    assert {(found["code"], "还在本机" in found["detail"]) for found in answers} == {("revoked", True)}
    assert recorded(match) == []
    again = phone(match, a_pass(match.stage.tournament, 1))
    assert [again.post(again.url("entries/"), body).status_code for body in outbox] == [201] * 3
    assert [again.post(again.url("entries/"), body).status_code for body in outbox] == [200] * 3
    assert recorded(match) == list(POINTS)
    assert {row.actor_pass for row in match.entries.filter(type="hand")} == {again.device.pk}


def test_of_two_devices_with_a_hand_each_one_is_written_and_the_other_keeps_its_own(one: Phone, match: Match) -> None:
    second = phone(match, one.device.table_pass, "李裁判")
    mine, other = kept(one)[0], kept(one)[1] | {"after": one.last}
    assert one.post(one.url("entries/"), mine).status_code == 201
    assert problem_of(second.post(second.url("entries/"), other), 409)["code"] == "taken-over"
    second.post(second.url("take-over/"), {"pin": one.device.session.pin})
    found = problem_of(second.post(second.url("entries/"), other), 409)
    assert (found["code"], [line["id"] for line in found["since"]]) == ("stale", [mine["id"]])
    assert second.post(second.url("entries/"), other | {"after": mine["id"]}).status_code == 201
    assert recorded(match) == [65, 75]
