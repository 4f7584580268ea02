"""Reasons, warnings, refusals and prompts, word for word."""

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.hand.facts import Reason
from scoring.ruleset import changed, load_preset
from scoring.ruleset.compiled import compile_rules
from scoring.sheet import NEXT_STEPS, fold, result
from scoring.words import next_step_text, offence_name, warning_text
from scoring.words.reasons import WORDS, source_of
from scoring.words.steps import NEXT, OFFENCES
from scoring.words.warnings import WARNINGS
from tests.scoring.test_vectors import rows

REASONED, REFUSED = rows("reasoning.jsonl"), rows("refusals.jsonl")


@pytest.mark.parametrize("number", range(len(REASONED)))
def test_a_hand_is_reasoned_and_warned_of_in_these_words(number: int) -> None:
    case = REASONED[number]
    state = fold(load_preset(case["ruleset"]), {}, case["entries"])
    for lang in ("zh", "en"):
        told = result(state, lang)
        assert [row["reasoning"] for row in told["hands"]] == case[lang]
        assert told["warnings"] == case[f"{lang}_warnings"]


def test_every_reason_and_warning_is_among_these_words() -> None:
    reasons: set[str] = set()
    warnings: set[str] = set()
    for case in REASONED:
        play = fold(load_preset(case["ruleset"]), {}, case["entries"]).play
        reasons |= {reason[0] for row in play.rows for reason in row.reasons}
        warnings |= {code for code, _ in play.warnings}
    assert set(WORDS) - reasons == {"clock-limit", "clock-start", "clock-paused", "clock-extended"}
    assert set(WARNINGS) - warnings == {"decision-ignored"}


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_an_entry_is_refused_in_these_words(number: int) -> None:
    case = REFUSED[number]
    with pytest.raises(ScoringError) as caught:
        fold(load_preset(case["ruleset"]), {}, case["entries"])
    assert (caught.value.at, caught.value.message) == (case["at"], case["message"])
    assert str(caught.value) == f"{case['at']}: {case['message']}"


def test_a_decision_no_longer_owed_is_warned_of() -> None:
    rules = compile_rules(load_preset("guandan"), {})
    assert warning_text(rules, ("decision-ignored", (4,))) == "第4条裁判决定已不需要，不计"
    assert warning_text(rules, ("decision-ignored", (4,)), "en") == "decision 4 is no longer owed: not counted"


def test_every_next_step_has_words_in_both_languages() -> None:
    assert set(NEXT) == set(NEXT_STEPS)
    assert all(next_step_text(code) and next_step_text(code, "en").isascii() for code in NEXT_STEPS)


def test_every_offence_of_a_preset_has_a_name_and_a_house_rule_may_bring_its_own() -> None:
    named: Any = changed(
        load_preset("guandan"),
        {
            "offences": [
                {"code": "x", "name": {"zh": "贡错牌", "en": "wrong tribute"}, "effects": [{"kind": "warning"}]}
            ]
        },
    )
    assert (offence_name(named, "x"), offence_name(named, "x", "en")) == ("贡错牌", "wrong tribute")
    assert offence_name(named, "other") == "其他（裁判酌情）"
    for name in (
        "anhui-chaodipi",
        "bashifen-chaodipi",
        "shuangkou",
        "huobang",
        "jianye-chaodipi",
        "tongcheng-chaodipi",
    ):
        assert all(offence.code in OFFENCES for offence in load_preset(name).offences)


def test_a_reason_cites_the_clause_of_its_knob_or_of_the_part_that_holds_it() -> None:
    rules = compile_rules(load_preset("anhui-chaodipi"), {})
    assert source_of(rules, "settle.table.step") == "一.3"
    assert source_of(rules, "deck.decks") == ""
    reason: Reason = ("cap", (6,), "")
    assert WORDS[reason[0]](rules, "zh", 6) == "每副最多升6级"
