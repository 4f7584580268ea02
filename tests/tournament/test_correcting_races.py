"""Correcting while others write and confirm, on PostgreSQL; controls show the races once the locks are removed."""

import sys
from typing import Any
from uuid import uuid4

import pytest

from tests.correcting import knockout, other_winner
from tests.playing import Referee, find, finish, play, teams
from tests.tournament.test_races import at_once, meet_after
from tournament.models import Match, Stage, Tournament
from tournament.services import confirming, correcting, locks, sheet
from tournament.services.actor import Actor
from tournament.services.correcting import Changed, preview
from tournament.services.correcting import apply as applying
from tournament.services.verify import differences

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cup(actor: Actor) -> Tournament:
    """Four teams, the first semi-final confirmed, the second finished and confirmed by one side."""
    made = knockout(4)
    play(find(made, "m1"), actor)
    waiting = finish(find(made, "m2"), actor)
    sheet.confirm(waiting.match.pk, "a", waiting.match.version, actor)
    return made


def correcting_now(cup: Tournament, actor: Actor, code: str = "m1") -> Any:
    """The first semi-final's winner turned around, previewed now and applied when called."""
    operation, key = other_winner(find(cup, code)), uuid4()
    token = preview(operation, {}, actor, key).token
    return lambda: correcting.apply(operation, token=token, choices={}, reason="核对", actor=actor, key=key)


def test_a_correction_and_the_other_semi_final_confirmed_at_once_both_reach_the_final(
    cup: Tournament, actor: Actor
) -> None:
    other = find(cup, "m2")
    answers = at_once(correcting_now(cup, actor), lambda: sheet.confirm(other.pk, "b", other.version, actor))
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert teams(find(cup, "m4")) == {"a": "第2队", "b": "第3队"}
    assert teams(find(cup, "m3")) == {"a": "第1队", "b": "第4队"}
    assert differences(cup) == []


def test_of_two_corrections_of_one_match_at_once_the_second_is_shown_the_new_state(
    cup: Tournament, actor: Actor
) -> None:
    answers = at_once(correcting_now(cup, actor), correcting_now(cup, actor))
    (refused,) = [answer for answer in answers if isinstance(answer, Exception)]
    assert isinstance(refused, Changed)
    assert find(cup, "m1").results.filter(superseded_at=None).count() == 1
    assert differences(cup) == []


def final_ready(cup: Tournament, actor: Actor) -> Match:
    other = find(cup, "m2")
    sheet.confirm(other.pk, "b", other.version, actor)
    return find(cup, "m4")


def test_a_final_that_begins_while_a_semi_final_is_corrected_never_plays_with_a_stale_team(
    cup: Tournament, actor: Actor
) -> None:
    final = final_ready(cup, actor)
    at_once(correcting_now(cup, actor), lambda: Referee(final, actor).start())
    assert differences(cup) == []


def test_without_the_locks_the_final_begins_with_a_team_the_correction_took_out(
    cup: Tournament, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    final, work = final_ready(cup, actor), correcting_now(cup, actor)

    def matches(ids: Any) -> dict[int, Match]:
        return Match.objects.select_related("stage__ruleset", "stage__tournament").in_bulk(set(ids))

    monkeypatch.setattr(locks, "lock_match", lambda pk: matches([pk])[pk])
    monkeypatch.setattr(locks, "lock_matches", matches)
    monkeypatch.setattr(locks, "lock_stages", lambda ids: Stage.objects.in_bulk(set(ids)))
    meet_after(monkeypatch, sheet, "write_on")
    meet_after(monkeypatch, applying_module(), "shown_of")
    at_once(work, lambda: Referee(final, actor).start())
    assert any("m4" in line for line in differences(cup))


def applying_module() -> Any:
    """The module `apply` lives in; the package's name of it is the function."""
    return sys.modules[applying.__module__]


def test_confirming_takes_no_part_of_the_lock_before_its_stage(cup: Tournament, actor: Actor) -> None:
    """A confirmation and a correction of the same match at once: neither deadlocks, one result is in force."""
    other = find(cup, "m2")
    answers = at_once(
        correcting_now(cup, actor), lambda: confirming.confirm(other.pk, "b", other.version, actor),
        correcting_now(cup, actor, "m1"),
    )  # fmt: skip
    assert sum(isinstance(answer, Changed) for answer in answers) == 1
    assert differences(cup) == []
