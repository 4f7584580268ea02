"""Sheets held in memory: the same as folded from their rows, never older than these, never what was rolled back."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring import sheet as rules
from tests.playing import Referee, find
from tournament.models import Match, Tournament
from tournament.services import folded
from tournament.services.actor import Actor
from tournament.services.match_view import match_view, written_view
from tournament.services.refusal import Conflict
from tournament.services.sheet import Appended

Committing = Callable[..., AbstractContextManager[Any]]


class Committed(Referee):
    """A referee whose every write is committed, as far as what waits for a commit can tell."""

    def __init__(self, match: Match, actor: Actor, committing: Committing) -> None:
        super().__init__(match, actor)
        self.committing = committing

    def write(self, *args: Any, **kwargs: Any) -> Appended:
        with self.committing(execute=True):
            return super().write(*args, **kwargs)


@pytest.fixture(autouse=True)
def _nothing_held() -> Iterator[None]:
    folded.forget()
    yield
    folded.forget()


@pytest.fixture
def referee(anhui: Tournament, actor: Actor, django_capture_on_commit_callbacks: Committing) -> Committed:
    """The referee of the first match of group A, begun."""
    found = Committed(find(anhui, "A1-2"), actor, django_capture_on_commit_callbacks)
    found.start()
    return found


def view(referee: Referee) -> dict[str, Any]:
    """The snapshot, read afresh, without what only time changes."""
    seen = match_view(Match.objects.select_related("stage__tournament", "table").get(pk=referee.match.pk))
    return lasting(seen)


def lasting(seen: dict[str, Any]) -> dict[str, Any]:
    clock = {key: value for key, value in seen["clock"].items() if key not in ("now", "seconds_left")}
    return {**seen, "clock": clock}


def hand(points: int = 40) -> dict[str, Any]:
    return {"type": "hand", "declarer": "a", "table_points": points}


PENALTY = {"type": "penalty", "side": "b", "player": 1, "offence": "wrong-card", "count": 1}
WRITES: list[tuple[str, Callable[[Referee], dict[str, Any]]]] = [
    ("a hand", lambda referee: hand(75)),
    ("a penalty", lambda referee: PENALTY),
    ("a note", lambda referee: {"type": "note", "text": "换牌"}),
    ("a pause", lambda referee: {"type": "pause", "at": "2011-11-25T13:30:00+08:00"}),
    ("a strike", lambda referee: {"type": "strike", "entry": str(referee.last), "reason": "记错"}),
    ("a forfeit", lambda referee: {"type": "forfeit", "side": "b"}),
]


@pytest.mark.parametrize(("_name", "entry"), WRITES, ids=[row[0] for row in WRITES])
def test_what_a_write_answers_on_top_of_what_was_seen_is_the_whole_state(
    referee: Committed, _name: str, entry: Callable[[Referee], dict[str, Any]]
) -> None:
    referee.write(hand())
    before = view(referee)
    done = referee.write(entry(referee))
    assert done.sheet is not None
    answered = lasting({**before, **written_view(done.match, done.sheet, done.result)})
    assert answered == view(referee)
    folded.forget()
    assert answered == view(referee)


def test_an_entry_that_may_change_the_sides_answers_with_no_sheet(referee: Committed) -> None:
    start = referee.last
    assert start is not None
    assert referee.strike(start).sheet is None
    assert referee.start("b").sheet is None
    assert referee.hand("b", 40).sheet is not None


def test_recording_on_a_sheet_in_memory_reads_its_match_and_nothing_else(
    referee: Committed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "fold", None)
    for _hand in range(3):
        with CaptureQueriesContext(connection) as queries:
            referee.hand("a", 75)
        assert [query["sql"].split()[0] for query in queries] == ["SAVEPOINT", "SELECT", "INSERT", "UPDATE", "RELEASE"]


def test_a_line_another_process_wrote_is_not_missed(referee: Committed) -> None:
    held = dict(folded._held)
    stale = referee.last
    other = referee.hand("a", 40)
    folded._held.clear()
    folded._held.update(held)
    assert view(referee)["last_entry"] == str(other.entry.pk)
    folded._held.update(held)
    referee.last = stale
    with pytest.raises(Conflict) as refused:
        referee.hand("a", 75)
    assert [row["id"] for row in refused.value.detail["since"]] == [str(other.entry.pk)]


def test_what_was_rolled_back_is_not_held(referee: Committed) -> None:
    entry_id, before = uuid4(), referee.last
    with referee.committing(execute=True), transaction.atomic():
        Referee.write(referee, hand(40), entry_id)
        transaction.set_rollback(True)
    held, referee.last = dict(folded._held), before
    referee.write(hand(120), entry_id)
    folded._held.clear()
    folded._held.update(held)  # as if another process had written it
    written = view(referee)
    folded.forget()
    assert view(referee) == written
    assert written["result"]["hands"][0]["attackers_points"] == 120


def test_a_sheet_is_folded_again_where_the_stage_lays_down_something_else(referee: Committed) -> None:
    match = find(referee.match.stage.tournament, "A1-2")
    assert folded.folded(match) is folded.folded(match)
    match.stage.match_options = {**match.stage.match_options, "max_hands": 7}
    assert folded.folded(match).options["max_hands"] == 7


def test_memory_is_bounded(referee: Committed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folded, "_KEPT", 1)
    other = Committed(find(referee.match.stage.tournament, "B1-2"), referee.actor, referee.committing)
    other.start()
    assert list(folded._held) == [other.match.pk]


def test_a_match_locked_before_its_newest_line_was_seen_looks_again(referee: Committed) -> None:
    match = find(referee.match.stage.tournament, "A1-2")
    setattr(match, folded.LAST, None)
    newest = referee.hand("a", 40).entry.pk
    assert folded.folded(match).last == str(newest)
