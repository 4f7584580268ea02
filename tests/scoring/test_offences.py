"""Every cell of the offence table: steps 1-4, against declarer side and attackers, with a strike in between."""

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.offences import late
from scoring.ruleset import changed, load_preset, preset_names
from scoring.ruleset.compiled import compile_rules
from tests.scoring.sheets import folded, hand, outcome, penalty, start, strike
from tests.scoring.test_vectors import by_number, part_of, rows
from tests.scoring.test_vectors import outcome as outcome_of

CASES = rows("penalties.jsonl")


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_penalty_costs_what_the_table_of_offences_says(number: int) -> None:
    want, got = dict(CASES[number]["want"]), outcome_of(CASES[number]["sheet"])
    by_number(want, got)
    assert part_of(want, got) == want


def test_the_table_covers_every_offence_of_the_six_notices_on_both_sides() -> None:
    covered = {(case["sheet"]["ruleset"], case["offence"], case["offender"]) for case in CASES}
    rulesets = {ruleset for ruleset, _, _ in covered}
    assert len(rulesets) == 6
    for name in rulesets:
        for code in (*compile_rules(load_preset(name), {}).offences, "other"):
            assert {(name, code, "declarer"), (name, code, "attackers")} <= covered


def refused(*entries: dict[str, Any], ruleset: str) -> ScoringError:
    with pytest.raises(ScoringError) as caught:
        folded(ruleset, *entries)
    return caught.value


BASHIFEN, ANHUI, JIANYE, SHUANGKOU = "bashifen-chaodipi", "anhui-chaodipi", "jianye-chaodipi", "shuangkou"
REFUSALS: list[tuple[str, dict[str, Any], str, str]] = [
    (ANHUI, penalty("a", "shot-clock"), "entries[1].offence", "本规则的违例有"),
    (BASHIFEN, penalty("a", "talking"), "entries[1].player", "按人累计"),
    (ANHUI, penalty("a", "wrong-card", effect={"points": 10}), "entries[1].effect", "不由裁判另定"),
    (ANHUI, penalty("a", "other", effect={"points": 7}), "entries[1].effect.points", "5的倍数"),
    (ANHUI, penalty("a", "other", effect={"points": 5, "levels": 1}), "entries[1].effect", "只写一项"),
    (ANHUI, penalty("a", "other", effect={"fine": 5}), "entries[1].effect", "不认识的一项“fine”"),
    (ANHUI, penalty("a", "wrong-card", count=0), "entries[1].count", "1到99"),
    (ANHUI, penalty("a", "wrong-card", player=3), "entries[1].player", "1到2"),
    (ANHUI, penalty("a", "wrong-card", hand=9), "entries[1].hand", "没有划去的记录"),
]


@pytest.mark.parametrize(("ruleset", "entry", "at", "said"), REFUSALS)
def test_a_penalty_that_cannot_be_recorded_is_refused_with_its_place(
    ruleset: str, entry: dict[str, Any], at: str, said: str
) -> None:
    error = refused(start(), entry, ruleset=ruleset)
    assert error.at == at
    assert said in error.message


def test_an_offence_that_ended_its_hand_cannot_be_noted_for_a_hand_already_played() -> None:
    error = refused(start(), hand("a", 40), penalty("a", "miscounted-kitty", hand=2), ruleset=JIANYE)
    assert error.at == "entries[2].hand"


def test_an_offence_that_settles_its_hand_needs_a_declarer() -> None:
    error = refused(start(declarer=None), penalty("a", "wrong-trump"), ruleset=BASHIFEN)
    assert error.at == "entries[1]"


def test_points_in_a_void_hand_vanish_but_the_ladder_goes_on() -> None:
    talking = penalty("a", "talking", player=1)
    told = outcome(BASHIFEN, start(), talking, hand("a", result="void"), talking, hand("a", result="void"), talking,
                   hand("a", 40))  # fmt: skip
    assert [(row["step"], row["points"]) for row in told["penalties"]] == [(1, 0), (2, 10), (3, 20)]
    assert told["hands"][0]["attackers_points"] == 60


def test_a_penalty_noted_later_counts_in_the_hand_it_names_and_follows_its_replacement() -> None:
    late_entry = penalty("a", "wrong-card", hand=2)
    entries = [start(), hand("a", 40), hand("a", 40), late_entry]
    assert [row["attackers_points"] for row in outcome(ANHUI, *entries)["hands"]] == [50, 40]
    struck = [*entries, strike(2)]
    told = outcome(ANHUI, *struck)
    assert [row["attackers_points"] for row in told["hands"]] == [40]
    assert told["warnings"] == ["第4条判罚所属的一副已划去，不计分"]
    replaced = outcome(ANHUI, *struck, hand("a", 60, replaces=2))
    assert [(row["n"], row["attackers_points"]) for row in replaced["hands"]] == [(6, 70), (3, 40)]
    assert replaced["warnings"] == []


def test_a_deduction_of_levels_does_not_go_below_the_first() -> None:
    told = outcome(SHUANGKOU, start("3", "2"), penalty("a", "talking", effect={"levels": 2}))
    assert told["levels"] == {"a": "2", "b": "2"}


def test_a_hand_lost_lets_a_declarer_leave_a_must_play_level_and_win() -> None:
    lost = penalty("b", "wrong-hand-size")
    assert outcome(SHUANGKOU, start("A", "5"), lost)["decided_by"] == "passed-last-level"
    assert outcome(SHUANGKOU, start("A", "5", "b"), lost)["levels"]["a"] == "A"


def test_a_player_sent_off_is_shown_and_the_match_goes_on() -> None:
    told = outcome(ANHUI, start(), penalty("b", "talking", player=2), penalty("b", "talking", player=1))
    assert told["status"] == "playing"
    assert told["warnings"] == ["乙方1号队员罚出局"]


HOUSE = changed(
    load_preset("guandan"),
    {"offences": [
        {"code": "signals", "name": {"zh": "非牌面交流", "en": "signals"}, "effects": [
            {"kind": "warning"}, {"kind": "opponents-levels", "levels": 3}, {"kind": "match-lost"}]},
        {"code": "revoke", "effects": [{"kind": "levels", "levels": 1}, {"kind": "levels", "levels": 1},
                                       {"kind": "match-lost"}]},
    ]},
)  # fmt: skip


def test_a_house_ladder_of_warning_levels_and_a_lost_match() -> None:
    signals = penalty("a", "signals")
    assert outcome(HOUSE, start(), signals, signals)["levels"] == {"a": "2", "b": "5"}
    told = outcome(HOUSE, start(), signals, signals, signals)
    assert (told["winner"], told["decided_by"]) == ("b", "ruling")


def test_three_revokes_lose_the_match_and_a_strike_gives_it_back() -> None:
    revoke = penalty("b", "revoke")
    entries = [start("5", "5"), revoke, revoke, revoke]
    assert outcome(HOUSE, *entries)["winner"] == "a"
    assert outcome(HOUSE, *entries, strike(2))["levels"]["b"] == "3"


@pytest.mark.parametrize(
    ("minutes", "want"),
    [(0, ("none", 0)), (4, ("none", 0)), (5, ("levels", 1)), (14, ("levels", 2)), (15, ("forfeit", 0))],
)
def test_lateness_gives_the_opponents_levels_and_at_last_the_match(minutes: int, want: tuple[str, int]) -> None:
    rules = changed(
        load_preset("guandan"), {"time.late": {"forfeit_after_minutes": 15, "every_minutes": 5, "levels": 1}}
    )
    assert late(compile_rules(rules, {}), minutes) == want


def test_every_preset_says_when_lateness_is_a_forfeit_or_leaves_it_to_the_schedule() -> None:
    verdicts = {name: late(compile_rules(load_preset(name), {}), 25)[0] for name in preset_names()}
    assert set(verdicts.values()) == {"forfeit", "none"}
