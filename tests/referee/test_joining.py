"""Joining: the printed code's page, the front page with the table's number, the PIN and its lock."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from referee.models import Device, TablePass
from referee.services import passes, pins, sessions
from tests import factories
from tests.referee.phones import PROGRAM, a_pass, opened, phone
from tests.referee.test_api import problem_of
from tournament.models import AuditEntry, Match, Tournament

NAME = "王裁判"


@pytest.fixture
def card(anhui: Tournament) -> TablePass:
    """The card of table 1, while a session is open."""
    opened(anhui)
    return a_pass(anhui, 1)


@pytest.fixture
def pin(anhui: Tournament) -> str:
    """The PIN shown on the chief's desk."""
    return opened(anhui).pin


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10_000:04}"


def join(client: Client, card: TablePass, pin: str, name: str = NAME, **headers: str) -> Any:
    """Look at the card's page as a browser does, then type."""
    url = f"/t/{card.token}/"
    client.get(url, **headers)
    return client.post(url, {"pin": pin, "name": name}, **headers)


class TestCard:
    """`/t/<token>/`."""

    def test_shows_the_table_the_teams_and_the_time_before_the_pin(self, client: Client, card: TablePass) -> None:
        page = client.get(f"/t/{card.token}/").content.decode()
        for seen in ("1号桌", "院直1A", "综艺系B", "13:10"):
            assert seen in page

    def test_the_right_pin_opens_the_console_at_the_table(
        self, client: Client, card: TablePass, pin: str, match: Match
    ) -> None:
        answer = join(client, card, pin)
        assert (answer.status_code, answer["Location"]) == (302, "/console/")
        page = client.get("/console/", follow=True)
        assert page.redirect_chain == [(f"/console/{match.pk}/", 302)]
        assert page.context["state"]["mine"] is True

    def test_the_cookie_is_for_no_script_and_no_foreign_page(self, client: Client, card: TablePass, pin: str) -> None:
        join(client, card, pin)
        cookie = client.cookies["pass"]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")

    @pytest.mark.parametrize("spoken", ["{}", " {} ", "{0[0]}{0[1]} {0[2]}{0[3]}"])
    def test_a_pin_is_taken_as_phones_type_it(self, client: Client, card: TablePass, pin: str, spoken: str) -> None:
        assert join(client, card, spoken.format(pin)).status_code == 302

    def test_full_width_digits_are_digits(self, client: Client, card: TablePass, pin: str) -> None:
        wide = "".join(chr(ord(digit) + 0xFEE0) for digit in pin)
        assert join(client, card, wide).status_code == 302

    def test_a_wrong_pin_keeps_the_name_and_says_how_many_tries_are_left(
        self, client: Client, card: TablePass, pin: str
    ) -> None:
        answer = join(client, card, wrong(pin))
        page = answer.content.decode()
        assert answer.status_code == 400
        assert NAME in page
        assert "还可以试 2 次" in page
        assert not Device.objects.exists()

    @pytest.mark.parametrize(("name", "said"), [("", "请填写"), (" \u200b", "不能为空"), ("王" * 21, "最多 20 个字")])
    def test_a_name_is_needed(self, client: Client, card: TablePass, pin: str, name: str, said: str) -> None:
        answer = join(client, card, pin, name)
        assert answer.status_code == 400
        assert said in answer.content.decode()

    @pytest.mark.parametrize("token", ["x", "a" * 32, "%00" * 30, "甲" * 30])
    def test_an_unknown_token_opens_nothing(self, client: Client, db: None, token: str) -> None:
        answer = client.get(f"/t/{token}/")
        assert answer.status_code == 404
        assert "没有这个二维码" in answer.content.decode()

    def test_a_revoked_card_says_so(self, client: Client, card: TablePass, pin: str) -> None:
        passes.revoke_pass(card.pk, PROGRAM)
        assert client.get(f"/t/{card.token}/").status_code == 410
        assert client.post(f"/t/{card.token}/", {"pin": pin, "name": NAME}).status_code == 410

    def test_opens_nothing_while_no_session_is_open(
        self, client: Client, card: TablePass, anhui: Tournament, pin: str
    ) -> None:
        sessions.close_session(anhui, PROGRAM)
        answer = join(client, card, pin)
        assert answer.status_code == 400
        assert "没有开放的时段" in answer.content.decode()

    def test_the_pin_of_the_session_before_opens_nothing(
        self, client: Client, card: TablePass, anhui: Tournament
    ) -> None:
        old = opened(anhui).pin
        sessions.close_session(anhui, PROGRAM)
        while opened(anhui).pin == old:
            sessions.renew_pin(anhui, PROGRAM)
        assert join(client, card, old).status_code == 400

    def test_scanning_again_goes_on_without_the_pin(self, client: Client, card: TablePass, pin: str) -> None:
        join(client, card, pin)
        answer = client.get(f"/t/{card.token}/")
        assert (answer.status_code, answer["Location"]) == (302, "/console/")

    def test_joining_elsewhere_gives_the_first_table_back(
        self, client: Client, card: TablePass, anhui: Tournament, pin: str
    ) -> None:
        join(client, card, pin)
        other = a_pass(anhui, 2)
        assert "离开那边" in client.get(f"/t/{other.token}/").content.decode()
        join(client, other, pin)
        rows = passes.devices_of(anhui)
        assert [(row.tables, row.holds, row.state) for row in rows] == [([1], [], "left"), ([2], [2], "open")]

    def test_nobody_keeps_a_copy_and_the_address_is_not_told(self, client: Client, card: TablePass) -> None:
        answer = client.get(f"/t/{card.token}/")
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] == "same-origin"

    def test_has_no_inline_script_or_style(self, client: Client, card: TablePass) -> None:
        page = client.get(f"/t/{card.token}/").content.decode()
        assert not re.search(r'\sstyle="|<style|<script|\son\w+="', page)

    def test_a_card_of_several_tables_shows_them_as_tabs(self, client: Client, anhui: Tournament, pin: str) -> None:
        join(client, a_pass(anhui, 1, 2, 3), pin)
        page = client.get("/console/").content.decode()
        assert [f"/console/table/{n}/" in page for n in (1, 2, 3, 4)] == [True, True, True, False]
        second = client.get("/console/table/2/", follow=True)
        assert second.context["state"]["teams"]["a"]["name"] == "院直1B"
        assert "/console/table/3/" in second.content.decode()
        assert client.get("/console/table/4/")["Location"] == "/console/"


class TestFrontPage:
    """`/join/`: for a code printed before the address changed."""

    def test_takes_the_table_s_number_with_the_pin(self, client: Client, card: TablePass, pin: str) -> None:
        client.get("/join/")
        answer = client.post("/join/", {"table": "1", "pin": pin, "name": NAME})
        assert (answer.status_code, answer["Location"]) == (302, "/console/")
        assert Device.objects.get().table_pass == card

    @pytest.mark.parametrize("table", ["", "0", "-1", "三", "1e3", "9" * 30, "²"])
    def test_a_number_that_is_none_is_refused_at_its_field(
        self, client: Client, card: TablePass, pin: str, table: str
    ) -> None:
        answer = client.post("/join/", {"table": table, "pin": pin, "name": NAME})
        assert answer.status_code == 400
        assert NAME in answer.content.decode()

    def test_a_table_without_a_pass_says_what_to_do(self, client: Client, card: TablePass, pin: str) -> None:
        answer = client.post("/join/", {"table": "3", "pin": pin, "name": NAME})
        assert "先做桌卡" in answer.content.decode()

    def test_the_newest_pass_of_the_table_is_used(
        self, client: Client, card: TablePass, anhui: Tournament, pin: str
    ) -> None:
        wide = a_pass(anhui, 1, 2, 3)
        client.post("/join/", {"table": "1", "pin": pin, "name": NAME})
        assert Device.objects.get().table_pass == wide

    def test_the_pin_says_which_of_two_tournaments(self, client: Client, card: TablePass) -> None:
        second = factories.tournament("second")
        wanted = a_pass(second, 1)
        client.post("/join/", {"table": "1", "pin": opened(second).pin, "name": NAME})
        assert Device.objects.get().table_pass == wanted


class TestLock:
    """Three wrong PINs lock the device that typed them for a minute; nobody else."""

    def lock(self, client: Client, card: TablePass, pin: str) -> Any:
        for _ in range(2):
            assert join(client, card, wrong(pin)).status_code == 400
        return join(client, card, wrong(pin))

    def test_the_fourth_try_waits_even_with_the_right_pin(self, client: Client, card: TablePass, pin: str) -> None:
        assert "请等 60 秒" in self.lock(client, card, pin).content.decode()
        assert join(client, card, pin).status_code == 400
        assert not Device.objects.exists()

    def test_after_a_minute_it_may_try_again(self, client: Client, card: TablePass, pin: str) -> None:
        self.lock(client, card, pin)
        with time_machine.travel(timezone.now() + timedelta(seconds=61)):
            assert join(client, card, pin).status_code == 302

    def test_another_device_at_the_same_address_joins_meanwhile(self, card: TablePass, pin: str) -> None:
        self.lock(Client(), card, pin)
        assert join(Client(), card, pin).status_code == 302

    def test_an_open_console_goes_on(self, client: Client, card: TablePass, pin: str, match: Match) -> None:
        holder = phone(match, card)
        self.lock(client, card, pin)
        assert holder.write({"type": "start", "declarer": "a"}).status_code == 201

    def test_is_audited(self, client: Client, card: TablePass, pin: str) -> None:
        self.lock(client, card, pin)
        entry = AuditEntry.objects.get(action="pass.lock")
        assert (entry.actor_name, entry.tournament) == (NAME, card.tournament)
        assert entry.subject == "一台设备"

    def test_the_right_pin_forgets_the_wrong_ones(self, client: Client, card: TablePass, pin: str) -> None:
        for _ in range(3):
            join(client, card, wrong(pin))
            join(client, card, wrong(pin))
            assert join(client, card, pin).status_code == 302
            client.cookies.pop("pass")

    def test_wrong_ones_of_long_ago_do_not_count(self, client: Client, card: TablePass, pin: str) -> None:
        join(client, card, wrong(pin))
        join(client, card, wrong(pin))
        with time_machine.travel(timezone.now() + pins.FORGET + timedelta(seconds=1)):
            assert "还可以试 2 次" in join(client, card, wrong(pin)).content.decode()

    def test_throwing_the_cookie_away_does_not_give_endless_tries(self, card: TablePass, pin: str) -> None:
        answers = [
            Client().post(f"/t/{card.token}/", {"pin": wrong(pin), "name": NAME}) for _ in range(pins.ADDRESS_TRIES)
        ]
        assert "请等 60 秒" in answers[-1].content.decode()
        assert Client().post(f"/t/{card.token}/", {"pin": pin, "name": NAME}).status_code == 400
        elsewhere = join(Client(), card, pin, REMOTE_ADDR="192.0.2.99")
        assert elsewhere.status_code == 302


class TestInterface:
    """`POST /api/join/`."""

    def post(self, client: Client, **body: Any) -> Any:
        return client.post("/api/join/", body, content_type="application/json")

    def test_gives_the_secret_that_opens_the_tables(
        self, client: Client, card: TablePass, pin: str, match: Match
    ) -> None:
        answer = self.post(client, token=card.token, pin=pin, name=NAME)
        assert answer.status_code == 201
        assert answer.json()["tables"] == [{"number": 1, "place": ""}]
        headers = {"Authorization": f"Pass {answer.json()['secret']}"}
        assert Client().get(f"/api/matches/{match.pk}/", headers=headers).status_code == 200

    def test_takes_the_table_s_number_too(self, client: Client, card: TablePass, pin: str) -> None:
        assert self.post(client, table=1, pin=pin, name=NAME).status_code == 201

    def test_locks_like_the_page(self, client: Client, card: TablePass, pin: str) -> None:
        codes = [self.post(client, token=card.token, pin=wrong(pin), name=NAME) for _ in range(5)]
        assert [answer.status_code for answer in codes][:3] == [403, 403, 403]
        assert problem_of(codes[3], 429)["code"] == "pin-locked"
        assert int(codes[3]["Retry-After"]) == 60

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"pin": "1", "name": "x"},
            {"token": "a", "table": 1, "pin": "1", "name": "x"},
            {"table": 10**30, "pin": "1", "name": "x"},
            {"table": 0, "pin": "1", "name": "x"},
            {"token": ["a"], "pin": "1", "name": "x"},
            {"token": "a\x00" * 15, "pin": "1", "name": "x"},
            {"table": 1, "pin": "\x00", "name": "x"},
            {"table": 1, "pin": {"a": 1}, "name": "x"},
            {"table": 1, "pin": "1" * 10_000, "name": "x"},
            {"table": 1, "pin": "1357", "name": "\x00"},
            {"table": 1, "pin": "1357", "name": 5, "more": 1},
        ],
    )
    def test_nonsense_is_refused_in_chinese(self, client: Client, card: TablePass, body: dict[str, Any]) -> None:
        answer = self.post(client, **body)
        assert answer.status_code in (400, 403, 404)
        problem_of(answer, answer.status_code)
