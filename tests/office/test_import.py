"""Importing a list: the preview says everything before anything is stored; then the whole list, or nothing of it."""

from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.office.conftest import make
from tests.office.sheets import HEAD, entered, parcel_of, team
from tournament.models import AuditEntry, Department, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.importing.commit import enter, preview
from tournament.services.importing.parcel import pack, unpack
from tournament.services.importing.plan import Decisions, Plan
from tournament.services.quotas import set_quota
from tournament.services.refusal import Conflict, Refusal
from tournament.services.registration import MAX_TEAMS, add_department, enter_team

Rows = list[list[Any]]


@pytest.fixture
def page(cup: Tournament) -> str:
    return f"/office/{cup.slug}/entries/import/"


def planned(cup: Tournament, *rows: list[Any], **decisions: Any) -> Plan:
    return preview(cup, parcel_of(cup, *rows), Decisions(**decisions))


def troubles(plan: Plan) -> list[tuple[int, str]]:
    return [(row.entry.number, one.message) for row in plan.rows for one in row.open]


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
    assert entry.subject == "“名单.xlsx”：3 队，新单位 2 个"
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
        [(3, "“赵六”的工号 7 已在第 2 行中（张三）：一人只能参加一队。")],
    ),
    "the same name twice in a department": (
        [team("甲系", "张三", "李四"), team("甲系", "张三", "赵六")],
        [(3, "“张三”已在第 2 行中：一人只能参加一队；若是同名的两个人，请勾选“同名不同人”。")],
    ),
    "the same name twice in a team": (
        [team("甲系", "张三", "张三")],
        [(2, "“张三”已在第 2 行中：一人只能参加一队；若是同名的两个人，请勾选“同名不同人”。")],
    ),
    "a name the department has": (
        [team("老系", "老张", "李四")],
        [(2, "“老张”已在“老系”中：一人只能参加一队；若是同名的两个人，请勾选“同名不同人”。")],
    ),
    "a staff number another department has": (
        [team("甲系", "李四", "王五", staff1="Z9")],
        [(2, "“李四”的工号 Z9 已在“老系”中（老李）：一人只能参加一队。")],
    ),
    "a team that is registered": ([team("老系", "老李", "老张")], [(2, "这一队已经登记过（“老系”）；不必再登记。")]),
    "a team's name in use": (
        [team("甲系", "张三", "李四", name="老系")],
        [(2, "队名“老系”已经用过，请给新队另起队名。")],
    ),
    "a team's name twice": (
        [team("甲系", "张三", "李四", name="虎"), team("乙系", "张三", "李四", name="虎")],
        [(3, "队名“虎”与第 2 行相同，请另起队名。")],
    ),
    "a name by itself that another row gives": (
        [team("甲系", "张三", "李四", name="乙系"), team("乙系", "张三", "李四")],
        [(3, "队名“乙系”与第 2 行相同，请另起队名。")],
    ),
    "a quota exceeded": (
        [team("满系", "甲", "乙"), team("满系", "丙", "丁"), team("满系", "戊", "己")],
        [
            (3, "“满系”的名额是 1 队，已满；请调整名额，或写明超额的理由。"),
            (4, "“满系”的名额是 1 队，已满；请调整名额，或写明超额的理由。"),
        ],
    ),
    "two headcounts": (
        [team("甲系", "张三", "李四", headcount=10), team("甲系", "王五", "赵六", headcount=12)],
        [(3, "“甲系”的人数已是 10，这里又写 12；请只留一个。")],
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
        (4, "“乙系”的人数还没有填写，按名额办法算不出能报几队；请先填写人数，或写明理由。")
    ]
    rows[1] = team("甲系", "王五", "赵六", headcount=15)
    assert troubles(planned(cup, *rows[:2])) == [(3, "“甲系”的名额是 1 队，已满；请调整名额，或写明超额的理由。")]


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
