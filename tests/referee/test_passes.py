"""Table passes: what a device may read and write, who holds a table, and that taking back acts at once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.models import Device
from referee.services import passes, sessions
from referee.services.table_rights import CHIEFS, WRITABLE
from scoring.sheet.forms import ENTRY_TYPES
from tests.referee.conftest import HAND, START, Desk
from tests.referee.phones import PROGRAM, Phone, a_pass, opened, phone
from tests.referee.test_api import problem_of
from tournament.models import AuditEntry, Match
from tournament.services.actor import Actor
from tournament.services.sheet import append_entry

Count = Callable[[], int]


class TestDevice:
    """What a device may do."""

    def test_reads_the_match_at_its_table(self, one: Phone) -> None:
        state = one.state()
        assert (state["holder"]["name"], state["mine"], state["announcements"]) == ("王裁判", True, [])

    def test_writes_and_its_typed_name_signs(self, one: Phone, match: Match) -> None:
        assert one.write(START).status_code == 201
        entry = match.entries.get()
        assert (entry.actor_name, entry.actor_pass, entry.actor_user) == ("王裁判", one.device.pk, None)

    def test_previews_and_confirms(self, one: Phone, match: Match) -> None:
        one.write(START)
        assert one.post(one.url("preview/"), {"payload": HAND}).status_code == 200
        one.write({"type": "time-up", "at": "2011-11-25T14:10:00+08:00", "cards_drawn": False})
        version = one.state()["version"]
        assert one.post(one.url("confirm/"), {"side": "a", "version": version}).json()["confirmations"] == ["a"]
        assert match.confirmations.get().actor_pass == one.device.pk

    @pytest.mark.parametrize("part", ["", "entries/", "preview/", "confirm/", "take-over/"])
    def test_may_nothing_at_another_table(self, one: Phone, part: str) -> None:
        other = Match.objects.get(stage=one.match.stage, group="B", round=1)
        stranger = Phone(one.device, one.secret, other)
        bodies: dict[str, Any] = {
            "entries/": {"id": str(uuid4()), "after": None, "payload": START},
            "preview/": {"payload": START},
            "confirm/": {"side": "a", "version": 1},
            "take-over/": {"pin": one.device.session.pin},
        }
        url = stranger.url(part)
        answer = stranger.post(url, bodies[part]) if part else stranger.get(url)
        assert problem_of(answer, 403)["code"] == "other-table"
        assert other.entries.count() == 0

    def test_does_not_follow_a_match_moved_to_another_table(self, one: Phone, match: Match) -> None:
        one.write(START)
        Match.objects.filter(pk=match.pk).update(table=match.stage.tournament.tables.get(number=4))
        found = problem_of(one.write(HAND), 403)
        assert (found["code"], match.entries.count()) == ("other-table", 1)
        assert "4号桌" in found["detail"]

    def test_every_kind_of_entry_is_either_a_referee_s_or_the_chief_s(self) -> None:
        assert set(ENTRY_TYPES) == WRITABLE | CHIEFS
        assert not WRITABLE & CHIEFS

    @pytest.mark.parametrize(
        "payload",
        [
            {"type": "forfeit", "side": "b"},
            {"type": "retire", "side": "b"},
            {"type": "disqualify", "side": "b"},
            {"type": "decision", "winner": "a", "text": "裁定"},
            {"type": "ruling", "protest": str(uuid4()), "text": "裁定"},
            {"type": "lot", "winner": "a"},
            {"type": "penalty", "side": "a", "offence": "other", "effect": {"disqualify": True}},
        ],
        ids=lambda payload: payload["type"],
    )
    def test_what_the_chief_decides_is_refused(self, one: Phone, stored: Count, payload: dict[str, Any]) -> None:
        one.write(START)
        found = problem_of(one.write(payload), 403)
        assert (found["code"], stored()) == ("chief-only", 1)
        assert "裁判长" in found["detail"]
        assert problem_of(one.post(one.url("preview/"), {"payload": payload}), 403)["code"] == "chief-only"

    def test_may_not_strike_what_the_chief_wrote(self, one: Phone, actor: Actor, match: Match) -> None:
        one.write(START)
        forfeit, payload = uuid4(), {"type": "forfeit", "side": "b"}
        append_entry(match.pk, entry_id=forfeit, after=match.entries.get().pk, payload=payload, actor=actor)
        one.state()
        assert (
            problem_of(one.write({"type": "strike", "entry": str(forfeit), "reason": "误"}), 403)["code"]
            == "chief-only"
        )
        assert match.entries.count() == 2

    def test_strikes_its_own_hand(self, one: Phone) -> None:
        one.write(START)
        one.write(HAND)
        answer = one.write({"type": "strike", "entry": one.last, "reason": "分数记错"})
        assert answer.json()["result"]["levels"] == {"a": "2", "b": "2"}

    @pytest.mark.parametrize("payload", [{"type": ["forfeit"]}, {"type": None}, {"type": "strike", "entry": [1]}, {}])
    def test_nonsense_is_refused_by_the_rules(self, one: Phone, payload: dict[str, Any]) -> None:
        one.write(START)
        assert problem_of(one.write(payload))["status"] == 400


class TestLettingIn:
    """The secret, the cookie, and when they open nothing more."""

    def test_a_made_up_secret_opens_nothing(self, match: Match) -> None:
        answer = Client().get(f"/api/matches/{match.pk}/", headers={"Authorization": "Pass nonsense\x00"})
        assert problem_of(answer, 401)["code"] == "join-again"
        assert answer["WWW-Authenticate"] == "Pass"

    def test_only_the_hash_of_the_secret_is_stored(self, one: Phone) -> None:
        assert one.secret not in str(Device.objects.filter(pk=one.device.pk).values().get())

    def test_the_cookie_reads_and_writes_only_from_the_console(self, one: Phone, stored: Count) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.cookies["pass"] = one.secret
        assert browser.get(one.url()).status_code == 200
        body = {"id": str(uuid4()), "after": None, "payload": START}
        answer = browser.post(one.url("entries/"), body, content_type="application/json")
        assert (problem_of(answer, 403)["code"], stored()) == ("csrf", 0)
        again = browser.post(one.url("entries/"), body, content_type="application/json", headers={"X-Console": "1"})
        assert (again.status_code, stored()) == (201, 1)

    def test_the_chief_signed_in_is_the_chief_even_where_this_browser_joined(self, one: Phone, desk: Desk) -> None:
        desk.client.cookies["pass"] = one.secret
        assert desk.write(START).status_code == 201
        assert desk.write({"type": "forfeit", "side": "b"}).status_code == 201

    def test_a_revoked_pass_acts_at_once(self, one: Phone, match: Match, stored: Count) -> None:
        one.write(START)
        tag = one.get(one.url())["ETag"]
        passes.revoke_pass(one.device.table_pass_id, PROGRAM)
        assert problem_of(one.write(HAND), 403)["code"] == "revoked"
        assert problem_of(one.get(one.url(), **{"If-None-Match": tag}), 403)["code"] == "revoked"
        assert stored() == 1

    def test_a_revoked_device_is_out_and_the_others_go_on(self, one: Phone, second: Phone) -> None:
        passes.revoke_device(one.device.pk, PROGRAM)
        assert problem_of(one.write(START), 403)["code"] == "revoked"
        assert second.write(START).status_code == 201

    def test_a_closed_session_asks_to_join_again(self, one: Phone, match: Match) -> None:
        one.write(START)
        sessions.close_session(match.stage.tournament, PROGRAM)
        found = problem_of(one.write(HAND), 401)
        assert found["code"] == "join-again"
        assert "PIN" in found["detail"]

    def test_what_was_not_sent_when_the_session_ended_goes_up_after_joining_again(
        self, one: Phone, match: Match
    ) -> None:
        one.write(START)
        sessions.close_session(match.stage.tournament, PROGRAM)
        late = {"id": str(uuid4()), "after": one.last, "payload": HAND}
        assert one.post(one.url("entries/"), late).status_code == 401
        again = phone(match, one.device.table_pass)
        assert again.post(again.url("entries/"), late).status_code == 201
        assert again.post(again.url("entries/"), late).status_code == 200
        assert match.entries.count() == 2

    def test_leaving_gives_the_table_back(self, one: Phone, second: Phone) -> None:
        assert one.post("/api/leave/", {}).status_code == 204
        assert problem_of(one.get(one.url()), 401)["code"] == "join-again"
        assert second.write(START).status_code == 201
        assert second.state()["holder"]["name"] == "李裁判"

    def test_the_last_contact_and_the_unsent_are_noted_not_at_every_poll(self, one: Phone) -> None:
        with time_machine.travel(timezone.now() + timedelta(seconds=5), tick=False):
            assert self.written(one) == 0
            assert self.written(one, **{"X-Unsent": "3"}) == 1
            assert self.written(one, **{"X-Unsent": "3"}) == 0
            assert self.written(one, **{"X-Unsent": "many"}) == 0
        with time_machine.travel(timezone.now() + timedelta(seconds=40), tick=False):
            assert self.written(one) == 1
        one.device.refresh_from_db()
        assert one.device.unsent == 3

    def written(self, one: Phone, **headers: str) -> int:
        with CaptureQueriesContext(connection) as caught:
            assert one.get(one.url(), **headers).status_code == 200
        return sum(query["sql"].startswith("UPDATE") for query in caught)


class TestHolding:
    """One device writes at a table."""

    def test_a_second_device_sees_everything_and_writes_nothing(self, one: Phone, second: Phone, stored: Count) -> None:
        one.write(START)
        state = second.state()
        assert (state["mine"], state["holder"]["name"], state["version"]) == (False, "王裁判", 1)
        found = problem_of(second.write(HAND), 409)
        assert (found["code"], found["holder"]["name"], stored()) == ("taken-over", "王裁判", 1)
        answer = second.post(second.url("confirm/"), {"side": "a", "version": 1})
        assert problem_of(answer, 409)["code"] == "taken-over"
        assert second.post(second.url("preview/"), {"payload": HAND}).status_code == 200

    def test_takes_over_with_the_pin_and_both_are_told(self, one: Phone, second: Phone) -> None:
        one.write(START)
        tag = one.get(one.url())["ETag"]
        answer = second.post(second.url("take-over/"), {"pin": opened(one.match.stage.tournament).pin})
        assert (answer.json()["mine"], answer.json()["holder"]["name"]) == (True, "李裁判")
        told = one.get(one.url(), **{"If-None-Match": tag})
        assert (told.status_code, told.json()["mine"], told.json()["holder"]["name"]) == (200, False, "李裁判")
        assert problem_of(one.write(HAND), 409)["code"] == "taken-over"
        second.state()
        assert second.write(HAND).status_code == 201
        assert AuditEntry.objects.filter(action="table.take-over", actor_name="李裁判").count() == 1

    def test_a_wrong_pin_takes_nothing_over(self, one: Phone, second: Phone) -> None:
        assert problem_of(second.post(second.url("take-over/"), {"pin": "0000"}), 403)["code"] == "wrong-pin"
        assert second.state()["mine"] is False

    def test_wrong_pins_at_taking_over_never_lock_the_open_console(self, one: Phone, second: Phone) -> None:
        answers = [one.post(one.url("take-over/"), {"pin": "0000"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [403, 403, 429]
        assert one.write(START).status_code == 201
        pin = one.device.session.pin
        assert second.post(second.url("take-over/"), {"pin": pin}).status_code == 200

    def test_an_entry_stored_before_the_take_over_is_answered_when_sent_again(self, one: Phone, second: Phone) -> None:
        one.write(START)
        body = {"id": str(uuid4()), "after": one.last, "payload": HAND}
        assert one.post(one.url("entries/"), body).status_code == 201  # and the answer is lost
        second.post(second.url("take-over/"), {"pin": one.device.session.pin})
        assert one.post(one.url("entries/"), body).status_code == 200
        assert one.match.entries.count() == 2

    def test_where_nobody_writes_the_first_write_takes_the_table(self, one: Phone, second: Phone) -> None:
        passes.revoke_device(one.device.pk, PROGRAM)
        state = second.state()
        assert (state["holder"], state["mine"]) == (None, True)
        assert second.write(START).status_code == 201
        assert second.state()["holder"]["name"] == "李裁判"

    def test_the_chief_sees_who_writes_and_may_write(self, one: Phone, desk: Desk) -> None:
        assert (desk.state()["holder"]["name"], desk.state()["mine"]) == ("王裁判", True)
        assert desk.write(START).status_code == 201


class TestTables:
    """The tabs of a device's tables."""

    def test_names_the_match_at_play_then_the_next(self, match: Match) -> None:
        tournament = match.stage.tournament
        two = phone(match, a_pass(tournament, 1, 2))
        later = Match.objects.get(stage=match.stage, group="A", round=2)
        append_entry(later.pk, entry_id=uuid4(), after=None, payload=START, actor=PROGRAM)
        rows = two.get("/api/tables/").json()["tables"]
        assert [(row["number"], row["mine"], row["match"]["code"]) for row in rows] == [
            (1, True, "A1-3"),
            (2, True, "B1-2"),
        ]
        assert rows[0]["match"]["clock"]["state"] in ("running", "over")
        assert rows[1]["match"]["teams"] == {"a": "院直1B", "b": "院直3A"}

    def test_a_confirmed_match_makes_room_for_the_next(self, one: Phone, match: Match) -> None:
        one.write(START)
        one.write({"type": "time-up", "at": "2011-11-25T14:10:00+08:00", "cards_drawn": False})
        version = one.state()["version"]
        assert self.here(one) == match.pk
        for side in "ab":
            one.post(one.url("confirm/"), {"side": side, "version": version})
        assert self.here(one) == Match.objects.get(stage=match.stage, group="A", round=2).pk

    def here(self, one: Phone) -> int:
        found: int = one.get("/api/tables/").json()["tables"][0]["match"]["id"]
        return found

    def test_is_not_sent_again_while_only_time_goes_on(self, one: Phone) -> None:
        one.write(START)
        tag = one.get("/api/tables/")["ETag"]
        with time_machine.travel(timezone.now() + timedelta(seconds=3)):
            assert one.get("/api/tables/", **{"If-None-Match": tag}).status_code == 304
        one.write(HAND)
        one.post("/api/leave/", {})
        assert one.get("/api/tables/", **{"If-None-Match": tag}).status_code == 401

    def test_asks_as_often_for_six_tables_as_for_one(self, match: Match) -> None:
        tournament = match.stage.tournament
        one, four = phone(match, a_pass(tournament, 1)), phone(match, a_pass(tournament, 1, 2, 3, 4))
        assert self.cost(one) == self.cost(four)

    def cost(self, one: Phone) -> int:
        one.get("/api/tables/")
        with CaptureQueriesContext(connection) as caught:
            assert one.get("/api/tables/").status_code == 200
        return len(caught)

    def test_is_only_for_devices(self, desk: Desk) -> None:
        assert problem_of(desk.client.get("/api/tables/"), 403)["code"] == "device-only"
        assert problem_of(Client().get("/api/tables/"), 401)["code"] == "join-again"


def test_a_poll_that_finds_nothing_new_asks_no_more_than_a_signed_in_chief_s(one: Phone, desk: Desk) -> None:
    def cost(get: Callable[..., Any]) -> int:
        tag = get(one.url())["ETag"]
        with CaptureQueriesContext(connection) as caught:
            assert get(one.url(), tag).status_code == 304
        return len(caught)

    def by_chief(url: str, tag: str = "") -> Any:
        return desk.client.get(url, headers={"If-None-Match": tag})

    def by_phone(url: str, tag: str = "") -> Any:
        return one.get(url, **{"If-None-Match": tag})

    assert cost(by_phone) <= cost(by_chief)
