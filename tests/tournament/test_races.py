"""Two people at once, on PostgreSQL; each race has a control that shows it happens once the lock is removed.

Both go through the same critical section in threads with connections of their own. A rendezvous between reading and
writing makes them meet there if nothing keeps them apart; where a lock does, the first waits in vain for a moment.
"""

import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from tests.playing import Referee, find, finish, play, play_group, teams
from tournament.models import ConfirmedResult, Match, Stage, Tournament
from tournament.services import confirming, locks, progress, sheet
from tournament.services.actor import Actor
from tournament.services.refusal import Conflict
from tournament.services.verify import differences

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
VAIN_SECONDS = 1.0
HAND = {"type": "hand", "declarer": "a", "table_points": 40}


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The services with their locks taken out: they read the same rows and hold nothing."""

    def matches(ids: Iterable[int]) -> dict[int, Match]:
        return Match.objects.select_related("stage__ruleset").in_bulk(set(ids))

    def stages(ids: Iterable[int]) -> dict[int, Stage]:
        return Stage.objects.in_bulk(set(ids))

    monkeypatch.setattr(locks, "lock_match", lambda pk: matches([pk])[pk])
    monkeypatch.setattr(locks, "lock_matches", matches)
    monkeypatch.setattr(locks, "lock_stages", stages)


def meet_after(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
    """Make two threads wait for each other right after `owner.name` has returned, at most a moment."""
    original, barrier = getattr(owner, name), threading.Barrier(2)

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        value = original(*args, **kwargs)
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(VAIN_SECONDS)
        return value

    monkeypatch.setattr(owner, name, wrapped)


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each returned or raised, run in threads at the same time."""
    answers: list[Any] = [None] * len(works)

    def run(index: int) -> None:
        try:
            answers[index] = works[index]()
        except Exception as error:
            answers[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads), "deadlock"
    return answers


def two_hands(match: Match, actor: Actor) -> list[Any]:
    """Two clients record the hand they both saw, each with its own id on top of the same entry."""
    last = match.entries.order_by("n").last().pk

    def work() -> Any:
        return sheet.append_entry(match.pk, entry_id=uuid4(), after=last, payload=HAND, actor=actor)

    return at_once(work, work)


def confirm_all(referees: Iterable[Referee], actor: Actor) -> list[Any]:
    """The last confirmation of several matches at once; the first side has confirmed."""
    waiting = list(referees)
    for referee in waiting:
        sheet.confirm(referee.match.pk, "a", referee.match.version, actor)
    return at_once(*[lambda match=one.match: sheet.confirm(match.pk, "b", match.version, actor) for one in waiting])


def semi_finals(anhui: Tournament, actor: Actor) -> list[Referee]:
    """Both semi-finals played and not yet confirmed."""
    for group in "ABCD":
        play_group(anhui, group, actor)
    return [finish(find(anhui, code), actor) for code in ("m1", "m2")]


def last_of_group(anhui: Tournament, actor: Actor) -> list[Referee]:
    """Group A up to its last two matches, played and not yet confirmed."""
    play(find(anhui, "A1-2"), actor)
    return [finish(find(anhui, code), actor) for code in ("A1-3", "A2-3")]


def test_of_two_clients_that_record_the_same_hand_one_wins_and_the_other_sees_what_happened(
    anhui: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.start()
    meet_after(monkeypatch, sheet, "write_on")
    answers = two_hands(referee.match, actor)
    (refused,) = [one for one in answers if isinstance(one, Conflict)]
    (done,) = [one for one in answers if isinstance(one, sheet.Appended)]
    assert refused.code == "stale"
    assert [since["id"] for since in refused.detail["since"]] == [str(done.entry.pk)]
    assert referee.match.entries.count() == 2
    assert differences(anhui) == []


def test_control_without_the_lock_both_clients_write_line_two(
    anhui: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch, unlocked: None
) -> None:
    referee = Referee(find(anhui, "A1-2"), actor)
    referee.start()
    meet_after(monkeypatch, sheet, "write_on")
    answers = two_hands(referee.match, actor)
    assert sorted(getattr(one, "code", "done") for one in answers) == ["collision", "done"]


def test_two_semi_finals_confirmed_at_once_give_the_final_both_finalists(
    anhui: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = semi_finals(anhui, actor)
    meet_after(monkeypatch, progress.Sources, "__init__")
    answers = confirm_all(waiting, actor)
    assert [one.status for one in answers] == ["confirmed", "confirmed"]
    assert teams(find(anhui, "m3")) == {"a": "院直1A", "b": "院直1B"}
    assert differences(anhui) == []


def test_even_without_the_lock_each_semi_final_writes_its_own_side_of_the_final_only(
    anhui: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch, unlocked: None
) -> None:
    waiting = semi_finals(anhui, actor)
    meet_after(monkeypatch, progress.Sources, "__init__")
    confirm_all(waiting, actor)
    assert teams(find(anhui, "m3")) == {"a": "院直1A", "b": "院直1B"}


def test_the_last_two_matches_of_a_group_confirmed_at_once_give_the_semi_final_its_winner(
    anhui: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = last_of_group(anhui, actor)
    meet_after(monkeypatch, progress, "group_still_open")
    confirm_all(waiting, actor)
    assert teams(find(anhui, "m1"))["a"] == "院直1A"


def test_control_without_the_lock_the_group_winner_is_lost(
    anhui: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch, unlocked: None
) -> None:
    waiting = last_of_group(anhui, actor)
    meet_after(monkeypatch, progress, "group_still_open")
    confirm_all(waiting, actor)
    assert teams(find(anhui, "m1"))["a"] is None


def both_sides(anhui: Tournament, actor: Actor) -> list[Any]:
    """Both sides of one match confirm at the same moment."""
    match = finish(find(anhui, "A1-2"), actor).match
    return at_once(*[lambda side=side: sheet.confirm(match.pk, side, match.version, actor) for side in "ab"])


def test_both_sides_confirming_at_once_make_one_result(
    anhui: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_after(monkeypatch, confirming, "_sides_at")
    both_sides(anhui, actor)
    assert (find(anhui, "A1-2").status, ConfirmedResult.objects.count()) == ("confirmed", 1)


def test_control_without_the_lock_neither_side_concludes(
    anhui: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch, unlocked: None
) -> None:
    meet_after(monkeypatch, confirming, "_sides_at")
    both_sides(anhui, actor)
    assert (find(anhui, "A1-2").status, ConfirmedResult.objects.count()) == ("finished", 0)
