"""The public pages on a phone and on a desk: nothing runs over the edge, axe finds nothing, a team's path lights up."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.documents.brackets import PARTS
from tests.playing import Referee, find, play_group
from tournament.models import Draw, Tournament
from tournament.services.actor import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIDEWAYS = """() => [...document.querySelectorAll('.scroll:not(.bracket-scroll)')].filter(one =>
  one.scrollWidth > one.clientWidth).map(one => one.getAttribute('aria-label'))"""
INSIDE = """one => {
  const [side, box] = [one, one.closest('.bracket-scroll')].map(part => part.getBoundingClientRect());
  return side.left >= box.left && side.right <= box.right && side.top >= box.top && side.bottom <= box.bottom; }"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A phone of 390 × 844; no script on it may fail."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="zh-CN")
    made = context.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    context.close()
    assert errors == []


@pytest.fixture
def shown(anhui: Tournament, actor: Actor) -> Tournament:
    """Groups A and C over, so that their winners stand in a semi-final; a match at play."""
    for group in "AC":
        play_group(anhui, group, actor)
    Referee(find(anhui, "B1-2"), actor).start()
    anhui.published = PARTS
    anhui.save(update_fields=["published"])
    return anhui


def fits(page: Page) -> None:
    """No sideways scrolling, nothing axe complains of."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    found = Axe().run(page)
    assert found.violations_count == 0, (page.url, found.generate_report())


def test_every_public_page_fits_phone_and_desk_and_axe_finds_nothing(
    page: Page, live_server: Any, shown: Tournament
) -> None:
    match = find(shown, "A1-2")
    paths = ["", f"{shown.slug}/", f"{shown.slug}/match/{match.pk}/", f"{shown.slug}/draw/{Draw.objects.get().pk}/"]
    for width, height in ((390, 844), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for path in paths:
            page.goto(f"{live_server.url}/{path}")
            fits(page)
            assert page.evaluate(SIDEWAYS) == [], "only the bracket scrolls sideways"


def test_a_team_is_found_followed_and_kept_to(page: Page, live_server: Any, shown: Tournament) -> None:
    page.goto(f"{live_server.url}/{shown.slug}/")
    page.fill("#find", "院直1A")
    expect(page.locator("svg .bracket-side.path")).to_have_count(1)
    expect(page.locator("svg .bracket-side.path")).to_contain_text("院直1A")
    assert page.locator("svg .bracket-side.path").evaluate(INSIDE)  # in the part of the picture that is seen
    bracket = page.locator(".bracket-scroll").first
    assert bracket.evaluate("one => one.scrollWidth > one.clientWidth")  # the picture scrolls, the page does not

    page.select_option("#whose-team", label="院直1A")
    page.click("text=筛选")
    expect(page.locator("#fixtures .match")).to_have_count(3)
    expect(page.locator("#fixtures")).to_be_in_viewport()
    page.click("text=看全部")
    expect(page.locator("#fixtures .match")).to_have_count(15)

    page.click("footer >> text=English")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.click("footer >> text=中文")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
