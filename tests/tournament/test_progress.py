"""Who goes on: group winners, finalists, lots owed, matches nobody comes to."""

import pytest
from django.db import transaction

from scoring.ruleset import changed, load_preset, ruleset_document
from tests import factories
from tests.playing import Referee, find, finish, play, play_circle, play_group, teams
from tournament.models import Account, Lot, MatchSlot, Tournament
from tournament.services.actor import Actor
from tournament.services.progress import open_questions, record_lot, settle_after
from tournament.services.refusal import NotAllowed, Refusal
from tournament.services.rulesets import version_of
from tournament.services.standings import placings
from tournament.services.verify import differences


def test_a_group_winner_enters_the_semi_final_when_the_last_match_is_confirmed(anhui: Tournament, actor: Actor) -> None:
    play(find(anhui, "A1-2"), actor)
    play(find(anhui, "A1-3"), actor)
    last = finish(find(anhui, "A2-3"), actor)
    assert teams(find(anhui, "m1")) == {"a": None, "b": None}
    last.confirm()
    assert teams(find(anhui, "m1")) == {"a": "院直1A", "b": None}


def test_the_tournament_goes_on_to_its_champion(anhui: Tournament, actor: Actor) -> None:
    for group in "ABCD":
        play_group(anhui, group, actor)
    play(find(anhui, "m1"), actor, "b")
    assert teams(find(anhui, "m3")) == {"a": "美术系A", "b": None}
    play(find(anhui, "m2"), actor, "a")
    assert teams(find(anhui, "m3")) == {"a": "美术系A", "b": "院直1B"}
    play(find(anhui, "m3"), actor, "b")
    knockout = anhui.stages.get(number=2)
    assert [(place, team.name) for place, team in placings(knockout)] == [(1, "院直1B")]
    knockout.settings = {"places": 4, "third_place": "joint"}
    assert [(place, team.name) for place, team in placings(knockout)] == [
        (1, "院直1B"),
        (2, "美术系A"),
        (3, "院直1A"),
        (3, "院直3B"),
    ]
    assert differences(anhui) == []


def test_a_lot_that_is_owed_blocks_the_semi_final_until_the_chief_records_it(anhui: Tournament, actor: Actor) -> None:
    play_circle(anhui, "A", actor)
    assert teams(find(anhui, "m1"))["a"] is None
    with pytest.raises(Refusal) as refused:
        Referee(find(anhui, "m1"), actor).start()
    assert refused.value.code == "no-team"
    (question,) = open_questions(anhui)
    assert (question["kind"], question["group"], question["place"], question["blocks"]) == ("lot", "A", 1, ["m1"])
    assert "须抽签决定" in question["message"]
    assert question["message"].endswith("在此之前这些场次不能开始：半决赛第1场。")
    tied = {team.name: team.pk for team in question["teams"]}
    assert set(tied) == set(factories.GROUPS["A"])
    stage = anhui.stages.get(number=1)
    record_lot(stage, "A", [tied["戏剧系"], tied["院直1A"], tied["综艺系B"]], actor, present="各队队长")
    assert teams(find(anhui, "m1"))["a"] == "戏剧系"
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


def test_only_the_chief_records_a_lot(anhui: Tournament, actor: Actor, office: Account) -> None:
    play_circle(anhui, "A", actor)
    order = [team.pk for team in open_questions(anhui)[0]["teams"]]
    for other in (Actor.of(office), Actor.program("演示")):
        with pytest.raises(NotAllowed):
            record_lot(anhui.stages.get(number=1), "A", order, other)


def test_a_downstream_match_that_has_begun_keeps_its_teams(anhui: Tournament, actor: Actor) -> None:
    for group in "AC":
        play_group(anhui, group, actor)
    Referee(find(anhui, "m1"), actor).start()
    other = anhui.teams.get(name="戏剧系")
    MatchSlot.objects.filter(match__code="m1", side="a").update(team=other)
    with transaction.atomic():
        assert settle_after(find(anhui, "A2-3")) == []
    assert teams(find(anhui, "m1"))["a"] == "戏剧系"


def test_a_ruling_on_a_slot_goes_before_its_source(anhui: Tournament, actor: Actor) -> None:
    ruled = anhui.teams.get(name="戏剧系")
    MatchSlot.objects.filter(match__code="m1", side="a").update(ruling_team=ruled, ruling_reason="改判")
    play_group(anhui, "A", actor)
    assert teams(find(anhui, "m1"))["a"] == "戏剧系"


@pytest.fixture
def nobody_in_the_final_yet(anhui: Tournament, actor: Actor) -> Tournament:
    """A knockout under which level sides both lose; the first semi-final ended so."""
    knockout = anhui.stages.get(number=2)
    stern = changed(load_preset("anhui-chaodipi"), {"match.decide": ["higher-level", "both-lose"]})
    knockout.ruleset = version_of(ruleset_document(stern))
    knockout.save()
    for group in "ABCD":
        play_group(anhui, group, actor)
    play(find(anhui, "m1"), actor, points=())
    return anhui


def test_where_both_sides_lose_nobody_goes_on(nobody_in_the_final_yet: Tournament, actor: Actor) -> None:
    semi = find(nobody_in_the_final_yet, "m1")
    assert (semi.status, semi.winner, semi.decided_by) == ("confirmed", "", "both-lose")
    assert teams(find(nobody_in_the_final_yet, "m3")) == {"a": None, "b": None}
    assert differences(nobody_in_the_final_yet) == []


def test_the_match_nobody_comes_to_is_a_walkover(nobody_in_the_final_yet: Tournament, actor: Actor) -> None:
    play(find(nobody_in_the_final_yet, "m2"), actor)
    final = Referee(find(nobody_in_the_final_yet, "m3"), actor)
    with pytest.raises(Refusal, match="甲方的参赛队还没有产生"):
        final.start()
    final.write({"type": "forfeit", "side": "a"})
    assert final.confirm().winner == "b"
    places = placings(nobody_in_the_final_yet.stages.get(number=2))
    assert (1, "院直1B") in [(place, team.name) for place, team in places]
    assert differences(nobody_in_the_final_yet) == []


def test_a_walkover_waits_for_the_other_semi_final(nobody_in_the_final_yet: Tournament, actor: Actor) -> None:
    with pytest.raises(Refusal, match="乙方的参赛队还没有产生"):
        Referee(find(nobody_in_the_final_yet, "m3"), actor).write({"type": "forfeit", "side": "a"})
