"""Forfeits, retirement, disqualification and withdrawals: the right team goes on, or nobody."""

from uuid import uuid4

import pytest

from tests import factories
from tests.correcting import decide, forfeit, knockout, verdict
from tests.playing import Referee, find, play, play_group, teams
from tournament.models import MatchSlot, Tournament
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import Changed, Correction, SlotRuling
from tournament.services.refusal import Refusal
from tournament.services.standings import group_standings, placings
from tournament.services.verify import differences
from tournament.services.withdrawing import Return, Withdrawal, due
from tournament.services.withdrawn import called_off


@pytest.fixture
def cup(db: None) -> Tournament:
    """Four teams: two semi-finals, a match for third place, the final."""
    return knockout(4)


def place_names(cup: Tournament) -> list[tuple[int, str]]:
    return [(place, team.name) for place, team in placings(cup.stages.order_by("-number")[0])]


VERDICTS = [
    ({"type": "forfeit", "side": "a"}, "forfeit", ("第2队", "第1队")),
    ({"type": "retire", "side": "b"}, "retirement", ("第1队", "第2队")),
    ({"type": "disqualify", "side": "a"}, "disqualification", ("第2队", None)),
]


@pytest.mark.parametrize("begun", [False, True], ids=["before", "during"])
@pytest.mark.parametrize(("entry", "decided_by", "wins_loses"), VERDICTS, ids=[row[1] for row in VERDICTS])
def test_a_verdict_of_the_chief_counts_at_once_and_sends_on_the_right_team(
    cup: Tournament,
    actor: Actor,
    entry: dict[str, str],
    decided_by: str,
    wins_loses: tuple[str, str | None],
    begun: bool,
) -> None:
    match = find(cup, "m1")
    if begun:
        Referee(match, actor).start()
    decide(Correction(match.pk, verdict(entry)), actor)
    match = find(cup, "m1")
    assert (match.status, match.decided_by) == ("confirmed", decided_by)
    assert (teams(find(cup, "m4"))["a"], teams(find(cup, "m3"))["a"]) == wins_loses
    assert match.confirmations.filter(actor_user=actor.user, version=match.version).count() == 2
    assert differences(cup) == []


def test_one_player_out_does_not_end_the_match(cup: Tournament, actor: Actor) -> None:
    Referee(find(cup, "m1"), actor).start()
    decide(Correction(find(cup, "m1").pk, verdict({"type": "disqualify", "side": "a", "player": 1})), actor)
    assert find(cup, "m1").status == "playing"


def test_both_absent_are_both_out_and_the_next_match_is_a_walkover(cup: Tournament, actor: Actor) -> None:
    decide(Correction(find(cup, "m1").pk, forfeit("a", "b")), actor)
    semi = find(cup, "m1")
    assert (semi.status, semi.winner, semi.decided_by) == ("confirmed", "", "both-lose")
    assert due(cup)[0]["forfeits"] == []
    play(find(cup, "m2"), actor)
    waiting = {one["match"].code: one["forfeits"] for one in due(cup)}
    assert waiting == {"m3": ["a"], "m4": ["a"]}
    for code in ("m3", "m4"):
        decide(Correction(find(cup, code).pk, forfeit("a")), actor)
    assert place_names(cup) == [(1, "第3队"), (3, "第4队")]
    assert due(cup) == []
    assert differences(cup) == []


def test_a_chain_of_walkovers_ends_with_nobody_where_nobody_is_left(actor: Actor, db: None) -> None:
    cup = knockout(8)
    for code in ("m1", "m2"):
        decide(Correction(find(cup, code).pk, forfeit("a", "b")), actor)
    (nobody,) = due(cup)
    assert (nobody["match"].code, nobody["forfeits"]) == ("m5", ["a", "b"])
    decide(Correction(find(cup, "m5").pk, forfeit("a", "b")), actor)
    for code in ("m3", "m4", "m6"):
        play(find(cup, code), actor)
    assert {one["match"].code: one["forfeits"] for one in due(cup)} == {"m7": ["a"], "m8": ["a"]}
    for code in ("m7", "m8"):
        decide(Correction(find(cup, code).pk, forfeit("a")), actor)
    assert place_names(cup) == [(1, "第5队"), (3, "第7队")]
    assert differences(cup) == []


def test_a_walkover_against_nobody_is_kept_or_replayed_when_somebody_comes_after_all(
    cup: Tournament, actor: Actor
) -> None:
    decide(Correction(find(cup, "m1").pk, forfeit("a", "b")), actor)
    play(find(cup, "m2"), actor)
    final = find(cup, "m4")
    decide(Correction(final.pk, forfeit("a")), actor)
    operation = Correction(find(cup, "m1").pk, forfeit("b", anew=True))
    with pytest.raises(Changed):
        decide(operation, actor)
    decide(operation, actor, {final.pk: correcting.KEEP})
    assert teams(find(cup, "m4")) == {"a": None, "b": "第3队"}
    assert teams(find(cup, "m3"))["a"] == "第2队"
    assert find(cup, "m4").winner == "b"
    assert differences(cup) == []
    decide(Correction(find(cup, "m1").pk, forfeit("a", anew=True)), actor, {final.pk: correcting.REPLAY})
    assert differences(cup) == []


def test_a_withdrawal_in_a_knockout_forfeits_the_next_match(cup: Tournament, actor: Actor) -> None:
    play(find(cup, "m1"), actor)
    decide(Withdrawal(cup.teams.get(name="第1队").pk), actor, reason="家中有事")
    assert [(one["match"].code, one["forfeits"]) for one in due(cup)] == [("m4", [])]
    play(find(cup, "m2"), actor)
    assert [(one["match"].code, one["forfeits"]) for one in due(cup)] == [("m4", ["a"])]
    with pytest.raises(Refusal, match="“第1队”已退赛"):
        Referee(find(cup, "m4"), actor).start()
    decide(Correction(find(cup, "m4").pk, forfeit("a")), actor)
    assert place_names(cup)[:2] == [(1, "第3队"), (2, "第1队")]
    assert differences(cup) == []


def test_a_withdrawal_with_a_known_opponent_is_forfeited_at_once(cup: Tournament, actor: Actor) -> None:
    decide(Withdrawal(cup.teams.get(name="第2队").pk), actor)
    match = find(cup, "m1")
    assert (match.status, match.winner, match.decided_by) == ("confirmed", "a", "forfeit")
    assert differences(cup) == []


def test_a_withdrawal_during_a_match_ends_it_by_retirement(cup: Tournament, actor: Actor) -> None:
    Referee(find(cup, "m1"), actor).start()
    decide(Withdrawal(cup.teams.get(name="第1队").pk), actor)
    match = find(cup, "m1")
    assert (match.status, match.winner, match.decided_by) == ("confirmed", "b", "retirement")
    assert [(one["match"].code, one["forfeits"]) for one in due(cup)] == [("m3", [])]
    assert differences(cup) == []


def group(anhui: Tournament, name: str) -> list[tuple[str, int, str | None]]:
    standing = group_standings(anhui.stages.get(number=1))[name].standing
    return [(row.team, row.played, row.note) for row in standing.rows]


def test_a_withdrawal_before_half_annuls_what_was_played_in_the_group(anhui: Tournament, actor: Actor) -> None:
    operation = Withdrawal(anhui.teams.get(name="戏剧系").pk)
    play(find(anhui, "A1-2"), actor)
    changed = decide(operation, actor)
    assert {one.after for one in changed.matches} == {"退赛，不再进行"}
    assert group(anhui, "A") == [("院直1A", 1, None), ("综艺系B", 1, None), ("戏剧系", 0, "struck")]
    assert teams(find(anhui, "m1"))["a"] == "院直1A"
    assert called_off(anhui.stages.get(number=1).matches.all()) == {find(anhui, c).pk for c in ("A1-3", "A2-3")}
    with pytest.raises(Refusal, match="本场不再进行"):
        Referee(find(anhui, "A1-3"), actor).write({"type": "forfeit", "side": "b"})
    assert differences(anhui) == []


def test_a_withdrawal_after_half_keeps_the_results_and_forfeits_the_rest(anhui: Tournament, actor: Actor) -> None:
    play(find(anhui, "A1-2"), actor)
    play(find(anhui, "A1-3"), actor, "b")
    decide(Withdrawal(anhui.teams.get(name="戏剧系").pk), actor)
    assert sorted(group(anhui, "A")) == sorted([("院直1A", 2, None), ("综艺系B", 2, None), ("戏剧系", 2, None)])
    assert differences(anhui) == []


def test_a_qualified_team_that_drops_out_is_followed_by_the_next_of_its_group(anhui: Tournament, actor: Actor) -> None:
    for name in "AC":
        play_group(anhui, name, actor)
    leaver = anhui.teams.get(name="院直1A")
    changed = decide(Withdrawal(leaver.pk), actor, reason="出差")
    assert [(one.before, one.after) for one in changed.slots] == [("院直1A", "综艺系B")]
    slot = MatchSlot.objects.get(match__code="m1", side="a")
    assert (slot.team.name, slot.ruling_team.name, slot.ruling_reason) == ("综艺系B", "综艺系B", "出差")
    assert differences(anhui) == []
    decide(Withdrawal(slot.team_id), actor)
    assert teams(find(anhui, "m1"))["a"] == "戏剧系"
    play(find(anhui, "m1"), actor)
    assert differences(anhui) == []


def test_a_drop_out_can_be_left_to_a_walkover_instead(anhui: Tournament, actor: Actor) -> None:
    for name in "AC":
        play_group(anhui, name, actor)
    decide(Withdrawal(anhui.teams.get(name="院直1A").pk, fill=False), actor)
    match = find(anhui, "m1")
    assert (match.status, match.winner, match.decided_by) == ("confirmed", "b", "forfeit")
    assert differences(anhui) == []


def test_a_qualifier_that_left_before_its_group_ended_waits_for_the_chief(anhui: Tournament, actor: Actor) -> None:
    play(find(anhui, "A1-2"), actor, points=(0,))
    decide(Withdrawal(anhui.teams.get(name="院直1A").pk), actor)
    assert due(anhui) == []
    play(find(anhui, "A2-3"), actor)
    assert teams(find(anhui, "m1"))["a"] == "院直1A"
    (waits,) = due(anhui)
    (one,) = waits["slots"]
    assert [team.name for team in one["following"]] == ["综艺系B", "戏剧系"]
    decide(SlotRuling(one["slot"].pk, one["following"][0].pk), actor)
    assert due(anhui) == []
    assert differences(anhui) == []


def test_a_team_that_has_begun_its_knockout_is_not_replaced(anhui: Tournament, actor: Actor) -> None:
    for name in "AC":
        play_group(anhui, name, actor)
    play(find(anhui, "m1"), actor)
    decide(Withdrawal(anhui.teams.get(name="院直1A").pk), actor)
    assert teams(find(anhui, "m1"))["a"] == "院直1A"
    assert [one["match"].code for one in due(anhui)] == ["m3"]
    assert differences(anhui) == []


def test_a_withdrawal_can_be_taken_back_before_anything_followed(anhui: Tournament, actor: Actor) -> None:
    team = anhui.teams.get(name="戏剧系")
    play(find(anhui, "A1-2"), actor)
    decide(Withdrawal(team.pk), actor)
    decide(Return(team.pk), actor)
    team.refresh_from_db()
    assert (team.withdrawn_at, team.withdrawn_reason) == (None, "")
    assert teams(find(anhui, "m1"))["a"] is None
    play(find(anhui, "A1-3"), actor)
    assert differences(anhui) == []


def test_a_withdrawal_is_not_taken_back_over_what_followed_from_it(
    anhui: Tournament, cup: Tournament, actor: Actor
) -> None:
    gone = cup.teams.get(name="第2队")
    decide(Withdrawal(gone.pk), actor)
    with pytest.raises(Refusal, match="已因退赛判定"):
        decide(Return(gone.pk), actor)
    for name in "AC":
        play_group(anhui, name, actor)
    leaver = anhui.teams.get(name="院直1A")
    decide(Withdrawal(leaver.pk), actor)
    with pytest.raises(Refusal, match="请先撤销席位裁定"):
        decide(Return(leaver.pk), actor)
    decide(
        SlotRuling(MatchSlot.objects.get(match__code="m1", match__stage__tournament=anhui, side="a").pk, lift=True),
        actor,
    )
    decide(Return(leaver.pk), actor)
    assert teams(find(anhui, "m1"))["a"] == "院直1A"
    assert differences(anhui) == []


def test_a_team_that_left_before_the_draw_does_not_come_back_here(cup: Tournament, actor: Actor) -> None:
    late = factories.team(cup, "第9队")
    decide(Withdrawal(late.pk), actor)
    with pytest.raises(Refusal, match="没有参加抽签"):
        decide(Return(late.pk), actor)


def test_a_team_back_after_the_next_match_began_is_refused(anhui: Tournament, actor: Actor) -> None:
    play(find(anhui, "A1-2"), actor)
    team = anhui.teams.get(name="戏剧系")
    decide(Withdrawal(team.pk), actor)
    play_group(anhui, "C", actor)
    Referee(find(anhui, "m1"), actor).start()
    with pytest.raises(Changed) as refused:
        decide(Return(team.pk), actor)
    assert refused.value.code == "begun"


SLOT_REFUSALS = [
    ("the opponent", "第2队", "已在本场的另一方"),
    ("a team that withdrew", "第4队", "已退赛，不能递补"),
    ("a team of another tournament", None, "本赛事没有这支队"),
]


@pytest.mark.parametrize(
    ("name", "sentence"), [row[1:] for row in SLOT_REFUSALS], ids=[row[0] for row in SLOT_REFUSALS]
)
def test_a_side_is_not_ruled_to(cup: Tournament, actor: Actor, name: str | None, sentence: str) -> None:
    decide(Withdrawal(cup.teams.get(name="第4队").pk), actor)
    slot = find(cup, "m1").slots.get(side="a")
    team_id = cup.teams.get(name=name).pk if name else 10**9
    with pytest.raises(Refusal, match=sentence):
        correcting.preview(SlotRuling(slot.pk, team_id), {}, actor, uuid4())


def test_a_ruling_on_a_side_of_a_match_begun_is_refused(cup: Tournament, actor: Actor) -> None:
    Referee(find(cup, "m1"), actor).start()
    slot = find(cup, "m1").slots.get(side="a")
    with pytest.raises(Refusal, match="本场已经开始"):
        correcting.preview(SlotRuling(slot.pk), {}, actor, uuid4())
