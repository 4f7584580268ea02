"""Joining in a real Chromium, 390 × 844 with touch: card, PIN, console, two phones at a table, announcements, tabs."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.models import TablePass
from referee.services import announcements, passes
from referee.services.sessions import session_of
from tests.browser.phone import patiently
from tests.referee.phones import PROGRAM, a_pass, opened
from tournament.models import Match, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Phones = Callable[..., Page]


@pytest.fixture
def phones(chromium: Browser, live_server: Any, anhui: Tournament) -> Iterator[Phones]:
    """A maker of phones, each with cookies of its own; a session is open."""
    opened(anhui)
    contexts: list[BrowserContext] = []

    def make(**more: Any) -> Page:
        size = {"width": 390, "height": 844}
        contexts.append(
            chromium.new_context(
                **{"viewport": size, "has_touch": True, "is_mobile": True, "locale": "zh-CN", **more},
                service_workers="block",
            )
        )
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def match(anhui: Tournament) -> Match:
    """The first match of table 1."""
    return Match.objects.get(stage__tournament=anhui, group="A", round=1)


def join(page: Page, root: str, card: TablePass, name: str) -> Page:
    """Scan the card, type PIN and name."""
    session = session_of(card.tournament)
    assert session is not None
    page.goto(f"{root}/t/{card.token}/")
    page.fill("[name=pin]", session.pin)
    page.fill("[name=name]", name)
    page.locator("button.submit").tap()
    page.wait_for_url("**/console/**")
    return page


def start(page: Page) -> None:
    """Begin the match, 甲方 on stage."""
    page.locator("#panel-start label", has_text="甲·北家").first.tap()
    page.locator("#panel-start .submit").tap()
    expect(page.locator("#panel-hand")).to_be_visible()


def test_a_referee_joins_by_the_card_and_begins_the_match(phones: Phones, live_server: Any, match: Match) -> None:
    page = join(phones(), live_server.url, a_pass(match.stage.tournament, 1), "王裁判")
    assert page.url.endswith(f"/console/{match.pk}/")
    start(page)
    expect(page.locator("body")).to_have_attribute("data-unsent", "0")
    assert match.entries.get().actor_name == "王裁判"


def test_the_second_phone_looks_on_and_takes_over_and_both_are_told(
    phones: Phones, live_server: Any, match: Match
) -> None:
    card = a_pass(match.stage.tournament, 1)
    first = join(phones(), live_server.url, card, "王裁判")
    start(first)
    second = join(phones(), live_server.url, card, "李裁判")
    expect(second.locator("#strip-holder-text")).to_contain_text("王裁判")
    assert second.locator("#console main").evaluate("node => node.inert")
    second.fill("#strip-pin", "0000")
    second.locator("#strip-take-over button").tap()
    expect(second.locator("#strip-error")).to_contain_text("PIN 不对")
    second.fill("#strip-pin", patiently(lambda: opened(match.stage.tournament)).pin)
    second.locator("#strip-take-over button").tap()
    expect(second.locator("#strip-holder")).to_be_hidden()
    assert not second.locator("#console main").evaluate("node => node.inert")
    expect(first.locator("#strip-holder-text")).to_contain_text("李裁判已接管", timeout=12_000)
    assert first.locator("#console main").evaluate("node => node.inert")


def test_an_announcement_is_shown_and_acknowledged(phones: Phones, live_server: Any, match: Match) -> None:
    page = join(phones(), live_server.url, a_pass(match.stage.tournament, 1), "王裁判")
    patiently(lambda: announcements.announce(match.stage.tournament, "<b>请各桌换牌</b>", PROGRAM))
    expect(page.locator(".told p")).to_have_text("<b>请各桌换牌</b>", timeout=12_000)
    page.locator(".told .key").tap()
    expect(page.locator(".told p")).to_have_count(0)
    assert announcements.listed(match.stage.tournament)[0].waiting == []


def test_four_tables_are_tabs_with_their_clocks(phones: Phones, live_server: Any, match: Match) -> None:
    announcements.announce(match.stage.tournament, "请各桌换牌", PROGRAM)
    page = join(phones(), live_server.url, a_pass(match.stage.tournament, 1, 2, 3, 4), "赵裁判")
    expect(page.locator(".table-tab")).to_have_count(4)
    expect(page.locator(".told p")).to_have_text("请各桌换牌")  # the page of the tables shows it too
    page.locator(".table-tab", has_text="2号桌").tap()
    page.wait_for_url("**/console/*/")
    expect(page.locator("#side-a .side-name")).to_contain_text("院直1B")
    start(page)
    expect(page.locator(".table-tab[aria-current] .tab-clock")).to_contain_text(":", timeout=12_000)


def test_a_pass_taken_back_is_told_on_the_phone(phones: Phones, live_server: Any, match: Match) -> None:
    card = a_pass(match.stage.tournament, 1)
    page = join(phones(), live_server.url, card, "王裁判")
    patiently(lambda: passes.revoke_pass(card.pk, PROGRAM))
    page.locator("#panel-start label", has_text="甲·北家").first.tap()
    page.locator("#panel-start .submit").tap()
    expect(page.locator("#alert-text")).to_contain_text("收回")
    page.reload()
    expect(page.locator("main")).to_contain_text("收回")
    assert match.entries.count() == 0


SEVERE = ("critical", "serious")


@pytest.mark.parametrize("width", [320, 390])
def test_the_pages_of_joining_fit_and_have_no_serious_barrier(
    phones: Phones, live_server: Any, match: Match, width: int
) -> None:
    tournament = match.stage.tournament
    card = a_pass(tournament, 1, 2, 3)
    page = phones(viewport={"width": width, "height": 700})
    for path in (f"/t/{card.token}/", "/join/", "/t/nowhere/"):
        page.goto(live_server.url + path)
        look(page)
    join(page, live_server.url, card, "王裁判")
    patiently(lambda: announcements.announce(tournament, "请各桌换牌", PROGRAM))
    page.reload()
    look(page)


def look(page: Page) -> None:
    """No sideways scrolling, large targets, nothing serious for axe."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), page.url
    small = page.evaluate(
        "() => [...document.querySelectorAll('button, input:not([type=hidden]), .key, .table-tab')]"
        ".filter((n) => n.offsetParent && n.getBoundingClientRect().height < 56).map((n) => n.outerHTML)"
    )
    assert small == []
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in SEVERE] == []
