"""Correcting a confirmed result: previewed, applied as a whole, followed downstream (design rule 6, pitfalls)."""

from uuid import uuid4

import pytest

from tests.correcting import decide, forfeit, hands, knockout, other_winner, played, verdict
from tests.playing import Referee, find, play, play_group, teams
from tournament.models import (
    Account,
    AuditEntry,
    ConfirmedResult,
    LineUp,
    Match,
    MatchSlot,
    SheetEntry,
    Tournament,
)
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import KEEP, REPLAY, Changed, Correction, Draft
from tournament.services.correcting.lines import sheet_lines
from tournament.services.correcting.summary import summary_of
from tournament.services.progress import open_questions, record_lot
from tournament.services.refusal import NotAllowed, Refusal
from tournament.services.sheet import verify_result
from tournament.services.standings import placings
from tournament.services.verify import differences


@pytest.fixture
def quarter_finals(actor: Actor, db: None) -> Tournament:
    """Eight teams, the four quarter-finals played: the first-named won each."""
    cup = knockout(8)
    for code in ("m1", "m2", "m3", "m4"):
        play(find(cup, code), actor)
    return cup


def stored() -> tuple[object, ...]:
    """Every row a correction could touch."""
    models = (Match, MatchSlot, SheetEntry, ConfirmedResult, AuditEntry)
    return tuple(list(model.objects.order_by("pk").values()) for model in models)


def winner_of(cup: Tournament, code: str) -> str | None:
    match = find(cup, code)
    return teams(match)[match.winner] if match.winner else None


def test_looking_at_a_correction_and_cancelling_it_changes_nothing(quarter_finals: Tournament, actor: Actor) -> None:
    before = stored()
    shown = correcting.preview(other_winner(find(quarter_finals, "m1")), {}, actor, uuid4())
    assert [(one.side, one.before, one.after) for one in shown.slots] == [("甲方", "第1队", "第2队")]
    assert stored() == before


def test_a_corrected_quarter_final_leaves_no_old_team_in_the_semi_final(
    quarter_finals: Tournament, actor: Actor
) -> None:
    decide(other_winner(find(quarter_finals, "m1")), actor)
    assert teams(find(quarter_finals, "m5"))["a"] == "第2队"
    assert differences(quarter_finals) == []


def test_correcting_the_first_hand_changes_every_later_level_and_keeps_what_was_written(
    anhui: Tournament, actor: Actor
) -> None:
    match = play(find(anhui, "A1-2"), actor, points=(40, 40, 40, 40, 40))
    first = hands(match)[0]
    before = [row["levels"]["a"] for row in match.projection["hands"]]
    payload = {"type": "hand", "declarer": "a", "table_points": 60, "replaces": str(first.pk)}
    decide(Correction(match.pk, verdict({"type": "strike", "entry": str(first.pk)}, payload)), actor)
    match = find(anhui, "A1-2")
    after = [row["levels"]["a"] for row in match.projection["hands"]]
    shown = summary_of(match.pk).lines
    assert [line.label for line in shown][:2] == ["第1副", "第2副"]
    assert [line["number"] for line in sheet_lines(match)["lines"] if line["kind"] == "hand"] == [1, 2, 3, 4, 5]
    assert sheet_lines(match)["lines"][1]["values"]["table_points"] == "60"
    assert (before[:3], after[:3]) == (["6", "10", "J"], ["4", "8", "J"])
    assert SheetEntry.objects.get(pk=first.pk).payload == first.payload
    assert match.entries.get(type="strike").payload["reason"] == "核对牌票"
    assert differences(anhui) == []


def test_a_correction_keeps_one_result_in_force_and_the_old_one_on_record(
    quarter_finals: Tournament, actor: Actor
) -> None:
    match = find(quarter_finals, "m1")
    decide(other_winner(match), actor)
    old, new = match.results.order_by("id")
    assert (old.superseded_at is not None, old.result["winner"]) == (True, "a")
    assert (new.superseded_at, new.result["winner"]) == (None, "b")
    (entry,) = AuditEntry.objects.filter(action="match.correct")
    assert (entry.reason, entry.actor_user, entry.subject) == ("核对牌票", actor.user, "1/4决赛第1场")
    assert entry.before["matches"][0]["winner"] == "第1队"
    assert entry.after["matches"][0]["winner"] == "第2队"
    assert entry.after["slots"] == [["半决赛第1场", "甲方", "第2队"]]


def test_a_corrected_result_must_be_verified_again(quarter_finals: Tournament, actor: Actor) -> None:
    match = find(quarter_finals, "m1")
    verify_result(match.pk, actor, "自核")
    assert find(quarter_finals, "m1").status == "verified"
    decide(other_winner(match), actor)
    assert find(quarter_finals, "m1").status == "confirmed"
    assert differences(quarter_finals) == []


def test_only_the_chief_corrects_and_only_with_a_reason(
    quarter_finals: Tournament, actor: Actor, office: Account
) -> None:
    operation, key = other_winner(find(quarter_finals, "m1")), uuid4()
    token = correcting.preview(operation, {}, actor, key).token
    for other in (Actor.of(office), Actor.program("演示")):
        with pytest.raises(NotAllowed):
            correcting.apply(operation, token=token, choices={}, reason="改", actor=other, key=key)
    for reason in ("", "  ", "\0\u200b", "长" * 201):
        with pytest.raises(Refusal) as refused:
            correcting.apply(operation, token=token, choices={}, reason=reason, actor=actor, key=key)
        assert refused.value.at == "reason"


def test_a_correction_without_any_change_is_refused(quarter_finals: Tournament, actor: Actor) -> None:
    with pytest.raises(Refusal, match="还没有写任何更正"):
        correcting.preview(Correction(find(quarter_finals, "m1").pk, Draft()), {}, actor, uuid4())


def test_what_changed_since_the_preview_refuses_it_with_the_new_one(quarter_finals: Tournament, actor: Actor) -> None:
    operation, key = other_winner(find(quarter_finals, "m1")), uuid4()
    shown = correcting.preview(operation, {}, actor, key)
    Referee(find(quarter_finals, "m5"), actor).start()
    with pytest.raises(Changed) as refused:
        correcting.apply(operation, token=shown.token, choices={}, reason="改", actor=actor, key=key)
    assert refused.value.code == "changed"
    assert [one.title for one in refused.value.preview.undecided] == ["半决赛第1场"]
    assert winner_of(quarter_finals, "m1") == "第1队"


def test_play_elsewhere_does_not_make_a_preview_stale(quarter_finals: Tournament, actor: Actor) -> None:
    operation, key = other_winner(find(quarter_finals, "m1")), uuid4()
    shown = correcting.preview(operation, {}, actor, key)
    Referee(find(quarter_finals, "m6"), actor).start()
    correcting.apply(operation, token=shown.token, choices={}, reason="改", actor=actor, key=key)
    assert winner_of(quarter_finals, "m1") == "第2队"


def test_the_same_correction_sent_twice_is_done_once(quarter_finals: Tournament, actor: Actor) -> None:
    operation, key = other_winner(find(quarter_finals, "m1")), uuid4()
    token = correcting.preview(operation, {}, actor, key).token
    correcting.apply(operation, token=token, choices={}, reason="改", actor=actor, key=key)
    once = stored()
    with pytest.raises(Refusal) as refused:
        correcting.apply(operation, token=token, choices={}, reason="改", actor=actor, key=key)
    assert refused.value.code == "done"
    assert stored() == once


def test_a_match_begun_with_the_old_team_needs_one_of_two_choices(quarter_finals: Tournament, actor: Actor) -> None:
    Referee(find(quarter_finals, "m5"), actor).start()
    for choices in ({}, {find(quarter_finals, "m5").pk: "ignore"}):
        with pytest.raises(Changed) as refused:
            decide(other_winner(find(quarter_finals, "m1")), actor, choices)
        assert refused.value.code == "choice-needed"
    (concern,) = refused.value.preview.concerns
    assert concern.lines == (("甲方", "第1队", "第2队"),)
    assert winner_of(quarter_finals, "m1") == "第1队"


def test_a_begun_match_kept_as_played_is_ruled_to_its_team(quarter_finals: Tournament, actor: Actor) -> None:
    semi = play(find(quarter_finals, "m5"), actor)
    decide(other_winner(find(quarter_finals, "m1")), actor, {semi.pk: KEEP})
    slot = semi.slots.get(side="a")
    assert (slot.team.name, slot.ruling_team.name, slot.ruling_by) == ("第1队", "第1队", actor.user)
    assert "核对牌票" in slot.ruling_reason
    assert winner_of(quarter_finals, "m5") == "第1队"
    assert teams(find(quarter_finals, "m8"))["a"] == "第1队"
    assert differences(quarter_finals) == []


def test_a_begun_match_replayed_loses_its_score_and_is_scheduled_again(
    quarter_finals: Tournament, actor: Actor
) -> None:
    semi = play(find(quarter_finals, "m5"), actor)
    changed = decide(other_winner(find(quarter_finals, "m1")), actor, {semi.pk: REPLAY})
    assert [(one.title, one.after) for one in changed.matches] == [("半决赛第1场", "作废，重新比赛")]
    semi = find(quarter_finals, "m5")
    assert (semi.status, semi.winner, semi.projection["levels"]) == ("scheduled", "", {"a": "2", "b": "2"})
    assert teams(semi) == {"a": "第2队", "b": "第3队"}
    assert [row.payload["reason"] for row in semi.entries.filter(type="strike")] == ["核对牌票"] * 3
    assert teams(find(quarter_finals, "m8"))["a"] is None
    assert differences(quarter_finals) == []
    play(semi, actor, "b")
    assert teams(find(quarter_finals, "m8"))["a"] == "第3队"
    assert semi.results.filter(superseded_at=None).count() == 1
    assert differences(quarter_finals) == []


def test_replaying_goes_on_downstream_match_by_match(quarter_finals: Tournament, actor: Actor) -> None:
    semi = play(find(quarter_finals, "m5"), actor)
    play(find(quarter_finals, "m6"), actor)
    final, third = play(find(quarter_finals, "m8"), actor), play(find(quarter_finals, "m7"), actor)
    operation = other_winner(find(quarter_finals, "m1"))
    shown = correcting.preview(operation, {}, actor, uuid4())
    assert [(one.title, one.needed) for one in shown.concerns] == [
        ("半决赛第1场", True),
        ("三四名决赛", False),
        ("决赛", False),
    ]
    with pytest.raises(Changed) as refused:
        decide(operation, actor, {semi.pk: REPLAY})
    assert {one.title for one in refused.value.preview.undecided} == {"三四名决赛", "决赛"}
    decide(operation, actor, {semi.pk: REPLAY, third.pk: KEEP, final.pk: REPLAY})
    assert [find(quarter_finals, code).status for code in ("m5", "m7", "m8")] == ["scheduled", "confirmed", "scheduled"]
    assert teams(find(quarter_finals, "m7")) == {"a": "第3队", "b": "第7队"}
    assert differences(quarter_finals) == []


def test_the_semi_final_kept_keeps_what_follows(quarter_finals: Tournament, actor: Actor) -> None:
    semi = play(find(quarter_finals, "m5"), actor)
    play(find(quarter_finals, "m6"), actor)
    play(find(quarter_finals, "m8"), actor)
    decide(other_winner(find(quarter_finals, "m1")), actor, {semi.pk: KEEP})
    assert winner_of(quarter_finals, "m8") == "第1队"
    assert differences(quarter_finals) == []


@pytest.mark.parametrize("order", [("m7", "m8"), ("m8", "m7")])
def test_third_place_is_played_in_either_order_with_the_final_and_can_be_corrected(
    quarter_finals: Tournament, actor: Actor, order: tuple[str, str]
) -> None:
    for code in ("m5", "m6", *order):
        play(find(quarter_finals, code), actor)
    stage = quarter_finals.stages.get()
    assert [team.name for _place, team in placings(stage)] == ["第1队", "第5队", "第3队", "第7队"]
    changed = decide(other_winner(find(quarter_finals, "m7")), actor)
    assert [(place, team) for _stage, place, team in changed.places_after][2:] == [(3, "第7队"), (4, "第3队")]
    assert [team.name for _place, team in placings(stage)] == ["第1队", "第5队", "第7队", "第3队"]
    assert differences(quarter_finals) == []


def test_a_match_that_a_correction_leaves_open_counts_for_nothing_until_it_is_played(
    quarter_finals: Tournament, actor: Actor
) -> None:
    match = find(quarter_finals, "m1")
    decide(Correction(match.pk, Draft(anew=True)), actor, reason="场地停电，作废重赛")
    match = find(quarter_finals, "m1")
    assert (match.status, match.results.filter(superseded_at=None).exists()) == ("scheduled", False)
    assert teams(find(quarter_finals, "m5"))["a"] is None
    assert differences(quarter_finals) == []
    play(match, actor, "b")
    assert teams(find(quarter_finals, "m5"))["a"] == "第2队"
    assert differences(quarter_finals) == []


def test_a_group_correction_shows_the_standing_and_the_slot_it_changes(anhui: Tournament, actor: Actor) -> None:
    play_group(anhui, "A", actor)
    shown = correcting.preview(other_winner(find(anhui, "A1-2")), {}, actor, uuid4())
    (table,) = shown.tables
    assert "A组" in table.title
    assert [row[1] for row in table.before] == ["院直1A", "综艺系B", "戏剧系"]
    assert [row[1] for row in table.after][0] == "综艺系B"
    assert [(one.title, one.before, one.after) for one in shown.slots] == [("半决赛第1场", "院直1A", "综艺系B")]


def test_a_group_correction_that_leaves_teams_level_owes_a_lot_and_a_later_one_makes_the_lot_void(
    anhui: Tournament, actor: Actor
) -> None:
    play_group(anhui, "A", actor)
    changed = decide(other_winner(find(anhui, "A1-3")), actor)
    assert len(changed.owed) == 1
    assert teams(find(anhui, "m1"))["a"] is None
    (question,) = open_questions(anhui)
    stage = anhui.stages.get(number=1)
    record_lot(stage, "A", [team.pk for team in question["teams"]], actor)
    assert teams(find(anhui, "m1"))["a"] is not None
    changed = decide(other_winner(find(anhui, "A1-3")), actor)
    assert len(changed.void_lots) == 1
    assert teams(find(anhui, "m1"))["a"] == "院直1A"
    assert differences(anhui) == []


def test_a_refused_entry_leaves_everything_as_it_was(quarter_finals: Tournament, actor: Actor) -> None:
    before = stored()
    draft = verdict({"type": "hand", "declarer": "a", "table_points": 40})
    with pytest.raises(Refusal, match="更正不能这样写：.*本场已经结束"):
        correcting.preview(Correction(find(quarter_finals, "m1").pk, draft), {}, actor, uuid4())
    assert stored() == before


def test_a_hand_can_be_added_after_the_mark_of_time_is_struck_and_written_again(
    quarter_finals: Tournament, actor: Actor
) -> None:
    match = find(quarter_finals, "m1")
    time_up = match.entries.get(type="time-up")
    draft = verdict(
        {"type": "strike", "entry": str(time_up.pk)},
        {"type": "hand", "declarer": "b", "table_points": 0},
        {"type": "time-up", "cards_drawn": False},
    )
    decide(Correction(match.pk, draft), actor)
    match = find(quarter_finals, "m1")
    assert (match.status, match.winner) == ("confirmed", "b")
    assert match.entries.filter(type="hand").last().payload["declarer_override"] == "核对牌票"
    assert differences(quarter_finals) == []


def test_a_confirmed_result_can_be_turned_into_a_forfeit(quarter_finals: Tournament, actor: Actor) -> None:
    decide(Correction(find(quarter_finals, "m1").pk, forfeit("a", anew=True)), actor, reason="冒名顶替")
    match = find(quarter_finals, "m1")
    assert (match.status, match.winner, match.decided_by) == ("confirmed", "b", "forfeit")
    assert teams(find(quarter_finals, "m5"))["a"] == "第2队"
    assert differences(quarter_finals) == []


def test_a_line_up_goes_with_the_team_it_was_of(quarter_finals: Tournament, actor: Actor) -> None:
    semi = find(quarter_finals, "m5")
    for side, name in (("a", "第1队"), ("b", "第3队")):
        player = quarter_finals.teams.get(name=name).players.get(number=1)
        LineUp.objects.create(match=semi, side=side, number=1, player=player)
    decide(other_winner(find(quarter_finals, "m1")), actor)
    assert [(row.side, row.player.team.name) for row in semi.line_ups.all()] == [("b", "第3队")]


def test_verify_names_a_match_begun_with_other_teams_than_its_slots(quarter_finals: Tournament, actor: Actor) -> None:
    Referee(find(quarter_finals, "m5"), actor).start()
    other = quarter_finals.teams.get(name="第8队")
    SheetEntry.objects.filter(match__code="m5").update(team_a=other)
    (line,) = differences(quarter_finals)
    assert "m5 的席位 a 是“第8队”，从头重放应为“第1队”" in line


def test_a_match_played_again_with_the_same_teams_starts_from_nothing(anhui: Tournament, actor: Actor) -> None:
    match = play(find(anhui, "A1-2"), actor, points=(40, 40))
    decide(Correction(match.pk, played("b", 60)), actor)
    match = find(anhui, "A1-2")
    assert (match.winner, match.projection["levels"]) == ("b", {"a": "2", "b": "4"})
    assert len(match.projection["hands"]) == 1
