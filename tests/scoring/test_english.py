"""Everything that comes with the rules is said in English too: presets, clauses, the notices sentence by sentence."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.conformity import IN_RULESET, carrier_text, notices
from scoring.ruleset import load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.words.clauses import clause_text, quoted
from scoring.words.describe import describe

CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
SENTENCES = [sentence for notice in notices() for sentence in notice.sentences]


def texts(document: Any) -> Iterator[dict[str, str]]:
    """Every sentence in both languages in a document."""
    if isinstance(document, dict):
        if document.keys() == {"zh", "en"}:
            yield document
        for one in document.values():
            yield from texts(one)
    elif isinstance(document, list):
        for one in document:
            yield from texts(one)


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_s_own_texts_are_english_in_english(name: str) -> None:
    found = list(texts(ruleset_document(load_preset(name))))
    assert len(found) > 5
    assert not [one["en"] for one in found if CHINESE.search(one["en"])]


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_described_in_english_has_no_chinese(name: str) -> None:
    told = [str(line) for section in describe(load_preset(name), "en") for line in section.lines]
    assert any("[" in line for line in told)
    assert not [line for line in told if CHINESE.search(line)]


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.id)
def test_a_sentence_of_a_notice_has_its_english(sentence: Any) -> None:
    assert not CHINESE.search(sentence.english), sentence.id
    assert not CHINESE.search(clause_text(sentence.id.partition("-")[2], "en"))
    if sentence.kind not in IN_RULESET:
        assert not [one for one in sentence.carriers if CHINESE.search(carrier_text(one, "en"))]
        assert [carrier_text(one, "zh") for one in sentence.carriers] == list(sentence.carriers)


def test_the_notices_have_english_titles() -> None:
    assert not [notice.number for notice in notices() if CHINESE.search(notice.english)]


@pytest.mark.parametrize(
    ("clause", "english"),
    [
        ("一.3", "1.3"),
        ("十二", "12"),
        ("二十一.2", "21.2"),
        ("六.12", "6.12"),
        ("规则6", "rule 6"),
        ("规则三.1-a", "rule 3.1-a"),
        ("附七", "annex 7"),
        ("通知n35", "notice n35"),
        ("通知n03、n09", "notices n03, n09"),
        ("胜负的判定", "deciding the hand"),
        ("本厂补充一", "本厂补充一"),
    ],
)
def test_a_clause_is_quoted_by_its_number_or_name(clause: str, english: str) -> None:
    assert clause_text(clause, "en") == english
    assert clause_text(clause, "zh") == clause
    assert quoted("words", clause, "en") == f"words [{english}]"
    assert quoted("话", clause, "zh") == f"话〔{clause}〕"
    assert quoted("words", "", "en") == "words"


def test_a_house_s_own_text_without_english_shows_its_chinese() -> None:
    document = ruleset_document(load_preset("guandan"))
    document["name"] = {"zh": "本厂规则", "en": "本厂规则"}
    told = describe(parse_ruleset(document), "en")
    assert "本厂规则" in [line.text for section in told for line in section.lines]
