"""Writing on a sheet: what is stored, what a retry answers, what is refused and how."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import sheet as rules
from tests import factories
from tests.playing import START, Referee, find, finish
from tournament.models import Account, ConfirmedResult, Match, SheetEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.sheet import append_entry, confirm, match_state, preview_hand, sheet_document, verify_result

HAND = {"type": "hand", "declarer": "a", "table_points": 40}


@pytest.fixture
def referee(anhui: Tournament, actor: Actor) -> Referee:
    """The referee of the first match of group A."""
    return Referee(find(anhui, "A1-2"), actor)


def test_the_first_entry_stores_itself_and_the_projection(referee: Referee, actor: Actor) -> None:
    done = referee.start("b")
    match = Match.objects.get(pk=referee.match.pk)
    assert (match.version, match.status, match.winner) == (1, "playing", "")
    assert match.projection == done.result == rules.result(match_state(match))
    assert match.projection["declarer"] == "b"
    assert (done.entry.n, done.entry.actor_name, done.entry.actor_user) == (1, actor.name, actor.user)


def test_the_entry_that_begins_a_match_freezes_its_teams(referee: Referee) -> None:
    start, hand = referee.start().entry, referee.hand("a", 40).entry
    slots = {slot.side: slot.team_id for slot in referee.match.slots.all()}
    assert (start.team_a_id, start.team_b_id) == (slots["a"], slots["b"])
    assert (hand.team_a_id, hand.team_b_id) == (None, None)


def test_a_start_without_a_time_takes_the_servers(referee: Referee) -> None:
    done = referee.write({"type": "start", "declarer": "a"})
    assert done.entry.payload["at"].startswith("20")


@pytest.mark.parametrize("payload", [{"type": "start", "declarer": "a"}, {**START, "declarer": "a"}])
def test_a_retry_answers_as_the_first_time_and_stores_nothing(referee: Referee, payload: dict[str, Any]) -> None:
    first_id = uuid4()
    first = referee.write(payload, first_id)
    referee.hand("a", 40)
    again = append_entry(referee.match.pk, entry_id=first_id, after=None, payload=payload, actor=referee.actor)
    assert (again.repeated, again.entry, again.result) == (True, first.entry, first.result)
    assert referee.match.entries.count() == 2


def test_the_same_id_with_another_payload_is_a_conflict(referee: Referee) -> None:
    referee.start()
    entry_id = uuid4()
    referee.write(HAND, entry_id)
    with pytest.raises(Conflict) as refused:
        referee.write({**HAND, "table_points": 45}, entry_id)
    assert (refused.value.code, refused.value.at) == ("id-reused", "id")
    assert str(entry_id) in refused.value.message
    assert referee.match.entries.count() == 2


def test_the_same_id_on_another_match_is_a_conflict(referee: Referee, anhui: Tournament, actor: Actor) -> None:
    entry_id = referee.start().entry.pk
    other = Referee(find(anhui, "B1-2"), actor)
    with pytest.raises(Conflict) as refused:
        other.write({**START, "declarer": "a"}, entry_id)
    assert refused.value.code == "id-reused"
    assert other.match.entries.count() == 0


def test_a_stale_entry_is_refused_with_what_happened_since(referee: Referee) -> None:
    seen = referee.start().entry.pk
    newer = referee.hand("a", 40).entry
    with pytest.raises(Conflict) as refused:
        append_entry(referee.match.pk, entry_id=uuid4(), after=seen, payload=HAND, actor=referee.actor)
    assert refused.value.code == "stale"
    assert [since["id"] for since in refused.value.detail["since"]] == [str(newer.pk)]
    assert refused.value.detail["last"] == str(newer.pk)
    assert "已新增 1 条记录" in refused.value.message
    assert referee.match.entries.count() == 2


@pytest.mark.parametrize("after", [None, UUID(int=7)])
def test_an_entry_on_top_of_nothing_known_is_stale(referee: Referee, after: UUID | None) -> None:
    referee.start()
    with pytest.raises(Conflict) as refused:
        append_entry(referee.match.pk, entry_id=uuid4(), after=after, payload=HAND, actor=referee.actor)
    assert refused.value.code == "stale"


BAD = [
    ("points that are no multiple of five", {**HAND, "table_points": 42}, "table_points", "5"),
    ("points above 200", {**HAND, "table_points": 205}, "table_points", "200"),
    ("negative points", {**HAND, "table_points": -5}, "table_points", "-5"),
    ("a capture without kitty points", {**HAND, "capture": "single"}, "kitty_points", "底牌"),
    ("an unknown key", {**HAND, "tabel_points": 40}, "", "tabel_points"),
    ("an unknown type", {"type": "hnad"}, "type", "hnad"),
    ("a number of its own", {**HAND, "n": 9}, "n", "n"),
    ("a strike of nothing known", {"type": "strike", "entry": str(UUID(int=9)), "reason": "错"}, "entry", "UUID"),
    ("a strike by number", {"type": "strike", "entry": 1, "reason": "错"}, "entry", "UUID"),
    ("a type that is no word", {"type": ["hand"]}, "type", "hand"),
    ("no type", {"table_points": 40}, "type", "hand"),
    ("a character no database keeps", {"type": "note", "text": "换\x00牌"}, "", "NUL"),
    ("an unknown capture", {**HAND, "capture": "triple", "kitty_points": 5}, "capture", "triple"),
]


@pytest.mark.parametrize(("title", "payload", "at", "word"), BAD, ids=[row[0] for row in BAD])
def test_bad_input_is_refused_with_one_sentence_and_nothing_is_stored(
    referee: Referee, title: str, payload: Mapping[str, Any], at: str, word: str
) -> None:
    referee.start()
    with pytest.raises(Refusal) as refused:
        referee.write(payload)
    assert refused.value.at == at
    assert word in refused.value.message
    assert any("\u4e00" <= letter <= "\u9fff" for letter in refused.value.message)
    match = Match.objects.get(pk=referee.match.pk)
    assert (match.version, match.entries.count()) == (1, 1)


def test_a_strike_of_a_strike_is_refused(referee: Referee) -> None:
    referee.start()
    hand = referee.hand("a", 40).entry.pk
    strike = referee.strike(hand).entry.pk
    with pytest.raises(Refusal) as refused:
        referee.strike(strike)
    assert refused.value.at == "entry"


@pytest.mark.parametrize("reason", [None, "", "  "])
def test_a_strike_without_a_reason_is_refused(referee: Referee, reason: str | None) -> None:
    referee.start()
    hand = referee.hand("a", 40).entry.pk
    with pytest.raises(Refusal) as refused:
        referee.write({"type": "strike", "entry": str(hand)} | ({} if reason is None else {"reason": reason}))
    assert refused.value.at == "reason"


def test_a_hand_after_the_end_is_refused(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    with pytest.raises(Refusal):
        referee.hand("a", 40)


def test_a_hand_declared_by_the_side_off_stage_asks_for_a_reason(referee: Referee) -> None:
    referee.start("a")
    with pytest.raises(Refusal) as refused:
        referee.hand("b", 40)
    assert refused.value.at == "declarer_override"
    referee.hand("b", 40, declarer_override="双方同意")
    assert referee.match.version == 2


def test_a_match_without_both_teams_takes_no_entry(anhui: Tournament, actor: Actor) -> None:
    referee = Referee(find(anhui, "m3"), actor)
    with pytest.raises(Refusal) as refused:
        referee.start()
    assert refused.value.code == "no-team"
    assert "甲方、乙方" in refused.value.message


@pytest.mark.parametrize("who", ["a table pass", "the office"])
def test_only_the_chief_rules(referee: Referee, office: Account, who: str) -> None:
    referee.start()
    protest = referee.write({"type": "protest", "side": "a", "text": "出牌有误"}).entry.pk
    referee.actor = Actor.of(office) if who == "the office" else Actor(name="张裁判", pass_id=uuid4())
    with pytest.raises(NotAllowed):
        referee.write({"type": "ruling", "protest": str(protest), "text": "维持"})


def test_a_ruling_strikes_and_enters_by_uuid(referee: Referee) -> None:
    referee.start()
    hand = referee.hand("a", 40).entry.pk
    protest = referee.write({"type": "protest", "side": "b", "text": "记分有误", "hand": str(hand)}).entry.pk
    better = {"type": "hand", "declarer": "a", "table_points": 60, "replaces": str(hand)}
    ruling = {"type": "ruling", "protest": str(protest), "text": "改判", "strike": [str(hand)], "entries": [better]}
    result = referee.write(ruling).result
    assert [row["attackers_points"] for row in result["hands"]] == [60]


def test_a_preview_shows_what_recording_gives_and_stores_nothing(referee: Referee) -> None:
    referee.start()
    seen = preview_hand(referee.match, HAND, referee.actor)
    assert referee.match.entries.count() == 1
    done = referee.write(HAND)
    assert seen["result"] == done.result
    assert seen["hand"] == done.result["hands"][-1]


def test_a_preview_refuses_where_recording_would(referee: Referee) -> None:
    referee.start()
    with pytest.raises(Refusal) as refused:
        preview_hand(referee.match, {**HAND, "table_points": 41})
    assert refused.value.at == "table_points"


def test_the_sheet_of_a_match_is_a_document_that_gives_the_same_result(anhui: Tournament, actor: Actor) -> None:
    match = finish(find(anhui, "A1-2"), actor).match
    document = rules.parse_sheet(sheet_document(match))
    folded = rules.fold(document.ruleset, document.overrides, document.entries)
    assert rules.result(folded) == match.projection


def test_both_sides_confirm_and_the_result_stands(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    one = confirm(referee.match.pk, "a", referee.match.version, actor)
    assert (one.status, ConfirmedResult.objects.count()) == ("finished", 0)
    both = confirm(referee.match.pk, "b", referee.match.version, actor)
    result = ConfirmedResult.objects.get()
    assert both.status == "confirmed"
    assert (result.result, result.version) == (both.projection, both.version)


def test_confirming_again_changes_nothing(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    referee.confirm()
    referee.confirm()
    assert ConfirmedResult.objects.count() == 1
    assert referee.match.confirmations.count() == 2


def test_an_entry_after_one_sides_confirmation_voids_it(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    confirm(referee.match.pk, "a", referee.match.version, actor)
    referee.write({"type": "note", "text": "乙方要求复核"})
    match = confirm(referee.match.pk, "b", referee.match.version, actor)
    assert match.status == "finished"
    assert confirm(match.pk, "a", match.version, actor).status == "confirmed"


def test_an_old_version_cannot_be_confirmed(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    with pytest.raises(Conflict) as refused:
        confirm(referee.match.pk, "a", referee.match.version - 1, actor)
    assert refused.value.detail == {"version": referee.match.version}


def test_a_match_at_play_cannot_be_confirmed(referee: Referee) -> None:
    referee.start()
    with pytest.raises(Refusal, match="只有打完的场次才能确认"):
        referee.confirm()


def test_nobody_but_a_and_b_confirms(referee: Referee) -> None:
    with pytest.raises(Refusal, match="只能是 a 或 b"):
        confirm(referee.match.pk, "c", 1, referee.actor)


def test_a_confirmed_match_takes_no_entry(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    referee.confirm()
    with pytest.raises(Refusal) as refused:
        referee.strike(referee.match.entries.get(n=2).pk)
    assert refused.value.code == "confirmed"


def test_whoever_wrote_the_sheet_verifies_it_only_with_a_reason(anhui: Tournament, actor: Actor) -> None:
    match = finish(find(anhui, "A1-2"), actor).confirm()
    with pytest.raises(Refusal) as refused:
        verify_result(match.pk, actor)
    assert refused.value.at == "reason"
    assert verify_result(match.pk, actor, "只有一名裁判").status == "verified"
    assert ConfirmedResult.objects.get().self_verified_reason == "只有一名裁判"


def test_another_chief_verifies_without_a_reason(anhui: Tournament, actor: Actor) -> None:
    match = finish(find(anhui, "A1-2"), actor).confirm()
    other = Actor.of(factories.account("chief2", chief=True))
    assert verify_result(match.pk, other).status == "verified"
    assert ConfirmedResult.objects.get().verified_by == other.user
    assert ConfirmedResult.objects.get().self_verified_reason == ""


def test_the_office_does_not_verify(anhui: Tournament, actor: Actor, office: Account) -> None:
    match = finish(find(anhui, "A1-2"), actor).confirm()
    with pytest.raises(NotAllowed):
        verify_result(match.pk, Actor.of(office))


def test_an_unconfirmed_result_cannot_be_verified(anhui: Tournament, actor: Actor) -> None:
    referee = finish(find(anhui, "A1-2"), actor)
    with pytest.raises(Refusal, match="确认后才能核验"):
        verify_result(referee.match.pk, actor, "自核")


def test_a_match_that_does_not_exist_is_refused(actor: Actor, anhui: Tournament) -> None:
    with pytest.raises(Refusal, match="没有编号为 0 的场次"):
        append_entry(0, entry_id=uuid4(), after=None, payload=START, actor=actor)
    with pytest.raises(Refusal, match="没有编号为 0 的场次"):
        confirm(0, "a", 1, actor)
    assert SheetEntry.objects.count() == 0


def test_recording_takes_the_same_few_queries_however_long_the_sheet(referee: Referee) -> None:
    referee.start()
    counts = []
    for _round in range(2):
        with CaptureQueriesContext(connection) as queries:
            referee.hand("a", 75)
        counts.append(len(queries))
        for _hand in range(5):
            referee.hand("a", 75)
    assert counts[0] == counts[1] <= 6  # two of them a savepoint
