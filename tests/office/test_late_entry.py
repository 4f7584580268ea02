"""Late teams at the door: the waiting list, byes and places given up, the addendum, and what never moves."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.office.conftest import STARTS_AT, make
from tests.playing import play
from tournament.draw import addendum
from tournament.models import AuditEntry, DrawAddendum, GroupPlace, Match, MatchSlot, Team, Tournament
from tournament.services import late_entry
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import KNOCKOUT, Format
from tournament.services.late_entry import BYE, PLACE, admit, not_begun, openings
from tournament.services.refusal import Conflict, Refusal
from tournament.services.scheduling import clash_sentences, lay_out
from tournament.services.verify import differences
from tournament.services.waiting import waiting_teams
from tournament.services.waiting_list import give_up, join
from tournament.services.waiting_promotion import enter_waiting, promote_first, step_down

Enter = Callable[..., list[Team]]


@pytest.fixture
def drawn(me: Actor, entered: Enter) -> Tournament:
    """Single elimination of six, drawn: two byes."""
    cup = make(me, Format(shape=KNOCKOUT, places=4))
    entered(cup, 6)
    hold_draw(first_stage(cup), actor=me, seed="抽签")
    return cup


def late(cup: Tournament, me: Actor, department: str = "迟到分会", **more: Any) -> Team:
    return join(cup, department, [f"{department}甲", f"{department}乙"], me, reason="路上堵车", **more)


def draw_of(cup: Tournament) -> Any:
    return first_stage(cup).draws.get(undone_at=None)


def pairs(cup: Tournament) -> dict[str, tuple[str, ...]]:
    """Every match's two sides as stored, by code."""
    found: dict[str, tuple[str, ...]] = {}
    for slot in MatchSlot.objects.filter(match__stage__tournament=cup).select_related("match", "source_match"):
        source = slot.source_match.code if slot.source_match else str(slot.source_team_id)
        found[slot.match.code] = (*found.get(slot.match.code, ()), f"{slot.source} {source}")
    return found


def test_a_late_team_waits_until_it_is_let_in(drawn: Tournament, me: Actor) -> None:
    team = late(drawn, me)
    assert list(waiting_teams(drawn)) == [team]
    assert team.name == "迟到分会"
    assert AuditEntry.objects.get(action="team.wait").reason == "路上堵车"
    assert differences(drawn) == []


def test_the_waiting_are_not_drawn(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 8)
    team = late(cup, me)
    draw = hold_draw(first_stage(cup), actor=me, seed="一")
    assert str(team.pk) not in {one["id"] for one in draw.record["teams"]}


def test_a_late_team_takes_a_bye_by_lot_and_nobody_moves(drawn: Tournament, me: Actor) -> None:
    before = pairs(drawn)
    added = admit(late(drawn, me), BYE, me, seed="门口 12:50", present="仲裁组")
    record = added.record
    assert len(record["open"]) == 2
    assert addendum.check(record) == []
    after = pairs(drawn)
    new = record["result"]["added"]
    changed = record["result"]["changed"]
    assert new == ["x1"]
    assert {code: sides for code, sides in after.items() if code not in [*new, *changed]} == {
        code: sides for code, sides in before.items() if code not in changed
    }
    assert sorted(after["x1"]) == sorted([f"team {added.team_id}", *(set(before[changed[0]]) - set(after[changed[0]]))])
    assert "winner x1" in after[changed[0]]
    assert list(waiting_teams(drawn)) == []
    assert differences(drawn) == []
    audit = AuditEntry.objects.get(action="draw.late")
    assert (audit.subject, audit.after["present"]) == ("迟到分会", "仲裁组")


def test_the_new_match_is_played_and_its_winner_goes_on(drawn: Tournament, me: Actor, actor: Actor) -> None:
    added = admit(late(drawn, me), BYE, me, seed="门口")
    play(Match.objects.get(code="x1"), actor, "a")
    follows = Match.objects.get(code=added.record["result"]["changed"][0])
    winner = Match.objects.get(code="x1").slots.get(side="a").team
    assert follows.slots.get(source_match__code="x1").team == winner
    assert differences(drawn) == []


def test_byes_run_out_and_the_next_team_stays_on_the_list(drawn: Tournament, me: Actor) -> None:
    admit(late(drawn, me, "甲会"), BYE, me, seed="一")
    admit(late(drawn, me, "乙会"), BYE, me)  # one bye left: no lot is needed
    team = late(drawn, me, "丙会")
    with pytest.raises(Refusal, match="没有可补的轮空位。这支队留在候补名单上。"):
        admit(team, BYE, me, seed="三")
    assert list(waiting_teams(drawn)) == [team]
    assert Match.objects.filter(stage__tournament=drawn, round=1).count() == 4
    assert differences(drawn) == []


def test_a_bye_is_gone_once_its_match_has_begun(drawn: Tournament, me: Actor, actor: Actor) -> None:
    free = openings(draw_of(drawn))
    begun = Match.objects.get(round=2, slots__source_team=free[0].team)
    Match.objects.filter(pk=begun.pk).update(version=1, status=Match.Status.PLAYING)
    assert [one.place for one in openings(draw_of(drawn))] == [free[1].place]


def test_a_slip_names_the_place_among_those_open(drawn: Tournament, me: Actor) -> None:
    team = late(drawn, me)
    places = [one.place for one in openings(draw_of(drawn))]
    for lot in (0, 3, 10**30):
        with pytest.raises(Refusal, match="应为 1 到 2"):
            admit(team, BYE, me, lot=lot)
    with pytest.raises(Refusal, match="须抽签"):
        admit(team, BYE, me)
    assert admit(team, BYE, me, lot=2).record["result"]["taken"] == places[1]


def test_the_first_to_come_is_the_first_to_get_a_place(drawn: Tournament, me: Actor) -> None:
    first, second = late(drawn, me, "甲会"), late(drawn, me, "乙会")
    with pytest.raises(Refusal, match="第一位是“甲会”"):
        admit(second, BYE, me, seed="一")
    give_up(first, me, "回去了")
    assert admit(second, BYE, me, seed="一").team == second
    first.refresh_from_db()
    assert (first.withdrawn_reason, first.withdrawn_at is not None) == ("回去了", True)
    with pytest.raises(Refusal, match="不在候补名单上"):
        give_up(first, me)


def withdraw(team: Team) -> Team:
    Team.objects.filter(pk=team.pk).update(withdrawn_at=timezone.now())
    team.refresh_from_db()
    return team


def in_round_one(cup: Tournament) -> Team:
    return Match.objects.filter(stage__tournament=cup, round=1)[0].slots.get(side="a").team


def test_a_place_given_up_passes_on_with_its_match(drawn: Tournament, me: Actor) -> None:
    gone = withdraw(in_round_one(drawn))
    match = Match.objects.get(round=1, slots__team=gone)
    added = admit(late(drawn, me), PLACE, me)
    assert set(match.slots.values_list("team_id", flat=True)) > {added.team_id}
    assert not MatchSlot.objects.filter(team=gone).exists()
    assert differences(drawn) == []


def test_the_first_waiting_team_moves_up_when_a_team_gives_up_its_place(drawn: Tournament, me: Actor) -> None:
    first, second = late(drawn, me, "甲会"), late(drawn, me, "乙会")
    assert promote_first(drawn, me) is None  # nothing is given up yet
    gone = withdraw(in_round_one(drawn))
    assert promote_first(drawn, me, given_up=gone) == first
    assert list(waiting_teams(drawn)) == [second]
    assert promote_first(drawn, me, given_up=gone) is None  # that place is taken
    assert differences(drawn) == []


def test_a_team_that_does_not_come_gives_its_place_and_its_opponent_to_the_first_waiting(
    drawn: Tournament, me: Actor, actor: Actor
) -> None:
    gone = in_round_one(drawn)
    with pytest.raises(Refusal, match="候补名单是空的"):
        step_down(gone, me, reason="出差")
    team = late(drawn, me)
    with pytest.raises(Refusal, match="原因不能为空"):
        step_down(gone, me, reason=" ")
    assert step_down(gone, me, reason="出差") == team
    gone.refresh_from_db()
    assert gone.withdrawn_reason == "出差"
    assert Match.objects.get(round=1, slots__team=team).slots.count() == 2
    assert differences(drawn) == []
    with pytest.raises(Refusal, match="已经退赛"):
        step_down(gone, me, reason="出差")
    late(drawn, me, "又一会")
    played = Match.objects.filter(stage__tournament=drawn, round=1)[1]
    play(played, actor, "a")
    other = played.slots.get(side="b").team
    with pytest.raises(Refusal, match="请按退赛办理"):
        step_down(other, me, reason="走了")
    other.refresh_from_db()
    assert other.withdrawn_at is None
    assert other not in not_begun(draw_of(drawn))


def test_a_team_that_has_played_gives_no_place(drawn: Tournament, me: Actor, actor: Actor) -> None:
    match = Match.objects.filter(stage__tournament=drawn, round=1)[0]
    play(match, actor, "a")
    withdraw(match.slots.get(side="a").team)
    with pytest.raises(Refusal, match="没有可补的退赛队位置"):
        admit(late(drawn, me), PLACE, me)


def test_in_groups_a_late_team_takes_a_place_given_up(cup: Tournament, me: Actor, entered: Enter) -> None:
    teams = entered(cup, 12)
    hold_draw(first_stage(cup), actor=me, seed="一")
    gone = withdraw(teams[4])
    place = GroupPlace.objects.get(team=gone)
    team = late(cup, me)
    with pytest.raises(Refusal, match="没有可补的轮空位"):
        admit(team, BYE, me)
    admit(team, PLACE, me)
    place.refresh_from_db()
    assert place.team == team
    assert MatchSlot.objects.filter(team=team).count() == 2
    assert not MatchSlot.objects.filter(team=gone).exists()
    assert differences(cup) == []


def test_before_the_draw_a_waiting_team_simply_takes_part(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 7)
    team = late(cup, me)
    with pytest.raises(Refusal, match="还没有抽签"):
        admit(team, BYE, me)
    assert enter_waiting(cup, me) == team
    with pytest.raises(Refusal, match="候补名单是空的"):
        enter_waiting(cup, me)
    draw = hold_draw(first_stage(cup), actor=me, seed="一")
    assert len(draw.record["teams"]) == 8
    with pytest.raises(Refusal, match="已经抽签"):
        enter_waiting(cup, me)


def test_verify_finds_an_addendum_that_was_tampered_with(drawn: Tournament, me: Actor) -> None:
    added = admit(late(drawn, me), BYE, me, seed="门口")
    other = next(place for place in added.record["open"] if place != added.record["result"]["taken"])
    added.record["result"]["taken"] = other
    added.save()
    assert any("抽签记录：所得位置：重算为" in line for line in differences(drawn))
    added.record["open"] = [other]
    added.record["slots"] = added.record["slots"][::-1]
    added.save()
    assert differences(drawn) != []


def test_verify_finds_a_slot_that_is_not_the_addendums(drawn: Tournament, me: Actor) -> None:
    admit(late(drawn, me), BYE, me, seed="门口")
    MatchSlot.objects.filter(source_match__code="x1").update(source="loser")
    assert any("席位" in line for line in differences(drawn))


def test_the_new_match_gets_an_hour_and_a_table_that_clash_with_nothing(drawn: Tournament, me: Actor) -> None:
    lay_out(drawn, starts_at=STARTS_AT, actor=me)
    assert clash_sentences(drawn) == []
    admit(late(drawn, me), BYE, me, seed="门口")
    match = Match.objects.get(code="x1")
    assert (match.starts_at, match.ends_at) == (STARTS_AT, STARTS_AT + timedelta(hours=1))
    assert match.table is not None
    assert clash_sentences(drawn) == []


def test_without_a_free_table_the_new_match_is_left_open(me: Actor, entered: Enter) -> None:
    cup = make(me, Format(shape=KNOCKOUT), tables=2)
    entered(cup, 6)
    hold_draw(first_stage(cup), actor=me, seed="抽签")
    lay_out(cup, starts_at=STARTS_AT, actor=me)
    admit(late(cup, me), BYE, me, seed="门口")
    match = Match.objects.get(code="x1")
    assert (match.starts_at, match.table) == (None, None)


def test_a_late_team_does_not_rename_the_drawn_ones(drawn: Tournament, me: Actor) -> None:
    team = late(drawn, me, "第1分会")
    assert team.name == "第1分会B"
    assert drawn.teams.filter(name="第1分会").exists()
    with pytest.raises(Refusal, match="已经用过"):
        late(drawn, me, "第2分会", name="第1分会")
    with pytest.raises(Refusal, match="原因不能为空"):
        join(drawn, "某会", ["甲", "乙"], me, reason=" ")
    with pytest.raises(Refusal, match="一人只能参加一队"):
        join(drawn, "第1分会", ["甲1", "丁"], me, reason="迟到")


def test_addenda_stand_when_the_draw_is_read_again(drawn: Tournament, me: Actor) -> None:
    for number in range(2):
        admit(late(drawn, me, f"迟{number}"), BYE, me, seed=str(number))
    assert [one.record["result"]["added"] for one in DrawAddendum.objects.all()] == [["x1"], ["x2"]]
    assert differences(drawn) == []


def test_a_match_that_begins_after_the_lot_keeps_its_teams(
    drawn: Tournament, me: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided = late_entry._record

    def then_it_begins(*arguments: Any) -> Any:
        record = decided(*arguments)
        Match.objects.filter(code__in=record["result"]["changed"]).update(version=1, status=Match.Status.PLAYING)
        return record

    team = late(drawn, me)
    monkeypatch.setattr(late_entry, "_record", then_it_begins)
    with pytest.raises(Conflict, match="刚刚开赛"):
        admit(team, BYE, me, seed="门口")
    assert not Match.objects.filter(code="x1").exists()
