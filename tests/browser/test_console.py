"""The console in a real Chromium, 390 × 844 with touch: a whole match, and what goes wrong on the way."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from scoring.ruleset import preset_names
from tests import factories
from tournament.models import Account, Match, SheetEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.sheet import append_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

START = {"type": "start", "declarer": "a"}
HAND = {"type": "hand", "declarer": "a", "table_points": 65, "capture": "none"}


class Console:
    """One phone at one match."""

    def __init__(self, page: Page, root: str, match: Match, chief: Account) -> None:
        self.page, self.root, self.match, self.chief = page, root, match, chief
        self.errors: list[str] = []
        self.taps = 0
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self) -> "Console":
        """Go to the match."""
        self.page.goto(f"{self.root}/console/{self.match.pk}/")
        return self

    def tap(self, selector: str, text: str | None = None) -> None:
        """Tap what a selector (and a text) names, and count it."""
        self.page.locator(selector, has_text=text).first.tap()
        self.taps += 1

    def type_points(self, digits: str) -> None:
        """Type points on the pad."""
        for digit in digits:
            self.tap(f'#pad [data-key="{digit}"]')

    def submit_hand(self) -> None:
        """Press 提交 once the preview is there, and wait until it counts."""
        before = self.count()
        self.tap("#submit-hand:enabled")
        self.wait_for(before + 1)

    def wait_for(self, entries: int) -> None:
        """Wait until the screen has this many entries."""
        self.page.wait_for_function("n => document.querySelectorAll('#sheet-list .line-n').length === n", arg=entries)

    def count(self) -> int:
        """Entries on the server."""
        return self.match.entries.count()

    def levels(self) -> list[str]:
        """Both levels as shown."""
        return [self.page.locator(f"#side-{side} .level").inner_text() for side in "ab"]

    def write(self, payload: dict[str, Any]) -> SheetEntry:
        """Another hand writes: the same service, another device."""
        last = self.match.entries.order_by("-n").first()
        after = last.pk if last else None
        actor = Actor.of(self.chief)
        return append_entry(self.match.pk, entry_id=uuid4(), after=after, payload=payload, actor=actor).entry


@pytest.fixture
def console(
    chromium: Browser, live_server: Any, client: Client, chief: Account, anhui: Tournament
) -> Iterator[Console]:
    """A phone of 390 × 844, the chief signed in, at the first match of table 1."""
    client.force_login(chief)
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="zh-CN"
    )
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
    made = Console(
        context.new_page(), live_server.url, Match.objects.get(stage__tournament=anhui, group="A", round=1), chief
    )
    yield made
    context.close()
    assert made.errors == []


def test_a_whole_match_from_the_list_to_both_confirmations(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    page = console.page
    page.goto(f"{console.root}/console/")
    console.tap(".match-link", "院直1A")
    expect(page.locator("#where-table")).to_have_text("1号桌")

    console.tap("#start-declarer label", "甲方")
    console.tap("#start")
    expect(page.locator("#hand-title")).to_have_text("第1副")
    expect(page.locator("#side-a .stage-badge")).to_be_visible()

    console.taps = 0
    console.type_points("65")
    console.submit_hand()
    assert (console.levels(), console.taps) == (["3", "2"], 3)

    console.taps = 0
    console.type_points("85")
    console.tap("#captures label", "对抠")
    console.type_points("10")
    expect(page.locator("#preview")).to_contain_text("125")
    console.submit_hand()
    assert console.taps <= 7
    assert console.levels() == ["3", "7"]
    expect(page.locator("#side-b .stage-badge")).to_be_visible()

    console.tap("#open-penalty")
    page.locator("#offence-search").fill("说话")
    console.tap(".offence")
    console.tap("#penalty-who label", "甲方")
    expect(page.locator("#penalty-preview")).to_contain_text("第1次")
    console.tap("#penalty-form .submit:enabled")
    console.wait_for(4)

    console.tap("#open-undo")
    console.tap("#strike-chips button", "误按")
    console.tap("#strike-form .submit")
    console.wait_for(5)
    assert SheetEntry.objects.get(match=console.match, n=5).payload["reason"] == "误按"
    console.match.refresh_from_db()
    assert console.match.projection["penalties"] == []

    let_an_hour_pass(monkeypatch)
    expect(page.locator("#time-up")).to_be_visible(timeout=8000)
    expect(page.locator("#panel-hand")).to_be_visible()
    console.tap("#time-up button", "打完本副")
    console.wait_for(6)
    expect(page.locator("#time-up")).to_be_hidden()
    expect(page.locator("#clock-word")).to_have_text("最后一副")

    console.tap('#presets [data-value="40"]')
    console.submit_hand()
    expect(page.locator("#verdict")).to_have_text("乙方胜")

    console.tap('[data-confirm="a"]')
    expect(page.locator('[data-confirm="a"]')).to_have_text("甲方已确认")
    console.tap('[data-confirm="b"]')
    expect(page.locator("#finish-text")).to_contain_text("成绩已成立")
    console.match.refresh_from_db()
    assert (console.match.status, console.match.winner) == ("confirmed", "b")


def let_an_hour_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the server's clock an hour and a minute on."""
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(minutes=61))


def test_what_the_rules_refuse_stays_on_the_screen_with_its_reason(console: Console) -> None:
    console.write(START)
    console.open()
    console.type_points("83")
    expect(console.page.locator("#hand-error")).to_contain_text("5")
    expect(console.page.locator("#box-table")).to_have_text("83")
    expect(console.page.locator("#submit-hand")).to_be_disabled()
    console.page.reload()
    expect(console.page.locator("#box-table")).to_have_text("83")


def test_a_stale_hand_is_told_what_happened_since_and_keeps_what_was_typed(console: Console) -> None:
    console.write(START)
    console.open()
    console.page.route("**/api/matches/*/", lambda route: route.abort())  # the screen hears nothing of the other device
    console.type_points("40")
    expect(console.page.locator("#submit-hand")).to_be_enabled()
    console.write(HAND)
    console.tap("#submit-hand")
    expect(console.page.locator("#alert-text")).to_contain_text("另一处")
    expect(console.page.locator("#alert-list")).to_contain_text("65")
    expect(console.page.locator("#box-table")).to_have_text("40")
    assert console.count() == 2
    console.page.unroute("**/api/matches/*/")
    console.wait_for(2)
    console.submit_hand()
    assert console.count() == 3


def drop_first_answer() -> Callable[[Route], None]:
    """Let the first request arrive but lose its answer; let the others pass."""
    seen: list[str] = []

    def handle(route: Route) -> None:
        seen.append(route.request.post_data or "")
        if len(seen) == 1:
            route.fetch()
            route.abort()
        else:
            assert seen[-1] == seen[0], "a retry must repeat the same request"
            route.continue_()

    return handle


def test_a_lost_answer_is_asked_for_again_and_the_hand_counts_once(console: Console) -> None:
    console.write(START)
    console.open()
    console.page.route("**/entries/", drop_first_answer())
    console.type_points("65")
    console.tap("#submit-hand:enabled")
    expect(console.page.locator("#alert-text")).to_contain_text("网络不通")
    console.wait_for(2)
    expect(console.page.locator("#alert")).to_be_hidden()
    assert (console.count(), console.levels()) == (2, ["3", "2"])


def test_a_reload_while_offline_sends_the_hand_afterwards(console: Console) -> None:
    console.write(START)
    console.open()
    console.page.route("**/entries/", lambda route: route.abort())
    console.type_points("65")
    console.tap("#submit-hand:enabled")
    expect(console.page.locator("#alert-text")).to_contain_text("网络不通")
    console.page.unroute("**/entries/")
    console.page.reload()
    console.wait_for(2)
    expect(console.page.locator("#box-table")).to_have_text("–")
    assert console.count() == 2


def test_a_screen_that_hears_nothing_for_ten_seconds_says_so(console: Console) -> None:
    console.write(START)
    console.page.clock.install()
    console.open()
    console.page.wait_for_load_state("networkidle")
    console.page.context.set_offline(True)
    console.page.clock.fast_forward(12_000)
    expect(console.page.locator("#frozen")).to_contain_text("秒没有更新")


def test_a_struck_hand_is_entered_again_in_its_place(console: Console) -> None:
    console.write(START)
    first = console.write(HAND)
    console.write({**HAND, "table_points": 40})
    console.open()
    console.tap("#open-sheet")
    console.tap(f'[data-strike="{first.n}"]')
    console.tap("#strike-form .submit")
    console.wait_for(4)
    console.tap(f'[data-refill="{first.n}"]')
    expect(console.page.locator("#box-table")).to_have_text("65")
    console.tap('#pad [data-key="clear"]')
    console.type_points("75")
    console.submit_hand()
    assert console.match.entries.get(n=5).payload["replaces"] == str(first.pk)
    assert console.levels() == ["6", "2"]


@pytest.mark.parametrize("preset", preset_names())
def test_a_hand_of_every_ruleset_can_be_recorded(console: Console, preset: str) -> None:
    made = factories.tournament("other", preset=preset)
    console.match = Match.objects.get(stage__tournament=made, group="A", round=1)
    console.write({"type": "start"})
    console.open()
    console.tap("#declarer-choice label", "甲方")
    if console.page.locator("#finish-part").is_visible():
        for player in ("a1", "b2", "a2"):
            console.tap(f'[data-player="{player}"]')
    else:
        console.tap('#pad [data-key="2"]')
        console.tap('#pad [data-key="0"]')
    console.submit_hand()
    assert console.match.entries.get(n=2).payload["declarer"] == "a"
    expect(console.page.locator("#side-a .stage-badge")).to_be_visible()


STATES: dict[str, list[dict[str, Any]]] = {
    "start": [],
    "hand": [START],
    "finish": [START, HAND, {"type": "retire", "side": "b"}],
}
SMALL = """() => [...document.querySelectorAll('button, a, select, summary, .choice span')]
  .filter((node) => node.offsetParent && (node.offsetHeight < 56 || node.offsetWidth < 56))
  .map((node) => `${node.id || node.className}: ${node.offsetWidth} × ${node.offsetHeight}`)"""


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("name", STATES)
def test_every_target_is_large_and_nothing_sticks_out(console: Console, name: str, width: int) -> None:
    for payload in STATES[name]:
        console.write(payload)
    console.page.set_viewport_size({"width": width, "height": 700})
    console.open()
    expect(console.page.locator(f"#panel-{name}")).to_be_visible()
    assert console.page.evaluate(SMALL) == []
    assert console.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", STATES)
def test_axe_finds_no_serious_violation(console: Console, name: str) -> None:
    for payload in STATES[name]:
        console.write(payload)
    console.open()
    expect(console.page.locator(f"#panel-{name}")).to_be_visible()
    if name == "hand":
        console.tap("#open-penalty")
        console.tap(".offence")
    found = Axe().run(console.page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_twice_the_text_size_still_fits_the_width(console: Console) -> None:
    console.write(START)
    console.open()
    console.page.evaluate("document.documentElement.setAttribute('data-large', '')")
    console.page.evaluate("document.styleSheets[0].insertRule('html[data-large] { font-size: 200% }')")
    assert console.page.evaluate("document.documentElement.scrollWidth") <= 390
