"""The board: what is played, who is on stage, the time left, what comes next; only what is published and certain."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.services.announcements import announce
from referee.services.sessions import close_session, open_session
from tests.documents.brackets import PARTS, knockout, play_all
from tests.playing import Referee, find, play, play_group
from tournament.models import Match, PlayTable, Tournament
from tournament.services.actor import Actor
from tournament.services.board import board_of
from tournament.services.shown import Shown


@pytest.fixture
def shown(anhui: Tournament) -> Tournament:
    publish(anhui, PARTS)
    return anhui


def publish(made: Tournament, parts: list[str]) -> None:
    made.published = parts
    made.save(update_fields=["published"])


def get(made: Tournament, piece: str = "now/", **headers: str) -> Any:
    return Client().get(f"/board/{made.slug}/{piece}", headers=headers)


def pages(made: Tournament, **hidden: bool) -> dict[str, dict[str, Any]]:
    """The board's pages by key."""
    return {page["key"]: page for page in board_of(made, Shown(**hidden), timezone.now())["pages"]}


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def begin(match: Match, actor: Actor, minutes: int = 0) -> Referee:
    """A match that began so many minutes ago."""
    referee = Referee(match, actor)
    at = timezone.now() - timedelta(minutes=minutes)
    referee.write({"type": "start", "at": at.isoformat(), "declarer": "a"})
    return referee


def test_a_table_at_play_shows_teams_levels_stage_and_time(shown: Tournament, actor: Actor) -> None:
    begin(find(shown, "B1-2"), actor, minutes=20).hand("a", 40)
    (row,) = pages(shown)["tables-1"]["rows"]
    assert (row["table"], row["teams"]) == ("2", {"a": "院直1B", "b": "院直3A"})
    assert (row["scores"], row["on_stage"]) == ({"a": "6", "b": "2"}, "a")
    assert row["clock"].state == "running"
    assert 38 * 60 < row["clock"].seconds_left <= 40 * 60
    html = get(shown).content.decode()
    assert f'data-deadline="{row["clock"].deadline.isoformat()}"' in html
    assert "2号桌 院直1B 在台 6 院直3A 2" in plain(html)


def test_a_match_that_waits_for_confirmation_says_so_and_not_the_time(shown: Tournament, actor: Actor) -> None:
    referee = begin(find(shown, "B1-2"), actor, minutes=70)
    referee.hand("a", 40)
    assert "2号桌 时间到" in plain(get(shown).content.decode())
    referee.stop()
    assert "2号桌 待确认 院直1B" in plain(get(shown).content.decode())


def test_a_table_in_doubt_shows_no_numbers(shown: Tournament, actor: Actor) -> None:
    referee = begin(find(shown, "B1-2"), actor)
    referee.hand("a", 40)
    referee.write({"type": "protest", "side": "b", "text": "第一副"})
    text = plain(get(shown).content.decode())
    assert "2号桌 待裁定 院直1B 院直3A" in text
    assert "院直1B 6" not in plain(Client().get(f"/{shown.slug}/").content.decode())
    sheet = plain(Client().get(f"/{shown.slug}/match/{referee.match.pk}/").content.decode())
    assert "待裁定 院直1B 院直1B甲、院直1B乙 院直3A 院直3A甲、院直3A乙 逐副记录" in sheet


def test_a_protest_that_changes_nothing_hides_nothing(shown: Tournament, actor: Actor) -> None:
    referee = begin(find(shown, "B1-2"), actor)
    referee.write({"type": "protest", "side": "b", "text": "对方说话"})
    (row,) = pages(shown)["tables-1"]["rows"]
    assert (row["disputed"], row["scores"]) == (False, {"a": "2", "b": "2"})


def test_a_confirmed_result_in_doubt_stays_until_the_ruling(shown: Tournament, actor: Actor) -> None:
    referee = begin(find(shown, "B1-2"), actor)
    referee.hand("a", 85)  # without it side a would win
    referee.stop()
    referee.write({"type": "protest", "side": "a", "text": "第一副"})
    referee.confirm()
    play(find(shown, "A1-2"), actor)
    (row,) = pages(shown)["tables-1"]["rows"]
    assert (row["match"].code, row["disputed"]) == ("B1-2", True)
    assert "待裁定" in plain(get(shown).content.decode())


def test_the_next_round_is_the_next_hour_not_begun(shown: Tournament, actor: Actor) -> None:
    assert [row["match"].code for row in pages(shown)["upcoming-1"]["rows"]] == ["A1-2", "B1-2", "C1-2", "D1-2"]
    for group in "ABCD":
        begin(find(shown, group + "1-2"), actor)
    assert [row["match"].code for row in pages(shown)["upcoming-1"]["rows"]] == ["A1-3", "B1-3", "C1-3", "D1-3"]
    assert "下一轮 14:10 小组赛" in plain(get(shown).content.decode())


def test_the_foot_names_every_stage_of_the_next_hour(db: None, actor: Actor) -> None:
    made = knockout(4, places=4)
    now = timezone.now()
    for match in Match.objects.filter(stage__tournament=made):
        match.starts_at = now + timedelta(hours=match.round)
        match.save(update_fields=["starts_at"])
    for code in ("m1", "m2"):
        play(find(made, code), actor)
    assert "三四名决赛、决赛" in plain(get(made).content.decode())


def test_without_results_the_hour_decides_what_is_next(anhui: Tournament, actor: Actor) -> None:
    for match in Match.objects.filter(stage__tournament=anhui, group="A").order_by("round"):
        match.starts_at = timezone.now() + timedelta(hours=match.round - 1, minutes=-30)
        match.save(update_fields=["starts_at"])
    before = pages(anhui, results=False)["upcoming-1"]["rows"]
    assert [row["match"].code for row in before] == ["A1-3"]
    begin(find(anhui, "A1-3"), actor)  # ahead of its hour
    assert [row["match"].code for row in pages(anhui, results=False)["upcoming-1"]["rows"]] == ["A1-3"]


def test_standings_come_with_the_first_result_four_groups_a_page(shown: Tournament, actor: Actor) -> None:
    assert "standings-1" not in pages(shown)
    for group in "ABCD":
        play_group(shown, group, actor)
    found = pages(shown)["standings-1"]
    assert [table["title"] for table in found["tables"]] == [f"小组赛 {group}组" for group in "ABCD"]
    assert "1 院直1A 2 0 2" in plain(get(shown).content.decode())


@pytest.mark.django_db
def test_the_bracket_shows_the_rounds_at_play_in_parts(actor: Actor) -> None:
    """64 teams: the end says nothing yet; then the 16 and 8 matches at play in parts, each of which names teams."""
    made = knockout(64)
    shown_rounds: list[list[tuple[str, ...]]] = []
    for round_ in (0, 1, 2, 3):
        if round_:
            for code in Match.objects.filter(stage__tournament=made, round=round_).values_list("code", flat=True):
                play(find(made, code), actor)
        shown_rounds.append([page["plan"].rounds for key, page in pages(made).items() if key.startswith("plan-")])
    last = ("1/4决赛", "半决赛", "决赛")
    assert shown_rounds == [
        [],
        [("1/16决赛", "1/8决赛", "1/4决赛")] * 4,
        [("1/8决赛", "1/4决赛", "半决赛")] * 2,
        [last],
    ]
    assert [page["plan"].rows for key, page in pages(made).items() if key.startswith("plan-")] == [4]


@pytest.mark.django_db
def test_the_bracket_shows_its_last_three_rounds_and_the_champion() -> None:
    made = knockout(20, places=4)
    play_all(made)
    found = pages(made)
    plan = found["plan-1"]["plan"]
    assert (plan.columns, plan.rows, plan.rounds) == (3, 4, ("1/4决赛", "半决赛", "决赛"))
    assert [row["place"] for row in found["placings"]["rows"]] == [1, 2, 3, 4]
    assert get(made).content.decode().count("bracket-match") == 7


def test_at_most_twelve_tables_a_page_six_where_names_are_long(db: None, actor: Actor) -> None:
    short, long = [(8, 12, False)] * 2, [(5, 6, True), (5, 6, True), (6, 6, True)]
    for name, expected in (("第{}队", short), ("后勤服务集团联合代表第{}队", long)):
        made = knockout(32, slug=f"c{len(expected)}", name=name)
        for number, match in enumerate(Match.objects.filter(stage__tournament=made, round=1), start=1):
            match.table = PlayTable.objects.create(tournament=made, number=number)
            match.save(update_fields=["table"])
            begin(Match.objects.select_related("stage__ruleset", "stage__tournament").get(pk=match.pk), actor)
        cut = [page for key, page in pages(made).items() if key.startswith("tables-")]
        assert [(len(page["rows"]), page["room"], page["long"]) for page in cut] == expected


def test_announcements_to_all_are_shown_while_the_session_is_open(shown: Tournament, actor: Actor) -> None:
    open_session(shown, actor)
    announce(shown, "请各桌换牌", actor)
    announce(shown, "三号桌请等裁判", actor, table=3)
    text = get(shown).content.decode()
    assert text.count("请各桌换牌") == 2  # its page, and the foot
    assert "三号桌请等裁判" not in text
    publish(shown, ["notice", "teams"])
    assert "请各桌换牌" not in get(shown).content.decode()
    publish(shown, PARTS)
    close_session(shown, actor)
    assert "请各桌换牌" not in get(shown).content.decode()


@pytest.mark.parametrize(
    ("parts", "kinds"),
    [
        (["notice"], set()),
        (["teams"], set()),
        (["schedule"], set()),
        (["draw", "schedule"], {"plan"}),
        (["results"], {"tables", "standings"}),
        (PARTS, {"tables", "upcoming", "standings", "plan"}),
    ],
)
def test_each_part_shows_exactly_its_own(anhui: Tournament, actor: Actor, parts: list[str], kinds: set[str]) -> None:
    play_group(anhui, "A", actor)
    begin(find(anhui, "B1-2"), actor)
    publish(anhui, parts)
    for piece in ("", "now/"):
        text = get(anhui, piece).content.decode()
        assert set(re.findall(r'class="page page-(\w+)', text)) == (kinds or {"empty"})
        assert ("院直1B" in text) == ("results" in parts)
        assert ("院直1A 2 0" in plain(text)) == ("results" in parts)


def test_nothing_is_published_nothing_is_there(anhui: Tournament) -> None:
    assert (get(anhui).status_code, get(anhui, "").status_code) == (404, 404)


def test_the_board_is_polled_by_its_tag_and_told_the_time(shown: Tournament, actor: Actor) -> None:
    first = get(shown)
    again = get(shown, if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["X-Server-Time"]
    open_session(shown, actor)
    announce(shown, "请各桌换牌", actor)
    assert get(shown, if_none_match=first["ETag"]).status_code == 200


@pytest.mark.django_db
def test_the_number_of_queries_does_not_grow_with_the_tables(actor: Actor) -> None:
    counts = []
    for teams in (16, 128):
        made = knockout(teams, slug=f"cup{teams}")
        for match in Match.objects.filter(stage__tournament=made, round=1).select_related("stage"):
            match.table = PlayTable.objects.create(tournament=made, number=match.pk)
            match.status, match.projection = Match.Status.PLAYING, {}
            match.save(update_fields=["table", "status", "projection"])
        with CaptureQueriesContext(connection) as queries:
            assert get(made).content.decode().count("<article") == teams // 2
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_board_has_no_inline_script_and_no_inline_style(shown: Tournament) -> None:
    html = get(shown, "").content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", html)


def test_what_is_announced_keeps_the_marks_it_was_typed_with(shown: Tournament, actor: Actor) -> None:
    open_session(shown, actor)
    announce(shown, "第二轮13:30开始，请各队入座；茶水在东侧（免费）", actor)
    assert "第二轮13:30开始，请各队入座；茶水在东侧（免费）" in get(shown).content.decode()


def test_long_announcements_have_pages_of_their_own(shown: Tournament, actor: Actor) -> None:
    open_session(shown, actor)
    for text in ("长" * 200, "短的", "也短"):
        announce(shown, text, actor)
    cut = re.findall(r'data-key="(notices-\d)".*?</section>', get(shown).content.decode(), re.DOTALL)
    assert cut == ["notices-1", "notices-2"]
