"""Laying out matches on tables and hours, moving one, and what clashes; an independent check of every schedule."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.office.conftest import STARTS_AT, make
from tournament.models import AuditEntry, Match, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import KNOCKOUT, Format
from tournament.services.refusal import Conflict, Refusal
from tournament.services.scheduling import clash_sentences, grid_of, lay_out, move_match
from tournament.services.tournaments import set_tables

Enter = Callable[..., list[Team]]


@pytest.fixture
def drawn(cup: Tournament, me: Actor, entered: Enter) -> Tournament:
    """13 teams in groups of 4, 3, 3, 3 on five tables."""
    entered(cup, 13)
    hold_draw(first_stage(cup), actor=me, seed="五月九日")
    return cup


def independent_check(cup: Tournament) -> None:
    """No table and no team in two matches at one moment; a knockout match after everything it waits for."""
    matches = list(Match.objects.filter(stage__tournament=cup).prefetch_related("slots"))
    for one in matches:
        for other in matches:
            if one.pk < other.pk and one.starts_at < other.ends_at and other.starts_at < one.ends_at:
                assert one.table_id is None or one.table_id != other.table_id
                teams = [{s.team_id for s in match.slots.all() if s.team_id} for match in (one, other)]
                assert not teams[0] & teams[1]
        for slot in one.slots.all():
            if slot.source_match_id:
                assert slot.source_match.ends_at <= one.starts_at
            if slot.source_group:
                feeding = [m for m in matches if m.group == slot.source_group]
                assert all(m.ends_at <= one.starts_at for m in feeding)


def test_thirteen_teams_on_five_tables_from_1837(drawn: Tournament, me: Actor) -> None:
    assert lay_out(drawn, starts_at=STARTS_AT, actor=me) == 18
    independent_check(drawn)
    starts = Counter(Match.objects.filter(stage__tournament=drawn).values_list("starts_at", flat=True))
    assert [starts[STARTS_AT + timedelta(hours=hour)] for hour in range(5)] == [5, 5, 5, 2, 1]
    assert clash_sentences(drawn) == []


def test_changeover_minutes_lie_between_the_slots(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me, slot_minutes=40, changeover=5)
    hours = sorted(set(Match.objects.values_list("starts_at", "ends_at")))
    assert hours[0] == (STARTS_AT, STARTS_AT + timedelta(minutes=40))
    assert hours[1][0] == STARTS_AT + timedelta(minutes=45)
    independent_check(drawn)


def test_one_round_a_day_groups_first_then_the_knockout(drawn: Tournament, me: Actor) -> None:
    assert lay_out(drawn, starts_at=STARTS_AT, actor=me, daily=True) == 18
    independent_check(drawn)
    rounds = sorted(set(Match.objects.values_list("stage__number", "round", "starts_at")))
    assert [start for _stage, _round, start in rounds] == [
        STARTS_AT + timedelta(days=day) for day in range(len(rounds))
    ]


def test_rounds_beyond_the_announced_hours_keep_none(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me)
    hours = [STARTS_AT, STARTS_AT + timedelta(days=2)]
    placed = lay_out(drawn, starts_at=STARTS_AT, actor=me, round_starts=hours)
    fixed = Match.objects.exclude(starts_at=None)
    assert set(fixed.values_list("round", "starts_at")) == {(1, hours[0]), (2, hours[1])}
    assert fixed.count() == placed == Match.objects.filter(round__lte=2).exclude(group="").count()
    assert not Match.objects.filter(starts_at=None).exclude(table=None).exists()
    assert len(grid_of(drawn)["timeless"]) == 18 - placed


def test_groups_stay_at_their_tables_where_wished(me: Actor, entered: Enter) -> None:
    cup = make(me, Format(number=4, groups_at_tables=True))
    entered(cup, 13)
    hold_draw(first_stage(cup), actor=me, seed="一")
    lay_out(cup, starts_at=STARTS_AT, actor=me, knockout_tables=False)
    independent_check(cup)
    tables = set(Match.objects.exclude(group="").values_list("group", "table__number"))
    assert tables == {("A", 1), ("B", 2), ("C", 3), ("D", 4)}
    assert not Match.objects.filter(group="").exclude(table=None).exists()


def test_fewer_tables_make_more_hours(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me, tables=2)
    independent_check(drawn)
    assert Counter(Match.objects.exclude(group="").values_list("table__number", flat=True)) == {1: 8, 2: 7}


def test_nothing_is_laid_out_before_the_draw_or_after_everything_began(
    cup: Tournament, me: Actor, entered: Enter
) -> None:
    with pytest.raises(Refusal, match="还没有抽签，没有场次可排"):
        lay_out(cup, starts_at=STARTS_AT, actor=me)
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    Match.objects.update(version=1, status="playing")
    with pytest.raises(Refusal, match="全部场次都已开赛"):
        lay_out(cup, starts_at=STARTS_AT, actor=me)


def test_laying_out_anew_may_take_tables_away_but_the_facts_page_may_not(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me)
    with pytest.raises(Refusal, match="4号桌还排着场次 .*，不能减掉"):
        set_tables(drawn, 3, me)
    assert lay_out(drawn, starts_at=STARTS_AT, actor=me, tables=3) == 18
    assert drawn.tables.count() == 3
    independent_check(drawn)


@pytest.mark.parametrize("count", [0, 201])
def test_a_number_of_tables_out_of_range_is_refused(cup: Tournament, me: Actor, count: int) -> None:
    with pytest.raises(Refusal, match=f"桌数 {count} 不在 1 到 200 之间"):
        set_tables(cup, count, me)


def test_a_match_is_moved_by_hand(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me)
    final = Match.objects.get(place=1)
    later = final.starts_at + timedelta(minutes=90)
    move_match(final.pk, 5, later, me)
    final.refresh_from_db()
    assert (final.table.number, final.starts_at, final.ends_at) == (5, later, later + timedelta(hours=1))
    assert AuditEntry.objects.first().after == {"table": 5, "starts_at": later.isoformat()}


def test_a_move_that_clashes_is_refused_with_each_reason(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me)
    first, second = Match.objects.filter(group="A").order_by("round", "id")[:3:2]
    partly = first.starts_at + timedelta(minutes=30)
    with pytest.raises(Conflict) as refused:
        move_match(second.pk, first.table.number, partly, me)
    assert "号桌重了：" in refused.value.message
    assert "同时有两场：" in refused.value.message
    second.refresh_from_db()
    assert second.starts_at != partly
    move_match(second.pk, first.table.number, partly, me, anyway=True)
    assert len(clash_sentences(drawn)) >= 2


def test_the_final_is_not_moved_before_its_semi_finals(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me)
    with pytest.raises(Conflict, match="决赛开始时，半决赛第1场还没有结束"):
        move_match(Match.objects.get(place=1).pk, 5, STARTS_AT, me)


def test_a_match_that_began_stays_where_it_is(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me)
    match = Match.objects.first()
    Match.objects.filter(pk=match.pk).update(version=1, status="playing")
    with pytest.raises(Refusal, match="已经开赛，不能再移动"):
        move_match(match.pk, 1, STARTS_AT + timedelta(days=1), me)


def test_a_table_that_does_not_exist_is_refused(drawn: Tournament, me: Actor) -> None:
    with pytest.raises(Refusal, match="没有9号桌"):
        move_match(Match.objects.first().pk, 9, STARTS_AT, me)


def test_the_grid_shows_every_match_once(drawn: Tournament, me: Actor) -> None:
    assert len(grid_of(drawn)["timeless"]) == 18
    lay_out(drawn, starts_at=STARTS_AT, actor=me, knockout_tables=False)
    grid = grid_of(drawn)
    assert [column["name"] for column in grid["columns"]] == ["1号桌", "2号桌", "3号桌", "4号桌", "5号桌", "临场安排"]
    shown = [one["match"].pk for slot in grid["slots"] for cell in slot["cells"] for one in cell["matches"]]
    assert sorted(shown) == sorted(Match.objects.values_list("pk", flat=True))


def test_a_bye_holds_no_table_and_no_hour(me: Actor, entered: Enter) -> None:
    cup = make(me, Format(shape=KNOCKOUT), tables=1)
    entered(cup, 5)
    hold_draw(first_stage(cup), actor=me, seed="三个轮空")
    assert lay_out(cup, starts_at=STARTS_AT, actor=me) == 4
    played = Match.objects.filter(stage__tournament=cup).order_by("starts_at")
    assert [match.starts_at for match in played] == [STARTS_AT + timedelta(hours=hour) for hour in range(4)]
    assert {match.table.number for match in played.select_related("table") if match.table} == {1}
