"""The drawing screen in a real Chromium: the space bar, a reload in the middle, a lost connection, the end."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import signed_in
from tests.office.conftest import make
from tournament.draw.reveal import order_of
from tournament.models import Account, Draw, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage
from tournament.services.formats import KNOCKOUT, Format
from tournament.services.hall import start_hall
from tournament.services.registration import enter_team

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(1920, 1080), (1366, 768)]


@pytest.fixture
def cup(office: Account) -> Tournament:
    """A draw of twenty teams in single elimination, ready to be shown: two pages of the board."""
    me = Actor.of(office)
    made = make(me, Format(shape=KNOCKOUT))
    for number in range(1, 21):
        enter_team(made, f"第{number}分会", [f"甲{number}", f"乙{number}"], me)
    start_hall(first_stage(made), actor=me, seed="大礼堂 14:00")
    return made


@pytest.fixture
def screen(chromium: Browser, live_server: Any, client: Client, office: Account, cup: Tournament) -> Iterator[Page]:
    """The projector's screen, the office signed in."""
    with signed_in(chromium, live_server, client, office, 1920, 1080) as page:
        page.goto(f"{live_server.url}/office/{cup.slug}/draw/hall/")
        yield page


def names_in_order() -> list[str]:
    record = Draw.objects.get().record
    names = {team["id"]: team["name"] for team in record["teams"]}
    return [names[team] for team in order_of(record)]


def stop(page: Page, number: int) -> None:
    """Roll, stop, and wait until the screen has shown `number` teams."""
    page.keyboard.press("Space")
    expect(page.locator("#hall-name")).to_have_class("hall-name rolling")
    page.keyboard.press("Space")
    expect(page.locator("#hall-revealed")).to_have_text(str(number))
    expect(page.locator("#hall-name")).to_have_class("hall-name")


def test_the_space_bar_rolls_and_stops_and_the_name_stands_in_its_place(screen: Page) -> None:
    order = names_in_order()
    for number in (1, 2, 3):
        stop(screen, number)
        expect(screen.locator("#hall-team")).to_have_text(order[number - 1])
        expect(screen.locator(".newest span")).to_have_text(order[number - 1])
        expect(screen.locator(".newest")).to_be_visible()
    assert Draw.objects.get().revealed == 3


def test_a_reload_in_the_middle_goes_on_where_it_was(screen: Page) -> None:
    order = names_in_order()
    stop(screen, 1)
    stop(screen, 2)
    screen.reload()
    expect(screen.locator("#hall-revealed")).to_have_text("2")
    expect(screen.locator("#hall-team")).to_have_text(order[1])
    assert not set(order[2:]) & set(screen.locator(".hall-board li span").all_inner_texts())
    stop(screen, 3)
    expect(screen.locator("#hall-team")).to_have_text(order[2])


def test_a_lost_connection_is_said_and_the_next_press_goes_on(screen: Page) -> None:
    order = names_in_order()

    def lose(route: Route) -> None:
        route.abort()

    screen.route("**/step/", lose)
    screen.keyboard.press("Space")
    screen.keyboard.press("Space")
    expect(screen.locator("#hall-message")).to_contain_text("没有连上服务器")
    screen.unroute("**/step/", lose)
    stop(screen, 1)
    expect(screen.locator("#hall-message")).to_be_hidden()
    expect(screen.locator("#hall-team")).to_have_text(order[0])


def test_an_answer_that_got_lost_skips_nobody(screen: Page) -> None:
    order = names_in_order()

    def swallow(route: Route) -> None:
        route.fetch()  # the server has shown a name; the screen never hears of it
        route.abort()

    screen.route("**/step/", swallow)
    screen.keyboard.press("Space")
    screen.keyboard.press("Space")
    expect(screen.locator("#hall-message")).to_contain_text("没有连上服务器")
    screen.unroute("**/step/", swallow)
    stop(screen, 1)
    expect(screen.locator("#hall-team")).to_have_text(order[0])


def test_all_at_once_then_confirmed(screen: Page) -> None:
    screen.click("#hall-all")
    screen.click("text=确认抽签结果")
    expect(screen.locator("h1")).to_have_text("抽签")
    assert Draw.objects.get().revealed is None
    assert Match.objects.count() == 19


def test_after_a_click_on_another_button_the_space_bar_still_draws(screen: Page) -> None:
    screen.click("#hall-forward")
    expect(screen.locator("#hall-at")).to_have_text("第 2 页，共 2 页")
    stop(screen, 1)


def test_who_wants_no_motion_gets_a_name_a_press(screen: Page) -> None:
    screen.emulate_media(reduced_motion="reduce")
    screen.reload()
    expect(screen.locator("#hall-hint")).to_have_text("按空格键或点此揭晓下一队")
    screen.keyboard.press("Space")
    expect(screen.locator("#hall-team")).to_have_text(names_in_order()[0])


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_fits_the_screen_and_is_read_from_afar(screen: Page, width: int, height: int) -> None:
    screen.set_viewport_size({"width": width, "height": height})
    screen.click("#hall-all")
    expect(screen.locator("#hall-end form")).to_be_visible()
    size = screen.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert (size[0] <= width, size[1] <= height) == (True, True)
    letters = "selector => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)"
    for selector in ("#hall-team", "#hall-where", ".hall-page:not([hidden]) li"):
        assert screen.evaluate(letters, selector) >= height / 25
    hosts = screen.evaluate("() => performance.getEntriesByType('resource').map(one => new URL(one.name).host)")
    assert set(hosts) <= {screen.evaluate("() => location.host")}


def test_the_screen_has_no_accessibility_faults(screen: Page) -> None:
    stop(screen, 1)
    found = Axe().run(screen)
    assert found.violations_count == 0, found.generate_report()
