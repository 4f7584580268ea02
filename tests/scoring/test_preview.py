"""The transition table against the settlement of a hand, cell by cell."""

import json
from typing import Any

import pytest

from scoring.ruleset import load_preset, preset_names
from scoring.sheet import MatchState, append, fold, result, transition_table
from tests.scoring.sheets import folded, hand, penalty, start

POINTS = [name for name in preset_names() if load_preset(name).settle.kind == "points"]


def previewed(state: MatchState) -> dict[str, Any]:
    return json.loads(json.dumps(transition_table(state.ruleset, state)))


def row_for(side: dict[str, Any], capture: str, total: int) -> dict[str, Any]:
    rows = side["rows"]["none" if capture == "none" else "captured"]
    return next((row for row in rows if row["total"] == total), rows[-1])


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("capture", ["none", "single", "pair", "tractor-2"])
def test_every_cell_agrees_with_recording_the_hand(name: str, capture: str) -> None:
    ladder = load_preset(name).ladder.levels
    for a, b in ((ladder[0], ladder[2]), (ladder[-1], ladder[1]), (ladder[-2], ladder[-1])):
        state = folded(name, start(a, b))
        table = previewed(state)
        for declarer in "ab":
            for points in range(0, table["highest_in_play"] + 1, 5):
                check_cell(state, table, declarer, capture, points)


def check_cell(state: MatchState, table: dict[str, Any], declarer: str, capture: str, points: int) -> None:
    after = append(state, {"n": 9, **hand(declarer, points, capture=capture)})
    row, got = row_for(table["sides"][declarer], capture, points), result(after)["hands"][-1]
    assert row["total"] == points
    for key in ("on_stage", "gain", "levels", "reasoning"):
        assert row[key] == got[key]
    passed = [side for side in "ab" if result(after)["games"][side]]
    assert row["passed"] == (passed[0] if passed else None)


@pytest.mark.parametrize("name", POINTS)
def test_multipliers_and_penalties_add_up_to_the_total(name: str) -> None:
    state = folded(name, start("4", "4"), penalty("a", "other", effect={"points": 20}),
                   penalty("b", "other", effect={"points": 5}))  # fmt: skip
    table = previewed(state)
    assert (table["kind"], previewed(folded("guandan", start()))["kind"]) == ("points", "finish")
    for declarer, shape in (("a", "single"), ("b", "pair"), ("a", "tractor-2"), ("b", "tractor-3")):
        total = 60 + 10 * table["multipliers"][shape] + table["sides"][declarer]["penalties"]
        got = result(append(state, {"n": 9, **hand(declarer, 60, kitty_points=10, capture=shape)}))["hands"][-1]
        assert got["attackers_points"] == total
        assert row_for(table["sides"][declarer], shape, total)["levels"] == got["levels"]


@pytest.mark.parametrize("name", POINTS)
def test_above_the_last_row_its_result_holds(name: str) -> None:
    state = folded(name, start("4", "4"))
    last = previewed(state)["sides"]["a"]["rows"]["captured"][-1]
    kitty = state.rules.max_points
    for length in (2, 3, 5, 9):
        entry = hand("a", 0, kitty_points=kitty, capture=f"tractor-{length}")
        got = result(append(state, {"n": 9, **entry}))["hands"][-1]
        if got["attackers_points"] > last["total"]:
            assert last["levels"] == got["levels"]
            assert last["on_stage"] == got["on_stage"]


def test_a_finishing_order_table_lists_every_order() -> None:
    state = fold(load_preset("guandan"), {}, [{"n": 1, **start("A", "4")}])
    table = previewed(state)
    for declarer in "ab":
        for key, row in table["sides"][declarer]["rows"].items():
            winner, place = key[0], int(key[2])
            other = "b" if winner == "a" else "a"
            rest = [f"{other}1", f"{other}2"]
            order = [f"{winner}1", *rest[: place - 2], f"{winner}2", *rest[place - 2 :]]
            got = result(append(state, {"n": 9, **hand(declarer, finish=order)}))["hands"][-1]
            assert {k: row[k] for k in ("on_stage", "gain", "levels", "reasoning")} == {
                k: got[k] for k in ("on_stage", "gain", "levels", "reasoning")}  # fmt: skip
