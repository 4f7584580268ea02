"""A real Chromium for the tests that need one."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.phone import Console
from tournament.models import Account, Match, Tournament

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may answer late: what failed is tried once more, and the run says so."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the whole run."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no Chromium here: run `python3 start.py browser` to install it")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread; the tests are not async
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@contextmanager
def signed_in(
    chromium: Browser, live_server: Any, client: Client, account: Account, width: int, height: int
) -> Iterator[Page]:
    """A page of this size in which the account has signed in; no script on it may fail."""
    client.force_login(account)
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="zh-CN", service_workers="block")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def console(
    chromium: Browser, live_server: Any, client: Client, chief: Account, anhui: Tournament
) -> Iterator[Console]:
    """A phone of 390 × 844, the chief signed in, at the first match of table 1."""
    client.force_login(chief)
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="zh-CN", service_workers="block"
    )
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
    made = Console(
        context.new_page(), live_server.url, Match.objects.get(stage__tournament=anhui, group="A", round=1), chief
    )
    yield made
    context.close()
    assert made.errors == []
