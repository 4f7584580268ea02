"""The rules looked up at the table: by part, by a word, without a network."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import SMALL, START, Console, serious

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def looked_up(console: Console) -> Console:
    """A match begun, its rules opened from the menu, the network gone since."""
    console.write(START)
    console.open()
    console.has_table()
    console.offline()
    console.tap("#open-menu")
    console.tap("#open-rules")
    return console


def test_the_rules_are_folded_up_by_part_with_play_first(looked_up: Console) -> None:
    parts = looked_up.page.locator("#dialog-rules summary")
    expect(parts.first).to_have_text("打法")
    expect(parts.nth(1)).to_contain_text("违例")
    expect(looked_up.page.locator("#rules-found li").first).to_be_hidden()
    parts.first.tap()
    expect(looked_up.page.locator("#rules-found li").first).to_contain_text("抬牌最多三次")


def test_a_word_leaves_the_sentences_that_hold_it(looked_up: Console) -> None:
    page = looked_up.page
    page.locator("#rules-search").fill("炒 底")
    shown = page.locator("#rules-found li:visible")
    expect(shown).to_have_count(2)
    expect(shown.first).to_contain_text("最后炒底的那门为主")
    page.locator("#rules-search").fill("天气")
    expect(page.locator("#rules-none")).to_be_visible()
    page.locator("#rules-search").fill("")
    expect(page.locator("#rules-none")).to_be_hidden()
    expect(page.locator("#rules-found li:visible")).to_have_count(0)


def test_everything_in_it_is_large_enough_and_accessible(looked_up: Console) -> None:
    assert looked_up.page.evaluate(SMALL) == []
    assert serious(looked_up.page) == []
    looked_up.tap("#dialog-rules .close")
    expect(looked_up.page.locator("#dialog-rules")).to_be_hidden()
