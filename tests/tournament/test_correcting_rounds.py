"""A correction in a knockout drawn anew each round: what becomes of a later round that was drawn for the old winner."""

from uuid import uuid4

import pytest
from django.test import Client

from referee.services.table_moves import SideSwap
from tests.correcting import decide, knockout, other_winner, played
from tests.playing import Referee, find, play, teams
from tournament.models import Account, AuditEntry, CheckIn, Draw, LineUp, Match, MatchSlot, Stage, Tournament
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import KEEP, REPLAY, Changed, Correction, SlotRuling
from tournament.services.drawing import first_stage
from tournament.services.rounds import draw_round, due_round, rounds_of
from tournament.services.verify import differences

OPEN = {"a": None, "b": None}


@pytest.fixture
def cup(actor: Actor, db: None) -> Tournament:
    """Eight teams; 第1, 3, 5 and 7队 won and were paired anew in this order: 1-3 and 5-7."""
    made = knockout(8, kind=Stage.Kind.REDRAW)
    for code in ("r1m1", "r1m2", "r1m3", "r1m4"):
        play(find(made, code), actor)
    draw_by_slips(made, 2, actor, "第1队", "第3队", "第5队", "第7队")
    return made


def draw_by_slips(made: Tournament, number: int, actor: Actor, *names: str) -> Draw:
    ids = dict(made.teams.values_list("name", "pk"))
    lots = {ids[name]: lot for lot, name in enumerate(names, start=1)}
    return draw_round(first_stage(made), number, actor=actor, lots=lots)


def in_force(made: Tournament) -> list[int]:
    draws = Draw.objects.filter(stage__tournament=made, undone_at=None)
    return list(draws.order_by("round").values_list("round", flat=True))


def test_another_winner_makes_a_draw_void_of_which_nothing_has_begun(cup: Tournament, actor: Actor) -> None:
    match = find(cup, "r1m1")
    shown = correcting.preview(other_winner(match), {}, actor, uuid4())
    assert shown.draws == (
        "淘汰赛第2轮的抽签作废（记录保留）：它按原来的胜者抽出，还没有场次开始；更正后请重抽这一轮。",
    )
    assert shown.downstream
    assert {(one.title, one.side, one.before, one.after) for one in shown.slots} == {
        ("半决赛第1场", "甲方", "第1队", "待抽签"),
        ("半决赛第1场", "乙方", "第3队", "待抽签"),
        ("半决赛第2场", "甲方", "第5队", "待抽签"),
        ("半决赛第2场", "乙方", "第7队", "待抽签"),
    }
    assert in_force(cup) == [1, 2], "looking changes nothing"
    decide(other_winner(match), actor, reason="记反了")
    assert in_force(cup) == [1]
    assert teams(find(cup, "r2m1")) == teams(find(cup, "r2m2")) == OPEN
    undone = AuditEntry.objects.get(action="draw.undo")
    assert (undone.subject, undone.reason, undone.before["record"]["round"]) == ("淘汰赛第2轮", "记反了", 2)
    assert AuditEntry.objects.get(action="match.correct").after["draws"] == list(shown.draws)
    assert differences(cup) == []
    due = due_round(cup)
    assert due is not None
    assert (due.number, due.why_not) == (2, "")
    again = draw_by_slips(cup, 2, actor, "第2队", "第3队", "第5队", "第7队")
    assert "第1队" not in [team["name"] for team in again.record["teams"]]
    assert teams(find(cup, "r2m1")) == {"a": "第2队", "b": "第3队"}
    assert differences(cup) == []


def test_another_result_of_the_same_winner_leaves_the_draw_alone(cup: Tournament, actor: Actor) -> None:
    Referee(find(cup, "r2m1"), actor).start()
    shown = decide(Correction(find(cup, "r1m1").pk, played("a", 60)), actor)
    assert (shown.draws, shown.slots, shown.concerns) == ((), (), ())
    assert find(cup, "r1m1").projection["hands"][0]["attackers_points"] == 60
    assert in_force(cup) == [1, 2]
    assert differences(cup) == []


def test_a_draw_of_which_a_match_has_begun_stands_and_who_won_has_the_place(cup: Tournament, actor: Actor) -> None:
    Referee(find(cup, "r2m2"), actor).start()
    shown = decide(other_winner(find(cup, "r1m1")), actor)
    assert shown.draws == (
        "淘汰赛第2轮的抽签照旧：半决赛第2场已经开始。胜者改变的，未开始的场次由现在的胜者接替所抽的位置。",
    )
    assert in_force(cup) == [1, 2]
    assert teams(find(cup, "r2m1")) == {"a": "第2队", "b": "第3队"}
    assert find(cup, "r2m2").status == "playing"
    (said,) = rounds_of(first_stage(cup))[1]["changed"]
    assert "第1队" in said
    assert "第2队" in said
    assert differences(cup) == []


def test_a_match_begun_with_the_wrong_winner_is_kept_or_replayed_as_chosen(cup: Tournament, actor: Actor) -> None:
    begun = Referee(find(cup, "r2m1"), actor).start().match
    operation = other_winner(find(cup, "r1m1"))
    with pytest.raises(Changed, match="半决赛第1场"):
        decide(operation, actor)
    decide(operation, actor, {begun.pk: KEEP})
    assert teams(find(cup, "r2m1")) == {"a": "第1队", "b": "第3队"}
    assert MatchSlot.objects.get(match=begun, side="a").ruling_team == cup.teams.get(name="第1队")
    assert differences(cup) == []
    decide(Correction(find(cup, "r1m2").pk, played("b")), actor, {begun.pk: REPLAY})
    assert teams(find(cup, "r2m1")) == {"a": "第1队", "b": "第4队"}
    assert find(cup, "r2m1").status == "scheduled"
    assert in_force(cup) == [1, 2]
    assert differences(cup) == []


def test_a_replayed_semi_final_takes_the_draw_of_the_final_with_it(cup: Tournament, actor: Actor) -> None:
    semi = play(find(cup, "r2m1"), actor)
    play(find(cup, "r2m2"), actor)
    draw_by_slips(cup, 3, actor, "第1队", "第5队")
    assert teams(find(cup, "r3m2")) == {"a": "第1队", "b": "第5队"}
    operation = other_winner(find(cup, "r1m1"))
    shown = correcting.preview(operation, {semi.pk: REPLAY}, actor, uuid4())
    assert [sentence.split("：")[0] for sentence in shown.draws] == [
        "淘汰赛第2轮的抽签照旧",
        "淘汰赛第3轮的抽签作废（记录保留）",
    ]
    kept = correcting.preview(operation, {semi.pk: KEEP}, actor, uuid4())
    assert [sentence.split("：")[0] for sentence in kept.draws] == ["淘汰赛第2轮的抽签照旧"]
    decide(operation, actor, {semi.pk: REPLAY})
    assert in_force(cup) == [1, 2]
    assert teams(find(cup, "r3m1")) == teams(find(cup, "r3m2")) == OPEN
    assert teams(find(cup, "r2m1")) == {"a": "第2队", "b": "第3队"}
    assert differences(cup) == []


def test_what_was_noted_for_the_sides_of_a_void_draw_goes_with_it(cup: Tournament, actor: Actor) -> None:
    match = find(cup, "r2m1")
    Match.objects.filter(pk=match.pk).update(called_at=match.stage.tournament.starts_at)
    decide(SlotRuling(match.slots.get(side="a").pk, cup.teams.get(name="第8队").pk), actor)
    player = cup.teams.get(name="第3队").players.get(number=1)
    LineUp.objects.create(match=match, side="b", number=1, player=player)
    CheckIn.objects.create(match=match, side="b", player=player, at=match.stage.tournament.starts_at, actor_name="裁")
    decide(other_winner(find(cup, "r1m2")), actor)
    match = find(cup, "r2m1")
    assert match.called_at is None
    assert not match.line_ups.exists()
    assert not match.check_ins.exists()
    assert not match.slots.filter(ruling_by__isnull=False).exists()
    draw_by_slips(cup, 2, actor, "第1队", "第4队", "第5队", "第7队")
    assert teams(find(cup, "r2m1")) == {"a": "第1队", "b": "第4队"}
    assert differences(cup) == []


def test_sides_read_the_other_way_round_are_another_winner_too(cup: Tournament, actor: Actor) -> None:
    shown = decide(SideSwap(find(cup, "r1m3").pk), actor)
    assert len(shown.draws) == 1
    assert in_force(cup) == [1]
    assert differences(cup) == []


def test_the_page_says_which_draw_is_void_before_anything_is_done(
    cup: Tournament, chief: Account, actor: Actor
) -> None:
    client = Client()
    client.force_login(chief)
    match = find(cup, "r1m1")
    path = f"/office/{cup.slug}/correct/match/{match.pk}/"
    sent = {"key": str(uuid4()), "verdict": "forfeit-a", "step": "preview"}
    page = client.post(path, sent).content.decode()
    assert "淘汰赛第2轮的抽签作废（记录保留）" in page
    assert in_force(cup) == [1, 2]
