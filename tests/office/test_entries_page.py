"""The page 报名: search, the same cost at any size, withdrawing, restoring, waiting; nothing typed is lost."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.office.conftest import make
from tests.office.test_pages import bulk
from tournament.models import AuditEntry, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.departments import add_department
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.entry_rows import entry_rows, found_in
from tournament.services.entry_window import set_entry_rules
from tournament.services.formats import Format
from tournament.services.people import PlayerEntry
from tournament.services.refusal import Refusal
from tournament.services.registration import add_team, enter_team, leave, restore
from tournament.services.waiting import entered_teams, waiting_teams


@pytest.fixture
def page(cup: Tournament) -> str:
    return f"/office/{cup.slug}/entries/"


@pytest.mark.parametrize("name", ["", "quotas/", "links/"])
def test_a_page_costs_the_same_with_4_with_64_and_with_300_teams(staff: Client, me: Actor, name: str) -> None:
    counts = []
    for size in (4, 64, 300):
        cup = make(me, name=f"{size}队")
        bulk(cup, size)
        path = f"/office/{cup.slug}/entries/{name}"
        staff.get(path)
        with CaptureQueriesContext(connection) as captured:
            assert f"第{size - 1}分会" in staff.get(path).content.decode()
        counts.append(len(captured))
    assert counts[0] == counts[1] == counts[2]


def test_departments_stand_by_pinyin(cup: Tournament, me: Actor) -> None:
    for name in ("综艺系", "安保处", "戏剧系", "重庆分院", "基础部"):
        add_department(cup, name, me)
    assert [row.places.department.name for row in entry_rows(cup)] == [
        "安保处",
        "重庆分院",
        "基础部",
        "戏剧系",
        "综艺系",
    ]


FOUND = {
    "a department": ("综艺", ["综艺系A", "综艺系B"]),
    "a player": ("王 伟", ["综艺系A"]),
    "a staff number": ("1001", ["综艺系A"]),
    "initials": ("glnamt", ["基础部"]),
    "pinyin": ("gulina", ["基础部"]),
    "a department's initials": ("ZYX", ["综艺系A", "综艺系B"]),
    "nothing typed": ("  ", ["基础部", "综艺系A", "综艺系B"]),
    "nobody": ("查无此人", []),
}


@pytest.mark.parametrize(("typed", "teams"), FOUND.values(), ids=FOUND)
def test_the_search_finds(cup: Tournament, me: Actor, staff: Client, page: str, typed: str, teams: list[str]) -> None:
    enter_team(cup, "综艺系", [PlayerEntry("王伟", "1001"), PlayerEntry("李娜")], me)
    enter_team(cup, "综艺系", ["赵敏", "钱进"], me)
    enter_team(cup, "基础部", ["古丽娜·艾买提", "孙悦"], me)
    found = [one.team.name for row in found_in(entry_rows(cup), typed) for one in row.teams]
    assert found == teams
    piece = staff.get(page, {"q": typed}, headers={"HX-Request": "true"}).content.decode()
    whole = staff.get(page, {"q": typed}).content.decode()
    assert "<html" not in piece
    for name in ("综艺系A", "综艺系B"):
        assert (f"<td>{name}" in piece) is (f"<td>{name}" in whole) is (name in teams)


def test_the_search_takes_any_text(cup: Tournament, me: Actor, staff: Client, page: str) -> None:
    enter_team(cup, "综艺系", ["王伟", "李娜"], me)
    for junk in ("<script>", "\x00", "%", "'", "𠮷" * 300, "["):
        assert staff.get(page, {"q": junk}).status_code == 200


def test_a_withdrawn_team_is_off_the_list_and_can_come_back(
    cup: Tournament, me: Actor, staff: Client, page: str
) -> None:
    first = enter_team(cup, "综艺系", ["甲", "乙"], me, seed=1)
    enter_team(cup, "综艺系", ["丙", "丁"], me)
    own = f"{page}team/{first.pk}/"
    refused = staff.post(f"{own}leave/", {"reason": " "})
    assert refused.status_code == 400
    assert "退赛原因不能为空，请填写。" in refused.content.decode()
    assert staff.post(f"{own}leave/", {"reason": "出差"}).status_code == 302
    assert [team.name for team in entered_teams(cup)] == ["综艺系"]
    first.refresh_from_db()
    assert (first.name, first.seed, first.withdrawn_reason) == ("综艺系B", None, "出差")
    assert "退赛 1 队" in staff.get(page).content.decode()
    with pytest.raises(Refusal, match="已经退赛"):
        leave(first, me, "再退")
    assert staff.post(f"{own}restore/", {"reason": ""}).status_code == 302
    assert [team.name for team in entered_teams(cup).order_by("id")] == ["综艺系A", "综艺系B"]
    with pytest.raises(Refusal, match="没有退赛"):
        restore(first, me)
    assert [one.action for one in AuditEntry.objects.all()[:2]] == ["team.restore", "team.leave"]


def test_a_team_does_not_come_back_with_somebody_who_joined_another(cup: Tournament, me: Actor) -> None:
    gone = enter_team(cup, "综艺系", [PlayerEntry("甲", "1"), PlayerEntry("乙")], me)
    leave(gone, me, "出差")
    enter_team(cup, "基础部", [PlayerEntry("甲", "1"), PlayerEntry("丙")], me)
    with pytest.raises(Refusal, match="“甲”的工号 1 已在基础部中"):
        restore(gone, me)
    gone.refresh_from_db()
    assert gone.withdrawn_at is not None


def test_withdrawn_and_waiting_teams_are_not_drawn_and_not_shown_to_the_public(cup: Tournament, me: Actor) -> None:
    for n in range(8):
        enter_team(cup, f"第{n}分会", [f"甲{n}", f"乙{n}"], me)
    leave(enter_team(cup, "退赛队", ["丙", "丁"], me), me, "出差")
    enter_team(cup, "候补队", ["戊", "己"], me, waiting=True)
    draw = hold_draw(first_stage(cup), actor=me, seed="一")
    assert {one["name"] for one in draw.record["teams"]} == {f"第{n}分会" for n in range(8)}
    Tournament.objects.filter(pk=cup.pk).update(published=["teams"])
    text = Client().get(f"/{cup.slug}/").content.decode()
    assert "第7分会" in text
    assert "退赛队" not in text
    assert "候补队" not in text


def test_after_the_draw_a_team_neither_leaves_nor_is_restored(
    cup: Tournament, me: Actor, staff: Client, page: str
) -> None:
    teams = [enter_team(cup, f"第{n}分会", [f"甲{n}", f"乙{n}"], me) for n in range(9)]
    leave(teams[8], me, "出差")
    hold_draw(first_stage(cup), actor=me, seed="一")
    refused = staff.post(f"{page}team/{teams[0].pk}/leave/", {"reason": "出差"})
    assert refused.status_code == 400
    assert "留在对阵里，退赛由裁判长按弃权办理。" in refused.content.decode()
    assert staff.post(f"{page}team/{teams[8].pk}/restore/", {"reason": "x"}).status_code == 400
    waits = enter_team(cup, "第0分会", ["丙", "丁"], me, waiting=True)  # names of drawn teams stay as they are
    assert (waits.name, Team.objects.get(pk=teams[0].pk).name) == ("第0分会B", "第0分会")
    assert staff.post(f"{page}team/{waits.pk}/admit/", {"reason": ""}).status_code == 400
    late = staff.post(f"{page}team/", {"department": "新分会", "player1": "庚", "player2": "辛"})
    assert late.status_code == 400
    assert "已经抽签，不能再增减队" in late.content.decode()
    assert 'value="庚"' in late.content.decode()


def test_who_waits_is_let_in_on_the_page(cup: Tournament, me: Actor, staff: Client, page: str) -> None:
    add_team(cup, add_department(cup, "基础部", me, team_quota=1), ["甲", "乙"], me)
    typed = {"department": "基础部", "player1": "丙", "player2": "丁"}
    full = staff.post(f"{page}team/", typed)
    assert full.status_code == 400
    assert "“基础部”的名额是 1 队，已满" in full.content.decode()
    assert staff.post(f"{page}team/", {**typed, "waiting": "on"}).status_code == 302
    waits = waiting_teams(cup).get()
    refused = staff.post(f"{page}team/{waits.pk}/admit/", {"reason": ""})
    assert refused.status_code == 400
    assert staff.post(f"{page}team/{waits.pk}/admit/", {"reason": "主席同意"}).status_code == 302
    assert not waiting_teams(cup).exists()
    assert "超名额：主席同意" in staff.get(page).content.decode()


def test_a_roster_of_four_is_entered(cup: Tournament, me: Actor, staff: Client, page: str) -> None:
    set_entry_rules(cup, me, roster_size=4)
    typed = {"department": "基础部", "player1": "甲", "number1": "1", "player2": "乙", "player4": "丙", "number4": "4"}
    assert staff.post(f"{page}team/", typed).status_code == 302
    team = Team.objects.get()
    assert list(team.players.values_list("number", "name", "staff_number")) == [
        (1, "甲", "1"),
        (2, "乙", ""),
        (3, "丙", "4"),
    ]
    same = staff.post(f"{page}team/", {**typed, "department": "综艺系", "player1": "辛"})
    assert same.status_code == 400
    assert "“辛”的工号 1 已在基础部中（甲）" in same.content.decode()


def test_a_player_is_replaced_on_the_teams_page(staff: Client, me: Actor) -> None:
    cup = make(me, Format(shape="knockout"))
    teams = [enter_team(cup, f"第{n}分会", [f"甲{n}", f"乙{n}"], me) for n in range(2)]
    hold_draw(first_stage(cup), actor=me, seed="一")
    own = f"/office/{cup.slug}/entries/team/{teams[0].pk}/"
    refused = staff.post(f"{own}substitute/", {"number": "1", "name": "丁一"})
    assert refused.status_code == 400
    assert "工作人员更换，请写明理由。" in refused.content.decode()
    assert "丁一" in refused.content.decode()
    assert staff.post(f"{own}substitute/", {"number": "1", "name": "丁一", "reason": "生病"}).status_code == 302
    text = staff.get(own).content.decode()
    assert "换下的队员" in text
    assert "甲0" in text
    assert staff.post(f"{own}substitute/", {"number": "77", "name": "x"}).status_code == 400
