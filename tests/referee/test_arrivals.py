"""Checking in at the table: who came, taken back the same way, and how late the others are."""

from typing import Any

import pytest

from tests.referee.conftest import Desk
from tests.referee.test_api import problem_of


def players(desk: Desk, side: str) -> list[dict[str, Any]]:
    """A side's players as the interface tells them."""
    found: list[dict[str, Any]] = desk.client.get(desk.url("check-in/")).json()["sides"][side]
    return found


def test_a_player_is_here_once_noted_and_not_once_taken_back(desk: Desk) -> None:
    first = players(desk, "a")[0]
    assert first["since"] is None
    assert desk.send("check-in/", {"side": "a", "players": [first["id"]], "here": True}).status_code == 200
    assert [one["since"] is None for one in players(desk, "a")] == [False, True]
    desk.send("check-in/", {"side": "a", "players": [first["id"]], "here": False})
    assert [one["since"] for one in players(desk, "a")] == [None, None]


def test_a_whole_side_comes_at_once_where_nobody_is_named(desk: Desk) -> None:
    answer = desk.send("check-in/", {"side": "b", "here": True}).json()
    assert all(one["since"] for one in answer["sides"]["b"])
    assert not any(one["since"] for one in answer["sides"]["a"])


def test_lateness_runs_from_the_slot_to_the_rules_limit(desk: Desk) -> None:
    found = desk.client.get(desk.url("check-in/")).json()
    assert (found["late_from"] is not None, found["late_minutes"]) == (True, 0)


def test_a_match_begun_changes_no_arrivals(playing: Desk) -> None:
    assert problem_of(playing.send("check-in/", {"side": "a", "here": True}))["code"] == "begun"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"side": "c", "here": True},
        {"side": "a"},
        {"side": "a", "here": "perhaps"},
        {"side": "a", "here": True, "players": "1"},
        {"side": "a", "here": True, "players": [10**30]},
        {"side": "a", "here": True, "players": [None]},
        {"side": "a", "here": True, "players": [999999]},
        {"side": "a", "here": True, "who": 1},
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence(desk: Desk, body: dict[str, Any]) -> None:
    problem_of(desk.send("check-in/", body))
