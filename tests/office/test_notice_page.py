"""Staff page 通知: every sentence to be changed, kept, made anew; data that changed under it; two people at once."""

import html
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.documents import reading
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import AuditEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.audit_words import audit_text
from tournament.services.cloning import clone_tournament
from tournament.services.details import details_of
from tournament.services.notice_paper import paper_of, save_paper, seen_of, states_of
from tournament.services.notice_text import Part, written
from tournament.services.notice_words import broken
from tournament.services.refusal import Conflict, Refusal
from tournament.services.shown import Shown
from tournament.services.tournaments import change_tournament, create_from_preset
from tournament.services.typography import closed_up

FACTS = {"red_head": False, "number": "", "recipients": "", "signature": "", "dated": None}


@pytest.fixture
def houqin(me: Actor) -> Tournament:
    """The notice of the 2007 competition without its teams."""
    return create_from_preset("houqin-2007", actor=me)


def _url(cup: Tournament) -> str:
    return reverse("office:notice", args=[cup.slug])


def _form(cup: Tournament, **changes: str) -> dict[str, str]:
    """What the page would send, with these fields changed."""
    cup.refresh_from_db()
    recipients = details_of(cup).notice.recipients
    data = {"seen": seen_of(cup), "number": "", "recipients": recipients, "signature": "", "dated": ""}
    for state in states_of(cup):
        data[f"text-{state.part.key}"] = state.part.text
        data[f"heading-{state.part.key}"] = state.part.heading
    return {**data, **changes}


def _typed(cup: Tournament, **texts: str) -> dict[str, tuple[str, str]]:
    return {part.key: (part.heading, texts.get(part.key, part.text)) for part in written(cup)}


@pytest.mark.parametrize("length", [8, 20, 21, 40, 41, 63])
def test_a_title_is_broken_into_lines_that_fit(length: int) -> None:
    title = ("关于举办安徽艺术职业学院后勤服务集团扑克牌大赛" * 3)[:length]
    lines = broken(title)
    assert "".join(lines) == title
    assert len(lines) == -(-length // 20)
    assert all(len(line) <= 20 for line in lines)


def _part(cup: Tournament, key: str) -> Part:
    cup.refresh_from_db()
    return next(state.part for state in states_of(cup) if state.part.key == key)


def test_the_page_shows_every_part_as_the_data_give_it(staff: Client, houqin: Tournament) -> None:
    page = html.unescape(staff.get(_url(houqin)).content.decode())
    for part in written(houqin):
        assert part.text in page
    assert page.count("自动</span>") == len(written(houqin))
    assert "按资料重写" not in page


def test_what_is_typed_is_kept_printed_and_audited(staff: Client, houqin: Tournament) -> None:
    text = "9月21日晚8时开赛。\r\n请提前吃晚饭。"
    fields = {"text-time": text, "heading-time": "时间安排", "number": "后工〔2007〕3号", "red_head": "on"}
    answer = staff.post(_url(houqin), _form(houqin, **fields, dated="2007-09-18", recipients="各科室、院、中心"))
    assert answer.status_code == 302
    assert _part(houqin, "time") == Part("time", "时间安排", "9月21日晚8时开赛。\n请提前吃晚饭。")
    notice = details_of(houqin).notice
    assert [one.key for one in notice.edited] == ["time"]
    printed = "".join(reading.texts(DOCUMENTS["notice"].pdf(houqin, Shown())))
    for said in (
        "后勤管理处文件",
        "后工〔2007〕3号",
        "各科室、院、中心：",
        "一、时间安排9月21日晚8时开赛。请提前吃晚饭。",
    ):
        assert said in printed
    assert "后勤管理处2007年9月18日" in printed
    entry = AuditEntry.objects.get(action="notice.change")
    assert audit_text(entry) == f"修改通知文字 {houqin.name}"
    assert entry.after["edited"][0]["text"] == "9月21日晚8时开赛。\n请提前吃晚饭。"
    assert entry.before == {"recipients": "各科室、院、中心"}


def test_saving_what_was_not_touched_writes_nothing(staff: Client, houqin: Tournament) -> None:
    assert staff.post(_url(houqin), _form(houqin)).status_code == 302
    assert details_of(houqin).notice.edited == ()
    assert not AuditEntry.objects.filter(action="notice.change").exists()


def test_data_that_change_under_a_written_part_are_shown(staff: Client, me: Actor, houqin: Tournament) -> None:
    staff.post(_url(houqin), _form(houqin, **{"text-place": "体育馆二楼。", "text-prizes": "奖品丰厚。"}))
    change_tournament(houqin, me, venue="新体育馆")
    page = staff.get(_url(houqin)).content.decode()
    assert "有 1 段写好以后资料又改了" in page
    assert "按现在的资料是：" in page
    assert "新体育馆。" in page
    houqin.refresh_from_db()
    assert [state.part.key for state in states_of(houqin) if state.changed] == ["place"]
    staff.post(_url(houqin), _form(houqin, keep="place"))
    assert _part(houqin, "place").text == "体育馆二楼。"
    assert not any(state.changed for state in states_of(houqin))
    change_tournament(houqin, me, venue="旧体育馆")
    staff.post(_url(houqin), _form(houqin, **{"text-place": "体育馆三楼。"}))  # rewritten with the new data before one
    houqin.refresh_from_db()
    assert not any(state.changed for state in states_of(houqin))


def test_one_part_made_anew_leaves_the_others_as_typed(staff: Client, houqin: Tournament) -> None:
    staff.post(_url(houqin), _form(houqin, **{"text-place": "体育馆二楼。"}))
    changed = _form(houqin, **{"text-place": "体育馆四楼。", "text-prizes": "奖品丰厚。"}, again="place")
    answer = staff.post(_url(houqin), changed)
    assert answer["Location"].endswith("#part-place")
    assert _part(houqin, "place").text.startswith("培黎体育馆。")
    assert _part(houqin, "prizes").text == "奖品丰厚。"


def test_a_part_without_text_is_left_out_and_the_numbers_close_up(staff: Client, houqin: Tournament) -> None:
    staff.post(_url(houqin), _form(houqin, **{"text-place": " \n "}))
    houqin.refresh_from_db()
    assert "place" not in [part.key for part in paper_of(houqin).parts]
    printed = "".join(reading.texts(DOCUMENTS["notice"].pdf(houqin, Shown())))
    assert "二、参赛办法" in printed
    assert "比赛地点" not in printed


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("text-time", "长" * 4001, "“比赛时间”的正文有4001个字，最多4000个字。"),
        ("heading-time", "长" * 61, "“比赛时间”的标题有61个字，最多60个字。"),
        ("heading-time", "", "“比赛时间”一段有正文，标题不能为空；整段不印，请把正文也清空。"),
        ("number", "长" * 61, "文号有61个字，最多60个字。"),
        ("recipients", "长" * 201, "主送单位有201个字，最多200个字。"),
        ("signature", "长" * 201, "落款单位有201个字，最多200个字。"),
        ("dated", "明天", "日期不对，应写成 2026-05-09 这样。"),
        ("dated", "9999-01-01", "落款日期的年份应在1970到2199之间。"),
    ],
)
def test_a_refusal_says_where_and_keeps_what_was_typed(
    staff: Client, houqin: Tournament, field: str, value: str, said: str
) -> None:
    answer = staff.post(_url(houqin), _form(houqin, **{"text-prizes": "奖品丰厚。", field: value}))
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 400
    assert said in page
    assert "奖品丰厚。" in page
    assert value in page
    assert details_of(Tournament.objects.get(pk=houqin.pk)).notice.edited == ()


def test_who_saves_over_a_newer_notice_is_shown_both(staff: Client, me: Actor, houqin: Tournament) -> None:
    mine = _form(houqin, **{"text-place": "我的体育馆。"})
    save_paper(houqin, me, seen=seen_of(houqin), parts=_typed(houqin, place="他的体育馆。"), facts=FACTS)
    answer = staff.post(_url(houqin), mine)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 409
    assert "这份通知在您打开以后别人改过" in page
    assert "我的体育馆。" in page
    assert "他的体育馆。" in page
    assert _part(houqin, "place").text == "他的体育馆。"
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen
    assert staff.post(_url(houqin), {**mine, "seen": seen[1]}).status_code == 302
    assert _part(houqin, "place").text == "我的体育馆。"


def test_the_service_refuses_a_stale_save_and_an_unknown_part(me: Actor, houqin: Tournament) -> None:
    with pytest.raises(Conflict):
        save_paper(houqin, me, seen="0", parts=_typed(houqin), facts=FACTS)
    with pytest.raises(Refusal, match="没有“nothing”这一段"):
        save_paper(houqin, me, seen=seen_of(houqin), parts={"nothing": ("", "")}, facts=FACTS)


def test_other_facts_do_not_lose_the_written_parts(me: Actor, houqin: Tournament) -> None:
    save_paper(houqin, me, seen=seen_of(houqin), parts=_typed(houqin, place="体育馆二楼。"), facts=FACTS)
    change_tournament(houqin, me, appeals="工会委员会")
    assert _part(houqin, "place").text == "体育馆二楼。"


def test_next_years_copy_starts_from_the_data_again(me: Actor, houqin: Tournament) -> None:
    facts = {**FACTS, "red_head": True, "number": "后工〔2007〕3号", "recipients": "各科室"}
    save_paper(houqin, me, seen=seen_of(houqin), parts=_typed(houqin, time="9月21日开赛。"), facts=facts)
    houqin.refresh_from_db()
    assert houqin.starts_at
    copy = clone_tournament(houqin, name="明年的大赛", starts_at=houqin.starts_at + timedelta(days=364), actor=me)
    notice = details_of(copy).notice
    assert (notice.edited, notice.number, notice.dated) == ((), "", None)
    assert (notice.red_head, notice.recipients) == (True, "各科室")
    assert "2008年9月19日" in _part(copy, "time").text


def test_the_page_takes_the_same_queries_with_any_number_of_written_parts(staff: Client, houqin: Tournament) -> None:
    counts = []
    for changes in ({}, {"text-place": "一。", "text-prizes": "二。", "text-time": "三。"}):
        staff.post(_url(houqin), _form(houqin, **changes))
        with CaptureQueriesContext(connection) as queries:
            staff.get(_url(houqin))
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 4


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("迟到 10 分钟，作弃权", "迟到10分钟，作弃权"),
        ("13:10 开始", "13:10开始"),
        ("扑克牌（炒地皮）比赛", "扑克牌（炒地皮）比赛"),
        ("必打（J、A（均可））", "必打（J、A（均可））"),
        ("共 1,000 元", "共1,000元"),
        ("Contact: A (B), C", "Contact: A (B), C"),
        ("级数：A,K", "级数：A,K"),
    ],
)
def test_marks_are_full_width_beside_chinese_only(typed: str, printed: str) -> None:
    assert closed_up(typed) == printed


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("关于举办牌赛的通知", ["关于举办牌赛的通知"]),
        (
            "关于举办安徽艺术职业学院扑克牌（炒地皮）比赛的通知",
            ["关于举办安徽艺术职业学院", "扑克牌（炒地皮）比赛的通知"],
        ),
        ("关于举办" + "甲" * 30 + "的通知", ["关于举办" + "甲" * 14, "甲" * 16 + "的通知"]),
    ],
)
def test_a_title_breaks_after_a_body_or_before_a_bracket(title: str, lines: list[str]) -> None:
    assert broken(title) == lines
