"""The board in a real Chromium, unattended: pages turn, clocks run, an old screen says so, nothing grows."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.phone import patiently
from tests.documents.brackets import PARTS
from tests.playing import Referee, find, play
from tournament.models import Tournament
from tournament.services.actor import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FITS = """() => [...document.querySelectorAll('.page')].every(page => {
  const before = page.hidden; page.hidden = false;
  const whole = page.scrollHeight <= page.clientHeight + 1 && page.scrollWidth <= page.clientWidth + 1;
  page.hidden = before; return whole; })"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('#board *')].filter(one =>
  !one.classList.contains('visually-hidden') && !one.closest('[hidden]') && [...one.childNodes].some(node =>
  node.nodeType === 3 && node.textContent.trim())).map(one => parseFloat(getComputedStyle(one).fontSize)))"""
NODES = "() => document.querySelectorAll('*').length"


@pytest.fixture
def screen(chromium: Browser, live_server: Any, anhui: Tournament, actor: Actor) -> Iterator[Page]:
    """A projector of 1920 × 1080 with its time in the test's hands; one table at play, one result."""
    anhui.published = PARTS
    anhui.save(update_fields=["published"])
    play(find(anhui, "A1-2"), actor)
    referee = Referee(find(anhui, "B1-2"), actor)
    began = timezone.now() - timedelta(minutes=20)
    referee.write({"type": "start", "at": began.isoformat(), "declarer": "a"})
    context = chromium.new_context(
        viewport={"width": 1920, "height": 1080}, locale="zh-CN", timezone_id="America/New_York"
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.clock.install()
    page.goto(f"{live_server.url}/board/{anhui.slug}/")
    yield page
    context.close()
    assert errors == []


def publish(tournament: Tournament, parts: list[str]) -> None:
    """Publish these parts while the board may be asking."""
    patiently(lambda: Tournament.objects.filter(pk=tournament.pk).update(published=parts))


def hear(page: Page) -> None:
    """Let the board ask once more, and wait for its answer."""
    with page.expect_response("**/now/"):
        page.clock.run_for(3100)


def test_it_runs_by_itself(screen: Page, anhui: Tournament, actor: Actor) -> None:
    expect(screen.locator("#title")).to_have_text("正在进行")
    left = screen.locator(".page-tables .left")
    expect(left).to_have_text(re.compile(r"^(39:\d\d|40:00)$"))
    before = left.inner_text()
    assert screen.evaluate(FITS)
    assert screen.evaluate(SMALLEST) >= 1080 / 25 - 0.5
    venue = timezone.localtime(timezone.now())  # the hour of the venue, whatever the screen's own zone is
    assert screen.locator("#clock").inner_text() in {
        f"{moment:%H:%M}" for moment in (venue, venue - timedelta(minutes=1), venue + timedelta(minutes=1))
    }
    found = Axe().run(screen)
    assert found.violations_count == 0, found.generate_report()

    seen = ["正在进行"]
    for _turn in range(4):  # a page stays at least eight seconds
        screen.clock.run_for(7000)
        assert screen.locator("#title").inner_text() == seen[-1]
        screen.clock.run_for(6000)
        seen.append(screen.locator("#title").inner_text())
    assert seen == ["正在进行", "下一轮", "名次", "对阵图", "正在进行"]
    assert left.inner_text() != before

    referee = patiently(lambda: Referee(find(anhui, "B1-2"), actor))
    patiently(lambda: referee.hand("a", 40))
    hear(screen)
    expect(screen.locator(".page-tables .level").first).to_have_text("6")


def test_a_screen_without_a_server_says_so_and_comes_back(screen: Page, anhui: Tournament) -> None:
    def away(route: Route) -> None:
        route.abort()

    hear(screen)
    nodes = screen.evaluate(NODES)
    screen.route("**/now/", away)
    for _second in range(5):
        screen.clock.run_for(3100)
    expect(screen.locator("#old")).to_contain_text("连不上服务器")
    assert "is-old" in (screen.locator("#board").get_attribute("class") or "")
    screen.unroute("**/now/", away)
    hear(screen)
    screen.clock.run_for(1000)
    expect(screen.locator("#old")).to_be_hidden()
    for number in range(12):  # answers that differ each time leave nothing behind
        publish(anhui, PARTS if number % 2 else PARTS[::-1])
        hear(screen)
    assert screen.evaluate(NODES) == nodes
    publish(anhui, [])
    hear(screen)
    expect(screen.locator("#pages")).to_have_text("这项赛事现在没有公布的内容")
    assert "院直" not in screen.locator("body").inner_text()
