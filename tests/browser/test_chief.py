"""The chief referee's desk in a real Chromium: it renews itself, opens sheets, says when it is stale; paper by keys."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import signed_in
from tests.browser.phone import patiently
from tests.playing import Referee, find
from tournament.models import Account, Match, Tournament
from tournament.services.actor import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(1366, 768), (1024, 768)]


@pytest.fixture
def today(anhui: Tournament) -> Tournament:
    """The small tournament, its first round due two minutes ago."""
    now = timezone.now()
    for match in Match.objects.filter(stage__tournament=anhui):
        match.starts_at = now + timedelta(minutes=-2 + 60 * (match.round - 1 + (0 if match.group else 3)))
        match.ends_at = match.starts_at + timedelta(hours=1)
        match.save(update_fields=["starts_at", "ends_at"])
    return anhui


@pytest.fixture
def desk(chromium: Browser, live_server: Any, client: Client, chief: Account, today: Tournament) -> Iterator[Page]:
    """The desk, the chief referee signed in."""
    with signed_in(chromium, live_server, client, chief, 1366, 768) as page:
        page.goto(f"{live_server.url}/chief/{today.slug}/")
        yield page


def begun(today: Tournament, chief: Account) -> Referee:
    """A match begun now."""
    referee = patiently(lambda: Referee(find(today, "A1-2"), Actor.of(chief)))
    start = {"type": "start", "at": timezone.localtime().isoformat(), "declarer": "a"}
    patiently(lambda: referee.write(start))
    return referee


def test_tiles_and_the_open_sheet_follow_the_tables(desk: Page, today: Tournament, chief: Account) -> None:
    referee = begun(today, chief)
    tile = desk.locator(f"#tile-1-{referee.match.pk}")
    expect(tile).to_contain_text("进行中", timeout=15000)
    tile.locator("a").click()
    expect(desk.locator("#beside")).to_contain_text("开始")
    patiently(lambda: referee.hand("a", 40))
    expect(desk.locator("#beside")).to_contain_text("闲家台面40分", timeout=15000)
    expect(tile).to_have_attribute("aria-current", "true")
    desk.keyboard.press("Escape")
    expect(desk.locator("#beside")).to_be_hidden()


def test_what_somebody_is_typing_is_not_taken_away(desk: Page, today: Tournament, chief: Account) -> None:
    desk.locator("summary", has_text="准予开赛").first.click()
    reason = desk.locator("[name=reason]").first
    reason.fill("路上堵")
    referee = begun(today, chief)
    expect(desk.locator(f"#tile-1-{referee.match.pk}")).to_contain_text("进行中", timeout=15000)
    expect(reason).to_have_value("路上堵")


def test_a_desk_cut_off_says_so_and_recovers(desk: Page) -> None:
    expect(desk.locator("#stale")).to_be_hidden()
    desk.context.set_offline(True)
    expect(desk.locator("#stale")).to_be_visible(timeout=20000)
    desk.context.set_offline(False)
    expect(desk.locator("#stale")).to_be_hidden(timeout=20000)


def test_a_paper_sheet_is_keyed_in_without_the_mouse(desk: Page, live_server: Any, today: Tournament) -> None:
    match = find(today, "B1-2")
    desk.goto(f"{live_server.url}/chief/{today.slug}/paper/{match.pk}/")
    desk.select_option("[name=start-declarer]", "a")
    desk.focus("[name=start-declarer]")
    for typed in ("", "40", "85", "7"):
        desk.keyboard.type(typed)
        desk.keyboard.press("Enter")
    expect(desk.locator("[data-settled=r1]")).to_contain_text("6 : 2")
    expect(desk.locator("[data-settled=r3]")).to_contain_text("5的倍数")
    desk.fill("[name=r3-table_points]", "70")
    desk.select_option("[name=ending]", "time-up")
    expect(desk.locator("#paper-end")).to_contain_text("胜")
    assert find(today, "B1-2").version == 0
    desk.get_by_role("button", name="保存整张").click()
    expect(desk.locator(".message.success")).to_contain_text("待确认")
    assert find(today, "B1-2").version == 5


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_pages_fit_and_axe_finds_nothing_serious(
    desk: Page, live_server: Any, today: Tournament, chief: Account, width: int, height: int
) -> None:
    referee = begun(today, chief)
    hand = patiently(lambda: referee.hand("a", 40)).entry
    doubt = {"type": "protest", "side": "b", "text": "有疑问", "hand": str(hand.pk)}
    protest = patiently(lambda: referee.write(doubt)).entry
    pk, root = referee.match.pk, f"{live_server.url}/chief/{today.slug}/"
    desk.set_viewport_size({"width": width, "height": height})
    for path in (
        f"?open={pk}",
        "protests/",
        f"protests/{pk}/{protest.n}/",
        f"move/{pk}/",
        f"paper/{pk}/",
        "verify/",
        "power/",
        f"result/{pk}/",
    ):
        desk.goto(root + path)
        desk.wait_for_load_state("networkidle")
        assert desk.evaluate("document.documentElement.scrollWidth") <= width, path
        found = Axe().run(desk).response["violations"]
        serious = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
        assert serious == [], path
