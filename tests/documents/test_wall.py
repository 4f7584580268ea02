"""What hangs on the wall: fixtures by round, table and team, cross tables, the draw's record, brackets in sheets."""

from datetime import datetime

import pytest

from tests import factories
from tests.documents import reading
from tests.documents.brackets import knockout
from tests.playing import play_circle, play_group
from tournament.documents.bracket import is_large
from tournament.documents.catalogue import DOCUMENTS, PURPOSES
from tournament.documents.cross_table import draw_groups
from tournament.documents.frame import Frame
from tournament.models import Draw, Lot, Match, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.fixtures import matches_of
from tournament.services.progress import record_lot
from tournament.services.public_page import group_tables
from tournament.services.shown import Shown
from tournament.services.standings import results_of

PROGRAM = Actor.program("测试")
FRAME = Frame("扑克牌比赛", "循环赛积分表", datetime(2011, 11, 24, 9, 5), "1.2.3")


def _text(key: str, cup: Tournament, shown: Shown | None = None) -> str:
    return "".join(reading.texts(DOCUMENTS[key].pdf(cup, shown or Shown())))


def test_by_round_every_match_stands_under_its_round(anhui: Tournament) -> None:
    text = _text("fixtures-round", anhui)
    places = [text.index(name) for name in ("小组赛第1轮", "小组赛第2轮", "小组赛第3轮", "半决赛", "决赛")]
    assert places == sorted(places)
    assert text.count("——") == Match.objects.filter(stage__tournament=anhui).count()


def test_by_table_every_match_stands_under_its_table(anhui: Tournament) -> None:
    text = _text("fixtures-table", anhui)
    second = text[text.index("2号桌") : text.index("3号桌")]
    assert all(f"{a}——{b}" in second for a, b in [("院直1B", "院直3A"), ("院直1B", "基础部"), ("院直3A", "基础部")])
    assert "桌号待定" in text


def test_by_team_every_opponent_is_named(anhui: Tournament) -> None:
    text = _text("fixtures-team", anhui)
    mine = text[text.index("戏剧系时间") if "戏剧系时间" in text else text.index("戏剧系") :]
    assert "院直1A" in mine
    assert text.count("甲方") + text.count("乙方") >= 2 * Match.objects.exclude(group="").count()


def test_by_team_nobody_learns_who_won_before_results_are_shown(anhui: Tournament) -> None:
    play_group(anhui, "A", PROGRAM)
    hidden, shown = (_text("fixtures-team", anhui, Shown(results=results)) for results in (False, True))
    assert "半决赛" not in hidden
    assert "半决赛" in shown


def test_the_cross_table_equals_the_page_and_says_what_decided(anhui: Tournament) -> None:
    play_circle(anhui, "A", PROGRAM)
    play_group(anhui, "B", PROGRAM)
    matches = matches_of(anhui)
    groups = group_tables(anhui, matches, results_of(match.pk for match in matches), Shown())
    text = _text("cross-table", anhui)
    for group in groups:
        for line in group["cross"]:
            assert all(one["text"].replace(" ", "") in text for cell in line["cells"] for one in cell or [])
        for row in group["rows"] if group["played"] else []:
            assert f"第{row['rank']}名{row['team']}" in text
            assert all("".join(said.split()) in text for said in row["why"])
    assert "小组赛A组（名次待抽签）" in text


def test_the_cross_table_without_results_is_a_grid_to_fill_in(anhui: Tournament) -> None:
    play_group(anhui, "A", PROGRAM)
    text = _text("cross-table", anhui, Shown(results=False))
    assert "胜6" not in text
    assert "由“" not in text
    assert all(team.name in text for team in Team.objects.filter(tournament=anhui))


@pytest.mark.parametrize(("teams", "pages"), [(4, 1), (12, 1), (24, 2), (40, 6)])
def test_a_group_of_any_size_has_every_team_across_and_down(teams: int, pages: int) -> None:
    members = [Team(pk=n, name=f"第{n}队") for n in range(1, teams + 1)]
    cross = [{"team": one, "cells": [None if one is other else [] for other in members]} for one in members]
    group = {"title": "小组赛", "teams": members, "cross": cross, "criteria": ["场分", "级差"], "rows": []}
    group |= {"complete": False, "lot_owed": False, "played": 0, "matches": 0}
    pdf = draw_groups(FRAME, [group])
    texts = reading.texts(pdf)
    assert all("".join(texts).count(f"第{n}队") >= 2 for n in range(1, teams + 1))
    assert reading.outside(pdf) == []
    assert reading.across_lines(pdf) == []
    assert len(texts) <= pages


def test_the_draw_record_has_inputs_result_and_who_was_there(anhui: Tournament) -> None:
    draw = Draw.objects.get(stage__tournament=anhui)
    draw.present = "各单位代表、工会主席"
    draw.save()
    text = _text("draw-record", anhui)
    assert "在场人员各单位代表、工会主席" in text
    assert all(text.count(team.name) >= 2 for team in Team.objects.filter(tournament=anhui))
    assert all(word in text for word in ("抽签人", "参赛队代表", "裁判长", "日期"))
    assert "现场抽签后录入" in text
    assert "算法版本" not in text  # slips follow none
    assert "种子" not in text


@pytest.mark.django_db
def test_the_draw_record_of_a_bracket_has_its_seed_places_and_byes() -> None:
    cup = knockout(13)
    text = _text("draw-record", cup)
    assert "算法版本" in text
    assert "种子2011-11-24" in text
    assert text.count("轮空") == 3
    assert all(text.count(f"第{n}队") >= 2 for n in range(1, 14))


def test_a_draw_still_in_the_hall_and_one_undone_are_not_printed(anhui: Tournament) -> None:
    ready = DOCUMENTS["draw-record"].is_ready
    assert ready(anhui)
    Draw.objects.update(revealed=3)
    assert not ready(anhui)
    Draw.objects.update(revealed=None, undone_at=anhui.starts_at)
    assert not ready(anhui)


def test_lots_for_ties_are_on_record_once_results_are_shown(anhui: Tournament, actor: Actor) -> None:
    play_circle(anhui, "A", PROGRAM)
    stage = anhui.stages.get(number=1)
    teams = list(Team.objects.filter(tournament=anhui, name__in=factories.GROUPS["A"]).values_list("pk", flat=True))
    record_lot(stage, "A", teams, actor, present="两队代表")
    assert Lot.objects.count() == 1
    assert "名次抽签" in _text("draw-record", anhui)
    assert "名次抽签" not in _text("draw-record", anhui, Shown(results=False))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("count", "a3", "a4"), [(2, 1, 1), (16, 1, 1), (32, 1, 3), (64, 3, 5), (100, 5, 9), (128, 5, 9)]
)
def test_a_bracket_takes_as_many_sheets_as_it_needs_and_each_says_where_it_goes_on(
    count: int, a3: int, a4: int
) -> None:
    cup = knockout(count, name="代表{}队")
    assert is_large(cup) == (count > 16)
    for key, sheets in (("bracket", a3), ("bracket-a4", a4)):
        pdf = DOCUMENTS[key].pdf(cup, Shown())
        pages = reading.texts(pdf)
        text = "".join(pages)
        assert len(pages) == sheets
        assert all(f"代表{number}队" in text for number in range(1, count + 1))
        assert text.count(f"转第{sheets}张") == sheets - 1
        assert [f"接第{n}张" in pages[-1] for n in range(1, sheets)] == [True] * (sheets - 1)
        assert reading.outside(pdf) == []
        assert reading.across_lines(pdf) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("count", "most"), [(4, 1), (64, 5), (256, 18)])
def test_pages_of_lists_grow_with_the_teams(count: int, most: int) -> None:
    cup = knockout(count)
    for key in ("fixtures", "fixtures-round", "fixtures-table", "fixtures-team", "draw-record"):
        pages = reading.texts(DOCUMENTS[key].pdf(cup, Shown()))
        assert 1 <= len(pages) <= most + 2, key
        assert all(f"第{number}页/共{len(pages)}页" in text for number, text in enumerate(pages, start=1))


def test_every_document_says_when_it_is_ready_for_whom_and_what_for() -> None:
    for document in DOCUMENTS.values():
        assert all(str(text) for text in (document.name, document.ready, document.audience))
        assert document.purpose in PURPOSES
        assert document.inside or document.needs


def test_papers_of_the_day_are_never_public(anhui: Tournament) -> None:
    anhui.published = list(Tournament.Part.values)
    anhui.save()
    inside = [document for document in DOCUMENTS.values() if document.inside]
    assert {"score-sheets", "table-cards", "badges", "referee-plan"} <= {document.key for document in inside}
    assert not any(document.is_public(anhui) for document in inside)
    played = {"certificates", "certificates-part", "match-records"}
    assert all(document.is_ready(anhui) != (document.key in played) for document in inside)
