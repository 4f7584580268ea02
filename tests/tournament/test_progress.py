"""Who goes on: group winners, finalists, lots owed, matches nobody comes to."""

import pytest

from tests import factories
from tests.playing import Referee, find, finish, play, play_circle, play_group, teams
from tournament.models import Lot, MatchSlot, Tournament
from tournament.services.actor import Actor
from tournament.services.progress import open_questions, record_lot
from tournament.services.refusal import NotAllowed, Refusal
from tournament.services.standings import placings
from tournament.services.verify import differences


def test_a_group_winner_enters_the_semi_final_when_the_last_match_is_confirmed(
    anhui: Tournament, actor: Actor
) -> None:
    play(find(anhui, "A1-2"), actor)
    play(find(anhui, "A1-3"), actor)
    last = finish(find(anhui, "A2-3"), actor)
    assert teams(find(anhui, "S1")) == {"a": None, "b": None}
    last.confirm()
    assert teams(find(anhui, "S1")) == {"a": "院直1A", "b": None}


def test_the_tournament_goes_on_to_its_champion(anhui: Tournament, actor: Actor) -> None:
    for group in "ABCD":
        play_group(anhui, group, actor)
    play(find(anhui, "S1"), actor, "b")
    assert teams(find(anhui, "F")) == {"a": "美术系A", "b": None}
    play(find(anhui, "S2"), actor, "a")
    assert teams(find(anhui, "F")) == {"a": "美术系A", "b": "院直1B"}
    play(find(anhui, "F"), actor, "b")
    knockout = anhui.stages.get(number=2)
    assert [(place, team.name) for place, team in placings(knockout)] == [
        (1, "院直1B"),
        (2, "美术系A"),
        (3, "院直1A"),
        (3, "院直3B"),
    ]
    assert differences(anhui) == []


def test_a_lot_that_is_owed_blocks_the_semi_final_until_the_chief_records_it(
    anhui: Tournament, actor: Actor
) -> None:
    play_circle(anhui, "A", actor)
    assert teams(find(anhui, "S1"))["a"] is None
    with pytest.raises(Refusal) as refused:
        Referee(find(anhui, "S1"), actor).start()
    assert refused.value.code == "no-team"
    (question,) = open_questions(anhui)
    assert (question["kind"], question["group"], question["place"], question["blocks"]) == ("lot", "A", 1, ["S1"])
    assert "须抽签决定" in question["message"]
    assert "S1" in question["message"]
    tied = {team.name: team.pk for team in question["teams"]}
    assert set(tied) == set(factories.GROUPS["A"])
    stage = anhui.stages.get(number=1)
    record_lot(stage, "A", [tied["戏剧系"], tied["院直1A"], tied["综艺系B"]], actor, present="各队队长")
    assert teams(find(anhui, "S1"))["a"] == "戏剧系"
    assert open_questions(anhui) == []
    assert differences(anhui) == []


def test_a_lot_names_exactly_the_tied_teams(anhui: Tournament, actor: Actor) -> None:
    play_circle(anhui, "A", actor)
    stage = anhui.stages.get(number=1)
    two = [team.pk for team in open_questions(anhui)[0]["teams"]][:2]
    with pytest.raises(Refusal, match="恰好写全"):
        record_lot(stage, "A", two, actor)
    with pytest.raises(Refusal, match="恰好写全"):
        record_lot(stage, "A", [*two, two[0]], actor)
    assert Lot.objects.count() == 0


def test_no_lot_is_recorded_before_the_group_is_complete(anhui: Tournament, actor: Actor) -> None:
    play(find(anhui, "A1-2"), actor)
    with pytest.raises(Refusal, match="全部确认后才能抽签"):
        record_lot(anhui.stages.get(number=1), "A", [1, 2], actor)


def test_a_group_that_does_not_exist_has_no_lot(anhui: Tournament, actor: Actor) -> None:
    with pytest.raises(Refusal, match="没有“Z”组"):
        record_lot(anhui.stages.get(number=1), "Z", [1, 2], actor)


def test_only_the_chief_records_a_lot(anhui: Tournament, actor: Actor, office: object) -> None:
    play_circle(anhui, "A", actor)
    order = [team.pk for team in open_questions(anhui)[0]["teams"]]
    for other in (Actor.of(office), Actor.program("演示")):  # type: ignore[arg-type]
        with pytest.raises(NotAllowed):
            record_lot(anhui.stages.get(number=1), "A", order, other)


def test_a_downstream_match_that_has_begun_keeps_its_teams(anhui: Tournament, actor: Actor) -> None:
    for group in "AC":
        play_group(anhui, group, actor)
    Referee(find(anhui, "S1"), actor).start()
    stage = anhui.stages.get(number=1)
    other = anhui.teams.get(name="戏剧系")
    MatchSlot.objects.filter(match__code="S1", side="a").update(team=other)
    from tournament.services.progress import settle_after

    settle_after(find(anhui, "A2-3"))
    assert stage.matches.count() == 12
    assert teams(find(anhui, "S1"))["a"] == "戏剧系"


def test_a_ruling_on_a_slot_goes_before_its_source(anhui: Tournament, actor: Actor) -> None:
    ruled = anhui.teams.get(name="戏剧系")
    MatchSlot.objects.filter(match__code="S1", side="a").update(ruling_team=ruled, ruling_reason="改判")
    play_group(anhui, "A", actor)
    assert teams(find(anhui, "S1"))["a"] == "戏剧系"


def test_where_both_sides_lose_nobody_goes_on_and_the_next_match_is_a_walkover(
    anhui: Tournament, actor: Actor
) -> None:
    for group in "ABCD":
        play_group(anhui, group, actor)
    absent = Referee(find(anhui, "S1"), actor)
    absent.write({"type": "forfeit", "side": "a"})
    if absent.match.status != "finished" or absent.match.winner:
        pytest.fail("a double forfeit needs its own entry")
