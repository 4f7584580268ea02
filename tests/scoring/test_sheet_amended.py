"""What changes a sheet after the fact: strikes, replacements, late penalties, rulings of protests."""

import pytest

from scoring.errors import ScoringError
from scoring.sheet import open_protests
from tests.scoring.sheets import folded, hand, outcome, penalty, start, strike
from tests.scoring.test_sheet import ANHUI, JIANYE, NOT_DRAWN, SHUANGKOU, verdict


def test_striking_the_first_hand_recomputes_everything_after_it() -> None:
    entries = [start(), hand("a", 40), hand("a", 40), hand("a", 90)]
    assert [row["levels"]["a"] for row in outcome(ANHUI, *entries)["hands"]] == ["6", "10", "10"]
    assert [row["levels"]["a"] for row in outcome(ANHUI, *entries, strike(2))["hands"]] == ["6", "6"]


def test_a_replacement_counts_in_the_place_of_what_it_replaces() -> None:
    entries = [start(), hand("a", 90), hand("b", 60), strike(2), hand("a", 60, replaces=2)]
    told = outcome(ANHUI, *entries)
    assert [row["n"] for row in told["hands"]] == [5, 3]
    with pytest.raises(ScoringError, match="顶替"):
        outcome(ANHUI, *entries, hand("a", 60, replaces=2))


def test_a_hand_that_a_strike_leaves_after_the_end_is_warned_of_and_not_counted() -> None:
    more = [start("A", "2"), hand("a", 90), hand("a", 90), hand("a", 90, result="void"), hand("a", 90)]
    replaced = outcome(ANHUI, *more, strike(2), hand("a", 40, replaces=2))
    assert replaced["status"] == "finished"
    assert [row["n"] for row in replaced["hands"]] == [7]
    assert replaced["warnings"][0] == "第3条这一副在比赛结束（或打平）之后，不计"


def test_a_declarer_who_is_not_on_stage_is_warned_of() -> None:
    told = outcome(ANHUI, start(), hand("a", 90), hand("a", 60))
    assert told["warnings"] == ["第3条记的庄家是甲方，不是台上一方"]


def test_whoever_opens_the_extra_hand_by_lot_is_not_warned_of() -> None:
    told = outcome(SHUANGKOU, start("5", "5"), hand("a", 90), NOT_DRAWN, hand("a", 60, result="decider"))
    assert (told["winner"], told["warnings"]) == ("a", [])


def test_a_deduction_after_a_level_end_decides_the_match_anew() -> None:
    deduction = penalty("a", "other", effect={"levels": 1})
    assert verdict(JIANYE, start("5", "5"), hand("a", 80), deduction, max_hands=1) == ("finished", "b", "higher-level")
    assert verdict(SHUANGKOU, start("5", "5"), NOT_DRAWN, deduction) == ("finished", "b", "higher-level")


def test_a_struck_start_is_replaced_in_its_place() -> None:
    told = outcome(ANHUI, start("5", "2"), hand("a", 60), strike(1), start("6", "2"))
    assert told["hands"][0]["levels"]["a"] == "8"
    assert outcome(ANHUI, start("5", "2"), strike(1))["status"] == "scheduled"


PROTEST = {"type": "protest", "side": "a", "text": "底牌分有误", "hand": 2}


def test_a_ruling_strikes_a_hand_and_enters_another_in_its_place_and_can_itself_be_struck() -> None:
    entries = [start(), hand("a", 90), hand("b", 60), PROTEST]
    ruling = {"type": "ruling", "protest": 4, "text": "改判", "strike": [2], "entries": [hand("a", 60)]}
    assert [row["n"] for row in outcome(ANHUI, *entries, ruling)["hands"]] == [5, 3]
    assert outcome(ANHUI, *entries, ruling)["hands"][0]["attackers_points"] == 60
    assert outcome(ANHUI, *entries, ruling, strike(5))["hands"] == outcome(ANHUI, *entries)["hands"]


def test_a_ruling_may_enter_several_penalties_without_numbers() -> None:
    ruling = {"type": "ruling", "protest": 3, "text": "补罚", "entries": [
        penalty("a", "wrong-card", hand=2), penalty("a", "wrong-card", hand=2)]}  # fmt: skip
    told = outcome(ANHUI, start(), hand("a", 60), {**PROTEST, "hand": 2}, ruling)
    assert told["hands"][0]["attackers_points"] == 80
    assert [(row["n"], row["step"]) for row in told["penalties"]] == [(4, 1), (4, 2)]


def test_a_ruling_names_the_place_of_an_entry_it_cannot_make() -> None:
    ruling = {"type": "ruling", "protest": 3, "text": "改判", "entries": [hand("a", 61)]}
    with pytest.raises(ScoringError) as caught:
        outcome(ANHUI, start(), hand("a", 60), PROTEST, ruling)
    assert caught.value.at == "entries[3].entries[0].table_points"


def test_a_final_ruling_closes_its_protest() -> None:
    final = {"type": "ruling", "protest": 2, "text": "维持", "final": True}
    entries = [
        start(),
        {"type": "protest", "side": "a", "text": "x"},
        {"type": "appeal", "protest": 2, "text": "y"},
        final,
    ]
    assert open_protests(folded(ANHUI, *entries[:3])) == [2]
    assert open_protests(folded(ANHUI, *entries)) == []
    with pytest.raises(ScoringError, match="最终裁定"):
        folded(ANHUI, *entries, final)
