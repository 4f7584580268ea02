"""The climb: one level at a time, stopping on must-play levels, leaving them only by the rule."""

import pytest

from scoring.ladder import capped, climb, code, fall, lowered
from scoring.ruleset import Ruleset, changed, load_preset
from scoring.ruleset.compiled import Rules, compile_rules


def rules(name: str = "anhui-chaodipi", **changes: object) -> Rules:
    ruleset: Ruleset = load_preset(name)
    return compile_rules(changed(ruleset, changes) if changes else ruleset, {})


@pytest.mark.parametrize(
    ("level", "steps", "as_declarer", "reached"),
    [
        ("2", 3, True, "5"),
        ("2", 0, True, "2"),
        ("9", 5, True, "J"),
        ("9", 5, False, "J"),
        ("J", 1, True, "Q"),
        ("J", 9, True, "A"),
        ("J", 9, False, "J"),
        ("J", 0, True, "J"),
        ("A", 4, False, "A"),
    ],
)
def test_a_side_stops_on_a_must_play_level_and_leaves_it_only_as_declarer(
    level: str, steps: int, as_declarer: bool, reached: str
) -> None:
    table = rules()
    assert code(table, climb(table, table.number[level], steps, as_declarer=as_declarer)) == reached


def test_passing_the_last_level_reaches_the_top_and_no_further() -> None:
    table = rules()
    assert climb(table, table.number["A"], 5, as_declarer=True) == table.top
    assert climb(table, table.top, 5, as_declarer=True) == table.top
    assert code(table, table.top) == "A"


def test_the_last_level_is_must_play_even_where_the_notice_lists_none() -> None:
    table = rules(**{"ladder.must_play": []})
    assert climb(table, table.number["K"], 3, as_declarer=True) == table.number["A"]


def test_a_ruleset_may_let_the_last_level_be_skipped_over() -> None:
    table = rules(**{"ladder.must_play": [], "ladder.last_must_play": False})
    assert climb(table, table.number["K"], 3, as_declarer=False) == table.top


def test_a_ruleset_may_let_any_win_leave_a_must_play_level() -> None:
    table = rules(**{"ladder.leave_must_play": "any-win"})
    assert climb(table, table.number["J"], 2, as_declarer=False) == table.number["K"]


def test_the_cap_limits_one_hand() -> None:
    assert capped(rules("jianye-chaodipi"), 9) == 6
    assert capped(rules(), 9) == 9


def test_a_fall_never_raises_and_a_deduction_stops_at_the_first_level() -> None:
    table = rules()
    assert fall(table, table.number["K"], "J") == table.number["J"]
    assert fall(table, table.number["3"], "J") == table.number["3"]
    assert lowered(1, 3) == 0
