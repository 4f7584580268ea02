"""对阵安排 on paper says what the fixture list says."""

from datetime import datetime

import pytest
from reportlab.lib.pagesizes import A4

from tests.documents import reading
from tournament.documents.catalogue import DOCUMENTS
from tournament.documents.fixtures import draw_fixtures
from tournament.documents.frame import Frame
from tournament.models import Match, Team, Tournament
from tournament.services.data_version import data_version
from tournament.services.fixtures import fixture_rows
from tournament.services.shown import Shown

FRAME = Frame("扑克牌比赛", "对阵安排", datetime(2011, 11, 24, 9, 5), "1.2.3")
ROW = {
    "date": "2011-11-25",
    "start": "13:10",
    "end": "14:10",
    "table": "1",
    "stage": "小组赛",
    "round": "1",
    "group": "A",
}


def test_every_row_of_the_list_is_printed_in_its_order(anhui: Tournament) -> None:
    text = "".join(reading.texts(DOCUMENTS["fixtures"].pdf(anhui, Shown())))
    at = 0
    for row in fixture_rows(anhui):
        pair = f"{row['team_a']}——{row['team_b']}"
        assert pair in text[at:], pair
        at = text.index(pair, at) + len(pair)
    assert "2011年11月25日13:10~14:10" in text


def test_the_foot_names_tournament_document_page_time_and_data_version(anhui: Tournament) -> None:
    text = reading.texts(DOCUMENTS["fixtures"].pdf(anhui, Shown()))[0]
    assert f"{anhui.name}·对阵安排·第1页/共1页·" in text
    assert text.endswith(f"打印·数据版本{data_version(anhui)}")


def test_all_faces_are_embedded(anhui: Tournament) -> None:
    faces = reading.embedded(DOCUMENTS["fixtures"].pdf(anhui, Shown()))
    assert faces
    assert all(faces.values())


def test_without_results_the_open_sides_stay_in_words(anhui: Tournament) -> None:
    winner = Team.objects.get(tournament=anhui, name="美术系B")
    semi_final = Match.objects.filter(stage__tournament=anhui, group="").order_by("pk").first()
    assert semi_final is not None
    semi_final.slots.filter(side="a").update(team=winner)

    def count(shown: Shown) -> int:
        return "".join(reading.texts(DOCUMENTS["fixtures"].pdf(anhui, shown))).count("美术系B")

    assert count(Shown()) == 3
    assert count(Shown(results=False)) == 2


@pytest.mark.parametrize("pairs", [1, 30, 200])
def test_the_tables_head_is_repeated_and_pages_are_counted(pairs: int) -> None:
    rows = [{**ROW, "team_a": f"甲队{n}", "team_b": f"乙队{n}"} for n in range(pairs)]
    pages = reading.texts(draw_fixtures(FRAME, rows))
    for number, text in enumerate(pages, start=1):
        assert text.count("桌号") == 1
        assert f"第{number}页/共{len(pages)}页" in text
    assert all(f"甲队{n}——乙队{n}" in "".join(pages) for n in range(pairs))


def test_the_longest_names_stay_within_their_cells() -> None:
    name = "安徽艺术职业学院后勤服务集团离退休工作处欧阳司徒端木古丽娜艾买提联队第一代表队" + "甲乙丙丁戊己庚辛壬癸" * 2
    pdf = draw_fixtures(FRAME, [{**ROW, "team_a": name[:60], "team_b": "W" * 60}] * 20)
    assert reading.outside(pdf) == []
    assert reading.across_lines(pdf) == []
    assert "".join(reading.texts(pdf)).count("W") == 20 * 60


def test_a_list_of_nothing_is_one_page_with_its_head() -> None:
    assert len(reading.texts(draw_fixtures(FRAME, []))) == 1


def test_the_paper_is_a4() -> None:
    (page,) = {
        (round(one["x1"]) <= A4[0])
        for one in reading.characters(draw_fixtures(FRAME, [{**ROW, "team_a": "甲", "team_b": "乙"}]))
    }
    assert page
