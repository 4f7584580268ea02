"""A match or the whole hall begins later: what follows moves as chosen, the plan is kept, and it can be undone."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.office.conftest import STARTS_AT, make
from tests.schedule_checker import meetings_of, problems
from tournament import schedule
from tournament.models import AuditEntry, Match, Team, Tournament
from tournament.schedule import ALL, NONE, PUSH, Day, Game, Placed, delayed
from tournament.services.actor import Actor
from tournament.services.delays import apply_match_delay, delay_hall, delay_match
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import Format
from tournament.services.refusal import Conflict, Refusal
from tournament.services.scheduling import clash_sentences, lay_out, undo_move

Enter = Callable[..., list[Team]]
HALF = timedelta(minutes=30)


@pytest.fixture
def laid(me: Actor, entered: Enter) -> Tournament:
    """Eight teams in two groups on two tables: six hours of group matches, then semi-finals and the final."""
    cup = make(me, Format(number=2, advance=2), tables=2)
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    return cup


def first(cup: Tournament) -> Match:
    return Match.objects.filter(stage__tournament=cup, table__number=1).order_by("starts_at")[0]


def starts(cup: Tournament) -> dict[int, datetime]:
    return dict(Match.objects.filter(stage__tournament=cup).values_list("pk", "starts_at"))


def test_a_delay_pushes_what_would_be_too_early_and_keeps_the_plan(laid: Tournament, me: Actor) -> None:
    before, match = starts(laid), first(laid)
    plan = delay_match(laid, match.pk, 30, PUSH)
    assert starts(laid) == before
    assert plan.troubles == ()
    apply_match_delay(laid, match.pk, 30, PUSH, plan.mark, me)
    after = starts(laid)
    assert after[match.pk] == before[match.pk] + HALF
    assert problems(meetings_of(laid)) == []
    moved = {pk for pk in before if before[pk] != after[pk]}
    assert moved == {one.match for one in plan.shifts}
    planned = dict(Match.objects.values_list("pk", "planned_at"))
    assert {pk: when for pk, when in planned.items() if when} == {pk: before[pk] for pk in moved}
    assert AuditEntry.objects.first().action == "schedule.delay"
    laid.refresh_from_db()
    undo_move(laid, me)
    assert starts(laid) == before
    assert not Match.objects.exclude(planned_at=None).exists()


def test_a_second_delay_keeps_the_first_plan(laid: Tournament, me: Actor, staff: Client) -> None:
    before, match = starts(laid), first(laid)
    for _time in range(2):
        apply_match_delay(laid, match.pk, 15, PUSH, delay_match(laid, match.pk, 15, PUSH).mark, me)
    match.refresh_from_db()
    assert (match.planned_at, match.starts_at) == (before[match.pk], before[match.pk] + HALF)
    text = staff.get(f"/office/{laid.slug}/schedule/").content.decode()
    assert f"原定 18:37 → {timezone.localtime(match.starts_at):%H:%M}" in text


def test_alone_the_match_moves_and_its_clashes_are_shown_first(laid: Tournament) -> None:
    plan = delay_match(laid, first(laid).pk, 30, NONE)
    assert len(plan.shifts) == 1
    assert any("1号桌重了" in trouble.sentence for trouble in plan.troubles)


def test_a_delay_asked_for_before_somebody_moved_a_match_is_shown_again(laid: Tournament, me: Actor) -> None:
    match = first(laid)
    mark = delay_match(laid, match.pk, 30, PUSH).mark
    Match.objects.filter(pk=match.pk).update(starts_at=STARTS_AT + timedelta(days=1))
    with pytest.raises(Conflict, match="在预览之后有改动"):
        apply_match_delay(laid, match.pk, 30, PUSH, mark, me)


def test_the_whole_hall_is_late_from_an_hour_on_and_only_that_day(laid: Tournament) -> None:
    late = STARTS_AT + timedelta(hours=1)
    plan = delay_hall(laid, late, 20)
    same_day = [
        pk
        for pk, start in starts(laid).items()
        if start >= late and timezone.localtime(start).date() == STARTS_AT.date()
    ]
    assert sorted(one.match for one in plan.shifts) == sorted(same_day)
    assert {one.new - one.old for one in plan.shifts} == {timedelta(minutes=20)}
    with pytest.raises(Refusal, match="没有还没开赛的场次"):
        delay_hall(laid, STARTS_AT + timedelta(days=30), 20)


def test_what_has_begun_is_not_late_any_more(laid: Tournament) -> None:
    match = first(laid)
    Match.objects.filter(pk=match.pk).update(version=1, status="playing")
    with pytest.raises(Refusal, match="已经开赛，不能推迟"):
        delay_match(laid, match.pk, 30, PUSH)
    assert match.pk not in {one.match for one in delay_hall(laid, STARTS_AT, 10).shifts}


@pytest.mark.parametrize("minutes", [0, -5, 601, 10**12])
def test_minutes_out_of_range_are_refused(laid: Tournament, minutes: int) -> None:
    with pytest.raises(Refusal, match="应在 1 到 600 之间"):
        delay_match(laid, first(laid).pk, minutes, PUSH)


def test_the_page_shows_what_moves_then_does_it(laid: Tournament, staff: Client) -> None:
    match, page = first(laid), f"/office/{laid.slug}/schedule/{first(laid).pk}/delay/"
    before = starts(laid)
    shown = staff.get(page, {"minutes": "30", "follow": "push"})
    assert shown.status_code == 200
    assert starts(laid) == before
    mark = shown.context["delay"].mark
    assert f'value="{mark}"' in shown.content.decode()
    stale = staff.post(page, {"minutes": "30", "follow": "push", "mark": "x"})
    assert stale.status_code == 400
    assert "请看一遍新的预览再确认" in stale.content.decode()
    assert staff.post(page, {"minutes": "30", "follow": "push", "mark": mark}).status_code == 302
    assert starts(laid)[match.pk] == before[match.pk] + HALF
    assert clash_sentences(laid) == []


def test_the_hall_s_page_does_what_it_shows(laid: Tournament, staff: Client) -> None:
    page = f"/office/{laid.slug}/schedule/delay/"
    typed = {"since": "2026-05-09T18:37", "minutes": "15"}
    text = staff.get(page, typed).content.decode()
    hidden = '<input type="hidden" name="since" value="2026-05-09T18:37">'
    assert hidden in text
    mark = staff.get(page, typed).context["delay"].mark
    assert staff.post(page, {**typed, "mark": mark}).status_code == 302
    assert min(starts(laid).values()) == STARTS_AT + timedelta(minutes=15)


@pytest.mark.parametrize(
    "typed",
    [
        {"minutes": "", "follow": ""},
        {"minutes": "9" * 30, "follow": "push"},
        {"minutes": "5", "follow": "\x00"},
        {"minutes": "1", "since": "9999-12-31T23:59"},
        {"minutes": "1", "since": "0001-01-01T00:00"},
        {"minutes": "1\x00", "since": "\x00"},
    ],
)
def test_junk_is_answered_in_words(laid: Tournament, staff: Client, typed: dict[str, str]) -> None:
    for path in ("schedule/delay/", f"schedule/{first(laid).pk}/delay/"):
        page = f"/office/{laid.slug}/{path}"
        if ("since" in typed) == path.startswith("schedule/delay"):
            assert staff.get(page, typed).status_code == 400
            assert staff.post(page, typed).status_code == 400


def at(key: int, start: int, table: int) -> Placed:
    begin = STARTS_AT + timedelta(minutes=start)
    return Placed(key, begin, begin + timedelta(minutes=60), table)


CHAIN = [Game(1, (1, 1), frozenset({1, 2})), Game(2, (1, 2), frozenset({1, 3})), Game(3, (1, 3), frozenset({3, 4}))]
SPACED = [at(1, 0, 1), at(2, 60, 2), at(3, 150, 1)]
FOLLOWING = {
    "none moves one": (NONE, {}, [30]),
    "a gap takes the delay up": (PUSH, {}, [30, 90]),
    "whoever comes next rests": (PUSH, {"rest": 10}, [30, 90, 160]),
    "all moves whatever follows": (ALL, {}, [30, 90, 180]),
    "what began stays": (PUSH, {"fixed": {2}}, [30]),
}


@pytest.mark.parametrize(("follow", "wishes", "minutes"), FOLLOWING.values(), ids=FOLLOWING)
def test_what_follows_moves_as_chosen(follow: str, wishes: dict, minutes: list[int]) -> None:
    moved = delayed(CHAIN, SPACED, 1, 30, follow=follow, **wishes)
    assert sorted(moved.values()) == [STARTS_AT + timedelta(minutes=number) for number in minutes]


def test_a_pushed_match_goes_past_the_break() -> None:
    rest = (STARTS_AT + timedelta(minutes=125)).time(), (STARTS_AT + timedelta(minutes=140)).time()
    moved = delayed(CHAIN, SPACED, 1, 30, day=Day(breaks=(rest,)))
    assert moved[2] == STARTS_AT + timedelta(minutes=140)
    assert schedule.clashes(CHAIN, [at(1, 30, 1), at(2, 140, 2), at(3, 210, 1)], day=Day(breaks=(rest,))) == []
