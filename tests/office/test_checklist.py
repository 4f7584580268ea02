"""The checklist: what is missing before each step, in a sentence, blocking or not, with a way to mend it."""

import re
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.correcting import carried
from tests.office.conftest import STARTS_AT, make
from tests.office.test_pages import bulk
from tests.playing import play_group
from tournament.models import Account, Match, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.checklist import Before, checklist
from tournament.services.demo_play import play_match
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import BY_SIZE, KNOCKOUT, Format
from tournament.services.office_state import spine
from tournament.services.progress import open_questions, record_lot
from tournament.services.registration import add_department
from tournament.services.scheduling import lay_out
from tournament.services.tournaments import change_tournament, publish
from tournament.services.withdrawing import Withdrawal

Enter = Callable[..., list[Team]]
NOTICE, DEPARTMENTS, TEAMS, DRAW, SCHEDULE, PLAY, PLACES = range(7)


def step(cup: Tournament, number: int) -> Before:
    return checklist(Tournament.objects.get(pk=cup.pk))[number]


def sentences(cup: Tournament, number: int, *, blocking: bool | None = None) -> list[str]:
    missing = step(cup, number).missing
    return [one.sentence for one in missing if blocking is None or one.blocking == blocking]


def test_the_steps_come_in_the_order_of_the_work(cup: Tournament) -> None:
    titles = [one.title for one in checklist(cup)]
    assert titles == ["规程", "单位与名额", "报名", "抽签", "排赛程", "比赛", "名次和颁奖"]


def test_a_new_tournament_lacks_its_notice_and_everything_after(cup: Tournament) -> None:
    assert "“参赛和报名”还没写：参赛对象、报名时间。" in sentences(cup, NOTICE, blocking=False)
    assert sentences(cup, DEPARTMENTS, blocking=False) == ["还没有登记参赛单位。"]
    assert sentences(cup, DRAW) == ["至少要有 2 队才能抽签，现有 0 队。"]
    assert sentences(cup, SCHEDULE) == ["抽签以后才能排赛程。"]
    assert sentences(cup, PLAY) == ["抽签以后才有场次可赛。"]
    assert [one.blocked for one in checklist(cup)] == [False, False, False, True, True, True, True]


def test_a_quota_by_headcount_asks_for_headcounts(cup: Tournament, me: Actor) -> None:
    add_department(cup, "一车间", me, headcount=20)
    add_department(cup, "二车间", me)
    add_department(cup, "三车间", me, team_quota=2)
    assert sentences(cup, DEPARTMENTS) == []
    Tournament.objects.update(quota={"kind": "per-head", "people": 15})
    assert sentences(cup, DEPARTMENTS, blocking=False) == ["名额按人数算，有 1 个单位没有填人数。"]


def test_the_window_is_minded(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 4)
    soon = timezone.now() + timedelta(days=1)
    Tournament.objects.update(entry_opens_at=soon)
    assert len(sentences(cup, TEAMS, blocking=False)) == 1
    assert sentences(cup, TEAMS)[0].startswith("报名还没开始，")
    Tournament.objects.update(entry_opens_at=None, entry_closes_at=soon)
    assert sentences(cup, TEAMS) == []
    assert sentences(cup, DRAW, blocking=False) == [f"报名到 {timezone.localtime(soon):%m-%d %H:%M} 才截止。"]
    Tournament.objects.update(entry_closes_at=timezone.now() - timedelta(days=1))
    assert sentences(cup, DRAW) == []


def test_a_team_of_one_and_teams_not_taking_part(cup: Tournament, entered: Enter) -> None:
    short, gone, waiting, _full = entered(cup, 4)
    Player.objects.filter(team__in=[short, gone, waiting], number=2).update(left_at=timezone.now())
    Team.objects.filter(pk=gone.pk).update(withdrawn_at=timezone.now())
    Team.objects.filter(pk=waiting.pk).update(waiting_since=timezone.now())
    assert sentences(cup, DRAW, blocking=True) == ["有 1 队不足两人。"]


def test_groups_at_tables_need_a_table_each(me: Actor, entered: Enter) -> None:
    cup = make(me, Format(number=4, groups_at_tables=True), tables=3)
    entered(cup, 8)
    assert sentences(cup, DRAW, blocking=True) == ["4 组各固定在一张桌，只有 3 张桌。"]


def test_each_step_is_done_when_it_is_done(me: Actor, entered: Enter) -> None:
    cup = make(me, Format(shape=KNOCKOUT, places=2))
    entered(cup, 4)
    assert not step(cup, DRAW).missing
    hold_draw(first_stage(cup), actor=me, seed="一")
    assert step(cup, DRAW).done
    assert sentences(cup, SCHEDULE) == []
    assert sentences(cup, PLAY) == ["还有 3 场没有时间。", "赛程还没有公布，参赛队看不到。"]
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    publish(cup, ["schedule"], me)
    assert step(cup, SCHEDULE).done
    assert sentences(cup, PLAY) == []
    assert sentences(cup, PLACES, blocking=True) == ["还有 3 场没有确认成绩。"]
    for match in Match.objects.order_by("round", "id"):
        play_match(match.pk, Random(1), me)
    assert step(cup, PLAY).done
    assert not step(cup, PLACES).done
    assert sentences(cup, PLACES, blocking=True) == ["还有 3 场等裁判长核验，成绩公告和奖状要等核验以后。"]
    Match.objects.update(status=Match.Status.VERIFIED)
    assert step(cup, PLACES).done
    assert sentences(cup, PLACES) == []


def test_a_start_not_said_blocks_the_schedule(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    change_tournament(cup, me, starts_at=None)
    assert sentences(cup, SCHEDULE, blocking=True) == ["还没有写第一轮的开始时间。"]
    assert step(cup, SCHEDULE).missing[0].section == "when"


PROMISES = [(1, 2, False), (1, 3, True), (4, 4, False), (4, 6, True), (6, 6, False)]


@pytest.mark.parametrize(("places", "promised", "warned"), PROMISES)
def test_prizes_beyond_the_places_played_for_are_noticed(me: Actor, places: int, promised: int, warned: bool) -> None:
    cup = make(me, Format(shape=KNOCKOUT, places=places))
    change_tournament(cup, me, prizes=[{"first": 1, "last": promised, "title": "优胜奖"}])
    said = [one for one in sentences(cup, PLACES) if "奖励到第" in one]
    assert bool(said) == warned


def test_each_missing_item_leads_to_a_page_that_opens(cup: Tournament, staff: Client, me: Actor) -> None:
    text = staff.get(f"/office/{cup.slug}/").content.decode()
    for before in checklist(cup):
        for one in before.missing:
            to = ("office:facts-section", one.section) if one.section else (f"office:{one.page}",)
            path = reverse(to[0], args=[cup.slug, *to[1:]])
            assert one.sentence in text
            assert f'href="{path}"' in text
            assert staff.get(path).status_code == 200


def test_the_chief_reads_it_without_links_that_would_be_refused(cup: Tournament, chief: Account) -> None:
    desk = Client()
    desk.force_login(chief)
    text = desk.get(f"/office/{cup.slug}/").content.decode()
    assert "还没有登记参赛单位。" in text
    assert f'href="/office/{cup.slug}/entries/"' not in text


def test_the_number_of_queries_does_not_grow_with_the_teams(me: Actor) -> None:
    counts = []
    for teams in (8, 64):
        cup = make(me, Format(shape=BY_SIZE, number=4), name=f"{teams}队")
        bulk(cup, teams)
        hold_draw(first_stage(cup), actor=me, seed="一")
        with CaptureQueriesContext(connection) as captured:
            checklist(cup)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_spine_and_the_checklist_say_the_same_number(cup: Tournament, staff: Client) -> None:
    text = staff.get(f"/office/{cup.slug}/").content.decode()
    missing = spine(cup).steps[0].word
    count = step(cup, NOTICE).count
    assert missing == f"缺 {count} 项"
    assert count > len(step(cup, NOTICE).missing), "several facts a section, or this shows nothing"
    assert f"{count} 项待办" in text
    assert missing in text
    facts = staff.get(f"/office/{cup.slug}/facts/").content.decode()
    assert sum(map(int, re.findall(r'<span class="badge">缺 (\d+) 项', facts))) == count


def test_matches_called_off_by_a_withdrawal_are_left_out_by_both(anhui: Tournament, actor: Actor) -> None:
    carried(Withdrawal(anhui.teams.get(name="戏剧系").pk), actor, {})
    for match in Match.objects.filter(stage__tournament=anhui).order_by("stage__number", "round", "pk"):
        if not match.slots.filter(Q(team=None) | Q(team__withdrawn_at__isnull=False)).exists():
            play_match(match.pk, Random(match.pk), actor)
        for owed in open_questions(anhui):
            record_lot(owed["stage"], owed["group"], [team.pk for team in owed["teams"]], actor)
    assert Match.objects.filter(stage__tournament=anhui, status="scheduled").count() == 2
    assert [one.state for one in spine(anhui).steps if one.page == "day"] == ["done"]
    assert step(anhui, PLAY).done
    Match.objects.filter(status=Match.Status.CONFIRMED).update(status=Match.Status.VERIFIED)
    assert step(anhui, PLACES).done
    assert sentences(anhui, PLACES, blocking=True) == []


def test_the_overview_asks_once_which_lots_are_owed(anhui: Tournament, actor: Actor, both: Account) -> None:
    play_group(anhui, "A", actor)
    desk = Client()
    desk.force_login(both)
    with CaptureQueriesContext(connection) as captured:
        desk.get(f"/office/{anhui.slug}/")
    lots = [one["sql"] for one in captured if 'FROM "tournament_lot"' in one["sql"]]
    called_off = [
        one["sql"] for one in captured if "withdrawn_at" in one["sql"] and '"tournament_matchslot"' in one["sql"]
    ]
    assert (len(lots), len(called_off)) == (1, 1)
