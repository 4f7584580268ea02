"""The notices beside the rules, in the product: every sentence is there with its carrier in words."""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.conformity import IN_RULESET, KINDS, notices
from tournament.services import conformity

pytestmark = pytest.mark.django_db
ROWS = [(notice.number, row) for notice in conformity.compared() for row in notice.rows]


def test_every_sentence_of_every_notice_is_on_the_page(staff: Client) -> None:
    page = unescape(staff.get("/office/rules/conformity/").content.decode())
    for notice in notices():
        assert f'id="notice-{notice.number}"' in page
        for sentence in notice.sentences:
            assert f"<td>{sentence.says}</td>" in page
    assert page.count("<tr><th scope") == sum(len(notice.sentences) for notice in notices())
    assert "/office/rules/conformity/" in staff.get("/office/rules/").content.decode()


def test_each_kind_of_carrier_has_its_word() -> None:
    assert {kind: str(word) for kind, word in conformity.KINDS.items()} == dict(KINDS)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_rule_is_shown_by_its_own_sentence_not_by_a_code(lang: str) -> None:
    for notice, told in zip(notices(), conformity.compared(lang), strict=True):
        for sentence, row in zip(notice.sentences, told.rows, strict=True):
            assert row.carried, sentence
            if sentence.kind in IN_RULESET:
                assert not any(re.search(r"[a-z]+[._][a-z]+", text) for text in row.carried), row
                assert not set(row.carried) & set(sentence.carriers), row


def test_a_sentence_about_the_cap_is_beside_the_line_that_says_it() -> None:
    told = next(row for number, row in ROWS if number == "000" and row.place == "规则2")
    assert any("6级" in text for text in told.carried)
    assert told.tested
