"""The service worker: a page reloads without a network and says it is not fresh; a new version replaces the old."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from referee.console import worker
from tests.browser.phone import START, Console, phone_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
CACHES = "caches.keys().then((names) => names.filter((name) => name.startsWith('console-files-')))"


@pytest.fixture
def console(chromium: Browser, live_server: Any, console: Console) -> Any:
    """The same phone, in a browser that lets service workers run."""
    made, context = phone_page(chromium, console, service_workers="allow")
    yield made
    context.close()
    assert made.errors == []


def opened(console: Console) -> Console:
    """The match open, its files kept."""
    console.open()
    console.page.wait_for_function(READY)
    console.page.reload()
    console.has_table()
    return console


def test_a_page_reloads_without_a_network_and_never_passes_for_fresh(console: Console) -> None:
    console.write(START)
    opened(console)
    console.type_points("65")
    console.submit_hand()
    console.has_table()
    console.offline()
    console.type_points("85")
    console.tap("#submit-hand:enabled")
    console.wait_for(3, unsent=1)
    console.page.reload()
    console.wait_for(3, unsent=1)
    assert console.levels() == ["3", "3"], "what was sent since the page was kept is known too"
    expect(console.page.locator("#frozen")).to_contain_text("没有更新", timeout=15_000)
    console.page.goto(f"{console.root}/console/table/7/")
    expect(console.page.locator("h1")).to_have_text("没有网络")
    console.tap("a", "1号桌")
    console.wait_for(3, unsent=1)
    console.type_points("40")
    expect(console.page.locator("#preview")).to_contain_text("乙方 3→7")
    console.tap("#submit-hand:enabled")
    console.offline(False)
    console.wait_for(4)
    assert (console.count(), console.levels()) == (4, ["3", "7"])
    expect(console.page.locator("#frozen")).to_be_hidden()


def test_a_new_version_replaces_the_old_and_leaves_the_queue(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    console.write(START)
    opened(console)
    console.offline()
    console.type_points("65")
    console.tap("#submit-hand:enabled")
    console.wait_for(2, unsent=1)
    monkeypatch.setattr(worker, "console_version", lambda: "next")
    console.page.reload()
    console.wait_for(2, unsent=1)
    console.offline(False)
    console.wait_for(2)
    console.page.reload()
    console.page.wait_for_function(f"{CACHES}.then((names) => names.join() === 'console-files-next')")
    assert console.count() == 2
