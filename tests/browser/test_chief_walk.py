"""The chief's decisions in a real Chromium, clicked to their end; every page and preview on the way is readable."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import signed_in
from tests.browser.phone import Console, patiently, serious
from tests.playing import Referee, find, play, protested_match
from tournament.models import Account, Match, Tournament
from tournament.services.actor import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(chromium: Browser, live_server: Any, client: Client, chief: Account) -> Iterator[Page]:
    """The chief referee at his desk."""
    with signed_in(chromium, live_server, client, chief, 1366, 768) as found:
        yield found


@pytest.fixture
def protested(anhui: Tournament, actor: Actor) -> Referee:
    """A match ended by its first hand; the losers protest against it, the winners against nothing in particular."""
    referee = protested_match(find(anhui, "A1-2"), actor)
    referee.write({"type": "protest", "side": "a", "text": "有人看底牌"})
    return referee


def unfold(page: Page) -> None:
    """Open everything that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def readable(page: Page) -> None:
    """What is shown fits the screen and axe finds nothing serious, folds opened."""
    page.wait_for_load_state("networkidle")
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1366, page.url
    assert serious(page) == [], page.url


def look(page: Page) -> None:
    """Press 看影响 and read what it would do."""
    page.get_by_role("button", name="看影响").first.click()
    expect(page.locator("#impact-title, .impact h2").first).to_be_visible()
    readable(page)


def rule(page: Page, ruling: str, text: str) -> None:
    """Choose, look, carry out."""
    page.locator(f"[name=ruling][value={ruling}]").check()
    page.fill("#text", text)
    look(page)
    page.get_by_role("button", name="执行裁定").click()
    expect(page.locator(".message")).to_contain_text("裁定已记入记分表")


def test_a_protest_is_ruled_appealed_and_ended(
    page: Page, live_server: Any, anhui: Tournament, protested: Referee
) -> None:
    page.goto(f"{live_server.url}/chief/{anhui.slug}/protests/")
    readable(page)
    page.locator("tbody a").first.click()
    readable(page)
    rule(page, "uphold", "核对牌堆")
    page.goto(f"{live_server.url}/chief/{anhui.slug}/protests/")
    page.locator("tbody a").first.click()
    page.fill("#appeal", "要求仲裁")
    page.get_by_role("button", name="记录申诉").click()
    expect(page.locator("main")).to_contain_text("成立，维持已作的裁定")
    readable(page)
    page.fill("#body", "仲裁组")
    rule(page, "reject", "维持原记录")
    page.goto(f"{live_server.url}/chief/{anhui.slug}/protests/")
    expect(page.locator("tbody tr").first).to_contain_text("终局")
    page.locator("tbody a").first.click()
    expect(page.locator(".history")).to_contain_text("仲裁组：不成立。维持原记录")
    expect(page.locator(".side-a strong")).to_have_count(0)


def test_a_protest_that_names_no_hand_is_weighed_line_by_line(
    page: Page, live_server: Any, anhui: Tournament, protested: Referee
) -> None:
    page.goto(f"{live_server.url}/chief/{anhui.slug}/")
    page.get_by_role("link", name="看各种裁定").click()
    expect(page.locator("table.outcomes tbody tr")).to_have_count(3)
    expect(page.locator("table.outcomes tr.current")).to_contain_text("改变胜负")
    page.select_option("#strike", label="第1副")
    rule(page, "uphold", "查实")
    assert patiently(lambda: find(anhui, "A1-2").winner) == "b"


def test_every_page_of_the_desk_is_readable(
    page: Page, live_server: Any, anhui: Tournament, actor: Actor, protested: Referee
) -> None:
    done = play(find(anhui, "B1-2"), actor)
    going = Referee(find(anhui, "C1-2"), actor)
    going.start("a")
    going.hand("a", 40)
    chief, office = f"/chief/{anhui.slug}/", f"/office/{anhui.slug}/correct/"
    pk, slug = going.match.pk, anhui.slug
    paths = ["/chief/", chief, f"{chief}?open={pk}", f"{chief}move/{pk}/", f"{chief}paper/{pk}/", f"{chief}power/"]
    paths += [f"{chief}verify/", f"{chief}verify/{done.pk}/", f"{chief}result/{done.pk}/", f"/join/desk/{slug}/"]
    paths += [office, f"{office}match/{done.pk}/", f"{office}match/{pk}/"]
    for path in paths:
        page.goto(live_server.url + path)
        readable(page)


def test_sides_are_swapped_and_a_result_corrected_as_looked_at(
    page: Page, live_server: Any, anhui: Tournament, actor: Actor
) -> None:
    done = play(find(anhui, "B1-2"), actor)
    page.goto(f"{live_server.url}/chief/{anhui.slug}/move/{done.pk}/")
    page.locator("form.card", has_text="甲乙方换边").get_by_role("button").click()
    readable(page)
    page.get_by_role("link", name="取消，什么都不改").click()
    assert patiently(lambda: find(anhui, "B1-2").winner) == "a"
    page.goto(f"{live_server.url}/office/{anhui.slug}/correct/match/{done.pk}/")
    page.select_option("#verdict", "disqualify-a")
    look(page)
    page.fill("#reason", "查实作弊")
    page.get_by_role("button", name="执行更正").click()
    expect(page.locator(".message")).to_contain_text("已按所见的影响更正")
    page.goto(f"{live_server.url}/chief/{anhui.slug}/result/{done.pk}/")
    expect(page.locator(".story")).to_contain_text("原因：查实作弊")


def test_many_lines_struck_at_once_are_told_at_the_table_in_one(console: Console) -> None:
    """A sheet read from the other side is one decision of the chief."""
    page = console.page
    console.write({"type": "start", "declarer": "a"})
    hands = [console.write({"type": "hand", "declarer": "a", "table_points": 65}).pk for _ in range(2)]
    console.open()
    console.wait_for(3)
    for pk in reversed(hands):
        console.write({"type": "strike", "entry": str(pk), "reason": "座位记反"})
    expect(page.locator("#news-list li").first).to_contain_text("座位记反", timeout=12_000)
    expect(page.locator("#news-list")).to_have_text("划去2条：座位记反 — chief", timeout=12_000)


def test_a_match_that_is_unknown_is_not_found(page: Page, live_server: Any, anhui: Tournament) -> None:
    missing = patiently(lambda: Match.objects.order_by("-pk").values_list("pk", flat=True)[0]) + 1
    for part in ("move", "paper", "verify", "result"):
        answer = page.goto(f"{live_server.url}/chief/{anhui.slug}/{part}/{missing}/")
        assert answer is not None
        assert answer.status == 404, part
