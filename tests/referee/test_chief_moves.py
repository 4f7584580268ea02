"""A sheet at the wrong place: to another table, exchanged with another match's, read from the other side."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from referee.services.table_moves import flipped, move_table, table_move
from tests.playing import Referee, find, play
from tournament.models import Account, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.sheet import match_state
from tournament.services.standings import stage_standing
from tournament.services.verify import differences


@pytest.fixture
def desk(client: Client, chief: Account) -> Client:
    """A browser in which the chief referee has signed in."""
    client.force_login(chief)
    return client


@pytest.fixture
def begun(anhui: Tournament, actor: Actor) -> Referee:
    """The first match of group A with a hand, a penalty for it and a protest."""
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.start("a")
    hand = referee.hand("a", 40, declarer_seat="n").entry
    referee.write({"type": "protest", "side": "b", "text": "有疑问", "hand": str(hand.pk)})
    return referee


def table_of(anhui: Tournament, code: str) -> int:
    table = find(anhui, code).table
    assert table is not None
    return table.number


def done(desk: Client, page: str, **typed: str) -> Any:
    """Look first, then carry out as shown."""
    facts = {"key": str(uuid4()), "reason": "开错了桌", **typed}
    shown = desk.post(page, {**facts, "step": "preview"})
    token = re.search(r'name="token" value="([\w-]+)"', shown.content.decode())
    assert token, shown.content.decode()
    return desk.post(page, {**facts, "step": "apply", "token": token[1]})


def page_of(match: Match) -> str:
    return f"/chief/anhui/move/{match.pk}/"


def test_a_match_goes_to_a_free_table(desk: Client, anhui: Tournament, begun: Referee) -> None:
    assert done(desk, page_of(begun.match), what="table", table="3").status_code == 302
    assert table_of(anhui, "A1-2") == 3
    assert anhui.audit_entries.filter(action="table.move", reason="开错了桌").count() == 1


def test_two_matches_being_played_exchange_their_tables(
    desk: Client, anhui: Tournament, begun: Referee, actor: Actor
) -> None:
    Referee(find(anhui, "B1-2"), actor).start("a")
    before = match_state(find(anhui, "A1-2")).entries
    done(desk, page_of(begun.match), what="table", table="2")
    assert (table_of(anhui, "A1-2"), table_of(anhui, "B1-2")) == (2, 1)
    assert match_state(find(anhui, "A1-2")).entries == before


def test_a_move_is_refused_once_it_is_another_than_shown(anhui: Tournament, begun: Referee, actor: Actor) -> None:
    match = Match.objects.select_related("stage__tournament", "table").get(pk=begun.match.pk)
    token = table_move(match, 2).token
    Referee(find(anhui, "B1-2"), actor).start("a")
    with pytest.raises(Conflict):
        move_table(match, 2, token, "开错了桌", actor)
    with pytest.raises(Refusal) as refused:
        move_table(match, 2, token, " ", actor)
    assert refused.value.at == "reason"
    with pytest.raises(NotAllowed):
        move_table(match, 2, token, "开错了桌", Actor.program("x"))


@pytest.mark.parametrize("table", ["", "x", "0", "1", "99", "9" * 40, "\0", "٣"])
def test_tables_that_are_none_are_refused(desk: Client, begun: Referee, table: str) -> None:
    for step in ("preview", "apply"):
        answer = desk.post(page_of(begun.match), {"what": "table", "table": table, "step": step})
        assert answer.status_code == 400


def test_swapped_sides_reread_every_hand_from_the_other_side(desk: Client, anhui: Tournament, begun: Referee) -> None:
    was = find(anhui, "A1-2").projection["levels"]
    assert done(desk, page_of(begun.match), what="swap").status_code == 302
    match = find(anhui, "A1-2")
    assert match.projection["levels"] == {"a": was["b"], "b": was["a"]}
    live = [slot for slot in match_state(match).slots if not slot.struck and slot.kind != "strike"]
    assert [slot.kind for slot in live] == ["start", "hand", "protest"]
    start, hand, protest = live
    assert (start.data["declarer"], hand.data["declarer"], hand.data["declarer_seat"]) == ("b", "b", "e")
    assert (protest.data["side"], protest.data["hand"]) == ("a", hand.n)


def test_sides_swapped_twice_are_as_before(desk: Client, anhui: Tournament, begun: Referee) -> None:
    was = find(anhui, "A1-2").projection["levels"]
    for _ in range(2):
        done(desk, page_of(begun.match), what="swap")
    assert find(anhui, "A1-2").projection["levels"] == was


def test_a_confirmed_match_swaps_its_winner(desk: Client, anhui: Tournament, actor: Actor) -> None:
    match = play(find(anhui, "A1-2"), actor)
    done(desk, page_of(match), what="swap")
    after = find(anhui, "A1-2")
    assert (after.winner, after.status) == ("b", Match.Status.CONFIRMED)


def test_two_sheets_are_exchanged(desk: Client, anhui: Tournament, begun: Referee) -> None:
    other = find(anhui, "B1-2")
    levels = find(anhui, "A1-2").projection["levels"]
    assert done(desk, page_of(begun.match), what="exchange", other=str(other.pk)).status_code == 302
    assert find(anhui, "A1-2").status == Match.Status.SCHEDULED
    moved = find(anhui, "B1-2")
    assert (moved.status, moved.projection["levels"]) == (Match.Status.PLAYING, levels)


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"what": "x"},
        {"what": "exchange"},
        {"what": "exchange", "other": "9" * 30},
        {"what": "exchange", "other": "\0"},
    ],
)
def test_what_is_no_choice_is_refused(desk: Client, begun: Referee, typed: dict[str, str]) -> None:
    for step in ("preview", "apply"):
        assert desk.post(page_of(begun.match), {**typed, "step": step}).status_code == 400


def test_a_sheet_with_a_ruling_or_without_a_line_is_not_rewritten(
    desk: Client, anhui: Tournament, begun: Referee, actor: Actor
) -> None:
    empty = desk.post(page_of(find(anhui, "C1-2")), {"what": "swap", "step": "preview"})
    assert empty.status_code == 400
    protest = begun.match.entries.get(type="protest")
    begun.write({"type": "ruling", "protest": str(protest.pk), "text": "不成立"})
    ruled = desk.post(page_of(begun.match), {"what": "swap", "step": "preview"})
    assert "有裁定" in ruled.content.decode()


@pytest.mark.parametrize(
    ("entry", "other"),
    [
        (
            {"type": "hand", "declarer": "a", "declarer_seat": "s"},
            {"type": "hand", "declarer": "b", "declarer_seat": "w"},
        ),
        ({"finish": ["a1", "b2", "a2", "b1"]}, {"finish": ["b1", "a2", "b2", "a1"]}),
        ({"levels": {"a": "5", "b": "7"}}, {"levels": {"b": "5", "a": "7"}}),
        ({"special_bid": {"side": "a", "kind": "x"}}, {"special_bid": {"side": "b", "kind": "x"}}),
        ({"type": "decision", "winner": None, "text": "a"}, {"type": "decision", "winner": None, "text": "a"}),
    ],
)
def test_an_entry_is_read_from_the_other_side(entry: dict[str, Any], other: dict[str, Any]) -> None:
    assert flipped(entry) == other
    assert flipped(flipped(entry)) == entry


def test_a_match_at_another_table_keeps_its_record_its_result_and_its_place_in_the_group(
    desk: Client, anhui: Tournament, begun: Referee, actor: Actor
) -> None:
    begun.stop()
    before = match_state(find(anhui, "A1-2")).entries
    entries = list(begun.match.entries.order_by("n").values("pk", "n", "payload", "actor_name", "team_a", "team_b"))
    done(desk, page_of(begun.match), what="table", table="3")
    match = find(anhui, "A1-2")
    assert match.table is not None
    assert (match.table.number, match.status) == (3, "finished")
    assert match_state(match).entries == before
    assert list(match.entries.order_by("n").values("pk", "n", "payload", "actor_name", "team_a", "team_b")) == entries
    begun.confirm()
    result = match.results.get()
    standing = stage_standing(match.stage)["A"]["rows"]
    assert [row["played"] for row in standing] == [1, 1, 0]
    done(desk, page_of(begun.match), what="table", table="4")
    assert match.results.get() == result
    assert match.confirmations.filter(version=result.version).count() == 2
    assert stage_standing(match.stage)["A"]["rows"] == standing
    assert differences(anhui) == []
