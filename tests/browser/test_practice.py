"""Practising on a phone: from the printed code through a match, begun anew; the real outbox knows nothing of it."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.phone import SMALL, Console
from tests.referee.phones import a_pass
from tournament.models import SheetEntry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_practice_match_stays_on_the_phone_and_can_be_begun_anew(console: Console, anhui: Tournament) -> None:
    page: Any = console.page
    page.goto(f"{console.root}/t/{a_pass(anhui, 1).token}/")
    console.tap("a", "先练一场")
    expect(page.locator("#practice")).to_contain_text("不计成绩")
    expect(page.locator("#panel-start")).to_be_visible()
    assert page.evaluate(SMALL) == []
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    console.tap("#start-declarer label", "甲·北家")
    console.tap("#start")
    console.type_points("65")
    expect(page.locator("#preview")).to_contain_text("甲方 2→3")
    console.tap("#submit-hand:enabled")
    console.wait_for(2)
    assert console.levels() == ["3", "2"]

    console.offline()
    console.type_points("85")
    console.tap("#submit-hand:enabled")
    console.wait_for(3, unsent=1)
    assert console.levels() == ["3", "3"]
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('console:outbox:'))") == []
    console.offline(False)
    console.wait_for(3)
    page.reload()
    console.wait_for(3)
    assert console.levels() == ["3", "3"]

    console.tap("#open-menu")
    console.tap('[data-act="time-up"]')
    console.tap("#act-form .submit")
    console.tap('#presets [data-value="40"]')
    console.tap("#submit-hand:enabled")
    expect(page.locator("#verdict")).to_have_text("乙方胜")
    console.tap('[data-confirm="a"]')
    console.tap('[data-confirm="b"]')
    expect(page.locator("#finish-back")).to_have_text("结束练习")

    console.tap("#practice-again")
    expect(page.locator("#panel-start")).to_be_visible()
    console.wait_for(0)
    assert SheetEntry.objects.count() == 0
    console.tap("#practice a", "结束")
    expect(page.locator("h1")).to_contain_text("1号桌")
