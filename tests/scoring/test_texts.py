"""What the notices say of play itself: kept in the ruleset, worded with its clause, and no part of any settlement."""

import pytest

from scoring.conformity import notices
from scoring.errors import ScoringError
from scoring.ruleset import changed, content_hash, load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.words.describe import describe
from scoring.words.describe.names import TOPICS

PRESETS = [load_preset(name) for name in preset_names()]
LOOKED_UP = [one for notice in notices() for one in notice.sentences if one.kind == "text"]
PLAIN = {"topic": "bidding", "text": {"zh": "先亮先得", "en": "first come"}}


def lines(ruleset, lang="zh"):
    return {line.text: line for part in describe(ruleset, lang) if part.key == "texts" for line in part.lines}


@pytest.mark.parametrize("sentence", LOOKED_UP, ids=lambda one: one.id)
def test_what_a_notice_says_of_play_can_be_looked_up(sentence):
    ruleset = load_preset(sentence.ruleset)
    for lang in ("zh", "en"):
        found = [line for line in lines(ruleset, lang).values() if set(line.knobs) & set(sentence.carriers)]
        assert found
        assert all(line.source for line in found)


@pytest.mark.parametrize("ruleset", PRESETS, ids=lambda one: one.key)
def test_every_text_of_a_preset_is_worded_under_its_topic_in_both_languages(ruleset):
    for lang, number in (("zh", 0), ("en", 1)):
        said = lines(ruleset, lang)
        assert len(said) == len(ruleset.texts)
        for row in ruleset.texts:
            assert any(text.startswith(TOPICS[row.topic][number]) and getattr(row.text, lang) in text for text in said)


def test_nobody_bids_is_told_by_every_notice_and_both_ways_where_a_notice_contradicts_itself():
    told = {one.key: [row.source for row in one.texts if row.topic == "no-bid"] for one in PRESETS if one.texts}
    assert all(told.values())
    assert any({"一.2", "三.1"} <= set(sources) for sources in told.values())


def test_texts_are_told_topic_by_topic_whatever_order_they_were_written_in():
    ruleset = parse_ruleset(ruleset_document(PRESETS[0]) | {"texts": [PLAIN | {"topic": "hall"}, PLAIN]})
    assert [line.knobs for line in lines(ruleset).values()] == [("texts.bidding",), ("texts.hall",)]


def test_a_ruleset_without_texts_is_the_document_it_was_before_there_were_any():
    bare = changed(PRESETS[0], {"texts": []})
    assert "texts" not in ruleset_document(bare)
    assert content_hash(bare) != content_hash(PRESETS[0])
    assert parse_ruleset(ruleset_document(bare)) == bare


@pytest.mark.parametrize(
    ("row", "at", "says"),
    [
        ({"topic": "weather", "text": PLAIN["text"]}, "ruleset.texts[0].topic", "可以写"),
        ({"topic": "bidding", "text": {"zh": "", "en": "x"}}, "ruleset.texts[0].text.zh", "不能为空"),
        ({"topic": "bidding"}, "ruleset.texts[0].text", "缺少这一项"),
        (PLAIN | {"source": "长" * 41}, "ruleset.texts[0].source", "40"),
    ],
)
def test_a_text_that_is_wrong_is_told_where(row, at, says):
    with pytest.raises(ScoringError) as caught:
        parse_ruleset(ruleset_document(PRESETS[0]) | {"texts": [row]})
    assert caught.value.at == at
    assert says in str(caught.value)
