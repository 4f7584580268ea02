"""One phone at one match: what a browser test taps, types and waits for."""

import time
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

from axe_playwright_python.sync_playwright import Axe
from django.db import OperationalError
from playwright.sync_api import Browser, BrowserContext, Page

from tournament.models import Account, Match, SheetEntry
from tournament.services.actor import Actor
from tournament.services.sheet import append_entry

T = TypeVar("T")
START = {"type": "start", "declarer": "a"}
# Everything to be tapped that is smaller than a thumb needs.
SMALL = """() => [...document.querySelectorAll('button, a, select, summary, .choice span')]
  .filter((node) => node.offsetParent && (node.offsetHeight < 56 || node.offsetWidth < 56))
  .map((node) => `${node.id || node.className}: ${node.offsetWidth} × ${node.offsetHeight}`)"""
HAND = {"type": "hand", "declarer": "a", "table_points": 65, "capture": "none"}


def patiently(work: Callable[[], T]) -> T:
    """Work on the database beside a page that reads it: tests on SQLite share one in memory, which does not wait."""
    for _ in range(50):
        try:
            return work()
        except OperationalError:
            time.sleep(0.1)
    return work()


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

    def wait_for(self, entries: int, unsent: int = 0) -> None:
        """Wait until the screen has this many entries, and so many of all are unsent."""
        script = """([n, unsent]) => document.querySelectorAll('#sheet-list .line-n').length === n
          && document.body.dataset.unsent === String(unsent)"""
        self.page.wait_for_function(script, arg=[entries, unsent])

    def offline(self, cut: bool = True) -> None:
        """Cut the phone off, or let it on again."""
        self.page.context.set_offline(cut)

    def has_table(self) -> None:
        """Wait until the phone can reckon the next hand by itself."""
        self.page.wait_for_selector("body[data-ready]", state="attached")

    def count(self) -> int:
        """Entries on the server."""
        return patiently(self.match.entries.count)

    def levels(self) -> list[str]:
        """Both levels as shown."""
        return [self.page.locator(f"#side-{side} .level").inner_text() for side in "ab"]

    def write(self, payload: dict[str, Any]) -> SheetEntry:
        """Another hand writes: the same service, another device."""
        last = patiently(lambda: self.match.entries.order_by("-n").first())
        after = last.pk if last else None
        facts = {"entry_id": uuid4(), "after": after, "payload": payload, "actor": Actor.of(self.chief)}
        return patiently(lambda: append_entry(self.match.pk, **facts).entry)


def serious(page: Page) -> list[str]:
    """What axe finds serious or critical on a page as it stands."""
    found = Axe().run(page).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


def phone_page(chromium: Browser, like: Console, **more: Any) -> tuple[Console, BrowserContext]:
    """Another browser with the cookies of a phone, at the same match; `more` are settings of its context."""
    facts = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "zh-CN"}
    context = chromium.new_context(**facts, **more)
    context.add_cookies(like.page.context.cookies())
    return Console(context.new_page(), like.root, like.match, like.chief), context
