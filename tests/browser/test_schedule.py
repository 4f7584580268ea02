"""The schedule's grid in a real Chromium: a card dragged, carried by keys, swapped, and taken back."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import signed_in
from tournament.models import Account, Match, Tournament
from tournament.services import formats
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import Format
from tournament.services.registration import enter_team
from tournament.services.scheduling import lay_out
from tournament.services.tournaments import create_tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

START = datetime(2026, 5, 9, 13, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.fixture
def cup(office: Account) -> Tournament:
    """Eight teams, single elimination on four tables: four, two and one match."""
    me = Actor.of(office)
    plans = formats.plans(Format(shape="knockout"))
    made = create_tournament(name="杯", starts_at=START, ruleset="anhui-chaodipi", stages=plans, tables=4, actor=me)
    for number in range(8):
        enter_team(made, f"第{number}分会", [f"甲{number}", f"乙{number}"], me)
    hold_draw(first_stage(made), actor=me, seed="一")
    lay_out(made, starts_at=START, actor=me)
    return made


@pytest.fixture
def page(chromium: Browser, live_server: object, cup: Tournament, office: Account) -> Iterator[Page]:
    """The office at its desk, the grid open."""
    with signed_in(chromium, live_server, Client(), office, 1366, 768) as opened:
        opened.goto(f"{live_server.url}/office/{cup.slug}/schedule/")
        yield opened


def first(cup: Tournament) -> Match:
    return Match.objects.filter(stage__tournament=cup, table__number=1).order_by("starts_at")[0]


def drag(page: Page, match: Match, row: int, column: int) -> None:
    """Drag a card to a cell, without letting go."""
    box = page.locator(f"#match-{match.pk}").bounding_box()
    to = page.locator(f"#grid tbody tr:nth-child({row}) td").nth(column).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 50, box["y"] + 40, steps=3)
    page.mouse.move(to["x"] + 30, to["y"] + 20, steps=5)


def test_a_dragged_card_says_what_it_meets_and_may_change_places(page: Page, cup: Tournament) -> None:
    match = first(cup)
    drag(page, match, 1, 1)
    expect(page.locator("#drop-live")).to_contain_text("2号桌重了")
    expect(page.locator("#grid td.target.bad")).to_have_count(1)
    page.mouse.up()
    page.locator("[data-do=swap]").click()
    expect(page.locator(".message")).to_contain_text("已对调")
    match.refresh_from_db()
    assert match.table.number == 2
    page.get_by_role("button", name="撤销上一次移动").click()
    expect(page.locator(".message")).to_contain_text("已撤销上一次移动")
    match.refresh_from_db()
    assert match.table.number == 1


def test_a_card_is_carried_by_the_arrow_keys_and_dropped_by_enter(page: Page, cup: Tournament) -> None:
    final = Match.objects.get(place=1, stage__tournament=cup)
    card = page.locator(f"#match-{final.pk}")
    card.focus()
    page.keyboard.press("Space")
    expect(page.locator("#drop-live")).to_contain_text("已拿起")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#drop-live")).to_contain_text("可以放")
    page.keyboard.press("Enter")
    expect(page.locator("#drop-live")).to_contain_text("已移动")
    expect(page.locator(f"#match-{final.pk}")).to_be_focused()
    before = final.starts_at
    final.refresh_from_db()
    assert final.starts_at == before + timedelta(hours=1)


def test_escape_puts_the_card_back_and_a_clash_is_not_dropped_unasked(page: Page, cup: Tournament) -> None:
    final = Match.objects.get(place=1, stage__tournament=cup)
    page.locator(f"#match-{final.pk}").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#drop-live")).to_contain_text("还没有结束")
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=anyway]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#drop-live")).to_contain_text("已放回原处")
    before = final.starts_at
    final.refresh_from_db()
    assert final.starts_at == before


def test_a_click_opens_the_form_and_the_page_is_accessible(page: Page, cup: Tournament) -> None:
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert found.response["violations"] == []
    page.locator(f"#match-{first(cup).pk}").click()
    expect(page.locator("h1")).to_have_text("移动1/4决赛第1场")
