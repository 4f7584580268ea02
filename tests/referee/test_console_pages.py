"""The console's two pages: who may open them, and what they show."""

import json
import re
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.console.listing import sections
from referee.console.words import console_words
from scoring.ruleset import load_preset
from tests import factories
from tests.referee.conftest import Desk
from tournament.models import Account, Match, Tournament


def embedded(page: str, name: str) -> dict[str, object]:
    """The JSON a page carries under a name."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    parsed: dict[str, object] = json.loads(found[1])
    return parsed


class TestList:
    """The matches one can open."""

    def test_names_the_table_and_both_teams(self, desk: Desk) -> None:
        page = desk.client.get("/console/").content.decode()
        assert "1号桌" in page
        assert "院直1A" in page
        assert f"/console/{desk.match.pk}/" in page

    def test_a_match_without_a_table_goes_by_its_name(self, desk: Desk) -> None:
        Match.objects.filter(pk=desk.match.pk).update(table=None)
        for path in ("/console/", f"/console/{desk.match.pk}/"):
            page = desk.client.get(path).content.decode()
            assert "小组赛A组第1轮" in page
            assert f">{desk.match.code}<" not in page

    def test_leaves_out_matches_whose_teams_are_open(self, desk: Desk) -> None:
        final = Match.objects.get(place=1)
        assert f"/console/{final.pk}/" not in desk.client.get("/console/").content.decode()

    def test_says_what_to_do_where_there_is_none(self, client: Client, chief: Account) -> None:
        client.force_login(chief)
        assert "抽签" in client.get("/console/").content.decode()

    def test_puts_matches_at_play_first_and_today_before_other_days(self, playing: Desk) -> None:
        found = sections(factories.STARTS_AT)
        assert [section.title for section in found] == ["正在进行", "今天"]
        assert [row["id"] for row in found[0].matches] == [playing.match.pk]
        later = sections(factories.STARTS_AT + timedelta(days=1))
        assert [section.title for section in later] == ["正在进行", "其他日期"]

    def test_asks_as_often_with_many_matches_as_with_few(self, anhui: Tournament) -> None:
        assert queries() == queries(factories.tournament("second"))


def queries(*_made: Tournament) -> int:
    """How many queries the list takes."""
    with CaptureQueriesContext(
        connection,
    ) as caught:
        sections(datetime.now(tz=factories.STARTS_AT.tzinfo))
    return len(caught)


class TestMatchPage:
    """The page of one match."""

    def test_carries_the_state_and_the_words(self, playing: Desk) -> None:
        page = playing.client.get(f"/console/{playing.match.pk}/").content.decode()
        assert embedded(page, "state")["status"] == "playing"
        assert embedded(page, "words")["waits"] == "待上传"

    def test_has_no_inline_script_or_style(self, playing: Desk) -> None:
        page = playing.client.get(f"/console/{playing.match.pk}/").content.decode()
        assert not re.search(r'\sstyle="|<style|\son\w+="', page)
        scripts = re.findall(r"<script([^>]*)>", page)
        assert all("src=" in script or "application/json" in script for script in scripts)

    def test_a_hostile_note_stays_text(self, playing: Desk) -> None:
        playing.write({"type": "note", "text": "</script><img src=x onerror=alert(1)>"})
        assert "<img" not in playing.client.get(f"/console/{playing.match.pk}/").content.decode()

    def test_an_unknown_match_is_not_found(self, desk: Desk) -> None:
        assert desk.client.get("/console/999999/").status_code == 404

    def test_takes_a_constant_number_of_queries(self, playing: Desk) -> None:
        few = self.cost(playing)
        for _ in range(6):
            assert playing.write({"type": "note", "text": "记"}).status_code == 201
        assert self.cost(playing) == few

    def cost(self, desk: Desk) -> int:
        with CaptureQueriesContext(connection) as caught:
            desk.client.get(f"/console/{desk.match.pk}/")
        return len(caught)


@pytest.mark.parametrize("path", ["/console/", "/console/{}/"])
class TestRoles:
    """The chief only, and no copy is kept."""

    def test_a_stranger_is_sent_to_sign_in(self, client: Client, match: Match, path: str) -> None:
        answer = client.get(path.format(match.pk))
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/login/")

    def test_the_office_is_refused(self, client: Client, office: Account, match: Match, path: str) -> None:
        client.force_login(office)
        assert client.get(path.format(match.pk)).status_code == 403

    def test_the_chief_may(self, desk: Desk, path: str) -> None:
        answer = desk.client.get(path.format(desk.match.pk))
        assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)


def test_every_word_the_scripts_ask_for_exists() -> None:
    words = console_words(load_preset("anhui-chaodipi"))
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in (settings.BASE_DIR / "static/js/console").glob("*.js")
    )
    asked = set(re.findall(r'\bt\("([\w-]+)"', scripts)) | set(re.findall(r'missing: "(\w+)"', scripts))
    assert asked <= set(words), asked - set(words)
