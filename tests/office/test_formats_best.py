"""The best of several groups or rounds: waited for, seated, never against whom they lost to; and what verify says."""

from random import Random

import pytest

from tests.correcting import decide, verdict
from tests.office.formats import Enter, play_ready, start
from tests.playing import play
from tournament.models import Match, MatchSlot
from tournament.services import formats
from tournament.services.actor import Actor
from tournament.services.correcting import Correction
from tournament.services.drawing import first_stage
from tournament.services.formats import Format
from tournament.services.progress import open_questions, record_lot
from tournament.services.refusal import Refusal
from tournament.services.rounds import draw_round
from tournament.services.sides import teams_of
from tournament.services.verify import differences


def play_by_number(match: Match, actor: Actor) -> None:
    """The team entered earlier wins, always by as much."""
    sides = {slot.side: slot.team_id or 0 for slot in match.slots.all()}
    play(match, actor, min(sides, key=sides.__getitem__))


def test_best_seconds_wait_for_all_groups_and_for_the_lot(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.BY_SIZE, number=3, best=1), 9)
    groups = list(Match.objects.filter(stage__number=1).order_by("group", "round", "pk"))
    for match in groups[:-1]:
        play_by_number(match, actor)
    seat = MatchSlot.objects.get(source="best")
    assert seat.team_id is None
    assert open_questions(cup) == []
    play_by_number(groups[-1], actor)
    owed = open_questions(cup)
    assert [(one["kind"], one["group"], one["place"], len(one["teams"])) for one in owed] == [("lot", "best", 1, 3)]
    assert "择优" in owed[0]["message"]
    with pytest.raises(Refusal, match="恰好写全"):
        record_lot(owed[0]["stage"], "best", [owed[0]["teams"][0].pk], actor)
    order = [owed[0]["teams"][k].pk for k in (1, 2, 0)]
    record_lot(owed[0]["stage"], "best", order, actor)
    seat.refresh_from_db()
    assert seat.team_id == order[0]
    assert open_questions(cup) == []
    assert differences(cup) == []


def test_verify_names_a_seat_of_the_best_that_holds_another(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.LOSERS), 6)
    play_ready(cup, actor, Random(1))
    seat = MatchSlot.objects.get(source="best", source_rank=1)
    MatchSlot.objects.filter(pk=seat.pk).update(team=cup.teams.exclude(pk=seat.team_id)[0])
    assert any("的 team 存的是" in line for line in differences(cup))
    MatchSlot.objects.filter(pk=seat.pk).update(team=seat.team_id, source_rank=2)
    assert any("的 source 存的是" in line for line in differences(cup))


def test_a_best_loser_does_not_meet_the_team_it_lost_to_at_once(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.LOSERS), 12)
    chance = Random(8)
    play_ready(cup, actor, chance)
    first = [
        frozenset(pair.values())
        for pair in teams_of(Match.objects.filter(round=1).values_list("pk", flat=True)).values()
    ]
    second = [
        frozenset(pair.values())
        for pair in teams_of(Match.objects.filter(round=2).values_list("pk", flat=True)).values()
    ]
    assert all(None not in pair for pair in second)
    assert not set(first) & set(second)


def test_verify_names_a_side_that_a_drawn_round_did_not_give(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.REDRAW), 8)
    play_ready(cup, actor, Random(1))
    draw = draw_round(first_stage(cup), 2, actor=me, seed="x")
    first, other = (MatchSlot.objects.get(match__code=f"r2m{n}", side="a") for n in (1, 2))
    MatchSlot.objects.filter(pk=first.pk).update(source_match=other.source_match, team=other.team)
    assert any("r2m1 的席位 a 的 source" in line for line in differences(cup))
    MatchSlot.objects.filter(pk=first.pk).update(source_match=first.source_match, team=first.team)
    assert differences(cup) == []
    MatchSlot.objects.filter(match__round=3, side="b").update(source_team=first.team, team=first.team)
    assert any("r3m1 的席位 b 的 source" in line for line in differences(cup))
    MatchSlot.objects.filter(match__round=3, side="b").update(source_team=None, team=None)
    draw.record["result"]["pairs"].reverse()
    draw.save()
    assert any("抽签记录：第 1 场：重算为" in line for line in differences(cup))


def test_a_drawn_knockout_match_waits_for_the_chief(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.KNOCKOUT), 4)
    match = Match.objects.filter(round=1).order_by("pk")[0]
    play(match, actor)
    result = match.results.get()
    result.result = {**result.result, "winner": None, "decided_by": "draw"}
    result.save()
    Match.objects.filter(pk=match.pk).update(winner="", decided_by="draw")
    (owed,) = open_questions(cup)
    assert (owed["kind"], owed["blocks"], len(owed["teams"])) == ("drawn", ["m3"], 2)
    assert "没有胜者" in owed["message"]


def test_who_is_disqualified_is_not_among_the_best_losers(me: Actor, actor: Actor, entered: Enter) -> None:
    """He plays for no other place [A]: the next best loser comes instead."""
    cup = start(me, entered, Format(shape=formats.LOSERS), 6)
    for number, match in enumerate(Match.objects.filter(round=1).order_by("pk")):
        play(match, actor, "a", [(40, 60, 75)[number]])
    seat = MatchSlot.objects.get(source="best", source_rank=1)
    chosen, lost = seat.team_id, Match.objects.get(round=1, slots__team=seat.team_id)
    side = {"a": "b", "b": "a"}[lost.winner]
    decide(Correction(lost.pk, verdict({"type": "disqualify", "side": side})), actor)
    seat.refresh_from_db()
    assert seat.team_id not in (None, chosen)
    assert differences(cup) == []
