"""The papers of the day: score sheets, table cards, badges, the referees' plan say what the data say."""

from datetime import datetime
from io import BytesIO

import pdfplumber
import pytest
import segno
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.services.passes import make_pass
from tests import factories
from tests.documents import reading
from tests.documents.brackets import knockout
from tournament.documents.badge import badges_of, draw_badges
from tournament.documents.catalogue import DOCUMENTS
from tournament.documents.frame import Frame
from tournament.documents.referee_plan import turns
from tournament.documents.score_columns import columns_of
from tournament.documents.table_card import Card, draw_cards
from tournament.models import LineUp, Match, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.fixtures import matches_of
from tournament.services.match_words import titles_of
from tournament.services.rulesets import ruleset_of, version_of
from tournament.services.shown import Shown
from tournament.services.table_addresses import addresses_of

PROGRAM = Actor.program("测试")
ADDRESS = "http://192.168.1.20:8000/"
FRAME = Frame("扑克牌比赛", "桌签", datetime(2011, 11, 24, 9, 5), "1.2.3")
LONG = "安徽艺术职业学院后勤服务集团离退休工作处联合代表队第一支队伍之龑𠅤"


def test_every_sheet_has_its_match_table_hour_teams_and_players(anhui: Tournament) -> None:
    pages = reading.texts(DOCUMENTS["score-sheets"].pdf(anhui, Shown(), ADDRESS))
    matches = matches_of(anhui)
    titles = titles_of(matches)
    assert len(pages) == len(matches)
    for match, page in zip(matches, pages, strict=True):
        assert titles[match.pk].full in page
        if match.table:
            assert f"{match.table.number}号桌" in page
        for slot in match.slots.all():
            if slot.team:
                assert slot.team.name in page
                assert all(name in page for name in slot.team.players.values_list("name", flat=True))
    assert "11月25日13:10~14:10" in pages[0]
    assert "A组第一名" in pages[-3] + pages[-2]  # a semi-final whose teams are still to come


def test_a_sheet_names_the_players_of_the_line_up(anhui: Tournament) -> None:
    match = Match.objects.filter(stage__tournament=anhui).order_by("pk")[0]
    team = match.slots.get(side="a").team
    assert team is not None
    third = Player.objects.create(team=team, number=3, name="替补三")
    first = team.players.get(number=1)
    for number, player in enumerate((third, first), start=1):
        LineUp.objects.create(match=match, side="a", number=number, player=player)
    page = next(
        text
        for text in reading.texts(DOCUMENTS["score-sheets"].pdf(anhui, Shown()))
        if titles_of(matches_of(anhui))[match.pk].full in text and team.name in text
    )
    assert page.index("替补三") < page.index(team.players.get(number=1).name)
    assert team.players.get(number=2).name not in page


@pytest.mark.parametrize(
    ("ruleset", "games", "there", "not_there"),
    [
        ("anhui-chaodipi", 1, {"抠底", "级牌抠底", "底牌分"}, {"局", "干锅", "亮红五", "头游"}),
        ("tongcheng-chaodipi", 1, {"亮红五"}, {"级牌抠底", "干锅"}),
        ("bashifen-chaodipi", 2, {"局", "抠底"}, {"级牌抠底", "亮红五"}),
        ("huobang", 1, {"底牌有王", "干锅", "免贡"}, {"局", "级牌抠底"}),
        ("guandan", 1, {"头游", "二游", "三游", "末游"}, {"台面分", "抠底", "底牌分"}),
    ],
)
@pytest.mark.django_db
def test_a_sheet_has_the_columns_its_ruleset_asks_for(
    ruleset: str, games: int, there: set[str], not_there: set[str]
) -> None:
    titles = {column.title for column in columns_of(ruleset_of(version_of(ruleset)), games)}
    assert there <= titles
    assert not titles & not_there


@pytest.mark.django_db
def test_a_capture_by_five_ten_king_is_offered_only_where_the_rules_know_it() -> None:
    choices = {
        key: next(c.choices for c in columns_of(ruleset_of(version_of(key)), 1) if c.title == "抠底")
        for key in ("tongcheng-chaodipi", "jianye-chaodipi", "huobang")
    }
    assert choices["tongcheng-chaodipi"].split()[:3] == ["无", "单", "对"]
    assert "510K" in choices["tongcheng-chaodipi"]
    assert (choices["jianye-chaodipi"], choices["huobang"]) == ("无 抠 510K", "无 抠")  # all count alike


def test_a_sheet_has_twenty_rows_penalties_and_four_signatures(anhui: Tournament) -> None:
    text = reading.texts(DOCUMENTS["score-sheets"].pdf(anhui, Shown()))[0]
    assert text.count("甲乙") >= 2 * 20
    assert "".join(str(number) for number in range(1, 21)) in text
    assert all(word in text for word in ("违例", "判罚", "甲方确认", "乙方确认", "裁判员", "核验"))


@pytest.mark.django_db
def test_the_longest_names_stay_within_their_boxes() -> None:
    cup = knockout(4, name=LONG[:-1] + "{}𠅤")
    Player.objects.update(name="欧阳古丽娜·艾买提江·阿不都热合曼诺娃")
    for number in (1, 2):
        cup.tables.create(number=number, place=LONG)
    for key in ("score-sheets", "badges", "table-cards", "referee-plan"):
        pdf = DOCUMENTS[key].pdf(cup, Shown(), ADDRESS)
        assert reading.outside(pdf, 14) == [], key
        assert reading.across_lines(pdf) == [], key
        assert all(reading.embedded(pdf).values()), key
    assert "𠅤" in "".join(reading.texts(DOCUMENTS["score-sheets"].pdf(cup, Shown())))


@pytest.mark.django_db
@pytest.mark.parametrize("count", [4, 64, 256])
def test_as_many_sheets_as_matches_and_eight_badges_a_page(count: int) -> None:
    cup = knockout(count)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        pages = reading.texts(DOCUMENTS["score-sheets"].pdf(cup, Shown(), ADDRESS)) if count < 100 else []
    if pages:
        assert len(pages) == count - 1
        assert len(queries) < 30
    assert len(reading.texts(DOCUMENTS["badges"].pdf(cup, Shown()))) == -(-count * 2 // 8)


def test_who_waits_withdrew_or_was_replaced_gets_no_badge(anhui: Tournament) -> None:
    before = len(badges_of(anhui))
    teams = list(Team.objects.filter(tournament=anhui)[:3])
    now = datetime(2011, 11, 24, tzinfo=anhui.starts_at.tzinfo if anhui.starts_at else None)
    Team.objects.filter(pk=teams[0].pk).update(waiting_since=now)
    Team.objects.filter(pk=teams[1].pk).update(withdrawn_at=now)
    Player.objects.filter(team=teams[2], number=1).update(left_at=now)
    assert before - len(badges_of(anhui)) == 5


def test_badges_name_everybody_once(anhui: Tournament) -> None:
    text = "".join(reading.texts(draw_badges(FRAME, badges_of(anhui), anhui.host)))
    assert all(text.count(name) == 1 for name in Player.objects.values_list("name", flat=True))


def _dark(pdf: bytes, address: str) -> list[list[int]]:
    """The modules of the upright code on the first page, as its boxes put them."""
    count = len(list(segno.make(address, error="m", micro=False).matrix))
    with pdfplumber.open(BytesIO(pdf)) as opened:
        page = opened.pages[0]
        boxes = [box for box in [*page.rects, *page.curves] if box.get("fill") and box["top"] > page.height / 2]
        left, right = min(b["x0"] for b in boxes), max(b["x1"] for b in boxes)
        top, low = min(b["top"] for b in boxes), max(b["bottom"] for b in boxes)
        step = ((right - left) / count, (low - top) / count)
        middles = [
            [(left + (c + 0.5) * step[0], top + (r + 0.5) * step[1]) for c in range(count)] for r in range(count)
        ]
        return [
            [int(any(b["x0"] <= x <= b["x1"] and b["top"] <= y <= b["bottom"] for b in boxes)) for x, y in row]
            for row in middles
        ]


def test_the_code_on_a_card_is_the_address() -> None:
    address = "http://192.168.1.20:8000/t/3"
    pdf = draw_cards(FRAME, [Card(3, "", (), address, "扫码")])
    assert _dark(pdf, address) == [list(row) for row in segno.make(address, error="m", micro=False).matrix]


def test_a_card_can_be_read_from_both_sides_and_names_its_matches() -> None:
    (text,) = reading.texts(
        draw_cards(FRAME, [Card(12, "大厅东侧", ("13:10 院直1A — 戏剧系",), ADDRESS, "扫码看本桌")])
    )
    assert text.count("12号桌") == 2
    assert text.count("院直1A—戏剧系") == 2
    assert text.count("大厅东侧") == text.count("扫码看本桌") == 2


def test_the_code_of_a_sheet_opens_the_pass_of_its_table_once_there_is_one(anhui: Tournament) -> None:
    public = f"{ADDRESS}anhui/"
    assert {addresses_of(anhui, ADDRESS)(number) for number in (1, 2, None)} == {public}
    wide, narrow = make_pass(anhui, [1, 2], PROGRAM), make_pass(anhui, [1], PROGRAM)
    found = addresses_of(anhui, ADDRESS)
    assert [found(number) for number in (1, 2, 3, None)] == [
        f"{ADDRESS}t/{narrow.token}/",
        f"{ADDRESS}t/{wide.token}/",
        public,
        public,
    ]
    assert addresses_of(anhui, "")(1) == ""


def test_without_an_address_there_is_no_code(anhui: Tournament) -> None:
    assert "扫码" in "".join(reading.texts(DOCUMENTS["table-cards"].pdf(anhui, Shown(), ADDRESS)))
    assert "扫码" not in "".join(reading.texts(DOCUMENTS["table-cards"].pdf(anhui, Shown())))


@pytest.mark.parametrize(
    ("tables", "referees", "turn", "expected"),
    [
        ([1, 2, 3], ["甲", "乙", "丙"], 0, {1: "甲", 2: "乙", 3: "丙"}),
        ([1, 2, 3], ["甲", "乙", "丙"], 1, {1: "乙", 2: "丙", 3: "甲"}),
        ([1, 2, 3, 4], ["甲", "乙"], 0, {1: "甲", 2: "甲", 3: "乙", 4: "乙"}),
        ([4, 2, 1, 3], ["甲", "乙"], 1, {1: "乙", 2: "乙", 3: "甲", 4: "甲"}),
        ([1], ["甲", "乙", "丙"], 2, {1: "丙"}),
        ([1, 2], [], 0, {}),
        ([], ["甲"], 0, {}),
    ],
)
def test_referees_take_turns_at_the_tables(
    tables: list[int], referees: list[str], turn: int, expected: dict[int, str]
) -> None:
    assert turns(tables, referees, turn) == expected


def test_the_referees_plan_names_officials_and_gives_every_table_a_referee(anhui: Tournament) -> None:
    anhui.details = {
        "officials": [{"role": "chief", "names": ["程裁判长"]}, {"role": "referees", "names": ["甲裁", "乙裁"]}]
    }
    text = "".join(reading.texts(DOCUMENTS["referee-plan"].pdf(anhui, Shown())))
    assert "裁判长程裁判长" in text
    with_table = Match.objects.filter(stage__tournament=anhui, table__isnull=False).count()
    assert text.count("甲裁") + text.count("乙裁") == with_table + 2
    assert all(title.full in text for title in titles_of(matches_of(anhui)).values())


def test_the_check_in_list_has_everybody_once_under_the_department(anhui: Tournament) -> None:
    text = "".join(reading.texts(DOCUMENTS["check-in"].pdf(anhui, Shown())))
    names = list(Player.objects.values_list("name", flat=True))
    assert all(text.count(name) == 1 for name in names)
    assert "院直11院直1A院直1A甲2院直1A院直1A乙3院直1B院直1B甲" in text
    Team.objects.filter(tournament=anhui, name="戏剧系").update(withdrawn_at=anhui.starts_at)
    assert "戏剧系" not in "".join(reading.texts(DOCUMENTS["check-in"].pdf(anhui, Shown())))


@pytest.mark.django_db
@pytest.mark.parametrize(("count", "pages"), [(4, 1), (64, 7), (256, 29)])
def test_pages_of_the_check_in_list_grow_with_the_teams(count: int, pages: int) -> None:
    assert len(reading.texts(DOCUMENTS["check-in"].pdf(knockout(count), Shown()))) == pages


@pytest.mark.django_db
@pytest.mark.parametrize(("preset", "limits"), [("anhui-chaodipi", [60]), ("bashifen-chaodipi", [60, 90])])
def test_blank_forms_have_a_score_sheet_of_every_length_a_fixture_list_and_a_check_in_list(
    preset: str, limits: list[int]
) -> None:
    cup = factories.tournament(preset=preset)
    pages = reading.texts(DOCUMENTS["blank-forms"].pdf(cup, Shown()))
    assert len(pages) == len(limits) + 2
    for page, minutes in zip(pages, limits, strict=False):
        assert f"每场{minutes}分钟" in page
        assert all(word in page for word in ("抠底", "甲方确认", "裁判员"))
    assert "时间桌号场次甲方乙方胜方级数" in pages[-2]
    assert "参赛队队员签名到场时间备注" in pages[-1]
    assert not any(team.name in "".join(pages) for team in Team.objects.filter(tournament=cup))
