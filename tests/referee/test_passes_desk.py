"""The chief referee's side of joining: the page, its REST endpoints, the printed cards, announcements."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.models import Announcement, TablePass, TableSession
from referee.services import announcements, sessions
from referee.services.passes import make_each
from tests import factories
from tests.documents.reading import embedded, outside, texts
from tests.referee.phones import PROGRAM, Phone, a_pass, opened, phone
from tests.referee.test_api import problem_of
from tournament.documents import table_cards
from tournament.models import Account, AuditEntry, Match, Tournament
from tournament.services.refusal import Conflict, Refusal

DESK = "/join/desk/anhui/"


@pytest.fixture
def signed_in(client: Client, chief: Account, anhui: Tournament) -> Client:
    """The chief's browser."""
    client.force_login(chief)
    return client


class TestPage:
    """Session, cards, devices."""

    def test_says_what_to_do_first(self, signed_in: Client) -> None:
        page = signed_in.get(DESK).content.decode()
        assert "开始时段" in page
        assert "还没有桌卡" in page
        assert not re.search(r'\sstyle="|<style|\son\w+="', page)

    def test_opens_a_session_and_shows_its_pin(self, signed_in: Client, anhui: Tournament) -> None:
        signed_in.post(DESK + "session/", {"do": "open", "name": "上半场"})
        session = sessions.session_of(anhui)
        assert session is not None
        page = signed_in.get(DESK).content.decode()
        assert f'<output class="pin">{session.pin}</output>' in page
        assert "上半场" in page

    def test_changes_the_pin_and_ends_the_session(self, signed_in: Client, anhui: Tournament) -> None:
        before = opened(anhui).pin
        signed_in.post(DESK + "session/", {"do": "pin"})
        assert opened(anhui).pin != before
        signed_in.post(DESK + "session/", {"do": "close"})
        assert sessions.session_of(anhui) is None

    def test_ending_warns_of_what_is_not_sent(self, signed_in: Client, match: Match) -> None:
        one = phone(match)
        one.get(one.url(), **{"X-Unsent": "4"})
        assert "还有 4 条没有上传" in signed_in.get(DESK).content.decode()

    def test_makes_and_takes_back_cards(self, signed_in: Client, anhui: Tournament) -> None:
        signed_in.post(DESK + "passes/", {"do": "each"})
        signed_in.post(DESK + "passes/", {"do": "make", "tables": ["1", "2"]})
        assert TablePass.objects.filter(revoked_at=None).count() == 5
        gone = TablePass.objects.first()
        assert gone is not None
        signed_in.post(DESK + "passes/", {"do": "revoke-pass", "pass": gone.pk})
        assert TablePass.objects.filter(revoked_at=None).count() == 4

    def test_takes_a_device_back(self, signed_in: Client, match: Match) -> None:
        one = phone(match)
        signed_in.post(DESK + "passes/", {"do": "revoke-device", "device": one.device.pk})
        assert problem_of(one.get(one.url()), 403)["code"] == "revoked"

    @pytest.mark.parametrize("part", ["session/", "passes/", "announcements/"])
    @pytest.mark.parametrize(
        "typed",
        [
            {},
            {"do": "dance"},
            {"do": "make", "tables": ["x", "9" * 40]},
            {"do": "revoke-pass", "pass": "9" * 12},
            {"do": "revoke-device", "device": "x\x00"},
            {"do": "open", "name": "长" * 500},
            {"text": "x", "table": "²"},
            {"text": "\x00"},
        ],
    )
    def test_nonsense_changes_nothing(self, signed_in: Client, part: str, typed: dict[str, Any]) -> None:
        before = AuditEntry.objects.count()
        assert signed_in.post(DESK + part, typed, follow=True).status_code in (200, 400)
        assert AuditEntry.objects.count() == before

    def test_asks_as_often_with_many_devices_as_with_few(self, signed_in: Client, match: Match) -> None:
        few = self.cost(signed_in, [phone(match)])
        one_pass = a_pass(match.stage.tournament, 1, 2)
        assert self.cost(signed_in, [phone(match, one_pass) for _ in range(8)]) == few

    def cost(self, client: Client, _phones: list[Phone]) -> int:
        announcements.announce(Tournament.objects.get(slug="anhui"), "请注意", PROGRAM)
        client.get(DESK)
        with CaptureQueriesContext(connection) as caught:
            client.get(DESK)
        return len(caught)


class TestCards:
    """The printed cards."""

    @pytest.fixture(autouse=True)
    def _own_folder(self, settings: Any, tmp_path: Any) -> None:
        settings.DATA_DIR = tmp_path

    def printed(self, client: Client, host: str = "192.0.2.8:8000") -> bytes:
        answer = client.post("/join/cards/anhui/", headers={"host": host})
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        return bytes(answer.content)

    def test_each_card_names_its_tables_and_the_other_way_in(self, signed_in: Client, anhui: Tournament) -> None:
        make_each(anhui, PROGRAM)
        a_pass(anhui, 1, 2, 3, 4)
        text = "".join(texts(self.printed(signed_in)))
        for seen in ("1号桌", "4号桌", "1、2、3、4号桌", "http://192.0.2.8:8000/join/"):
            assert seen in text

    def test_nothing_leaves_the_paper_and_the_faces_are_embedded(self, signed_in: Client, anhui: Tournament) -> None:
        make_each(anhui, PROGRAM)
        a_pass(anhui, 1, 2, 3, 4)
        pdf = self.printed(signed_in)
        assert outside(pdf) == []
        assert all(embedded(pdf).values())

    def test_the_code_opens_the_pass(self, signed_in: Client, anhui: Tournament, monkeypatch: Any) -> None:
        coded: list[str] = []
        real = table_cards.draw_qr
        monkeypatch.setattr(
            table_cards, "draw_qr", lambda canvas, text, *box: coded.append(text) or real(canvas, text, *box)
        )
        token = a_pass(anhui, 1).token
        self.printed(signed_in)
        assert coded == [f"http://192.0.2.8:8000/t/{token}/"]
        assert signed_in.get(coded[0].removeprefix("http://192.0.2.8:8000")).status_code == 200

    def test_the_printed_address_is_kept(
        self, signed_in: Client, anhui: Tournament, settings: Any, tmp_path: Any
    ) -> None:
        settings.DATA_DIR = tmp_path
        a_pass(anhui, 1)
        self.printed(signed_in)
        assert json.loads((tmp_path / "address.json").read_text())["address"] == "http://192.0.2.8:8000/"

    def test_this_machine_s_own_address_is_never_printed(
        self, signed_in: Client, anhui: Tournament, monkeypatch: Any
    ) -> None:
        monkeypatch.setattr("tournament.services.addresses.lan_addresses", lambda: ["192.0.2.55"])
        a_pass(anhui, 1)
        text = "".join(texts(self.printed(signed_in, "127.0.0.1:8000")))
        assert "http://192.0.2.55:8000/join/" in text
        assert "127.0.0.1" not in text

    def test_without_a_pass_it_says_what_to_do(self, signed_in: Client) -> None:
        answer = signed_in.post("/join/cards/anhui/")
        assert answer.status_code == 400
        assert "先给每桌做一张" in answer.content.decode()


class TestAnnouncements:
    """A word to all tables or one, and who has read it."""

    def test_reaches_the_devices_and_changes_their_tag(self, match: Match) -> None:
        one = phone(match)
        tag = one.get(one.url())["ETag"]
        announcements.announce(match.stage.tournament, "请各桌换牌", PROGRAM)
        told = one.get(one.url(), **{"If-None-Match": tag})
        assert told.status_code == 200
        assert [row["text"] for row in told.json()["announcements"]] == ["请各桌换牌"]
        assert one.get("/api/tables/").json()["announcements"] == told.json()["announcements"]

    def test_is_gone_once_acknowledged_and_the_desk_sees_who_has_not(self, match: Match) -> None:
        one = phone(match)
        other = phone(match, one.device.table_pass, "李裁判")
        said = announcements.announce(match.stage.tournament, "请各桌换牌", PROGRAM)
        for _ in range(2):
            answer = one.post(f"/api/announcements/{said.pk}/acknowledge/", {})
            assert (answer.status_code, answer.json()) == (200, {"announcements": []})
        assert one.state()["announcements"] == []
        assert len(other.state()["announcements"]) == 1
        row = announcements.listed(match.stage.tournament)[0]
        assert [one.device.name for one in row.acknowledged] == ["王裁判"]
        assert [device.name for device in row.waiting] == ["李裁判"]
        assert row.waiting_text == "李裁判（1号桌）"

    def test_to_one_table_reaches_only_it(self, match: Match) -> None:
        tournament = match.stage.tournament
        here, there = phone(match), phone(match, a_pass(tournament, 2))
        said = announcements.announce(tournament, "请到服务台", PROGRAM, table=2)
        assert here.state()["announcements"] == []
        assert [row["table"] for row in there.get("/api/tables/").json()["announcements"]] == [2]
        assert problem_of(here.post(f"/api/announcements/{said.pk}/acknowledge/", {}), 404)["code"] == "no-announcement"

    def test_of_the_session_before_is_not_shown(self, match: Match) -> None:
        tournament = match.stage.tournament
        opened(tournament)
        announcements.announce(tournament, "上午的事", PROGRAM)
        sessions.close_session(tournament, PROGRAM)
        assert phone(match).state()["announcements"] == []

    @pytest.mark.parametrize(
        ("text", "table"), [("", None), ("字" * 201, None), ("好", 99), ("好", -1), ("好", 10**20)]
    )
    def test_nonsense_is_refused(self, anhui: Tournament, text: str, table: int | None) -> None:
        opened(anhui)
        with pytest.raises(Refusal):
            announcements.announce(anhui, text, PROGRAM, table)
        assert not Announcement.objects.exists()

    def test_to_nobody_is_refused(self, anhui: Tournament) -> None:
        with pytest.raises(Conflict):
            announcements.announce(anhui, "有人吗", PROGRAM)

    def test_a_refused_text_stays_on_the_page(self, signed_in: Client) -> None:
        answer = signed_in.post(DESK + "announcements/", {"text": "请换牌", "table": "2"})
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "请换牌</textarea>" in page
        assert '<option value="2" selected>' in page


class TestInterface:
    """The same by REST."""

    @pytest.fixture
    def call(self, signed_in: Client) -> Callable[..., Any]:
        def call(method: str, path: str, body: Any = None) -> Any:
            data = json.dumps(body) if body is not None else ""
            return signed_in.generic(method, f"/api/{path}", data, content_type="application/json")

        return call

    def test_a_session_from_opening_to_closing(self, call: Callable[..., Any]) -> None:
        url = "tournaments/anhui/session/"
        assert call("GET", url).json() == {"session": None}
        made = call("POST", url, {"name": "上半场"})
        assert (made.status_code, made.json()["session"]["name"]) == (201, "上半场")
        assert problem_of(call("POST", url, {}), 409)["code"] == "session-open"
        renewed = call("POST", url + "pin/", {}).json()["session"]
        assert renewed["pin"] != made.json()["session"]["pin"]
        assert call("DELETE", url).json() == {"session": None}
        assert problem_of(call("DELETE", url), 409)["code"] == "no-session"

    def test_passes_are_made_listed_and_taken_back(self, call: Callable[..., Any]) -> None:
        made = call("POST", "tournaments/anhui/passes/", {"tables": [2, 1]})
        assert (made.status_code, made.json()["passes"][0]["tables"]) == (201, [1, 2])
        assert len(call("POST", "tournaments/anhui/passes/", {"each": True}).json()["passes"]) == 4
        assert len(call("GET", "tournaments/anhui/passes/").json()["passes"]) == 5
        left = call("POST", f"passes/{made.json()['passes'][0]['id']}/revoke/", {}).json()["passes"]
        assert len(left) == 4
        assert problem_of(call("POST", "passes/999999/revoke/", {}), 404)["code"] == "no-pass"

    def test_devices_say_when_they_were_last_heard_of_and_what_is_unsent(
        self, call: Callable[..., Any], match: Match
    ) -> None:
        one = phone(match)
        one.get(one.url(), **{"X-Unsent": "2"})
        row = call("GET", "tournaments/anhui/devices/").json()["devices"][0]
        assert (row["name"], row["unsent"], row["holds"], row["state"]) == ("王裁判", 2, [1], "open")
        assert call("POST", f"devices/{row['id']}/revoke/", {}).json()["devices"][0]["state"] == "revoked"

    def test_announcements_with_who_waits(self, call: Callable[..., Any], match: Match) -> None:
        phone(match)
        answer = call("POST", "tournaments/anhui/announcements/", {"text": "请换牌"})
        row = answer.json()["announcements"][0]
        assert (answer.status_code, row["text"], row["acknowledged"]) == (201, "请换牌", [])
        assert row["waiting"] == [{"name": "王裁判", "tables": [1]}]

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("passes/", {}),
            ("passes/", {"tables": []}),
            ("passes/", {"tables": [1] * 7}),
            ("passes/", {"tables": [10**30]}),
            ("passes/", {"tables": "1"}),
            ("passes/", {"tables": [1], "each": True}),
            ("passes/", {"each": "sometimes"}),
            ("announcements/", {"text": None}),
            ("announcements/", {"text": "x", "table": 0}),
            ("announcements/", {"text": "\x00"}),
            ("session/", {"name": "长" * 201}),
            ("session/", {"name": 5, "pin": "1111"}),
            ("session/pin/", {"pin": "1111"}),
        ],
    )
    def test_nonsense_is_refused_in_chinese(
        self, call: Callable[..., Any], anhui: Tournament, path: str, body: dict[str, Any]
    ) -> None:
        before = AuditEntry.objects.count()
        found = problem_of(call("POST", f"tournaments/anhui/{path}", body))
        assert not re.search(r"[a-z]{4,} [a-z]{3,}", found["detail"])
        assert AuditEntry.objects.count() == before

    def test_a_tournament_of_nowhere_is_a_problem(self, call: Callable[..., Any]) -> None:
        for path in ("session/", "passes/", "devices/", "announcements/"):
            problem_of(call("GET", f"tournaments/nowhere/{path}"), 404)


def test_every_word_the_strip_asks_for_stands_in_its_template() -> None:
    script = (settings.BASE_DIR / "static/js/join/strip.js").read_text(encoding="utf-8")
    template = (settings.BASE_DIR / "templates/join/strip.html").read_text(encoding="utf-8")
    asked = set(re.findall(r'said\("(\w+)"', script)) | {"taken", "held"}
    given = {re.sub(r"-(\w)", lambda m: m[1].upper(), name) for name in re.findall(r"data-([\w-]+)=", template)}
    assert asked <= given


def test_two_open_sessions_never_share_a_pin(anhui: Tournament, monkeypatch: Any) -> None:
    drawn = iter([4821, 4821, 9044])
    monkeypatch.setattr("referee.services.sessions.secrets.randbelow", lambda _n: next(drawn))
    first, second = opened(anhui), opened(factories.tournament("second"))
    assert (first.pin, second.pin) == ("4821", "9044")
    assert TableSession.objects.filter(closed_at=None).count() == 2
