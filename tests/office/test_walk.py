"""The office's whole way in the browser: 13 teams with other names, five tables, a start at 18:37, to the champion."""

import re
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.test import Client

from tournament.models import Account, GroupPlace, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.demo_play import play_match
from tournament.services.fixtures import fixture_rows
from tournament.services.verify import differences

FACTS = {
    "name": "机电集团第十届扑克赛",
    "starts_at": "2026-05-09T18:37",
    "venue": "三楼食堂",
    "host": "机电集团工会",
    "ruleset": "anhui-chaodipi",
    "tables": "5",
    "slot_minutes": "45",
    "shape": "groups-count",
    "number": "4",
    "legs": "1",
    "order": "berger",
    "advance": "1",
    "criteria": "levels",
    "places": "4",
}
LIST = """一车间 赵明 钱亮
一车间 孙立 李想
二车间 周全 吴越
二车间 郑重 王道
三车间 冯程 陈述
质检科 褚楚 卫青
设备科 蒋山 沈思
财务处 韩梅 杨柳
保卫处 朱丹 秦川
后勤处 尤其 许可
技术部 何必 吕梁
销售部 施工 张弛"""
GROUPS = """一车间A、二车间A、三车间、质检科
设备科 财务处 保卫处
一车间B，后勤处，技术部
C组：销售部、二车间B、门卫队"""


def post(client: Client, path: str, data: dict[str, str]) -> None:
    """Send a form that must be accepted: it leads on to another page, which opens."""
    answer = client.post(path, data)
    assert answer.status_code == 302, answer.content.decode()
    assert client.get(answer.url).status_code == 200


def shown_in(preview: HttpResponse) -> dict[str, str]:
    """The hidden fields of an import's preview, as its button sends them on."""
    return dict(re.findall(r'<input type="hidden" name="(parcel|shown)" value="([^"]+)"', preview.content.decode()))


def test_the_whole_way_of_the_office(staff: Client, chief: Account) -> None:
    post(staff, "/office/new/", FACTS)
    cup = Tournament.objects.get()
    base = f"/office/{cup.slug}/"
    assert cup.slug == "jdjtdsjpks-2026"
    assert "登记参赛队" in staff.get(base).content.decode()

    seen = staff.post(f"{base}entries/import/", {"text": LIST})
    assert seen.status_code == 200
    post(staff, f"{base}entries/import/rows/", {**shown_in(seen), "enter": "1"})
    post(staff, f"{base}entries/team/", {"department": "门卫", "player1": "孔明", "player2": "曹冲", "name": "门卫队"})
    assert cup.teams.count() == 13

    post(staff, f"{base}draw/typed/", {"groups": GROUPS, "present": "各车间代表"})
    assert GroupPlace.objects.filter(group="A").count() == 4
    post(
        staff,
        f"{base}schedule/",
        {
            "starts_at": "2026-05-09T18:37",
            "tables": "5",
            "slot_minutes": "45",
            "changeover": "5",
            "knockout_tables": "on",
        },
    )
    rows = fixture_rows(cup)
    assert [row["start"] for row in rows[:6]] == ["18:37"] * 5 + ["19:27"]
    final = Match.objects.get(place=1)
    post(staff, f"{base}schedule/{final.pk}/", {"table": "1", "starts_at": "2026-05-09T23:30"})
    final.refresh_from_db()
    assert final.starts_at == datetime(2026, 5, 9, 23, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
    post(staff, f"{base}publish/", {"parts": ["draw", "schedule", "results"]})

    play(staff, cup, chief)
    assert differences(cup) == []
    page = staff.get(f"{base}day/").content.decode()
    assert "最终名次" in page
    assert "完成" in page


def play(staff: Client, cup: Tournament, chief: Account) -> None:
    """Referees play; where a lot is owed the chief records it on the page of the day."""
    chance, desk = Random(5), Client()
    desk.force_login(chief)
    for _round in range(6):
        for match in Match.objects.filter(stage__tournament=cup, version=0).order_by("round", "id"):
            if not match.slots.filter(team=None).exists():
                play_match(match.pk, chance, Actor.of(chief))
        assert staff.get(f"/office/{cup.slug}/day/").status_code == 200
        settle_lots(desk, cup)
    assert not Match.objects.filter(stage__tournament=cup).exclude(status="confirmed").exists()


def settle_lots(desk: Client, cup: Tournament) -> None:
    day = desk.get(f"/office/{cup.slug}/day/")
    for owed in day.context["lots"]:
        numbers = {f"drawn-{one['team'].pk}": str(n) for n, one in enumerate(owed["teams"], start=1)}
        post(desk, f"/office/{cup.slug}/day/lot/{owed['stage'].pk}/{owed['group']}/", numbers)
