"""What goes wrong at a table, on the referee's own phone: let out in the middle, a late side, a word from the desk."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from referee.models import TablePass
from referee.services import late_proposals, passes, proposals
from referee.services.sessions import close_session, session_of
from tests.browser.phone import START, Console, patiently, serious
from tests.referee.phones import PROGRAM, a_pass, opened
from tournament.models import Account, Match, Tournament
from tournament.services.actor import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def card(anhui: Tournament) -> TablePass:
    """The card of table 1, a session being open."""
    opened(anhui)
    return a_pass(anhui, 1)


@pytest.fixture
def referee(
    chromium: Browser, live_server: Any, chief: Account, anhui: Tournament, card: TablePass
) -> Iterator[Console]:
    """A referee's phone that joined at table 1."""
    facts = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "zh-CN"}
    context = chromium.new_context(**facts, service_workers="block")
    match = Match.objects.get(stage__tournament=anhui, group="A", round=1)
    made = Console(context.new_page(), live_server.url, match, chief)
    join(made, card)
    yield made
    context.close()
    assert made.errors == []


def join(console: Console, card: TablePass) -> None:
    """Scan a card, type PIN and name."""
    session = session_of(card.tournament)
    assert session is not None
    console.page.goto(f"{console.root}/t/{card.token}/")
    console.page.fill("[name=pin]", session.pin)
    console.page.fill("[name=name]", "王裁判")
    console.tap("button.submit")
    console.page.wait_for_url("**/console/**")


def begun(console: Console) -> None:
    """The match begun by this phone, two hands recorded without a network."""
    console.tap("#start-declarer label", "甲·北家")
    console.tap("#start")
    console.wait_for(1)
    console.has_table()
    console.offline()
    for digits in ("65", "85"):
        console.type_points(digits)
        console.tap("#submit-hand:enabled")
    console.wait_for(3, unsent=2)


def arrived(console: Console) -> list[int]:
    return [entry.payload["table_points"] for entry in console.match.entries.filter(type="hand").order_by("n")]


def test_a_session_that_ends_while_the_phone_is_offline_loses_nothing(referee: Console, card: TablePass) -> None:
    begun(referee)
    patiently(lambda: close_session(card.tournament, PROGRAM))
    referee.offline(False)
    expect(referee.page.locator("#alert-text")).to_contain_text("2 条还没有上传")
    expect(referee.page.locator("#alert-text")).to_contain_text("已经结束")
    expect(referee.page.locator("#alert-login")).to_be_visible()
    assert (arrived(referee), referee.levels()) == ([], ["3", "3"])
    patiently(lambda: opened(card.tournament))
    join(referee, card)
    referee.wait_for(3)
    assert arrived(referee) == [65, 85]
    expect(referee.page.locator("#alert")).to_be_hidden()


def test_a_pass_taken_back_while_the_outbox_is_full_loses_nothing(referee: Console, card: TablePass) -> None:
    begun(referee)
    patiently(lambda: passes.revoke_pass(card.pk, PROGRAM))
    referee.offline(False)
    expect(referee.page.locator("#alert-text")).to_contain_text("2 条还没有上传")
    expect(referee.page.locator("#alert-text")).to_contain_text("收回")
    assert arrived(referee) == []
    join(referee, patiently(lambda: a_pass(card.tournament, 1)))
    referee.wait_for(3)
    assert arrived(referee) == [65, 85]


def test_a_late_side_is_proposed_declined_proposed_again_and_begins(referee: Console, chief: Account) -> None:
    page, match = referee.page, referee.match
    hour = timezone.now() - timedelta(minutes=12)
    patiently(lambda: Match.objects.filter(pk=match.pk).update(starts_at=hour))
    referee.open()
    referee.tap("#arrival-keys button", "甲1")
    referee.tap("#arrival-keys button", "甲2")
    expect(page.locator('#arrival-keys [aria-pressed="true"]')).to_have_count(2)
    referee.tap("#propose-forfeit")
    expect(page.locator("#act-about")).to_contain_text("判乙方弃权")
    assert serious(page) == []
    referee.tap("#act-form .submit")
    expect(page.locator("#proposal")).to_have_text("已建议判乙方弃权，等裁判长决定。")
    patiently(lambda: late_proposals.decline(match.pk, "再等五分钟", Actor.of(chief)))
    expect(page.locator("#proposal")).to_contain_text("再等五分钟", timeout=12_000)
    referee.tap("#propose-start")
    referee.tap("#act-form .submit")
    expect(page.locator("#act-form .error")).to_contain_text("原因")
    referee.tap("#excuse-chips button", "路上堵车")
    referee.tap("#act-form .submit")
    expect(page.locator("#proposal")).to_contain_text("准予开赛，计时从实际开始算")
    facts = {"reason": "路上堵车", "clock_from": "actual", "declarer": "a", "key": uuid4()}
    patiently(lambda: proposals.allow_start(match.pk, actor=Actor.of(chief), **facts))
    expect(page.locator("#outcome-text")).to_have_text("裁判长已准予开赛。", timeout=12_000)
    expect(page.locator("#panel-hand")).to_be_visible()
    assert not page.locator('[data-act="forfeit"]').is_visible()


def test_what_the_chief_decides_is_told_at_the_table_with_its_reason(referee: Console, chief: Account) -> None:
    page, match = referee.page, referee.match
    referee.write(START)
    hand = referee.write({"type": "hand", "declarer": "a", "table_points": 65, "capture": "none"})
    referee.open()
    referee.wait_for(2)
    referee.tap("#open-menu")
    referee.tap('[data-act="protest"]')
    referee.page.locator("#act-form label", has_text="乙方").first.tap()
    referee.page.select_option("#act-hand", str(hand.pk))
    referee.page.fill("#act-text", "分数记错")
    referee.tap("#act-form .submit")
    expect(page.locator("#protests")).to_contain_text("乙方抗议待裁定：分数记错", timeout=12_000)
    expect(page.locator("#protests")).to_contain_text("成立，划去所抗议的一副：甲方2、乙方2")
    expect(page.locator("#protests")).to_contain_text("打完才知道")
    expect(page.locator("#news")).to_be_hidden()
    protest = match.entries.get(type="protest")
    referee.write({"type": "ruling", "protest": str(protest.pk), "text": "核对无误"})
    overruled = {
        "type": "penalty",
        "side": "b",
        "offence": "other",
        "note": "裁判长改判（说话）：初犯",
        "effect": {"points": 5},
    }
    referee.write(overruled)
    expect(page.locator("#news-list")).to_contain_text("裁决：核对无误", timeout=12_000)
    expect(page.locator("#news-list")).to_contain_text("初犯", timeout=12_000)
    expect(page.locator("#protests")).to_be_hidden()
    referee.tap("#news-close")
    expect(page.locator("#news")).to_be_hidden()
