"""The office's pages in a browser: a page renewed in place stays put, long lists narrow, a form shows what is wrong."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import signed_in
from tests.office.conftest import make
from tournament.models import Account, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import Format
from tournament.services.registration import enter_team
from tournament.services.scheduling import lay_out

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DEPARTMENTS = [
    f"{kind}{place}" for kind in ("后勤", "财务", "保卫", "基建", "科研", "人事", "车") for place in ("科", "间")
]


@pytest.fixture
def cup(both: Account) -> Tournament:
    """Fourteen departments with a team each, drawn; the first round begins now."""
    me = Actor.of(both)
    made = make(me, Format(number=4), tables=7)
    for number, name in enumerate(DEPARTMENTS):
        enter_team(made, name, [f"甲{number}", f"乙{number}"], me)
    hold_draw(first_stage(made), actor=me, seed="一")
    lay_out(made, starts_at=timezone.now(), actor=me)
    return made


@pytest.fixture
def page(chromium: Browser, live_server: Any, client: Client, both: Account) -> Iterator[Page]:
    """A desk of 1366 × 400, so that the pages are long."""
    with signed_in(chromium, live_server, client, both, 1366, 400) as found:
        yield found


def test_the_office_at_work(page: Page, live_server: Any, cup: Tournament) -> None:
    office = f"{live_server.url}/office/{cup.slug}/"
    check_in_by_keyboard(page, office)
    narrow_the_links(page, office)
    mend_a_substitution(page, office, cup)


def check_in_by_keyboard(page: Page, office: str) -> None:
    """The floor renews in place: neither the place on the page nor the focus is lost."""
    page.goto(f"{office}floor/")
    button = page.locator("button[id^=here-]").nth(10)
    mark = str(button.get_attribute("id"))
    button.focus()
    before = page.evaluate("scrollY")
    assert before > 0
    page.keyboard.press("Enter")
    expect(page.locator(f"#{mark}")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".message")).to_contain_text("还差：")
    expect(page.locator(f"#{mark}")).to_be_focused()
    assert abs(page.evaluate("scrollY") - before) < 150  # the message comes before the rest


def narrow_the_links(page: Page, office: str) -> None:
    """Pinyin initials narrow the departments; enter goes to the one that is left, escape shows all again."""
    page.goto(f"{office}entries/links/")
    rows = page.locator("#links tr:visible")
    expect(rows).to_have_count(14)
    page.fill("#find", "hqk")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("后勤科")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="发链接", exact=True)).to_be_focused()
    page.fill("#find", "查无")
    expect(page.get_by_text("没有符合的行。")).to_be_visible()
    page.keyboard.press("Escape")
    expect(rows).to_have_count(14)


def mend_a_substitution(page: Page, office: str, cup: Tournament) -> None:
    """A form that comes back stands at its wrong field, with what was typed; each label finds its own form's field."""
    team = cup.teams.get(name="车间")
    page.goto(f"{office}entries/team/{team.pk}/")
    page.get_by_label("换人的理由").fill("出差")
    page.get_by_label("换下").select_option("1")
    page.get_by_label("换上").fill("乙13")
    page.get_by_role("button", name="换人").click()
    expect(page.get_by_label("换上")).to_have_value("乙13")
    expect(page.get_by_label("队名")).to_have_value("车间")
    expect(page.locator("[aria-invalid=true]")).to_be_focused()
