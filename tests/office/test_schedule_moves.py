"""Swapping two matches, taking a move back, laying out what has not begun, and what the grid asks before a drop."""

import json
from collections.abc import Callable
from datetime import datetime, time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.office.conftest import STARTS_AT, make
from tests.schedule_checker import Wishes, meetings_of, problems
from tournament.models import AuditEntry, Match, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import Format
from tournament.services.refusal import Conflict, Refusal
from tournament.services.schedule_options import options_of
from tournament.services.scheduling import clash_sentences, lay_out, move_match, swap_matches, undo_move

Enter = Callable[..., list[Team]]
HOUR = timedelta(hours=1)


@pytest.fixture
def laid(cup: Tournament, me: Actor, entered: Enter) -> Tournament:
    """Eight teams in four groups of two on five tables, then semi-finals and the final, from 18:37."""
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    cup.refresh_from_db()
    return cup


def groups(cup: Tournament) -> list[Match]:
    return list(Match.objects.filter(stage__tournament=cup).exclude(group="").order_by("pk"))


def where(match: Match) -> tuple[int | None, datetime | None]:
    match.refresh_from_db()
    return match.table and match.table.number, match.starts_at


def test_two_matches_change_places_and_it_is_taken_back(laid: Tournament, me: Actor) -> None:
    first, second = groups(laid)[:2]
    move_match(second.pk, 2, STARTS_AT + HOUR * 10, me, anyway=True)
    before = where(first), where(second)
    swap_matches(first.pk, second.pk, me, anyway=True)
    assert (where(second), where(first)) == before
    assert AuditEntry.objects.first().action == "schedule.swap"
    undo_move(laid, me)
    assert (where(first), where(second)) == before
    undo_move(laid, me)
    assert where(second) == (2, STARTS_AT)
    with pytest.raises(Refusal, match="没有可以撤销的移动"):
        undo_move(laid, me)


def test_a_swap_that_clashes_is_refused_with_the_reason(laid: Tournament, me: Actor) -> None:
    final = Match.objects.get(place=1)
    with pytest.raises(Conflict, match="决赛开始时，半决赛第1场还没有结束"):
        swap_matches(groups(laid)[0].pk, final.pk, me)


@pytest.mark.parametrize("other", [0, 10**9])
def test_a_swap_with_no_match_is_refused(laid: Tournament, me: Actor, other: int) -> None:
    with pytest.raises(Refusal, match="没有编号为"):
        swap_matches(groups(laid)[0].pk, other, me)
    with pytest.raises(Refusal, match="请选择同一项赛事的另一场"):
        swap_matches(groups(laid)[0].pk, groups(laid)[0].pk, me)


def test_what_was_moved_otherwise_since_is_not_taken_back(laid: Tournament, me: Actor) -> None:
    match = groups(laid)[0]
    move_match(match.pk, 5, STARTS_AT, me)
    Match.objects.filter(pk=match.pk).update(starts_at=STARTS_AT + HOUR)
    with pytest.raises(Conflict, match="在这之后又改动过"):
        undo_move(laid, me)
    Match.objects.filter(pk=match.pk).update(version=1, status="playing")
    with pytest.raises(Refusal, match="已经开赛"):
        undo_move(laid, me)


def test_a_move_of_another_tournament_s_match_is_never_taken_back(laid: Tournament, me: Actor) -> None:
    stranger = make(me, name="别的赛事")
    move_match(groups(laid)[0].pk, 5, STARTS_AT, me)
    laid.refresh_from_db()
    stranger.schedule_options = laid.schedule_options
    stranger.save()
    with pytest.raises(Conflict, match="移动过的场次已经不在了"):
        undo_move(stranger, me)
    assert where(groups(laid)[0]) == (5, STARTS_AT)


def test_laying_out_anew_leaves_what_began_and_moves_the_rest(laid: Tournament, me: Actor) -> None:
    begun, *others = groups(laid)
    Match.objects.filter(pk=begun.pk).update(version=1, status="playing")
    kept = where(begun)
    later = STARTS_AT + timedelta(minutes=20)
    assert lay_out(laid, starts_at=later, actor=me, tables=2) == 6
    assert where(begun) == kept
    assert all(where(match)[1] >= later for match in others)
    laid.refresh_from_db()
    assert laid.starts_at == STARTS_AT
    assert problems(meetings_of(laid)) == []


def test_the_options_are_kept_and_asked_again(laid: Tournament, me: Actor, staff: Client) -> None:
    noon = (time(12), time(13))
    options = {"changeover": 5, "rest": 15, "breaks": [noon], "day_ends": time(21), "day_opens": time(9)}
    lay_out(laid, starts_at=STARTS_AT, actor=me, **options)
    laid.refresh_from_db()
    kept = options_of(laid)
    assert (kept.changeover, kept.rest, kept.breaks, kept.day_ends) == (5, 15, (noon,), time(21))
    assert problems(meetings_of(laid), Wishes(15, 5, [noon], time(21))) == []
    form = staff.get(f"/office/{laid.slug}/schedule/").context["form"]
    assert form.initial["breaks"] == "12:00-13:00"
    assert (form.initial["rest"], form.initial["day_opens"]) == (15, time(9))


def test_options_that_cannot_be_read_are_the_defaults(cup: Tournament) -> None:
    cup.schedule_options = {"rest": "viel", "changeover": 7, "breaks": 3, "strange": 1}
    assert (options_of(cup).rest, options_of(cup).changeover, options_of(cup).breaks) == (0, 7, ())
    cup.schedule_options = ["x"]
    assert options_of(cup).changeover == 0


BAD: dict[str, tuple[dict[str, str], str]] = {
    "a break in words": ({"breaks": "中午"}, "“中午”不是休息时间"),
    "a break backwards": ({"breaks": "13:00-12:00"}, "先早后晚"),
    "a round in words": ({"round_starts": "明天"}, "“明天”不是日期和时间"),
    "rounds out of order": ({"round_starts": "2026-05-10 18:37\n2026-05-09 18:37"}, "应从早到晚"),
    "daily and rounds": ({"daily": "on", "round_starts": "2026-05-09 18:37"}, "只能选一样"),
    "a day that ends before it begins": ({"day_ends": "08:00", "day_opens": "09:00"}, "应晚于开始时间"),
    "a day too short": ({"day_ends": "18:40"}, "一年之内排不下"),
    "the year 9999": ({"starts_at": "9999-12-31T23:00"}, "年份应在"),
    "the year 1": ({"starts_at": "0001-01-01T00:00"}, "年份应在"),
    "a round in the year 9999": ({"round_starts": "9999-12-31 23:59"}, "年份 9999 不在"),
    "a huge rest": ({"rest": "99999999999999999999"}, "600"),
}


@pytest.mark.parametrize(("typed", "said"), BAD.values(), ids=BAD)
def test_a_wish_that_cannot_be_is_refused_with_what_was_typed(
    laid: Tournament, staff: Client, typed: dict[str, str], said: str
) -> None:
    fields = {"starts_at": "2026-05-09T18:37", "tables": "5", "slot_minutes": "60", "changeover": "0", **typed}
    answer = staff.post(f"/office/{laid.slug}/schedule/", fields)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert said in text
    assert next(iter(typed.values())).split("\n")[0] in text


def test_the_grid_asks_before_a_drop_and_nothing_is_written(laid: Tournament, staff: Client) -> None:
    first, second = groups(laid)[:2]
    path = f"/office/{laid.slug}/schedule/{first.pk}/check/"
    partly = (STARTS_AT + timedelta(minutes=30)).strftime("%Y-%m-%dT%H:%M")
    asked = staff.get(path, {"table": second.table.number, "starts_at": partly, "other": second.pk})
    answer = json.loads(asked.content)
    assert asked.status_code == 200
    assert any(f"{second.table.number}号桌重了" in sentence for sentence in answer["sentences"])
    assert second.pk in answer["matches"]
    assert answer["swap"] == []
    assert where(first)[1] == STARTS_AT
    free = staff.get(path, {"table": 5, "starts_at": STARTS_AT.strftime("%Y-%m-%dT%H:%M")})
    assert json.loads(free.content)["sentences"] == []


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"table": "x", "starts_at": "y"},
        {"table": "99", "starts_at": "2026-05-09T18:37"},
        {"table": "1", "starts_at": "9999-12-31T23:59"},
        {"table": "1", "starts_at": "0001-01-01T00:00", "other": "0"},
        {"table": "99999999999999999999999", "starts_at": "2026-05-09T18:37"},
        {"table": "1\x00", "starts_at": "2026-05-09T18:37\x00", "other": "1\x00"},
    ],
)
def test_a_drop_nowhere_is_answered_in_words(laid: Tournament, staff: Client, typed: dict[str, str]) -> None:
    match = groups(laid)[0]
    answer = staff.get(f"/office/{laid.slug}/schedule/{match.pk}/check/", typed)
    assert answer.status_code == 400
    assert json.loads(answer.content)["sentences"]
    if "starts_at" in typed:
        assert staff.post(f"/office/{laid.slug}/schedule/{match.pk}/", typed).status_code == 400
    assert staff.post(f"/office/{laid.slug}/schedule/{match.pk}/swap/", typed).status_code == 400


def test_a_move_from_the_grid_brings_the_board_alone(laid: Tournament, staff: Client) -> None:
    match = groups(laid)[0]
    path = f"/office/{laid.slug}/schedule/{match.pk}/"
    typed = {"table": "5", "starts_at": STARTS_AT.strftime("%Y-%m-%dT%H:%M")}
    text = staff.post(path, typed, headers={"HX-Request": "true"}).content.decode()
    assert f'id="match-{match.pk}"' in text
    assert "已移动" in text
    assert "<html" not in text
    assert staff.post(f"/office/{laid.slug}/schedule/undo/").status_code == 302
    assert where(match) != (5, STARTS_AT)


def test_the_board_shows_one_round_one_team_and_the_lists(laid: Tournament, staff: Client) -> None:
    page = f"/office/{laid.slug}/schedule/"
    team = Team.objects.filter(tournament=laid).first()
    mine = staff.get(page, {"team": team.pk}).context["grid"]
    assert mine["shown"] == 1
    assert staff.get(page, {"round": "2-1"}).context["grid"]["shown"] == 2
    by_team = staff.get(page, {"view": "team"}).context["lists"]
    assert [one["name"] for one in by_team] == [one.name for one in laid.teams.order_by("sort_key", "pk")]
    by_table = staff.get(page, {"view": "table"}).context["lists"]
    assert sum(len(one["rows"]) for one in by_table) == Match.objects.count()
    for junk in ({"team": "x" * 50}, {"round": "-"}, {"view": "?"}, {"team": "9" * 40}):
        assert staff.get(page, junk).status_code == 200


def test_a_clash_outlines_its_cards_with_the_reason(laid: Tournament, staff: Client, me: Actor) -> None:
    first, second = groups(laid)[:2]
    move_match(first.pk, second.table.number, STARTS_AT + timedelta(minutes=30), me, anyway=True)
    text = staff.get(f"/office/{laid.slug}/schedule/").content.decode()
    assert text.count('class="match-card clash"') >= 2
    assert clash_sentences(laid)[0] in text


@pytest.mark.parametrize("name", ["schedule/?view=team", "schedule/?view=table", "tables/", "schedule/delay/"])
def test_the_lists_cost_as_many_queries_at_any_size(staff: Client, me: Actor, entered: Enter, name: str) -> None:
    counts = []
    for teams in (4, 16):
        cup = make(me, Format(number=2), name=f"{teams}队")
        for number in range(teams):
            Team.objects.create(
                tournament=cup, department=cup.departments.create(name=f"单位{number}"), name=f"队{number}"
            )
        hold_draw(first_stage(cup), actor=me, seed="一")
        lay_out(cup, starts_at=STARTS_AT, actor=me)
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(f"/office/{cup.slug}/{name}").status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_moving_costs_as_many_queries_at_any_size(me: Actor, entered: Enter) -> None:
    counts = []
    for teams in (4, 16):
        cup = make(me, Format(number=2), name=f"{teams}队")
        for number in range(teams):
            Team.objects.create(
                tournament=cup, department=cup.departments.create(name=f"单位{number}"), name=f"队{number}"
            )
        hold_draw(first_stage(cup), actor=me, seed="一")
        lay_out(cup, starts_at=STARTS_AT, actor=me)
        match = Match.objects.filter(stage__tournament=cup).exclude(group="").last()
        with CaptureQueriesContext(connection) as captured:
            move_match(match.pk, 5, match.starts_at + timedelta(days=3), me, anyway=True)
        counts.append(len(captured))
    assert counts[0] == counts[1]
