"""The table's REST interface: what it answers, and that a bad input is refused in one Chinese sentence."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.referee.conftest import HAND, START, Desk
from tournament.models import Account, Match, Tournament

Count = Callable[[], int]


def problem_of(answer: Any, status: int = 400) -> dict[str, Any]:
    """The problem an answer carries; checks its shape and that it speaks Chinese."""
    assert answer.status_code == status, answer.content.decode()
    assert answer["Content-Type"].startswith("application/problem+json")
    found: dict[str, Any] = answer.json()
    assert {"type", "title", "status", "detail", "code", "at"} <= set(found)
    assert found["status"] == status
    assert re.search(r"[\u4e00-\u9fff]", found["detail"])
    return found


class TestReading:
    """GET of a match."""

    def test_the_course_of_hands_is_not_sent_again(self, playing: Desk) -> None:
        first = playing.client.get(playing.url("table/")).json()
        playing.write(HAND)
        again = playing.client.get(playing.url("table/"), {"course": first["course_tag"]}).json()
        assert (first["course"]["levels"][0], again["course"]) == ("2", None)
        assert (again["version"], again["position"]["a"]["level"]) == (first["version"] + 1, 1)
        other = playing.client.get(playing.url("table/"), {"course": "x"}).json()
        assert other["course"] == first["course"]

    def test_the_state_names_both_teams_and_the_table(self, desk: Desk) -> None:
        state = desk.state()
        assert [state["teams"][side]["name"] for side in "ab"] == ["院直1A", "综艺系B"]
        assert (state["table"], state["status"], state["version"], state["last_entry"]) == (1, "scheduled", 0, None)

    def test_an_unchanged_state_is_not_sent_again(self, playing: Desk) -> None:
        first = playing.client.get(playing.url())
        again = playing.client.get(playing.url(), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "X-Server-Time" in again

    def test_an_entry_changes_the_tag(self, playing: Desk) -> None:
        tag = playing.client.get(playing.url())["ETag"]
        playing.write(HAND)
        assert playing.client.get(playing.url(), headers={"If-None-Match": tag}).status_code == 200

    def test_a_confirmation_changes_the_tag(self, playing: Desk) -> None:
        playing.write({"type": "forfeit", "side": "b"})
        tag = playing.client.get(playing.url())["ETag"]
        assert playing.send("confirm/", {"side": "a", "version": 2}).status_code == 200
        assert playing.client.get(playing.url(), headers={"If-None-Match": tag}).status_code == 200

    def test_nobody_keeps_a_copy(self, desk: Desk) -> None:
        assert "no-store" in desk.client.get(desk.url())["Cache-Control"]

    def test_an_unknown_match_is_a_problem(self, desk: Desk) -> None:
        assert problem_of(desk.client.get("/api/matches/999999/"), 404)["code"] == "not-found"


class TestWriting:
    """POST of entries."""

    def test_a_hand_is_settled_with_its_reasoning(self, playing: Desk) -> None:
        state = playing.write(HAND).json()
        assert state["result"]["levels"] == {"a": "3", "b": "2"}
        assert state["result"]["hands"][0]["reasoning"]

    def test_the_same_entry_sent_twice_counts_once(self, playing: Desk, stored: Count) -> None:
        body = {"id": str(uuid4()), "after": playing.last, "payload": HAND}
        assert playing.send("entries/", body).status_code == 201
        again = playing.send("entries/", body)
        assert (again.status_code, stored()) == (200, 2)
        assert again.json()["version"] == 2

    def test_a_struck_hand_counts_no_more(self, playing: Desk) -> None:
        playing.write(HAND)
        answer = playing.write({"type": "strike", "entry": playing.last, "reason": "分数记错"}).json()
        assert answer["result"]["levels"] == {"a": "2", "b": "2"}
        assert [entry["struck"] for entry in answer["entries"]] == [False, True, False]

    def test_both_confirmations_make_the_result_stand(self, playing: Desk) -> None:
        playing.write({"type": "retire", "side": "b"})
        assert playing.send("confirm/", {"side": "a", "version": 2}).json()["confirmations"] == ["a"]
        assert playing.send("confirm/", {"side": "b", "version": 2}).json()["status"] == "confirmed"
        assert playing.match.results.count() == 1


class TestPreview:
    """POST of an entry to look at."""

    def test_shows_the_settlement_and_stores_nothing(self, playing: Desk, stored: Count) -> None:
        payload = {**HAND, "table_points": 85, "kitty_points": 10, "capture": "pair"}
        answer = playing.send("preview/", {"payload": payload}).json()
        assert answer["hand"]["attackers_points"] == 125
        assert answer["hand"]["on_stage"] == "b"
        assert answer["hand"]["reasoning"]
        assert stored() == 1

    def test_agrees_with_what_is_then_written(self, playing: Desk) -> None:
        shown = playing.send("preview/", {"payload": HAND}).json()
        assert playing.write(HAND).json()["result"] == shown["result"]

    @pytest.mark.parametrize(
        ("before", "offence", "effect", "text"),
        [
            (0, "wrong-card", None, "第1次 → 罚20分，计入本副"),
            (1, "wrong-card", None, "第2次 → 罚20分，计入本副"),
            (0, "talking", None, "第1次 → 警告"),
            (1, "talking", None, "第2次 → 该队员罚出局"),
            (0, "excess-cut", None, "第1次 → 警告"),
            (0, "excess-cut", {"points": 10}, "第1次 → 罚10分，计入本副"),
            (0, "other", {"levels": 1}, "第1次 → 降1级"),
            (0, "other", {"disqualify": True}, "第1次 → 取消比赛资格"),
        ],
    )
    def test_shows_the_step_of_a_penalty_before_it_is_given(
        self, playing: Desk, before: int, offence: str, effect: dict[str, Any] | None, text: str
    ) -> None:
        payload: dict[str, Any] = {"type": "penalty", "side": "b", "player": 1, "offence": offence, "count": 2}
        for _ in range(before):
            assert playing.write(payload).status_code == 201
        shown = playing.send("preview/", {"payload": {**payload, "effect": effect} if effect else payload})
        assert shown.json()["penalty"]["text"] == text

    def test_refuses_what_writing_would_refuse(self, playing: Desk) -> None:
        body = {"payload": {**HAND, "table_points": 83}}
        assert problem_of(playing.send("preview/", body))["at"].endswith("table_points")


BAD_HANDS: list[tuple[str, dict[str, Any], str, str]] = [
    ("points not a multiple of five", {"table_points": 83}, "table_points", "5"),
    ("points above 200", {"table_points": 205}, "table_points", "200"),
    ("points and kitty together above 200", {"table_points": 150, "kitty_points": 60, "capture": "single"}, "", "200"),
    ("negative points", {"table_points": -5}, "table_points", "0"),
    ("points that are no number", {"table_points": "八十"}, "table_points", "5"),
    ("a capture without kitty points", {"capture": "pair"}, "kitty_points", ""),
    ("a capture nobody knows", {"capture": "quad", "kitty_points": 10}, "capture", "single"),
    ("no declarer", {"declarer": "c"}, "declarer", "a"),
    ("an unknown key", {"tabel_points": 80}, "", "tabel_points"),
]


@pytest.mark.parametrize(("_name", "change", "at", "allowed"), BAD_HANDS, ids=[row[0] for row in BAD_HANDS])
def test_a_bad_hand_is_refused_by_name_of_field(
    playing: Desk, stored: Count, _name: str, change: dict[str, Any], at: str, allowed: str
) -> None:
    found = problem_of(playing.write({**HAND, **change}))
    assert found["at"].endswith(at)
    assert allowed in found["detail"]
    assert stored() == 1


BAD_BODIES: list[tuple[str, dict[str, Any], str]] = [
    ("no id", {"id": None}, "id"),
    ("an id that is no UUID", {"id": "7"}, "id"),
    ("after that is no UUID", {"after": "7"}, "after"),
    ("a payload that is no object", {"payload": [1]}, "payload"),
    ("a time that is no time", {"device_at": "yesterday"}, "device_at"),
    ("an unknown key", {"patience": 1}, ""),
]


@pytest.mark.parametrize(("_name", "change", "at"), BAD_BODIES, ids=[row[0] for row in BAD_BODIES])
def test_a_bad_envelope_is_refused(playing: Desk, stored: Count, _name: str, change: dict[str, Any], at: str) -> None:
    body = {"id": str(uuid4()), "after": playing.last, "payload": HAND, **change}
    found = problem_of(playing.send("entries/", body))
    assert found["at"] == at
    assert next(iter(change)) in found["detail"]
    assert stored() == 1


class TestRefusals:
    """What no longer fits the match."""

    def test_a_missing_envelope_key_is_named(self, playing: Desk) -> None:
        assert problem_of(playing.send("entries/", {"id": str(uuid4()), "payload": HAND}))["at"] == "after"

    def test_text_that_is_no_json(self, playing: Desk, stored: Count) -> None:
        assert problem_of(playing.send("entries/", "{"))["code"] == "not-json"
        assert stored() == 1

    def test_a_form_instead_of_json(self, playing: Desk) -> None:
        assert problem_of(playing.client.post(playing.url("entries/"), {"id": "1"}), 415)["code"] == "not-json"

    def test_a_hand_after_the_end(self, playing: Desk, stored: Count) -> None:
        playing.write({"type": "forfeit", "side": "b"})
        problem_of(playing.write(HAND))
        assert stored() == 2

    def test_a_hand_before_the_start(self, desk: Desk, stored: Count) -> None:
        problem_of(desk.write(HAND))
        assert stored() == 0

    def test_a_strike_of_a_strike(self, playing: Desk, stored: Count) -> None:
        playing.write(HAND)
        playing.write({"type": "strike", "entry": playing.last, "reason": "误按"})
        problem_of(playing.write({"type": "strike", "entry": playing.last, "reason": "误按"}))
        assert stored() == 3

    def test_a_strike_without_a_reason(self, playing: Desk, stored: Count) -> None:
        playing.write(HAND)
        assert problem_of(playing.write({"type": "strike", "entry": playing.last}))["at"].endswith("reason")
        assert stored() == 2

    def test_a_strike_of_an_entry_of_nowhere(self, playing: Desk) -> None:
        found = problem_of(playing.write({"type": "strike", "entry": str(uuid4()), "reason": "误按"}))
        assert found["at"] == "entry"

    def test_a_stale_write_is_told_what_happened_since(self, playing: Desk, stored: Count) -> None:
        seen = playing.last
        playing.write(HAND)
        body = {"id": str(uuid4()), "after": seen, "payload": {**HAND, "table_points": 40}}
        found = problem_of(playing.send("entries/", body), 409)
        assert (found["code"], stored()) == ("stale", 2)
        assert [(entry["type"], entry["payload"]["table_points"]) for entry in found["since"]] == [("hand", 65)]

    def test_an_id_used_for_something_else(self, playing: Desk, stored: Count) -> None:
        first = playing.last
        found = problem_of(playing.write(HAND, id=first), 409)
        assert (found["code"], stored()) == ("id-reused", 1)

    def test_a_match_without_both_teams(self, client: Client, chief: Account, anhui: Tournament) -> None:
        client.force_login(chief)
        final = Desk(client, Match.objects.get(place=1))
        problem_of(final.write(START))
        assert final.match.entries.count() == 0

    @pytest.mark.parametrize(
        ("body", "at"),
        [({"side": "c", "version": 2}, "side"), ({"side": "a", "version": "x"}, "version"), ({"side": "a"}, "version")],
    )
    def test_a_bad_confirmation(self, playing: Desk, body: dict[str, Any], at: str) -> None:
        playing.write({"type": "forfeit", "side": "b"})
        assert problem_of(playing.send("confirm/", body))["at"] == at
        assert playing.match.confirmations.count() == 0

    def test_a_confirmation_of_an_older_version(self, playing: Desk) -> None:
        playing.write({"type": "forfeit", "side": "b"})
        problem_of(playing.send("confirm/", {"side": "a", "version": 1}), 409)
        assert playing.match.confirmations.count() == 0

    def test_a_confirmation_before_the_end(self, playing: Desk) -> None:
        answer = playing.send("confirm/", {"side": "a", "version": 1})
        problem_of(answer, answer.status_code)
        assert playing.match.confirmations.count() == 0


class TestRoles:
    """Only the chief, and only from the product's own pages."""

    PARTS = ("", "entries/", "preview/", "confirm/")

    def call(self, client: Client, match: Match, part: str) -> Any:
        url = f"/api/matches/{match.pk}/{part}"
        return client.post(url, {}, content_type="application/json") if part else client.get(url)

    @pytest.mark.parametrize("part", PARTS)
    def test_a_stranger_is_asked_to_sign_in(self, client: Client, match: Match, part: str) -> None:
        assert problem_of(self.call(client, match, part), 403)["code"] == "not-signed-in"

    @pytest.mark.parametrize("part", PARTS)
    def test_the_office_may_not_referee(self, client: Client, office: Account, match: Match, part: str) -> None:
        client.force_login(office)
        assert problem_of(self.call(client, match, part), 403)["code"] == "not-allowed"

    def test_a_write_without_the_page_s_token_is_refused(self, chief: Account, match: Match, stored: Count) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(chief)
        body = {"id": str(uuid4()), "after": None, "payload": START}
        answer = client.post(f"/api/matches/{match.pk}/entries/", body, content_type="application/json")
        assert (problem_of(answer, 403)["code"], stored()) == ("csrf", 0)


def test_a_wrong_method_is_a_problem(desk: Desk) -> None:
    assert problem_of(desk.client.delete(desk.url()), 405)["code"] == "method"
