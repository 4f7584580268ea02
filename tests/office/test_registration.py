"""Departments, teams and players: names, quotas, the same person twice, lists."""

from collections.abc import Callable

import pytest

from tests.office.conftest import make
from tournament.models import AuditEntry, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw, undo_draw
from tournament.services.names import clean
from tournament.services.refusal import Refusal
from tournament.services.registration import (
    add_department,
    add_team,
    change_department,
    change_team,
    enter_team,
    remove_department,
    remove_team,
)


def names(cup: Tournament) -> list[str]:
    return list(Team.objects.filter(tournament=cup).order_by("id").values_list("name", flat=True))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" 王 伟 ", "王伟"),
        ("古丽娜•艾买提", "古丽娜·艾买提"),
        ("Li  Lei", "Li Lei"),
        ("院直1A", "院直1A"),
        ("吴㛃\u200b", "吴㛃"),
        ("高\U0002c35b", "高\U0002c35b"),
        ("\u3000张三\u3000", "张三"),
    ],
)
def test_a_name_is_cleaned_and_keeps_its_characters(typed: str, kept: str) -> None:
    assert clean(typed) == kept


def test_one_team_has_its_departments_name_and_two_have_letters(cup: Tournament, me: Actor) -> None:
    enter_team(cup, "综艺系", ["甲", "乙"], me)
    assert names(cup) == ["综艺系"]
    enter_team(cup, "综艺系", ["丙", "丁"], me)
    assert names(cup) == ["综艺系A", "综艺系B"]


def test_teams_close_ranks_when_one_is_removed(cup: Tournament, me: Actor) -> None:
    for pair in ("甲乙", "丙丁", "戊己"):
        enter_team(cup, "综艺系", list(pair), me)
    remove_team(Team.objects.get(name="综艺系A"), me)
    assert names(cup) == ["综艺系A", "综艺系B"]
    remove_team(Team.objects.get(name="综艺系B"), me)
    assert names(cup) == ["综艺系"]
    assert set(Player.objects.values_list("name", flat=True)) == {"丙", "丁"}


def test_a_name_of_its_own_is_kept(cup: Tournament, me: Actor) -> None:
    enter_team(cup, "综艺系", ["甲", "乙"], me, name="飞鸿队")
    enter_team(cup, "综艺系", ["丙", "丁"], me)
    assert names(cup) == ["飞鸿队", "综艺系"]


def test_teams_follow_a_renamed_department(cup: Tournament, me: Actor) -> None:
    team = enter_team(cup, "综艺系", ["甲", "乙"], me)
    change_department(team.department, me, name="音乐系", headcount=30, team_quota=2)
    assert names(cup) == ["音乐系"]


REFUSED = {
    "an empty player": ({"players": ["甲", " "]}, "队员2姓名不能为空，请填写。"),
    "one player": ({"players": ["甲"]}, "一队 2 名队员，现有 1 名。"),
    "a name too long": ({"players": ["甲" * 61, "乙"]}, f"队员1姓名“{'甲' * 20}…”有 61 个字，最多 60 个字。"),
    "seed 0": ({"players": ["甲", "乙"], "seed": 0}, "种子号 0 不对：从 1 到 4096，或留空。"),
    "a seed twice": ({"players": ["甲", "乙"], "seed": 1}, "1 号种子已是“老队”。"),
    "a team name twice": ({"players": ["甲", "乙"], "name": "老队"}, "队名“老队”已经用过。"),
    "the same person": (
        {"players": ["张三", "乙"]},
        "“张三”已在老队中：一人只能参加一队；若是同名的两个人，请勾选“同名不同人”。",
    ),
    "one person twice": (
        {"players": ["甲", "甲"]},
        "“甲”已在本队中：一人只能参加一队；若是同名的两个人，请勾选“同名不同人”。",
    ),
}


@pytest.mark.parametrize(("values", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_team_is_refused(cup: Tournament, me: Actor, values: dict[str, object], sentence: str) -> None:
    old = enter_team(cup, "基础部", ["张三", "李四"], me, name="老队", seed=1)
    with pytest.raises(Refusal) as refused:
        add_team(cup, old.department, actor=me, **values)
    assert refused.value.message == sentence
    assert names(cup) == ["老队"]


def test_two_people_of_one_name_are_entered_when_staff_say_so(cup: Tournament, me: Actor) -> None:
    enter_team(cup, "基础部", ["张三", "李四"], me)
    enter_team(cup, "基础部", ["张三", "王五"], me, same_name_ok=True)
    assert Player.objects.filter(name="张三").count() == 2


def test_the_quota_holds_unless_a_reason_is_written(cup: Tournament, me: Actor) -> None:
    department = add_department(cup, "基础部", me, headcount=12, team_quota=1)
    add_team(cup, department, ["甲", "乙"], me)
    with pytest.raises(Refusal, match="“基础部”的名额是 1 队，已满"):
        add_team(cup, department, ["丙", "丁"], me)
    add_team(cup, department, ["丙", "丁"], me, reason="主办单位同意增补")
    assert AuditEntry.objects.filter(action="team.add").first().reason == "主办单位同意增补"


def test_a_department_occurs_once_and_goes_only_without_teams(cup: Tournament, me: Actor) -> None:
    team = enter_team(cup, "基础部", ["甲", "乙"], me)
    with pytest.raises(Refusal, match="单位“基础部”已经登记过。"):
        add_department(cup, "基础部", me)
    with pytest.raises(Refusal, match="“基础部”还有 1 队，不能删除"):
        remove_department(team.department, me)
    remove_team(team, me)
    remove_department(team.department, me)
    assert not cup.departments.exists()


def test_after_the_draw_names_change_but_teams_do_not(
    cup: Tournament, me: Actor, entered: Callable[..., list[Team]]
) -> None:
    first = entered(cup, 8)[0]
    hold_draw(first_stage(cup), actor=me, seed="五月九日")
    change_team(first, me, name="一分会红队", players=["甲一", "乙1"], reason="笔误")
    with pytest.raises(Refusal, match="已经抽签，不能再增减队或改种子"):
        enter_team(cup, "新分会", ["丙", "丁"], me)
    with pytest.raises(Refusal, match="已经抽签"):
        remove_team(first, me)
    with pytest.raises(Refusal, match="已经抽签"):
        change_team(first, me, name="一分会红队", players=["甲一", "乙1"], seed=1)
    undo_draw(first_stage(cup), "职工扑克赛", me)
    assert enter_team(cup, "新分会", ["丙", "丁"], me).pk


def test_two_tournaments_keep_their_names_apart(cup: Tournament, me: Actor) -> None:
    other = make(me, name="另一项")
    enter_team(cup, "基础部", ["甲", "乙"], me)
    enter_team(other, "基础部", ["甲", "乙"], me)
    assert names(cup) == names(other) == ["基础部"]


def test_every_change_leaves_an_audit_entry(cup: Tournament, me: Actor) -> None:
    team = enter_team(cup, "基础部", ["甲", "乙"], me)
    change_team(team, me, name="基础部", players=["甲", "丙"], reason="换人")
    remove_team(team, me)
    entries = AuditEntry.objects.filter(tournament=cup).order_by("id")
    expected = ["tournament.create", "department.add", "team.add", "team.change", "team.remove"]
    assert [entry.action for entry in entries] == expected
    assert entries[3].before["players"] == ["甲", "乙"]
    assert entries[3].after["players"] == ["甲", "丙"]
    assert {entry.actor_name for entry in entries} == {"office"}
