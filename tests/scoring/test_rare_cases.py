"""Cases that come up once in a season: offences at the very end, points instead of levels, games in a row."""

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.offences import late
from scoring.ruleset import changed, load_preset
from scoring.ruleset.compiled import compile_rules
from scoring.sheet import declarer_seat
from tests.scoring.sheets import folded, hand, outcome, penalty, start, strike

ANHUI, BASHIFEN, SHUANGKOU, HUOBANG = "anhui-chaodipi", "bashifen-chaodipi", "shuangkou", "huobang"
NOT_DRAWN = {"type": "time-up", "cards_drawn": False}
WRONG_SIZE = "wrong-hand-size"


def first_total(ruleset: Any, *entries: dict[str, Any]) -> int:
    total: int = outcome(ruleset, *entries)["hands"][0]["attackers_points"]
    return total


def test_both_sides_with_wrong_hands_is_a_misdeal_and_everything_noted_vanishes() -> None:
    throw, ours, theirs = penalty("a", "failed-throw"), penalty("a", WRONG_SIZE), penalty("b", WRONG_SIZE)
    assert first_total(BASHIFEN, start(), throw, ours, theirs, hand("a", 60)) == 60
    assert first_total(BASHIFEN, start(), throw, ours, hand("a", 60)) == 150
    assert first_total(BASHIFEN, start(), throw, ours, ours, hand("a", 60)) == 230


def test_a_misdeal_found_afterwards_takes_the_hand_away() -> None:
    entries = [start(), penalty("a", WRONG_SIZE), hand("a", 60), hand("a", 60)]
    told = outcome(BASHIFEN, *entries, penalty("b", WRONG_SIZE, hand=3))
    assert [row["n"] for row in told["hands"]] == [4]
    assert len(outcome(BASHIFEN, *entries, penalty("b", WRONG_SIZE, hand=4))["hands"]) == 2


def scored(**more: Any) -> Any:
    return changed(
        load_preset(SHUANGKOU),
        {"settle.counts": "points", "match.decide": ["score", "draw"], "offences": [
            {"code": "own", "effects": [{"kind": "levels", "levels": 2}]},
            {"code": "theirs", "effects": [{"kind": "opponents-levels", "levels": 2}]},
            {"code": "lost", "effects": [{"kind": "hand-lost", "levels": 1}]},
            {"code": "changed", "effects": [{"kind": "change-stage", "levels": 1}]},
        ], **more},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("code", "score", "declarer"),
    [("own", (-2, 0), "a"), ("theirs", (0, 2), "a"), ("lost", (0, 1), "b"), ("changed", (0, 1), "b")],
)
def test_offences_move_points_where_no_levels_are_played(code: str, score: tuple[int, int], declarer: str) -> None:
    told = outcome(scored(), start(), penalty("a", code))
    assert ((told["score"]["a"], told["score"]["b"]), told["declarer"]) == (score, declarer)
    twice = outcome(scored(), start(), hand("a", 0), penalty("a", code), penalty("a", code))["score"]
    assert (twice["a"], twice["b"]) == (3 + 2 * score[0], 2 * score[1])


def test_a_lead_in_points_ends_a_match_by_mercy() -> None:
    told = outcome(scored(**{"match.mercy_lead": 3}), start(), hand("a", 0))
    assert (told["winner"], told["decided_by"]) == ("a", "mercy")


def test_finishing_orders_may_count_points_for_one_side_against_the_other() -> None:
    zero = changed(load_preset("guandan"), {"settle.counts": "zero-sum", "match.decide": ["score", "draw"]})
    told = outcome(zero, start(), hand("a", finish=["b1", "b2", "a1", "a2"]))
    assert told["hands"][0]["gain"] == {"a": -3, "b": 3}
    assert told["score"] == {"a": -3, "b": 3}
    assert told["levels"] == {"a": "2", "b": "2"}


def test_an_offence_that_ends_the_extra_hand_decides_the_match() -> None:
    level = [start("5", "5"), NOT_DRAWN]
    told = outcome(SHUANGKOU, *level, penalty("a", WRONG_SIZE))
    assert (told["winner"], told["decided_by"], told["levels"]["b"]) == ("b", "decider", "6")
    settled = changed(load_preset(BASHIFEN), {"match.decide": ["decider"]})
    told = outcome(settled, start("5", "5"), NOT_DRAWN, penalty("a", "wrong-trump"))
    assert (told["winner"], told["decided_by"], told["hands"]) == ("b", "decider", [])


def test_an_extra_hand_may_pass_the_last_level() -> None:
    told = outcome(SHUANGKOU, start("A", "A"), NOT_DRAWN, hand("a", 60, result="decider"))
    assert (told["decided_by"], told["games"], told["passed"]) == ("decider", {"a": 1, "b": 0}, {"a": True, "b": False})
    told = outcome(SHUANGKOU, start("A", "A", "b"), NOT_DRAWN, penalty("a", WRONG_SIZE))
    assert (told["decided_by"], told["games"]) == ("decider", {"a": 0, "b": 1})


def test_a_hand_an_offence_ended_does_not_count_among_the_hands_played_but_is_the_last_hand() -> None:
    lost, played = penalty("a", WRONG_SIZE), hand("b", 90)
    assert outcome(SHUANGKOU, start("5", "5"), lost, lost, played, max_hands=2)["status"] == "playing"
    finishing = changed(load_preset(SHUANGKOU), {"time.at_end": "finish-hand"})
    drawn = {"type": "time-up", "cards_drawn": True}
    told = outcome(finishing, start("5", "5"), drawn, lost)
    assert (told["status"], told["winner"], told["decided_by"]) == ("finished", "b", "higher-level")


def test_a_disqualification_after_the_end_takes_the_match_away() -> None:
    told = outcome(ANHUI, start("A", "2"), hand("a", 60), {"type": "disqualify", "side": "a"})
    assert (told["winner"], told["decided_by"]) == ("b", "disqualification")
    told = outcome(ANHUI, start("A", "2"), hand("a", 60), {"type": "disqualify", "side": "a", "player": 1})
    assert (told["winner"], told["decided_by"]) == ("a", "passed-last-level")


def test_only_the_side_that_won_by_forfeit_can_forfeit_after_the_end() -> None:
    for more in ({"type": "forfeit", "side": "a"}, {"type": "retire", "side": "b"}):
        with pytest.raises(ScoringError, match="本场已经结束"):
            outcome(ANHUI, {"type": "forfeit", "side": "a"}, more)
    with pytest.raises(ScoringError, match="本场已经结束"):
        outcome(ANHUI, start("A", "2"), hand("a", 60), {"type": "forfeit", "side": "a"})


def test_a_forfeit_in_the_last_hand_ends_it() -> None:
    told = outcome(ANHUI, start(), {"type": "time-up", "cards_drawn": True}, {"type": "forfeit", "side": "a"})
    assert (told["status"], told["winner"]) == ("finished", "b")
    assert outcome(ANHUI, start(), {"type": "time-up", "cards_drawn": True}, {"type": "forfeit", "side": "a"},
                   strike(3))["status"] == "last-hand"  # fmt: skip


@pytest.mark.parametrize(
    ("special_on", "table", "noted", "won"),
    [("total", 290, 10, True), ("earned", 290, 10, False), ("both", 290, 10, False), ("earned", 300, 0, True),
     ("both", 300, 0, True), ("total", 295, 0, False), ("earned", 300, -10, True), ("both", 300, -10, False)],
)  # fmt: skip
def test_a_full_score_is_read_as_the_ruleset_says(special_on: str, table: int, noted: int, won: bool) -> None:
    ruleset = changed(load_preset(HUOBANG), {"settle.special_on": special_on})
    fine = penalty("a" if noted > 0 else "b", "other", effect={"points": abs(noted)})
    told = outcome(ruleset, start("4", "4"), *([fine] if noted else []), hand("a", table))
    assert (told["decided_by"] == "full-score") is won


def test_a_tractor_of_level_cards_may_demote_and_a_card_may_matter() -> None:
    rows = [{"at": "J", "shape": "tractor", "to": "2"}, {"at": "J", "shape": "single", "card": "off", "to": "8"}]
    ruleset = changed(load_preset(ANHUI), {"settle.demotions": rows})

    def level(capture: str, card: str) -> str:
        told = outcome(ruleset, start("J", "5"), hand("a", 90, capture=capture, capture_level_card=card))
        return str(told["levels"]["a"])

    assert [level("tractor-2", "main"), level("single", "off"), level("single", "main"), level("pair", "off")] == [
        "2", "8", "J", "J"]  # fmt: skip


def test_levels_climbed_add_up_over_the_games_of_a_match() -> None:
    ruleset = changed(load_preset(BASHIFEN), {"match.decide": ["levels-climbed", "lot"],
                                              "match.points": {"mode": "levels-climbed"}})  # fmt: skip
    entries = [start("K", "5"), hand("a", 60), hand("a", 60), hand("a", 90), hand("b", 60), NOT_DRAWN]
    told = outcome(ruleset, *entries)
    assert told["games"] == {"a": 1, "b": 0}
    assert (told["winner"], told["match_points"]) == ("b", {"a": 0, "b": 3})
    again = [start("Q", "5"), *[hand("a", 60)] * 3, hand("a", 60), NOT_DRAWN]
    assert outcome(ruleset, *again)["match_points"] == {"a": 7, "b": 0}


def test_who_reached_a_level_first_is_asked_anew_in_every_game() -> None:
    ruleset = changed(load_preset(BASHIFEN), {"match.decide": ["first-to-reach", "lot"]})
    entries = [start("A", "5"), hand("a", 60), NOT_DRAWN]
    assert outcome(ruleset, *entries)["status"] == "tied"
    later = [start("A", "5"), hand("a", 60), hand("a", 60), hand("a", 90), hand("b", 60), NOT_DRAWN]
    assert outcome(ruleset, *later)["winner"] == "a"


def test_an_attackers_bonus_of_the_flag_hand_is_a_knob() -> None:
    ruleset = changed(load_preset("tongcheng-chaodipi"), {"settle.flag.attackers_bonus": 1})
    row = outcome(ruleset, start("flag", "5"), hand("a", 110))["hands"][0]
    assert row["levels"] == {"a": "flag", "b": "7"}
    assert row["reasoning"][1].startswith("扛旗：110分满100分，抓分方上台，超出每10分一级 → 升2级")


def test_totals_below_zero_read_the_first_band() -> None:
    ruleset = changed(load_preset(SHUANGKOU), {"settle.floor_at_zero": False})
    told = outcome(ruleset, start(), penalty("b", "failed-throw", count=3), hand("a", 10))["hands"][0]
    assert (told["attackers_points"], told["gain"]["a"]) == (-20, 3)


def test_striking_a_warning_lowers_a_later_penalty_noted_for_an_earlier_hand() -> None:
    talking = penalty("a", "talking", player=1)
    entries = [start(), talking, hand("a", 60), hand("a", 60), {**talking, "hand": 3}]
    assert first_total(BASHIFEN, *entries) == 70
    assert first_total(BASHIFEN, *entries, strike(2)) == 60
    assert first_total(BASHIFEN, *entries, strike(5)) == 60


def test_what_a_struck_ruling_had_added_goes_with_it() -> None:
    ruling = {"type": "ruling", "protest": 3, "text": "补罚", "entries": [penalty("a", "wrong-card", hand=2)]}
    entries = [start(), hand("a", 60), {"type": "protest", "side": "b", "text": "x"}, ruling]
    told = outcome(ANHUI, *entries)
    assert (told["hands"][0]["attackers_points"], len(told["penalties"])) == (70, 1)
    told = outcome(ANHUI, *entries, strike(4))
    assert (told["hands"][0]["attackers_points"], told["penalties"]) == (60, [])


def test_a_decision_no_longer_owed_is_ignored_with_a_warning() -> None:
    ruleset = changed(load_preset(ANHUI), {"match.decide": ["higher-level", "ruling"]})
    entries = [start("5", "4"), hand("a", 90), hand("b", 75), hand("b", 60), NOT_DRAWN]
    assert outcome(ruleset, *entries)["winner"] == "b"
    level = [start("5", "4"), hand("a", 80), hand("b", 75), NOT_DRAWN, {"type": "decision", "winner": "b", "text": "x"}]
    assert outcome(ruleset, *level)["decided_by"] == "ruling"
    told = outcome(ruleset, *level, strike(2))
    assert (told["winner"], told["decided_by"]) == ("a", "higher-level")
    assert told["warnings"][-1] == "第5条裁判决定已不需要，不计"


def test_lateness_entered_as_an_offence_before_the_start_forfeits_the_match() -> None:
    assert outcome(ANHUI, penalty("b", "late"))["winner"] == "a"
    assert outcome(SHUANGKOU, penalty("b", "disrespect"))["decided_by"] == "disqualification"


@pytest.mark.parametrize(("minutes", "want"), [(0, "none"), (1, "forfeit"), (30, "forfeit")])
def test_where_there_is_no_grace_a_minute_late_is_a_forfeit(minutes: int, want: str) -> None:
    assert late(compile_rules(load_preset(ANHUI), {}), minutes)[0] == want


def test_the_seat_is_read_off_the_last_hand_that_counts() -> None:
    known = [start(), hand("a", 60, declarer_seat="n")]
    assert declarer_seat(folded(ANHUI, *known, hand("a", result="void", declarer_seat="s"))) == "s"
    assert declarer_seat(folded(ANHUI, *known, hand("a", 60, declarer_seat="s"), strike(3))) == "s"
    assert declarer_seat(folded(ANHUI, *known, {"type": "note", "text": "x"})) == "s"
    assert declarer_seat(folded(ANHUI, start())) is None
    assert declarer_seat(folded(ANHUI, start(), hand("b", 60, declarer_seat="e"), penalty("a", "wrong-card"))) == "w"
    clockwise = folded("tongcheng-chaodipi", start(), hand("b", 60, declarer_seat="w"))
    assert declarer_seat(clockwise) == "e"


MATTERS = [
    ("guandan", {}, [start("5", "5", None)], "last-hand"),
    ("guandan", {}, [start("9", "5")], "finished"),
    ("guandan", {}, [start("8", "5")], "finished"),
    ("guandan", {}, [start("7", "5")], "last-hand"),
    ("guandan", {"match.games_to_win": 2, "match.decide": ["games", "lot"]}, [start("A", "5")], "last-hand"),
    ("guandan", {"match.games_to_win": 2, "match.decide": ["games", "lot"]}, [start("5", "5")], "tied"),
    (HUOBANG, {}, [start("9", "3")], "last-hand"),
    (HUOBANG, {"settle.early": {}, "settle.jokers": None}, [start("9", "3")], "finished"),
    (ANHUI, {"settle.specials": []}, [start("A", "3")], "last-hand"),
    (ANHUI, {"settle.specials": [], "settle.demotions": []}, [start("A", "3")], "finished"),
    (SHUANGKOU, {"settle.counts": "zero-sum", "match.decide": ["score", "draw"]},
     [start(), hand("a", 0)], "last-hand"),
    (SHUANGKOU, {"settle.counts": "zero-sum", "match.decide": ["score", "draw"]},
     [start(), *[hand("a", 0)] * 9], "finished"),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "changes", "entries", "want"), MATTERS)
def test_whether_the_last_hand_can_still_matter(
    preset: str, changes: dict[str, Any], entries: list[dict[str, Any]], want: str
) -> None:
    ruleset = changed(load_preset(preset), {**changes, "time.at_end": "finish-if-it-matters"})
    assert outcome(ruleset, *entries, {"type": "time-up", "cards_drawn": True})["status"] == want


def test_states_that_differ_in_a_note_or_a_ruleset_are_not_equal() -> None:
    plain, noted = folded(ANHUI, start()), folded(ANHUI, start(), {"type": "note", "text": "x"})
    assert plain != noted
    assert plain != folded(ANHUI, start(), max_hands=5)
    assert plain != folded(changed(load_preset(ANHUI), {"match.max_hands": 5}), start())
    assert plain != "sheet"
    assert hash(plain) == hash(folded(ANHUI, start()))
