"""Settling one hand: the seeds' own examples first, then every special effect."""

from typing import Any

import pytest

from scoring.ruleset import changed, load_preset
from tests.scoring.sheets import hand, outcome, penalty, start

ANHUI, JIANYE, TONGCHENG = "anhui-chaodipi", "jianye-chaodipi", "tongcheng-chaodipi"
BASHIFEN, SHUANGKOU, HUOBANG = "bashifen-chaodipi", "shuangkou", "huobang"


def settled(ruleset: Any, a: str, b: str, entry: dict[str, Any], *before: dict[str, Any]) -> tuple[str, str, str]:
    """Side on stage and both levels after one hand that side a declares."""
    row = outcome(ruleset, start(a, b), *before, entry)["hands"][-1]
    return row["on_stage"], row["levels"]["a"], row["levels"]["b"]


def test_the_reasoning_reads_like_the_notice_with_its_clauses() -> None:
    told = outcome(ANHUI, start("2", "4"), hand("a", 85, kitty_points=10, capture="pair"))
    assert told["hands"][0]["reasoning"] == [
        "台面85 + 底牌10×4 = 125〔五〕",
        "满80分升1级，超80分45分，每10分一级 → 升5级〔一.3〕",
        "乙方 4→9",
        "乙方上台坐庄",
    ]


def test_the_generic_example_of_125_points_climbs_four_levels() -> None:
    told = outcome(TONGCHENG, start("2", "4"), hand("a", 85, kitty_points=10, capture="pair"))
    assert told["hands"][0]["reasoning"][:3] == [
        "台面85 + 底牌10×4 = 125〔抠底〕", "超80分45分，每10分一级 → 升4级〔胜负的判定〕", "乙方 4→8"]  # fmt: skip


def test_the_reasoning_is_told_in_english_too() -> None:
    told = outcome(ANHUI, start("2", "4"), penalty("a", "wrong-card"), hand("a", 60), lang="en")
    assert told["hands"][0]["reasoning"][0].startswith("table 60 + penalties of the declarer side 10 = 70")


EXAMPLES = [
    (TONGCHENG, "9", "4", hand("a", 125), ("b", "9", "8")),
    (TONGCHENG, "4", "2", hand("a", 35), ("a", "9", "2")),
    (TONGCHENG, "4", "2", hand("a", 75), ("a", "5", "2")),
    (TONGCHENG, "4", "2", hand("a", 0), ("a", "A", "2")),
    (ANHUI, "3", "2", hand("a", 0), ("a", "J", "2")),
    (ANHUI, "5", "2", hand("a", 75), ("a", "5", "2")),
    (ANHUI, "5", "2", hand("a", 80), ("b", "5", "3")),
    (ANHUI, "J", "7", hand("a", 80, capture="single", capture_level_card="off"), ("b", "2", "8")),
    (ANHUI, "J", "7", hand("a", 80, capture="pair", capture_level_card="main"), ("b", "2", "8")),
    (ANHUI, "A", "7", hand("a", 80, capture="single", capture_level_card="main"), ("b", "J", "8")),
    (ANHUI, "A", "7", hand("a", 80, capture="pair", capture_level_card="off"), ("b", "2", "8")),
    (ANHUI, "A", "7", hand("a", 75, kitty_points=5, capture="pair", capture_level_card="main"), ("b", "A", "9")),
    (BASHIFEN, "2", "2", hand("a", 0), ("a", "J", "2")),
    (BASHIFEN, "2", "2", hand("a", 5), ("a", "10", "2")),
    (BASHIFEN, "J", "4", hand("a", 95, kitty_points=10, capture="single", capture_level_card="main"), ("b", "J", "7")),
    (BASHIFEN, "5", "4", hand("a", 60, kitty_points=10, capture="tractor-3"), ("b", "5", "10")),
    (SHUANGKOU, "4", "2", hand("a", 0), ("a", "7", "2")),
    (SHUANGKOU, "4", "2", hand("a", 35), ("a", "6", "2")),
    (SHUANGKOU, "4", "2", hand("a", 40), ("a", "5", "2")),
    (SHUANGKOU, "4", "2", hand("a", 115), ("b", "4", "2")),
    (SHUANGKOU, "4", "2", hand("a", 200), ("b", "4", "5")),
    (JIANYE, "K", "2", hand("a", 0), ("a", "small-joker", "2")),
    (JIANYE, "2", "2", hand("a", 10, kitty_points=10, capture="single"), ("a", "6", "2")),
    (HUOBANG, "3", "3", hand("a", 120, kitty_points=5, capture="single"), ("b", "3", "3")),
    (HUOBANG, "4", "5", hand("a", 110), ("a", "5", "5")),
    (HUOBANG, "4", "5", hand("a", 110, capture="pair"), ("a", "4", "5")),
]


@pytest.mark.parametrize(("ruleset", "a", "b", "entry", "want"), EXAMPLES)
def test_a_hand_settles_as_the_notices_say(
    ruleset: str, a: str, b: str, entry: dict[str, Any], want: tuple[str, str, str]
) -> None:
    assert settled(ruleset, a, b, entry) == want


def test_a_demotion_holds_where_penalties_bring_the_total_below_eighty() -> None:
    entry = hand("a", 85, capture="single", capture_level_card="main")
    row = settled(ANHUI, "J", "7", entry, penalty("b", "wrong-card"), penalty("b", "wrong-card"))
    assert row == ("a", "2", "7")


def test_a_shutout_is_read_on_the_total_on_what_was_earned_or_on_both_as_the_ruleset_says() -> None:
    wrong = penalty("a", "wrong-card")
    by_total = load_preset(ANHUI)
    by_play = changed(by_total, {"settle.special_on": "earned"})
    by_both = changed(by_total, {"settle.special_on": "both"})
    assert [settled(r, "3", "2", hand("a", 0), wrong)[1] for r in (by_total, by_play, by_both)] == ["10", "J", "10"]
    other = penalty("b", "wrong-card")
    assert [settled(r, "2", "2", hand("a", 10), other)[1] for r in (by_total, by_play, by_both)] == ["J", "10", "10"]


def test_penalties_do_not_bring_a_total_below_zero() -> None:
    told = outcome(ANHUI, start("3", "2"), penalty("b", "wrong-card", count=3), hand("a", 10))
    assert told["hands"][0]["attackers_points"] == 0
    assert "不足0按0计" in told["hands"][0]["reasoning"][0]


RED = {"side": "a", "kind": "red-five-pair"}
BLUE = {"side": "b", "kind": "red-five-pair"}


@pytest.mark.parametrize(
    ("ruleset", "a", "b", "entry", "want"),
    [
        (TONGCHENG, "5", "7", hand("a", 60, special_bid=RED), ("a", "A", "2")),
        (TONGCHENG, "5", "7", hand("a", 90, special_bid=RED), ("b", "2", "A")),
        (TONGCHENG, "5", "7", hand("a", 90, special_bid=BLUE), ("b", "2", "A")),
        (TONGCHENG, "A", "7", hand("a", 60, special_bid=RED), ("a", "flag", "2")),
        (TONGCHENG, "J", "flag", hand("a", 115, special_bid=RED), ("b", "2", "A")),
        (JIANYE, "K", "small-joker", hand("a", 90, special_bid=RED), ("b", "2", "small-joker")),
        (TONGCHENG, "5", "7", hand("a", 85, capture="five-ten-king"), ("b", "2", "A")),
        (TONGCHENG, "5", "7", hand("a", 80, capture="five-ten-king"), ("b", "5", "7")),
        (TONGCHENG, "flag", "7", hand("a", 95), ("a", "flag", "7")),
        (TONGCHENG, "flag", "7", hand("a", 125), ("b", "flag", "9")),
        (TONGCHENG, "flag", "7", hand("a", 105, special_bid=BLUE), ("b", "A", "7")),
        (TONGCHENG, "flag", "7", hand("a", 105, special_bid=RED), ("b", "A", "7")),
    ],
)
def test_red_fives_five_ten_king_and_the_flag(
    ruleset: str, a: str, b: str, entry: dict[str, Any], want: tuple[str, str, str]
) -> None:
    assert settled(ruleset, a, b, entry) == want


def flag_lost(times: int, last: dict[str, Any] | None = None) -> dict[str, Any]:
    """Side a fails its flag hand so often; b always gives the stage back without climbing."""
    entries = []
    for turn in range(times):
        entries.append(hand("a", 100) if turn < times - 1 or last is None else last)
        entries.append(hand("b", 80))
    return outcome(TONGCHENG, start("flag", "5"), *entries[:-1])


def test_a_flag_hand_has_three_lives_and_then_falls_to_two() -> None:
    assert [flag_lost(times)["levels"]["a"] for times in (1, 2, 3)] == ["flag", "flag", "2"]
    assert "次数用完 → 甲方退回2〔扛旗〕" in flag_lost(3)["hands"][-1]["reasoning"]


def test_the_third_failure_beats_a_red_five_return() -> None:
    assert flag_lost(3, hand("a", 100, special_bid=BLUE))["levels"]["a"] == "2"
    assert flag_lost(2, hand("a", 100, special_bid=BLUE))["levels"]["a"] == "A"


@pytest.mark.parametrize(
    ("entry", "winner", "how"),
    [
        (hand("a", 0), "a", "shutout"),
        (hand("a", 300), "b", "full-score"),
        (hand("a", 280, kitty_points=10, capture="pair"), "b", "full-score"),
        (hand("a", 90, kitty_jokers={"small": 3}), "a", "buried-jokers"),
        (hand("a", 130, capture="single", kitty_jokers={"big": 3}), "b", "buried-jokers"),
        (hand("a", 130, kitty_jokers={"big": 3}), None, None),
        (hand("a", 90, kitty_jokers={"small": 3}, dry_kitty=True), None, None),
        (hand("a", 90, kitty_jokers={"small": 2, "big": 1}), None, None),
    ],
)
def test_early_wins_end_the_match(entry: dict[str, Any], winner: str | None, how: str | None) -> None:
    told = outcome(HUOBANG, start("4", "4"), entry)
    assert (told["winner"], told["decided_by"]) == (winner, how)


@pytest.mark.parametrize(
    ("entry", "owed"),
    [
        (hand("a", 75), ("b", 1, 0)),
        (hand("a", 80), None),
        (hand("a", 155), None),
        (hand("a", 160), ("a", 1, 0)),
        (hand("a", 90, kitty_jokers={"big": 1}), ("b", 0, 2)),
        (hand("a", 60, kitty_jokers={"small": 1, "big": 1}), ("b", 2, 3)),
        (hand("a", 130, kitty_jokers={"small": 1}), ("a", 0, 1)),
        (hand("a", 90, capture="pair", kitty_jokers={"small": 1}), None),
        (hand("a", 170, kitty_jokers={"big": 1}, dry_kitty=True), ("a", 2, 0)),
    ],
)
def test_tribute_owed_in_the_next_hand(entry: dict[str, Any], owed: tuple[str, int, int] | None) -> None:
    told = outcome(HUOBANG, start("4", "4"), entry)["tribute"]
    assert (None if told is None else (told["from"], told["points"], told["jokers"])) == owed
    assert told is None or told["cards"] == told["points"] + told["jokers"]


@pytest.mark.parametrize(
    ("order", "want"),
    [
        (["a1", "a2", "b1", "b2"], ("a", "5", "2")),
        (["a1", "b2", "a2", "b1"], ("a", "4", "2")),
        (["a2", "b2", "b1", "a1"], ("a", "3", "2")),
        (["b1", "b2", "a2", "a1"], ("b", "2", "5")),
    ],
)
def test_a_finishing_order_settles_by_the_place_of_the_partner(order: list[str], want: tuple[str, str, str]) -> None:
    assert settled("guandan", "2", "2", hand("a", finish=order)) == want


def test_ace_is_passed_only_as_declarer_and_with_the_partner_not_last() -> None:
    second, last = ["a1", "a2", "b1", "b2"], ["a1", "b1", "b2", "a2"]
    assert outcome("guandan", start("A", "2"), hand("a", finish=second))["decided_by"] == "passed-last-level"
    assert outcome("guandan", start("A", "2"), hand("a", finish=last))["levels"]["a"] == "A"
    assert outcome("guandan", start("A", "2"), hand("b", finish=second))["levels"]["a"] == "A"


def test_three_failures_on_ace_lead_back_to_two() -> None:
    lost = hand("a", finish=["b1", "a1", "a2", "b2"])
    told = outcome("guandan", start("A", "2"), lost, lost, lost)
    assert [row["levels"]["a"] for row in told["hands"]] == ["A", "A", "2"]
    assert told["hands"][0]["attackers_points"] is None


@pytest.mark.parametrize(("cap", "climbs", "said"), [(2, 2, True), (3, 3, False), (None, 3, False)])
def test_a_cap_holds_for_the_buried_jokers_too_and_is_said_where_it_acts(
    cap: int | None, climbs: int, said: bool
) -> None:
    rules = changed(load_preset("huobang"), {"ladder.cap": cap})
    told = outcome(rules, start("4", "4"), hand("a", 60, kitty_jokers={"small": 0, "big": 1}))["hands"][0]
    assert told["gain"]["a"] == climbs
    assert any("每副最多升2级" in line for line in told["reasoning"]) is said


@pytest.mark.parametrize(
    ("capture", "total"), [("tractor-2", 80), ("tractor-3", 160), ("tractor-4", 160), ("tractor-9", 160)]
)
def test_a_tractor_longer_than_the_longest_counts_like_the_longest(capture: str, total: int) -> None:
    rules = changed(load_preset(ANHUI), {"settle.capture.longest_tractor": 3})
    told = outcome(rules, start(), hand("a", 0, kitty_points=10, capture=capture))["hands"][0]
    assert told["attackers_points"] == total
