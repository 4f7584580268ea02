"""The console in a real Chromium, 390 × 844 with touch: a whole match, and what goes wrong on the way."""

from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import expect

from scoring.ruleset import preset_names
from tests import factories
from tests.browser.phone import HAND, SMALL, START, Console, serious
from tournament.models import Match, SheetEntry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_whole_match_from_the_list_to_both_confirmations(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    page = console.page
    page.goto(f"{console.root}/console/")
    console.tap(".match-link", "院直1A")
    expect(page.locator("#where-table")).to_have_text("1号桌")

    console.tap("#arrival-keys button", "甲1")
    expect(page.locator("#arrival-keys button", has_text="甲1")).to_contain_text("✓ 到")
    expect(page.locator("#late-text")).to_contain_text("请裁判长决定")

    console.tap("#start-declarer label", "甲·北家")
    console.tap("#start")
    expect(page.locator("#hand-title")).to_have_text("第1副")
    expect(page.locator("#side-a .stage-badge")).to_be_visible()

    console.taps = 0
    console.type_points("65")
    console.submit_hand()
    assert (console.levels(), console.taps) == (["3", "2"], 3)
    expect(page.locator("#declarer-text")).to_contain_text("甲·南家")

    console.taps = 0
    console.type_points("85")
    console.tap("#captures label", "对抠")
    console.type_points("10")
    expect(page.locator("#preview")).to_contain_text("125")
    console.submit_hand()
    assert console.taps <= 7
    assert console.levels() == ["3", "7"]
    expect(page.locator("#side-b .stage-badge")).to_be_visible()

    console.taps = 0
    console.tap("#open-penalty")
    console.tap('[data-offence="talking"][data-who="a1"]')
    expect(page.locator("#penalty-preview")).to_contain_text("第1次 → 警告")
    console.tap("#penalty-form .submit:enabled")
    console.wait_for(4)
    assert console.taps <= 3

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
    console.tap("#declarer-choice label", "甲·北家")
    assert console.page.evaluate(COVERED) == []
    if console.page.locator("#finish-part").is_visible():
        for player in ("a1", "b2", "a2"):
            console.tap(f'[data-player="{player}"]')
    else:
        console.tap('#pad [data-key="2"]')
        console.tap('#pad [data-key="0"]')
    console.submit_hand()
    assert console.match.entries.get(n=2).payload["declarer"] == "a"
    expect(console.page.locator("#side-a .stage-badge")).to_be_visible()


# What must be in reach of the thumb without scrolling and is not: below the screen, or under something else.
COVERED = """() => ['#open-penalty', '#submit-hand', '#captures span', '#extras :is(span, button)', '#shots button']
  .flatMap((one) => [...document.querySelectorAll(one)]).filter((node) => node.offsetParent).filter((node) => {
    const box = node.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
    return !top || !(node.contains(top) || node.parentElement.contains(top));
  }).map((node) => node.id || node.textContent)"""


STATES: dict[str, list[dict[str, Any]]] = {
    "start": [],
    "hand": [START],
    "finish": [START, HAND, {"type": "retire", "side": "b"}],
}


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
        console.tap(".who")
    found = Axe().run(console.page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_twice_the_text_size_still_fits_the_width(console: Console) -> None:
    console.write(START)
    console.open()
    console.page.evaluate("document.documentElement.setAttribute('data-large', '')")
    console.page.evaluate("document.styleSheets[0].insertRule('html[data-large] { font-size: 200% }')")
    assert console.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_shot_clocks_checks_and_a_ruling_of_the_chief(console: Console) -> None:
    """八十分: one tap starts a countdown that only reminds; a check costs by its ladder; the chief overrules it."""
    made = factories.tournament("other", preset="bashifen-chaodipi")
    console.match = Match.objects.get(stage__tournament=made, group="A", round=1)
    console.write(START)
    page = console.page
    page.add_init_script("window.felt = []; navigator.vibrate = (ms) => window.felt.push(ms)")
    page.clock.install()
    console.open()
    console.tap('[data-shot="play"]')
    expect(page.locator("#shot-left")).to_have_text("15")
    page.clock.run_for(10_500)
    expect(page.locator("#shot-left")).to_have_text("5")
    page.clock.run_for(5_000)
    expect(page.locator("#shot-word")).to_have_text("到点（只提醒，不判罚）")
    assert page.evaluate("window.felt") == [60, 60, 60, 60, 60, 500]
    page.clock.resume()
    console.tap("#shot-stop")
    assert console.count() == 1

    for step, words in enumerate(("警告", "罚10分"), start=1):
        console.tap("#open-menu")
        console.tap('[data-act="check"]')
        expect(page.locator("#check-unfounded")).to_be_disabled()
        console.tap("#check-who label", "乙1")
        expect(page.locator("#check-step")).to_contain_text(f"第{step}次 → {words}")
        assert page.evaluate(SMALL) == []
        if step == 1:
            assert serious(page) == []
        console.tap("#check-unfounded")
        console.wait_for(step + 1)
    console.tap("#open-menu")
    console.tap('[data-act="check"]')
    console.tap("#check-founded")
    expect(page.locator("#dialog-penalty")).to_be_visible()

    console.tap('[data-offence="wrong-card"][data-who="a1"]')
    remedy = page.locator("#offence-remedy").inner_text()
    console.tap("#overrule summary")
    expect(page.locator("#penalty-preview")).to_contain_text("原因")
    page.fill("#overrule-why", "双方都有责任")
    console.tap("#penalty-effect label", "罚分")
    expect(page.locator("#penalty-preview")).to_contain_text("罚10分")
    console.tap("#penalty-form .submit:enabled")
    console.wait_for(4)
    expect(page.locator("#remedy-text")).to_have_text(remedy)
    console.tap("#remedy-close")
    console.tap("#open-sheet")
    expect(page.locator("#sheet-list")).to_contain_text("双方都有责任")
    written = console.match.entries.get(n=4).payload
    assert (written["offence"], written["effect"]) == ("other", {"points": 10})
    assert [row["points"] for row in Match.objects.get(pk=console.match.pk).projection["penalties"]] == [0, 10, 10]
