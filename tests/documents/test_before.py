"""The papers before the day: notice, rules, entry forms, quota table, programme say what the data and the pages say."""

import re
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pdfplumber
import pytest
import time_machine
from django.utils import timezone

from scoring.words.describe import describe, offence_rows
from tests import factories
from tests.documents import reading
from tests.documents.brackets import knockout
from tests.playing import play_group
from tournament.documents.catalogue import DOCUMENTS
from tournament.documents.official import ACROSS, BODY, LINES
from tournament.documents.quota_table import cells_of, sums_of
from tournament.documents.rules import printed
from tournament.models import Department, Match, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.demo import create_demo
from tournament.services.notice_paper import paper_of
from tournament.services.quotas import quota_table
from tournament.services.rulesets import ruleset_of
from tournament.services.shown import Shown
from tournament.services.tournaments import create_from_preset
from tournament.services.typography import full_width

PROGRAM = Actor.program("测试")
LONG = "安徽艺术职业学院后勤服务集团离退休工作处联合代表队第一支队伍之龑𠅤"


def _pdf(key: str, cup: Tournament) -> bytes:
    return DOCUMENTS[key].pdf(cup, Shown())


def _text(key: str, cup: Tournament) -> str:
    return "".join(reading.texts(_pdf(key, cup)))


def _same(text: str) -> str:
    return "".join(text.split())


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["anhui-2011", "bashifen", "houqin-2007", "jianye-2007", "liaoning-2014"])
def test_the_notice_prints_every_sentence_in_the_usual_order(key: str) -> None:
    cup = create_from_preset(key, actor=PROGRAM)
    pdf = _pdf("notice", cup)
    pages = reading.texts(pdf)
    foot = r"—\d+—|" + re.escape(_same(cup.name)) + r"·通知.*?数据版本[\d.]+"
    text = "".join(re.sub(foot, "", page) for page in pages)
    paper = paper_of(cup)
    places = []
    for part in paper.parts:
        assert all(_same(line) in text for line in part.lines), part
        places.append(text.index(_same(part.lines[0])))
    assert places == sorted(places)
    assert [part.key for part in paper.parts][:2] == ["opening", "time"]
    assert "一、比赛时间" in text
    assert all(f"—{number}—" in page for number, page in enumerate(pages, start=1))
    assert reading.outside(pdf) == []
    assert all(reading.embedded(pdf).values())


def test_the_notice_says_when_where_who_and_what_is_won(db: None) -> None:
    text = _text("notice", create_from_preset("houqin-2007", actor=PROGRAM))
    for said in (
        "为丰富职工的业余文化生活，后勤管理处定于2007年9月21日至9月23日举办职工扑克（双抠）大赛。",
        "2007年9月21日20:00开始第一轮比赛，9月23日结束。",
        "报名时间。2007年9月18日至9月20日。",
        "每场60分钟，决赛120分钟。",
        "录取前4名，设冠军、亚军、并列第三名。",
        "2007年9月21日19:00，开幕式，培黎体育馆，科以上干部和东校区全体职工参加。",
        "附件：1.“双抠”竞赛规则2.竞赛日程",
    ):
        assert said in text, said


def test_a_page_of_the_notice_has_22_lines_of_28_characters(db: None) -> None:
    cup = create_from_preset("anhui-2011", actor=PROGRAM)
    cup.details = {**cup.details, "requirements": ["文明参赛" * 450]}
    with pdfplumber.open(BytesIO(_pdf("notice", cup))) as opened:
        lines: dict[int, list[float]] = {}
        for one in opened.pages[2].chars:
            if one["size"] == pytest.approx(BODY, abs=0.01):
                lines.setdefault(round(one["bottom"]), []).append(one["x0"])
    assert len(lines) == LINES
    assert max(len(line) for line in lines.values()) == ACROSS
    assert min(min(line) for line in lines.values()) == pytest.approx(28 * 72 / 25.4, abs=0.5)


def test_red_head_number_recipients_signature_and_date(db: None) -> None:
    cup = create_from_preset("anhui-2011", actor=PROGRAM)
    notice = {"red_head": True, "number": "院工发〔2011〕7号", "recipients": "各系、各部门", "dated": "2011-11-20"}
    cup.details = {**cup.details, "notice": notice}
    pdf = _pdf("notice", cup)
    text = "".join(reading.texts(pdf))
    assert text.startswith("安徽艺术职业学院工会文件院工发〔2011〕7号")
    assert "各系、各部门：" in text
    assert "安徽艺术职业学院工会2011年11月20日" in text
    red = {one["non_stroking_color"] for one in reading.characters(pdf) if one["size"] > 23}
    assert red == {(0.7, 0.15, 0.12)}


@pytest.mark.parametrize(("days", "printed"), [(-3, "2011年11月22日"), (0, "2011年11月25日"), (9, "2011年11月25日")])
def test_a_notice_without_a_date_bears_todays_but_none_after_the_first_round(db: None, days: int, printed: str) -> None:
    cup = create_from_preset("anhui-2011", actor=PROGRAM)
    assert cup.starts_at is not None
    with time_machine.travel(cup.starts_at + timedelta(days=days), tick=False):
        assert _text("notice", cup).count(f"安徽艺术职业学院工会{printed}") == 1


def test_an_imprint_closes_a_letter_with_a_red_head_only(db: None) -> None:
    cup = create_from_preset("anhui-2011", actor=PROGRAM)
    for lines in range(1, 25):
        notice = {"red_head": True, "dated": "2011-11-20"}
        cup.details = {**cup.details, "requirements": ["遵守规则。"] * lines, "notice": notice}
        with pdfplumber.open(BytesIO(_pdf("notice", cup))) as opened:
            *_others, last = opened.pages
            said = [one for one in last.chars if one["size"] == pytest.approx(14, abs=0.01) and one["top"] < 740]
            text = "".join(one["text"] for one in said)
            body = max(one["bottom"] for one in last.chars if one["size"] == pytest.approx(BODY, abs=0.01))
        assert text.startswith("安徽艺术职业学院工会2011年11月20日印发")
        assert body < min(one["top"] for one in said)
    assert "印发" not in _text("notice", create_from_preset("houqin-2007", actor=PROGRAM))


def test_a_single_point_has_no_number(db: None) -> None:
    text = _text("notice", create_from_preset("bashifen", actor=PROGRAM))
    assert "三、参赛办法队员人数：每队2人。四、报名办法更换队员在第一轮" in text
    assert "五、竞赛办法（一）竞赛规则。" in text


def test_a_signature_never_stands_on_a_page_alone(db: None) -> None:
    cup = create_from_preset("anhui-2011", actor=PROGRAM)
    for lines in range(4, 20):
        cup.details = {**cup.details, "requirements": ["遵守规则。"] * lines}
        last = reading.texts(_pdf("notice", cup))[-1]
        assert f"{lines}.遵守规则。" in last


def test_before_the_draw_the_notice_leaves_out_what_nobody_filled_in(db: None) -> None:
    cup = Tournament.objects.create(slug="bare", name="牌赛")
    text = _text("notice", cup)
    assert "主办单位决定举办牌赛。现将有关事项通知如下：" in text
    assert all(word not in text for word in ("比赛时间", "奖励", "None", "待定"))


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["anhui-chaodipi", "bashifen-chaodipi", "huobang", "jianye-chaodipi"])
def test_the_rules_print_every_sentence_and_every_offence(preset: str) -> None:
    cup = factories.tournament(preset=preset)
    pdf = _pdf("rules", cup)
    text = _same("".join(reading.texts(pdf)))
    ruleset = ruleset_of(cup.stages.all()[0].ruleset)
    page = re.compile(r"扑克牌炒地皮比赛(·?竞赛规则)|违例判罚处理|·第\d+页/共\d+页·.*?数据版本[\d.]+")
    text = page.sub("", text)
    for section in describe(ruleset):
        for line in section.lines if section.key not in ("identity", "offences") else ():
            assert _same(printed(line.text)) in text, line.text
    for row in offence_rows(ruleset):
        assert all(_same(full_width(cell))[:6] in text for cell in row), row
    assert ruleset.key not in text
    assert "小组赛名次相同时依次比较：" in text
    assert reading.outside(pdf) == []
    assert reading.across_lines(pdf) == []


def test_offences_as_a_table_say_what_the_sentences_say(db: None) -> None:
    ruleset = ruleset_of(factories.tournament(preset="bashifen-chaodipi").stages.all()[0].ruleset)
    lines = next(section.lines for section in describe(ruleset) if section.key == "offences")
    rows = offence_rows(ruleset)
    assert len(rows) == len(lines) > 5
    for line, (name, cost, _rest) in zip(lines, rows, strict=True):
        assert line.text.startswith(name)
        assert cost in line.text


def test_the_blank_entry_form_has_the_columns_and_the_deadline(db: None) -> None:
    cup = create_from_preset("houqin-2007", actor=PROGRAM)
    text = _text("entry-form", cup)
    assert all(word in text for word in ("单位", "联系人", "队员一（工号）队员二（工号）备注", "单位盖章和日期"))
    assert "报名截止：2007年9月20日。交表地点：综合办公室。" in text
    assert "替补一" not in text
    cup.roster_size = 4
    assert "替补一（工号）替补二（工号）" in _text("entry-form", cup)


def test_a_filled_form_has_its_departments_teams_only(anhui: Tournament) -> None:
    Department.objects.filter(tournament=anhui, name="院直1").update(contact="程主席", phone="0551-1234", team_quota=4)
    waiting = Team.objects.get(tournament=anhui, name="院直1B")
    Team.objects.filter(pk=waiting.pk).update(waiting_since=datetime(2011, 11, 20, tzinfo=UTC))
    Player.objects.filter(team=waiting, number=1).update(staff_number="A17")
    pages = reading.texts(_pdf("entry-forms", anhui))
    names = list(Department.objects.filter(tournament=anhui).values_list("name", flat=True))
    assert len(pages) == len(names)
    (page,) = [page for page in pages if "单位院直1单位人数" in page]
    assert "联系人程主席电话0551-1234" in page
    assert "1院直1A院直1A甲院直1A乙" in page
    assert "2院直1B院直1B甲（A17）院直1B乙候补345填表说明：名额：4队。" in page
    assert "院直2" not in page


def test_the_quota_table_is_the_pages_table_with_its_sums(db: None) -> None:
    cup = create_demo("jianye-2007", actor=PROGRAM)
    text = _text("quota-table", cup)
    rows = quota_table(cup)
    assert "名额办法：每15人一队，不足15人按15人计。" in text
    for number, row in enumerate(rows, start=1):
        assert "".join(cells_of(number, row)) in text
    assert sums_of(rows)[1:] == ["合计", "140", "11", "11", "0", "0"]
    assert "合计140111100" in text


@pytest.mark.django_db
def test_sums_are_left_out_where_a_department_has_no_limit() -> None:
    rows = quota_table(knockout(4))
    assert sums_of(rows) == ["", "合计", "", "", "4", "0", ""]
    assert cells_of(1, rows[0])[3:] == ["不限", "1", "0", ""]


def test_the_contents_name_the_page_on_which_each_chapter_begins(anhui: Tournament) -> None:
    pages = reading.texts(_pdf("programme", anhui))
    found = re.findall(r"([\u4e00-\u9fff]+)…+(\d+)", pages[1].removeprefix("扑克牌炒地皮比赛目录"))
    assert [title for title, _page in found] == [
        "竞赛通知", "竞赛规则", "组织机构", "参赛队名单", "竞赛日程", "分组表", "对阵图", "牌桌安排",
    ]  # fmt: skip
    for title, number in found:
        assert pages[int(number) - 1].startswith(f"扑克牌炒地皮比赛{title}")
        assert not pages[int(number) - 2].startswith(f"扑克牌炒地皮比赛{title}")
    assert all(f"秩序册·第{number}页/共{len(pages)}页" in page for number, page in enumerate(pages, start=1))


def test_the_programme_has_teams_players_hours_and_no_results(anhui: Tournament) -> None:
    plan = _text("programme", anhui)
    for name in Player.objects.values_list("name", flat=True):
        assert name in plan
    for match in Match.objects.filter(stage__tournament=anhui):
        assert match.starts_at is None or f"{timezone.localtime(match.starts_at):%H:%M}" in plan
    play_group(anhui, "A", PROGRAM)
    after = _text("programme", anhui)
    assert "A组第一名" in after
    assert re.sub(r"数据版本[\d.]+|[\d:-]+打印", "", plan) == re.sub(r"数据版本[\d.]+|[\d:-]+打印", "", after)


@pytest.mark.django_db
@pytest.mark.parametrize(("count", "most"), [(4, 10), (64, 27), (256, 85)])
def test_pages_of_the_programme_grow_with_the_teams(count: int, most: int) -> None:
    cup = knockout(count)
    pages = len(reading.texts(_pdf("programme", cup))) if count < 256 else len(_parts(cup))
    assert most * 0.6 < pages <= most


def _parts(cup: Tournament) -> list[object]:
    return [page for _frame, pages in DOCUMENTS["programme"].parts(cup, Shown()) for page in pages]


@pytest.mark.django_db
def test_the_longest_names_are_fitted_on_the_papers_before_the_day() -> None:
    cup = knockout(4, name=LONG[:-1] + "{}𠅤")
    Player.objects.update(name="欧阳古丽娜·艾买提江·阿不都热合曼诺娃", staff_number="20260001")
    Tournament.objects.update(host=LONG, venue=LONG)
    cup.refresh_from_db()
    for key in ("notice", "entry-forms", "quota-table", "programme", "check-in", "blank-forms", "rules"):
        pdf = _pdf(key, cup)
        assert reading.outside(pdf, 14) == [], key
        assert reading.across_lines(pdf) == [], key
        assert all(reading.embedded(pdf).values()), key
    assert "𠅤" in _text("entry-forms", cup)


def test_public_are_the_notice_with_the_notice_and_the_programme_with_the_plan(anhui: Tournament) -> None:
    def public() -> set[str]:
        return {key for key, document in DOCUMENTS.items() if document.is_public(anhui)}

    assert public() == set()
    anhui.published = ["notice"]
    assert public() == {"notice", "rules", "entry-form"}
    anhui.published = ["notice", "teams", "draw"]
    assert "programme" not in public()
    anhui.published = ["notice", "teams", "draw", "schedule"]
    assert "programme" in public()
    assert not {"entry-forms", "quota-table", "check-in", "blank-forms"} & public()


@pytest.mark.django_db
@pytest.mark.parametrize(("count", "quota_pages"), [(4, 1), (64, 3), (256, 9)])
def test_an_entry_form_a_department_and_a_quota_line_each(count: int, quota_pages: int) -> None:
    cup = knockout(count)
    forms = DOCUMENTS["entry-forms"].parts(cup, Shown())
    assert sum(len(pages) for _frame, pages in forms) == count
    table = DOCUMENTS["quota-table"].parts(cup, Shown())
    assert sum(len(pages) for _frame, pages in table) == quota_pages
    if count == 256:
        return  # read back page by page it takes seconds
    pages = reading.texts(_pdf("quota-table", cup))
    assert all(f"第{number}队" in "".join(pages) for number in range(1, count + 1))
    assert all("序号单位名额已报候补" in page and "人数" not in page for page in pages)
