"""Importing a list: the preview says everything before anything is stored; then the whole list, or nothing of it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.office.conftest import make
from tests.office.sheets import HEAD, listed, workbook
from tournament.models import AuditEntry, Department, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.importing.commit import enter, preview
from tournament.services.importing.known import registered
from tournament.services.importing.parcel import Parcel, new_parcel, pack, unpack
from tournament.services.importing.plan import Decisions, Plan
from tournament.services.importing.reading import read_file
from tournament.services.importing.rows import entries_of
from tournament.services.quotas import set_quota
from tournament.services.refusal import Conflict, Refusal
from tournament.services.registration import MAX_TEAMS, add_department, enter_team

Rows = list[list[Any]]


@pytest.fixture
def page(cup: Tournament) -> str:
    return f"/office/{cup.slug}/entries/import/"


def team(department: str, one: str, two: str, **more: Any) -> list[Any]:
    """A row of the template."""
    values = {"headcount": "", "name": "", "staff1": "", "staff2": ""} | more
    return [department, values["headcount"], values["name"], one, values["staff1"], two, values["staff2"]]


def parcel_of(cup: Tournament, *rows: list[Any], heads: Any = HEAD) -> Parcel:
    table = read_file(workbook([heads, *rows]))
    return new_parcel("名单.xlsx", table.notes, entries_of(table, cup.roster_size))


def planned(cup: Tournament, *rows: list[Any], **decisions: Any) -> Plan:
    return preview(cup, parcel_of(cup, *rows), Decisions(**decisions))


def troubles(plan: Plan) -> list[tuple[int, str]]:
    return [(row.entry.number, one.message) for row in plan.rows for one in row.open]


def entered(cup: Tournament, me: Actor, *rows: list[Any], heads: Any = HEAD, **decisions: Any) -> int:
    parcel, decided = parcel_of(cup, *rows, heads=heads), Decisions(**decisions)
    return enter(cup, parcel, decided, preview(cup, parcel, decided).fingerprint, me)


def stored(cup: Tournament) -> list[tuple[str, str, list[str]]]:
    teams = Team.objects.filter(tournament=cup).order_by("pk").select_related("department")
    return [(one.department.name, one.name, [p.name for p in one.players.order_by("number")]) for one in teams]


def test_a_clean_list_is_entered_whole_with_names_given_by_themselves(cup: Tournament, me: Actor) -> None:
    rows = [
        team("院直1", "张三", "李四", headcount=42, staff1="007"),
        team("基础部", "王五", "赵六", name="猛虎"),
        team("院直1", "钱七", "孙八"),
    ]
    assert entered(cup, me, *rows) == 3
    assert stored(cup) == [
        ("院直1", "院直1A", ["张三", "李四"]),
        ("基础部", "猛虎", ["王五", "赵六"]),
        ("院直1", "院直1B", ["钱七", "孙八"]),
    ]
    assert Department.objects.get(name="院直1").headcount == 42
    assert Player.objects.get(name="张三").staff_number == "007"
    entry = AuditEntry.objects.get(action="team.import")
    assert entry.subject == "“名单.xlsx”:3 队,新单位 2 个"
    assert entry.after is not None
    assert entry.after["teams"]["猛虎"] == ["王五", "赵六"]


def test_the_preview_gives_the_names_that_are_stored(cup: Tournament, me: Actor) -> None:
    enter_team(cup, "院直1", ["甲", "乙"], me)
    rows = [team("院直1", "丙", "丁"), team("院直1", "戊", "己")]
    plan = planned(cup, *rows)
    assert [row.name for row in plan.rows] == ["院直1B", "院直1C"]
    assert [(was, name) for _pk, was, name in plan.renames] == [("院直1", "院直1A")]
    entered(cup, me, *rows)
    assert [name for _department, name, _players in stored(cup)] == ["院直1A", "院直1B", "院直1C"]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_an_import_names_teams_as_entering_them_one_by_one_does(me: Actor, order: tuple[int, ...]) -> None:
    teams = [("甲系", "张三", "李四"), ("甲系", "王五", "赵六"), ("乙系", "钱七", "孙八")]
    one_by_one, at_once = make(me, name="一"), make(me, name="二")
    for n in order:
        enter_team(one_by_one, teams[n][0], list(teams[n][1:]), me)
    entered(at_once, me, *(team(*teams[n]) for n in order))
    assert stored(one_by_one) == stored(at_once)


CLASHES: dict[str, tuple[Rows, list[tuple[int, str]]]] = {
    "the same staff number twice in the file": (
        [team("甲系", "张三", "李四", staff1="7"), team("乙系", "王五", "赵六", staff2="7")],
        [(3, "“赵六”的工号 7 已在第 2 行中(张三):一人只能参加一队。")],
    ),
    "the same name twice in a department": (
        [team("甲系", "张三", "李四"), team("甲系", "张三", "赵六")],
        [(3, "“张三”已在第 2 行中:一人只能参加一队;若是同名的两个人,请勾选“同名不同人”。")],
    ),
    "the same name twice in a team": (
        [team("甲系", "张三", "张三")],
        [(2, "“张三”已在第 2 行中:一人只能参加一队;若是同名的两个人,请勾选“同名不同人”。")],
    ),
    "a name the department has": (
        [team("老系", "老张", "李四")],
        [(2, "“老张”已在“老系”中:一人只能参加一队;若是同名的两个人,请勾选“同名不同人”。")],
    ),
    "a staff number another department has": (
        [team("甲系", "李四", "王五", staff1="Z9")],
        [(2, "“李四”的工号 Z9 已在“老系”中(老李):一人只能参加一队。")],
    ),
    "a team that is registered": ([team("老系", "老李", "老张")], [(2, "这一队已经登记过(“老系”);不必再登记。")]),
    "a team's name in use": (
        [team("甲系", "张三", "李四", name="老系")],
        [(2, "队名“老系”已经用过,请给新队另起队名。")],
    ),
    "a team's name twice": (
        [team("甲系", "张三", "李四", name="虎"), team("乙系", "张三", "李四", name="虎")],
        [(3, "队名“虎”与第 2 行相同,请另起队名。")],
    ),
    "a name by itself that another row gives": (
        [team("甲系", "张三", "李四", name="乙系"), team("乙系", "张三", "李四")],
        [(3, "队名“乙系”与第 2 行相同,请另起队名。")],
    ),
    "a quota exceeded": (
        [team("满系", "甲", "乙"), team("满系", "丙", "丁"), team("满系", "戊", "己")],
        [
            (3, "“满系”的名额是 1 队,已满;请调整名额,或写明超额的理由。"),
            (4, "“满系”的名额是 1 队,已满;请调整名额,或写明超额的理由。"),
        ],
    ),
    "two headcounts": (
        [team("甲系", "张三", "李四", headcount=10), team("甲系", "王五", "赵六", headcount=12)],
        [(3, "“甲系”的人数已是 10,这里又写 12;请只留一个。")],
    ),
}


@pytest.mark.parametrize(("rows", "words"), CLASHES.values(), ids=CLASHES)
def test_a_clash_is_told_at_its_row_and_nothing_is_stored(
    cup: Tournament, me: Actor, rows: Rows, words: list[tuple[int, str]]
) -> None:
    old = enter_team(cup, "老系", ["老张", "老李"], me)
    Player.objects.filter(team=old, number=2).update(staff_number="Z9")
    add_department(cup, "满系", me, team_quota=1)
    before = stored(cup)
    assert troubles(planned(cup, *rows)) == words
    with pytest.raises(Refusal, match="没有登记任何一队"):
        entered(cup, me, *rows, team("好系", "好甲", "好乙"))
    assert stored(cup) == before
    assert not Department.objects.filter(name="好系").exists()


def test_different_staff_numbers_tell_two_people_of_one_name_apart(cup: Tournament, me: Actor) -> None:
    rows = [team("甲系", "张三", "李四", staff1="1"), team("甲系", "张三", "王五", staff1="2")]
    assert entered(cup, me, *rows) == 2
    assert not Player.objects.filter(namesake=True).exists()


def test_a_tick_for_namesakes_lets_the_row_in_and_is_remembered(cup: Tournament, me: Actor) -> None:
    rows = [team("甲系", "张三", "李四"), team("甲系", "张三", "王五")]
    assert entered(cup, me, *rows, namesakes=frozenset({3})) == 2
    assert list(Player.objects.filter(namesake=True).values_list("team__name", "name")) == [("甲系B", "张三")]


def test_a_column_for_namesakes_does_the_same(cup: Tournament, me: Actor) -> None:
    rows = [[*team("甲系", "张三", "李四"), ""], [*team("甲系", "张三", "王五"), "是"]]
    assert entered(cup, me, *rows, heads=[*HEAD, "同名不同人"]) == 2


def test_a_reason_lets_teams_in_beyond_the_quota_and_is_recorded_with_them(cup: Tournament, me: Actor) -> None:
    add_department(cup, "满系", me, team_quota=1)
    rows = [team("满系", "甲", "乙"), team("满系", "丙", "丁")]
    assert entered(cup, me, *rows, reason="领导同意") == 2
    assert list(Team.objects.order_by("pk").values_list("over_quota_reason", flat=True)) == ["", "领导同意"]
    assert AuditEntry.objects.get(action="team.import").reason == "领导同意"


def test_places_come_from_the_headcount_in_the_same_file(cup: Tournament, me: Actor) -> None:
    set_quota(cup, {"kind": "per-head", "people": 15}, me)
    cup.refresh_from_db()
    rows = [team("甲系", "张三", "李四"), team("甲系", "王五", "赵六", headcount=16), team("乙系", "甲", "乙")]
    assert troubles(planned(cup, *rows)) == [
        (4, "“乙系”的人数还没有填写,按名额办法算不出能报几队;请先填写人数,或写明理由。")
    ]
    rows[1] = team("甲系", "王五", "赵六", headcount=15)
    assert troubles(planned(cup, *rows[:2])) == [(3, "“甲系”的名额是 1 队,已满;请调整名额,或写明超额的理由。")]


def test_outside_the_window_a_list_needs_a_reason(cup: Tournament, page: str, staff: Client, me: Actor) -> None:
    Tournament.objects.filter(pk=cup.pk).update(entry_closes_at=timezone.now() - timedelta(days=1))
    answer = post_file(staff, page, workbook(listed(2)))
    assert "补报须写明理由" in answer.content.decode()
    refused = staff.post(f"{page}rows/", {**hidden(answer), "enter": "1"})
    assert refused.status_code == 400
    assert "工作人员补报,请写明理由" in refused.content.decode()
    done = staff.post(f"{page}rows/", {**hidden(refused), "enter": "1", "reason": "主席批准"})
    assert done.status_code == 302
    assert AuditEntry.objects.get(action="team.import").reason == "主席批准"


def test_a_withdrawn_team_takes_no_place_and_frees_its_players(cup: Tournament, me: Actor) -> None:
    add_department(cup, "满系", me, team_quota=1)
    gone = enter_team(cup, "满系", ["张三", "李四"], me)
    Team.objects.filter(pk=gone.pk).update(withdrawn_at=timezone.now())
    assert entered(cup, me, team("满系", "张三", "王五")) == 1
    assert [name for _department, name, _players in stored(cup)] == ["满系B", "满系"]


def test_a_row_left_out_frees_what_it_took(cup: Tournament, me: Actor) -> None:
    rows = [team("甲系", "张三", "李四"), team("甲系", "张三", "王五"), team("甲系", "赵六", "钱七")]
    assert entered(cup, me, *rows, skipped=frozenset({3})) == 2
    assert [name for _department, name, _players in stored(cup)] == ["甲系A", "甲系B"]
    with pytest.raises(Refusal, match="没有可登记的队"):
        entered(cup, me, team("乙系", "甲", "乙"), skipped=frozenset({2}))


def test_no_more_teams_than_a_tournament_holds(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.services.importing.plan.MAX_TEAMS", 2)
    plan = planned(cup, *(team(f"{n}系", f"甲{n}", f"乙{n}") for n in range(3)))
    assert troubles(plan) == [(4, "一项赛事最多 2 队。")]
    assert MAX_TEAMS >= 2000


def test_what_changed_since_the_preview_stores_nothing(cup: Tournament, me: Actor) -> None:
    parcel = parcel_of(cup, team("甲系", "张三", "李四"))
    shown = preview(cup, parcel, Decisions()).fingerprint
    enter_team(cup, "甲系", ["王五", "赵六"], me)
    with pytest.raises(Conflict, match="有变化"):
        enter(cup, parcel, Decisions(), shown, me)
    assert len(stored(cup)) == 1


def test_the_same_parcel_twice_is_one_list(cup: Tournament, me: Actor) -> None:
    parcel = parcel_of(cup, team("甲系", "张三", "张三"))
    decisions = Decisions(namesakes=frozenset({2}))
    shown = preview(cup, parcel, decisions).fingerprint
    assert [enter(cup, parcel, decisions, shown, me) for _press in range(2)] == [1, 1]
    assert len(stored(cup)) == 1


def test_a_failure_half_way_leaves_nothing(cup: Tournament, me: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("tournament.services.importing.commit.audit.record", broken)
    with pytest.raises(RuntimeError, match="disk"):
        entered(cup, me, team("甲系", "张三", "李四"))
    assert not Team.objects.exists()
    assert not Department.objects.exists()


def test_nothing_is_imported_after_the_draw(cup: Tournament, me: Actor) -> None:
    for n in range(8):
        enter_team(cup, f"{n}系", [f"甲{n}", f"乙{n}"], me)
    hold_draw(first_stage(cup), actor=me, seed="一")
    with pytest.raises(Refusal, match="已经抽签"):
        entered(cup, me, team("新系", "张三", "李四"))


def test_a_parcel_belongs_to_its_tournament_and_cannot_be_changed(cup: Tournament, me: Actor) -> None:
    parcel = parcel_of(cup, team("甲系", "张三", "李四", staff1="7"), team("", "王五", ""))
    packed = pack(cup, parcel)
    assert unpack(cup, packed) == parcel
    for text in (packed[:-1], "x" + packed, "", "a:b:c"):
        with pytest.raises(Refusal, match="重新上传"):
            unpack(cup, text)
    with pytest.raises(Refusal, match="重新上传"):
        unpack(make(me, name="别的"), packed)


NAMES = st.text(st.sampled_from("甲乙A1=+ ' "), min_size=1, max_size=4)
LINES = st.lists(
    st.tuples(st.sampled_from(["甲", "甲A", "乙", ""]), NAMES, NAMES, st.sampled_from(["", "甲", "虎"])), max_size=6
)


@settings(max_examples=20, deadline=None)
@given(LINES, LINES)
@pytest.mark.django_db
def test_a_plan_without_trouble_is_stored_exactly_as_it_was_shown(first: Any, second: Any) -> None:
    me = Actor.program("test")
    cup = make(me)
    for lines in (first, second):
        rows = [team(department, one, two, name=name) for department, one, two, name in lines]
        if not rows:
            continue
        try:
            parcel = parcel_of(cup, *rows)
        except Refusal:
            continue
        bad = {row.entry.number for row in preview(cup, parcel, Decisions()).troubled}
        decisions = Decisions(skipped=frozenset(bad))
        plan, before = preview(cup, parcel, decisions), stored(cup)
        if plan.troubled or not plan.entered:
            continue
        enter(cup, parcel, decisions, plan.fingerprint, me)
        changed = {was: name for _pk, was, name in plan.renames}
        shown = [(row.entry.department, row.name, [one.name for one in row.players]) for row in plan.entered]
        assert stored(cup) == [(where, changed.get(name, name), who) for where, name, who in before] + shown


def post_file(staff: Client, page: str, data: bytes, name: str = "名单.xlsx") -> HttpResponse:
    return staff.post(page, {"file": SimpleUploadedFile(name, data)})


def hidden(answer: HttpResponse) -> dict[str, str]:
    """The fields that the preview carries."""
    text = answer.content.decode()
    return {key: re.search(f'name="{key}" value="([^"]*)"', text)[1] for key in ("parcel", "shown")}  # type: ignore[index]


def test_from_the_file_to_the_teams_over_the_pages(cup: Tournament, page: str, staff: Client) -> None:
    answer = post_file(staff, page, workbook([HEAD, team("甲系", "张三", "李四"), team("甲系", "张三", "王五")]))
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "1 行要处理" in text
    assert "“张三”已在第 2 行中" in text
    assert not Team.objects.exists()
    fields = hidden(answer)
    refused = staff.post(f"{page}rows/", {**fields, "enter": "1"})
    assert refused.status_code == 400
    assert "还有 1 行没有解决" in refused.content.decode()
    done = staff.post(f"{page}rows/", {**hidden(refused), "enter": "1", "namesake": "3"})
    assert done.url == f"/office/{cup.slug}/entries/"
    assert "已登记 2 队。" in staff.get(done.url).content.decode()
    assert Team.objects.count() == 2


def test_leaving_a_row_out_shows_the_list_again_before_it_is_entered(cup: Tournament, page: str, staff: Client) -> None:
    answer = post_file(staff, page, workbook([HEAD, team("甲系", "张三", "李四"), team("甲系", "张三", "王五")]))
    again = staff.post(f"{page}rows/", {**hidden(answer), "enter": "1", "skip": "3"})
    assert again.status_code == 409
    assert "请再看一遍下面的预览" in again.content.decode()
    assert staff.post(f"{page}rows/", {**hidden(again), "enter": "1", "skip": "3"}).status_code == 302
    assert Team.objects.count() == 1


def test_a_longer_list_sent_again_needs_one_press_to_leave_out_what_is_there(
    cup: Tournament, page: str, staff: Client, me: Actor
) -> None:
    entered(cup, me, *listed(3)[1:])
    answer = post_file(staff, page, workbook(listed(5)))
    assert "已登记过的 3 行不再登记" in answer.content.decode()
    again = staff.post(f"{page}rows/", {**hidden(answer), "skip-known": "1"})
    skip = re.findall(r'name="skip" value="(\d+)" checked', again.content.decode())
    assert skip == ["2", "3", "4"]
    assert staff.post(f"{page}rows/", {**hidden(again), "skip": skip, "enter": "1"}).status_code == 302
    assert Team.objects.count() == 5


def test_a_pasted_list_gets_the_same_preview(cup: Tournament, page: str, staff: Client) -> None:
    answer = staff.post(page, {"text": "甲系 张三 李四\n乙系 王五"})
    assert "队员2姓名不能为空" in answer.content.decode()
    assert hidden(answer)["parcel"]


def test_a_refused_upload_keeps_the_pasted_text(page: str, staff: Client) -> None:
    answer = staff.post(page, {"text": "单位 队员1\n甲系 张三"})
    assert answer.status_code == 400
    assert "单位 队员1\n甲系 张三</textarea>" in answer.content.decode()
    assert "缺少表头“队员2”" in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"parcel": "x"},
        {"parcel": "x", "namesake": ["-1", "x", "9" * 30, "²"], "skip": "\0"},
    ],
)
def test_rows_without_a_parcel_lead_back_to_the_upload(page: str, staff: Client, fields: dict[str, Any]) -> None:
    answer = staff.post(f"{page}rows/", fields)
    assert answer.status_code == 400
    assert "请重新上传文件" in answer.content.decode()


@pytest.mark.parametrize("ticks", [["-1", "x", "9" * 30, "²", "٣", "0"], ["\0"]])
def test_strange_ticks_tick_nothing(page: str, staff: Client, ticks: list[str]) -> None:
    answer = post_file(staff, page, workbook(listed(1)))
    again = staff.post(
        f"{page}rows/", {**hidden(answer), "namesake": ticks, "skip": ticks, "reason": "\0", "check": "1"}
    )
    assert again.status_code == 200
    assert "没有问题" in again.content.decode()


def test_nothing_chosen_is_told(page: str, staff: Client) -> None:
    answer = staff.post(page, {"text": " "})
    assert answer.status_code == 400
    assert "请选择文件,或粘贴名单。" in answer.content.decode()


def test_the_rows_page_by_itself_leads_to_the_upload(page: str, staff: Client) -> None:
    assert staff.get(f"{page}rows/").url == page


def test_markup_in_a_cell_is_shown_as_text(page: str, staff: Client) -> None:
    answer = post_file(staff, page, workbook([HEAD, team("<b>甲</b>", "张三", "李四")]), "<i>.xlsx")
    assert "<b>甲" not in answer.content.decode()
    assert "<i>" not in answer.content.decode()


def test_too_many_troubles_are_not_decided_row_by_row(cup: Tournament, page: str, staff: Client, me: Actor) -> None:
    rows = listed(401)
    entered(cup, me, *rows[1:])
    text = post_file(staff, page, workbook(rows)).content.decode()
    assert "有问题的行太多" in text
    assert 'name="skip"' not in text


def test_very_many_rows_that_are_there_can_be_left_out_at_once(
    cup: Tournament, page: str, staff: Client, me: Actor
) -> None:
    rows = listed(410)
    entered(cup, me, *rows[1:406])
    answer = post_file(staff, page, workbook(rows))
    again = staff.post(f"{page}rows/", {**hidden(answer), "skip-known": "1"})
    kept = {"skip": re.search('name="skip" value="([^"]*)"', again.content.decode())[1]}  # type: ignore[index]
    assert staff.post(f"{page}rows/", {**hidden(again), **kept, "enter": "1"}).status_code == 302
    assert Team.objects.count() == 410


def test_a_list_of_more_text_than_a_page_carries_is_refused(
    page: str, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.services.importing.parcel.MOST", 100)
    answer = post_file(staff, page, workbook(listed(3)))
    assert answer.status_code == 400
    assert "名单里的文字太多" in answer.content.decode()


def test_a_preview_costs_as_many_queries_with_64_rows_as_with_8(cup: Tournament, page: str, staff: Client) -> None:
    counts = []
    for rows in (8, 64):
        with CaptureQueriesContext(connection) as captured:
            assert post_file(staff, page, workbook(listed(rows))).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_entering_costs_as_many_queries_with_64_rows_as_with_8(me: Actor) -> None:
    counts = []
    for rows in (8, 64):
        cup = make(me, name=f"{rows}")
        with CaptureQueriesContext(connection) as captured:
            entered(cup, me, *listed(rows)[1:])
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert registered(cup).teams == 64
