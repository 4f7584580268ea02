"""The tournament's page: standings with their reasons, bracket, polling by tag, a constant number of queries."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.documents.brackets import PARTS, knockout, play_all
from tests.playing import Referee, find, play, play_circle, play_group
from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.progress import record_lot
from tournament.services.tournaments import change_tournament, publish


@pytest.fixture
def shown(anhui: Tournament) -> Tournament:
    """The small tournament with everything published."""
    anhui.published = PARTS
    anhui.save(update_fields=["published"])
    return anhui


def get(client: Client, tournament: Tournament, **headers: str) -> Any:
    """The page's response."""
    return client.get(reverse("public:tournament", args=[tournament.slug]), headers=headers)


def plain(html: str) -> str:
    """The page's words, single spaces between them."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_each_place_says_what_decided_it_and_why(client: Client, shown: Tournament, actor: Actor) -> None:
    play_group(shown, "A", actor)
    text = plain(get(client, shown).content.decode())
    assert "1 院直1A 由“积分”定 为什么 积分：院直1A 2、综艺系B 1、戏剧系 0；名次由此定下" in text


def test_a_tie_that_needs_a_lot_is_shown_as_a_tie(client: Client, shown: Tournament, actor: Actor) -> None:
    play_circle(shown, "A", actor)
    text = plain(get(client, shown).content.decode())
    assert "名次待抽签" in text
    assert text.count("名次并列 为什么") == 3


def test_a_recorded_lot_settles_the_places(client: Client, shown: Tournament, actor: Actor) -> None:
    play_circle(shown, "A", actor)
    groups = shown.stages.get(number=1)
    order = [place.team_id for place in groups.group_places.filter(group="A").order_by("-number")]
    record_lot(groups, "A", order, actor)
    text = plain(get(client, shown).content.decode())
    assert "名次待抽签" not in text
    assert "1 戏剧系 由“抽签”定" in text


def test_the_cross_table_has_both_views_of_a_match(client: Client, shown: Tournament, actor: Actor) -> None:
    play(find(shown, "A1-2"), actor)
    text = plain(get(client, shown).content.decode())
    assert "胜 6 : 2" in text
    assert "2 : 6" in text


def test_a_match_being_played_is_on_now_with_its_levels(client: Client, shown: Tournament, actor: Actor) -> None:
    referee = Referee(find(shown, "B1-2"), actor)
    referee.start()
    referee.hand("a", 40)
    html = get(client, shown).content.decode()
    live = plain(html[html.index('id="live"') : html.index('id="groups"')])
    assert "进行中" in live
    assert "院直1B 在台 6" in live


def test_an_unconfirmed_result_changes_no_standing(client: Client, shown: Tournament, actor: Actor) -> None:
    referee = Referee(find(shown, "A1-2"), actor)
    referee.start()
    referee.stop()
    assert "已赛 0/3 场" in plain(get(client, shown).content.decode())


def test_the_champion_stands_first(client: Client, db: None) -> None:
    made = knockout(4, places=2)
    play_all(made)
    text = plain(get(client, made).content.decode())
    assert re.search(r"第1名 第\d队 .* 第2名 第\d队", text)


def test_the_sheet_of_a_match_is_told_hand_by_hand(client: Client, shown: Tournament, actor: Actor) -> None:
    match = play(find(shown, "A1-2"), actor, points=(40, 65))
    text = plain(client.get(reverse("public:match", args=[shown.slug, match.pk])).content.decode())
    assert "第1副 甲方 6 · 乙方 2" in text
    assert "第2副" in text
    assert "台面40 = 40" in text
    assert "胜负依据：级数高" in text


@pytest.mark.parametrize("parts", [["results"], PARTS])
def test_the_sheet_names_players_only_with_the_entries(
    client: Client, shown: Tournament, actor: Actor, parts: list[str]
) -> None:
    match = play(find(shown, "A1-2"), actor)
    shown.published = parts
    shown.save(update_fields=["published"])
    text = client.get(reverse("public:match", args=[shown.slug, match.pk])).content.decode()
    assert ("院直1A甲" in text) == ("teams" in parts)
    assert ("13:10" in text) == ("schedule" in parts)


CHANGES: dict[str, Callable[[Tournament, Actor], object]] = {
    "an entry": lambda made, actor: Referee(find(made, "B1-2"), actor).start(),
    "a confirmation": lambda made, actor: play(find(made, "B1-2"), actor),
    "a fact": lambda made, actor: change_tournament(made, actor, venue="体育馆"),
    "publishing": lambda made, actor: publish(made, ["results"], actor),
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_tag_holds_until_something_changes(client: Client, shown: Tournament, actor: Actor, what: str) -> None:
    tag = get(client, shown)["ETag"]
    again = get(client, shown, if_none_match=tag)
    assert (again.status_code, again.content) == (304, b"")
    CHANGES[what](shown, actor)
    fresh = get(client, shown, if_none_match=tag)
    assert fresh.status_code == 200
    assert fresh["ETag"] != tag


def test_the_page_is_the_same_for_everybody(client: Client, shown: Tournament, both: Any) -> None:
    before = get(client, shown).content
    client.force_login(both)
    assert get(client, shown).content == before


def test_the_page_has_no_inline_script_and_no_inline_style(client: Client, shown: Tournament) -> None:
    html = get(client, shown).content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", html)


@pytest.mark.django_db
def test_the_number_of_queries_does_not_grow_with_the_matches(client: Client) -> None:
    counts = []
    for teams in (9, 65):
        made = knockout(teams, slug=f"cup{teams}")
        play_all(made)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert get(client, made).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_number_of_queries_does_not_grow_with_the_groups_results(
    client: Client, shown: Tournament, actor: Actor
) -> None:
    counts = []
    for group in "ABCD":
        play_group(shown, group, actor)
        with CaptureQueriesContext(connection) as queries:
            get(client, shown)
        counts.append(len(queries))
    assert len(set(counts)) == 1


def test_a_name_with_markup_is_shown_as_written(client: Client, shown: Tournament) -> None:
    shown.teams.filter(name="戏剧系").update(name="<b>戏剧</b>")
    html = get(client, shown).content.decode()
    assert "<b>戏剧" not in html
    assert "&lt;b&gt;戏剧&lt;/b&gt;" in html
