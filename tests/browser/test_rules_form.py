"""The form of house rules in a real Chromium at 1366 px: change a number, see what it does, try a hand, save."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from scoring.models import RulesetVersion
from tests.browser.conftest import signed_in
from tournament.models import Account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BASE = "bashifen-chaodipi"


@pytest.fixture
def desk(chromium: Browser, live_server: Any, client: Client, office: Account) -> Iterator[Page]:
    """A desk of 1366 × 768, the office signed in, at the form of a copy."""
    with signed_in(chromium, live_server, client, office, 1366, 768) as page:
        page.goto(f"{live_server.url}/office/rules/{BASE}/")
        page.get_by_role("link", name="复制并修改").click()
        yield page


def knob(page: Page, name: str) -> Any:
    """A control of the form by its name."""
    return page.locator(f'[name="{name}"]')


def save(page: Page) -> None:
    """Press the visible button."""
    page.locator(".form-foot button").click()


def test_a_copy_is_changed_tried_and_saved_as_a_new_version(desk: Page) -> None:
    effects, reasoning = desk.locator(".rule-effects tbody tr"), desk.locator(".rule-reasoning")
    expect(effects.nth(20)).to_contain_text("超80分20分")
    knob(desk, "settle.table.threshold").fill("100")
    expect(effects.nth(20)).to_contain_text("超100分0分")

    knob(desk, "try.points").fill("95")
    expect(reasoning).to_contain_text("台面95 = 95")
    expect(reasoning).to_contain_text("甲方继续坐庄")
    desk.locator("summary", has_text="本副判罚1").click()
    knob(desk, "try.penalties.0.offence").select_option("talking")
    knob(desk, "try.penalties.0.time").select_option("3")
    expect(reasoning).to_contain_text("第3次 → 罚20分")
    expect(reasoning).to_contain_text("庄家方罚分20 = 115")
    expect(reasoning).to_contain_text("乙方上台坐庄")
    told = Axe().run(desk).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in told] == []

    knob(desk, "name.zh").fill("车间一百分")
    save(desk)
    expect(desk.locator("h1")).to_have_text("车间一百分")
    desk.get_by_role("link", name="竞赛规则").click()
    expect(desk.locator("main")).to_contain_text("车间一百分")
    assert RulesetVersion.objects.get().document["settle"]["table"]["threshold"] == 100


def test_a_refused_form_keeps_what_was_typed_and_says_where(desk: Page) -> None:
    knob(desk, "name.zh").fill("车间规则")
    knob(desk, "settle.table.threshold").fill("八十")
    knob(desk, "assumptions.0.note.zh").fill("我们的读法")
    save(desk)
    expect(desk.locator("p.message.error")).to_contain_text("升级 · 升级表 · 多少分上台")
    assert knob(desk, "name.zh").input_value() == "车间规则"
    assert knob(desk, "settle.table.threshold").input_value() == "八十"
    assert knob(desk, "settle.table.threshold").get_attribute("aria-invalid") == "true"
    assert knob(desk, "assumptions.0.note.zh").input_value() == "我们的读法"
    assert not RulesetVersion.objects.exists()


def test_rows_come_and_go_without_losing_what_was_typed(desk: Page) -> None:
    knob(desk, "name.zh").fill("车间规则")
    rows = desk.locator('[name^="assumptions."][name$=".note.zh"]')
    expect(rows.first).to_be_visible()
    count = rows.count()
    first = rows.nth(1).input_value()
    desk.locator('button[name="drop"][value="assumptions.0"]').click()
    expect(rows).to_have_count(count - 1)
    assert rows.first.input_value() == first
    desk.locator('button[name="add"][value="assumptions"]').click()
    expect(rows).to_have_count(count)
    knob(desk, f"assumptions.{count - 1}.knob").select_option("ladder.cap")
    rows.last.fill("每副不限升几级")
    knob(desk, "offences.0.name.zh").evaluate("node => node.closest('details').open = true")
    knob(desk, "offences.0.name.zh").fill("亮牌")
    expect(desk.locator('[name="try.penalties.0.offence"] option').nth(1)).to_have_text("亮牌")
    save(desk)
    expect(desk.locator("main")).to_contain_text("每副不限升几级")
    assert len(RulesetVersion.objects.get().document["assumptions"]) == count
