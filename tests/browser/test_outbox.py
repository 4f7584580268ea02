"""The outbox in a real Chromium: what is committed on the screen reaches the server in order, once, come what may."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Route, expect

from tests.browser.phone import HAND, START, Console
from tournament.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def points(console: Console) -> list[int | None]:
    """The table points on the server, in the sheet's order."""
    return [entry.payload.get("table_points") for entry in console.match.entries.filter(type="hand").order_by("n")]


def hand(console: Console, digits: str) -> None:
    """Record a hand and look no further."""
    console.type_points(digits)
    console.tap("#submit-hand:enabled")


@pytest.fixture
def begun(console: Console) -> Console:
    """The match begun, the page open, able to reckon by itself."""
    console.write(START)
    console.open()
    console.has_table()
    return console


def test_several_hands_without_a_network_go_on_the_screen_and_arrive_in_order(begun: Console) -> None:
    begun.offline()
    begun.type_points("65")
    expect(begun.page.locator("#preview")).to_contain_text("甲方 2→3")
    begun.tap("#submit-hand:enabled")
    assert begun.levels() == ["3", "2"]
    expect(begun.page.locator("#hand-title")).to_have_text("第2副")
    hand(begun, "85")
    expect(begun.page.locator("#side-b .stage-badge")).to_be_visible()
    assert begun.levels() == ["3", "3"]
    begun.type_points("40")
    expect(begun.page.locator("#preview")).to_contain_text("比80分少40分")
    expect(begun.page.locator("#preview")).to_contain_text("乙方 3→7")
    begun.tap("#submit-hand:enabled")
    assert begun.levels() == ["3", "7"]
    expect(begun.page.locator("#open-unsent")).to_have_text("⇅ 3 未上传")
    expect(begun.page.locator("#alert-text")).to_contain_text("网络不通")
    assert begun.count() == 1
    begun.offline(False)
    begun.wait_for(4)
    assert points(begun) == [65, 85, 40]
    assert [entry.payload["declarer"] for entry in begun.match.entries.filter(type="hand").order_by("n")] == [
        "a",
        "a",
        "b",
    ]
    expect(begun.page.locator("#alert")).to_be_hidden()


def test_a_match_begun_without_a_network_shows_its_levels(console: Console) -> None:
    console.open()
    console.has_table()
    console.offline()
    console.tap("#start-declarer label", "甲·北家")
    console.tap("#start")
    hand(console, "65")
    assert console.levels() == ["3", "2"]
    expect(console.page.locator("#declarer-text")).to_contain_text("甲·南家")
    console.offline(False)
    console.wait_for(2)
    assert (points(console), console.levels()) == ([65], ["3", "2"])


def test_a_capture_is_reckoned_with_its_multiplier_without_a_network(begun: Console) -> None:
    begun.offline()
    begun.taps = 0
    begun.type_points("85")
    begun.tap("#captures label", "对抠")
    begun.type_points("10")
    expect(begun.page.locator("#preview")).to_contain_text("台面85 + 底牌10×4 = 125")
    begun.tap("#submit-hand:enabled")
    assert begun.taps <= 7
    assert begun.levels() == ["2", "7"]
    begun.offline(False)
    begun.wait_for(2)
    assert begun.levels() == ["2", "7"]


def test_a_penalty_without_a_network_shows_its_step_and_counts_in_the_hand(begun: Console) -> None:
    begun.offline()
    for step in (1, 2):
        begun.taps = 0
        begun.tap("#open-penalty")
        begun.tap('[data-offence="wrong-card"][data-who="a1"]')
        expect(begun.page.locator("#penalty-preview")).to_contain_text(f"第{step}次 → 罚10分")
        expect(begun.page.locator("#penalty-preview")).to_contain_text("闲家 +10")
        begun.tap("#penalty-form .submit:enabled")
        assert begun.taps <= 3
    begun.type_points("65")
    expect(begun.page.locator("#preview")).to_contain_text("台面65 + 庄家方罚分20 = 85")
    begun.tap("#submit-hand:enabled")
    assert begun.levels() == ["2", "3"]
    begun.offline(False)
    begun.wait_for(4)
    assert begun.levels() == ["2", "3"]


def drop_first_answer(seen: list[str]) -> Callable[[Route], None]:
    """Let the first request arrive but lose its answer; let the others pass."""

    def handle(route: Route) -> None:
        seen.append(route.request.post_data or "")
        if len(seen) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    return handle


def test_a_lost_answer_is_asked_for_again_and_the_hand_counts_once(begun: Console) -> None:
    seen: list[str] = []
    begun.page.route("**/entries/", drop_first_answer(seen))
    hand(begun, "65")
    begun.wait_for(2)
    assert (begun.count(), begun.levels()) == (2, ["3", "2"])
    assert len(set(seen)) == 1, "a retry must repeat the same request"
    assert len(seen) >= 2


def test_a_reload_loses_nothing_that_was_committed(begun: Console) -> None:
    begun.page.route("**/entries/", lambda route: route.abort())
    hand(begun, "65")
    hand(begun, "75")
    begun.type_points("40")
    begun.page.reload()
    expect(begun.page.locator("#open-unsent")).to_have_text("⇅ 2 未上传")
    expect(begun.page.locator("#box-table")).to_have_text("40")
    begun.page.unroute("**/entries/")
    begun.wait_for(3)
    assert points(begun) == [65, 75]
    expect(begun.page.locator("#box-table")).to_have_text("40")


def test_a_page_closed_in_the_middle_is_sent_by_the_list_of_another_match(begun: Console) -> None:
    begun.page.route("**/entries/", lambda route: route.abort())
    hand(begun, "65")
    begun.page.unroute("**/entries/")
    first = begun.match
    begun.match = Match.objects.get(stage=first.stage, group="B", round=1)
    begun.open()
    expect(begun.page.locator("body")).to_have_attribute("data-unsent", "0")
    assert first.entries.count() == 2


def test_a_hand_that_comes_late_is_shown_beside_what_was_recorded_since(begun: Console) -> None:
    begun.offline()
    hand(begun, "65")
    begun.write(HAND)
    begun.offline(False)
    expect(begun.page.locator("#alert-text")).to_contain_text("可能重复")
    assert begun.count() == 2
    begun.tap("#alert-unsent")
    expect(begun.page.locator("#since-list .twice")).to_contain_text("可能重复")
    begun.tap('[data-act="discard"]')
    begun.tap('[data-act="discard-yes"]')
    expect(begun.page.locator("#unsent-list")).to_contain_text("都已上传")
    begun.tap("#dialog-unsent .close")
    begun.wait_for(2)
    expect(begun.page.locator("#alert")).to_be_hidden()
    assert points(begun) == [65]


def test_a_late_hand_is_sent_on_top_of_the_sheet_only_when_asked(begun: Console) -> None:
    begun.offline()
    hand(begun, "75")
    hand(begun, "70")
    begun.write(HAND)
    begun.offline(False)
    expect(begun.page.locator("#alert-unsent")).to_be_visible()
    begun.page.wait_for_timeout(2500)
    assert points(begun) == [65]
    begun.tap("#alert-unsent")
    begun.tap('[data-act="resend"]')
    begun.wait_for(4)
    assert points(begun) == [65, 75, 70]


def test_a_refused_hand_stops_its_match_and_is_mended_in_its_place(begun: Console) -> None:
    begun.page.route("**/preview/", lambda route: route.abort())
    begun.offline()
    hand(begun, "85")
    hand(begun, "40")
    begun.page.evaluate(SPOIL)
    begun.offline(False)
    expect(begun.page.locator("#alert-text")).to_contain_text("没有记下")
    assert begun.count() == 1
    begun.tap("#alert-unsent")
    expect(begun.page.locator("#unsent-list .error")).to_contain_text("5")
    begun.tap('[data-act="mend"]')
    begun.tap('#pad [data-key="clear"]')
    begun.type_points("90")
    begun.tap("#submit-hand:enabled")
    begun.wait_for(3)
    assert points(begun) == [90, 40]


# As if an older version of the page had let a hand pass that the rules refuse.
SPOIL = """() => {
  const key = Object.keys(localStorage).find((one) => one.startsWith('console:outbox:'));
  localStorage.setItem(key, localStorage.getItem(key).replace('"table_points":85', '"table_points":83'));
}"""


def test_a_refused_entry_at_one_table_does_not_hold_up_another(begun: Console) -> None:
    begun.offline()
    hand(begun, "85")
    begun.page.evaluate(SPOIL)
    begun.offline(False)
    expect(begun.page.locator("#alert-text")).to_contain_text("没有记下")
    begun.match = Match.objects.get(stage=begun.match.stage, group="B", round=1)
    begun.write(START)
    begun.open()
    hand(begun, "65")
    begun.wait_for(2, unsent=1)
    assert begun.count() == 2
    expect(begun.page.locator("#alert-text")).to_contain_text("另一桌")


def test_signing_out_keeps_the_queue_and_asks_to_join_again(begun: Console) -> None:
    cookies = begun.page.context.cookies()
    begun.page.context.clear_cookies()
    hand(begun, "65")
    expect(begun.page.locator("#alert-login")).to_be_visible()
    expect(begun.page.locator("#alert-text")).to_contain_text("1 条还没有上传")
    assert begun.count() == 1
    begun.page.context.add_cookies([{k: v for k, v in one.items() if k in KEPT} for one in cookies])
    begun.wait_for(2)
    expect(begun.page.locator("#alert")).to_be_hidden()


KEPT = {"name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite"}


def test_two_pages_of_one_phone_send_each_hand_once(begun: Console) -> None:
    begun.offline()
    for digits in ("65", "75", "70"):
        hand(begun, digits)
    second = begun.page.context.new_page()
    begun.offline(False)
    second.goto(begun.page.url)
    begun.wait_for(4)
    assert points(begun) == [65, 75, 70]
    second.close()


def test_without_web_locks_a_lease_lets_one_page_send(console: Console) -> None:
    console.page.context.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
    console.page.context.add_init_script("Object.defineProperty(crypto, 'randomUUID', {value: undefined})")
    console.write(START)
    console.open()
    hand(console, "65")
    console.wait_for(2)
    assert console.page.evaluate("localStorage.getItem('console:lease')") is None


def test_a_browser_that_stores_nothing_still_records_and_says_so(console: Console) -> None:
    console.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    console.write(START)
    console.open()
    console.has_table()
    console.offline()
    hand(console, "65")
    expect(console.page.locator("#alert-text")).to_contain_text("不让网页存东西")
    console.offline(False)
    console.wait_for(2)


def test_a_hand_delivered_a_day_late_counts_where_nothing_came_between(
    begun: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.offline()
    hand(begun, "65")
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(days=1))
    begun.offline(False)
    begun.wait_for(2)
    assert points(begun) == [65]
    expect(begun.page.locator("#panel-hand")).to_be_visible()


def test_a_phone_whose_clock_is_ten_minutes_wrong_shows_the_time_left_right(console: Console) -> None:
    console.page.clock.install(time=timezone.now() + timedelta(minutes=10))
    console.write(START)
    console.open()
    console.page.wait_for_load_state("networkidle")
    shown: Any = console.page.locator("#clock").inner_text()
    minutes, seconds = map(int, shown.split(":"))
    assert 3590 <= minutes * 60 + seconds <= 3600
