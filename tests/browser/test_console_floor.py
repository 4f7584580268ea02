"""What a thumb and older eyes need of the console, in every ruleset: large targets, letters and digits, few taps."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scoring.ruleset import preset_names
from tests import factories
from tests.browser.phone import HAND, START, Console, serious
from tournament.models import Match, SheetEntry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Everything below the floor: keys, primary keys, letters, the clock, key numbers, the contrast of digits, the width.
BELOW = r"""() => {
  const root = document.querySelector('dialog[open]') || document.body;
  const seen = (selector) => [...root.querySelectorAll(selector)].filter((node) => node.offsetParent);
  const word = (node) => `${node.id || node.className || node.tagName} ${node.textContent.trim().slice(0, 12)}`;
  const size = (node) => parseFloat(getComputedStyle(node).fontSize);
  const below = (what, nodes, wrong) => nodes.filter(wrong).map((node) => `${what}: ${word(node)}`);
  const low = (least) => (node) => node.getBoundingClientRect().height < least || node.offsetWidth < 56;
  const own = (node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim());
  const light = (text) => {
    const part = text.match(/[\d.]+/g).map(Number);
    if (part[3] === 0) return null;
    const [r, g, b] = part.map((one) => (one / 255 <= 0.03928 ? one / 3294.6 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => (node ? light(getComputedStyle(node).backgroundColor) ?? behind(node.parentElement) : 1);
  const contrast = (node) => {
    const [dark, bright] = [light(getComputedStyle(node).color), behind(node)].sort((one, other) => one - other);
    return (bright + 0.05) / (dark + 0.05);
  };
  const digits = seen('#clock, .level, .box output, .pad .key, .presets .key, .stepper output, .joker output');
  const numbers = seen('#clock, .level:not(.level-word), .box output, .stepper output, .joker output');
  return [
    ...below('key', seen('button, a.key, select, summary, .choice span, label.tick'), low(56)),
    ...below('primary', seen('.submit'), low(72)),
    ...below('letters', seen('*').filter(own), (node) => size(node) < 18),
    ...below('clock', seen('#clock'), (node) => size(node) < 48),
    ...below('number', numbers, (node) => size(node) < 32),
    ...below('contrast', digits.filter((node) => node.textContent), (node) => contrast(node) < 7),
    ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : []),
  ];
}"""
# What is asked of an ordinary hand and is not in reach of the thumb: below the screen, or under something else.
HIDDEN = """(selectors) => selectors.flatMap((one) => [...document.querySelectorAll(one)])
  .filter((node) => node.offsetParent).filter((node) => {
    const box = node.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
    return !top || !(node.contains(top) || node.parentElement.contains(top));
  }).map((node) => node.id || node.textContent)"""
USUAL = ["#open-penalty", "#open-undo", "#submit-hand", "#pad .key", "#captures label > span", "#finish-keys .key"]
OWN = ["#extras .choice span", "#extras .key", "#extras label", "#shots .key"]


def at(console: Console, preset: str) -> Any:
    """Begun by this ruleset, the first hand recorded; the page of its second."""
    made = factories.tournament("other", preset=preset)
    console.match = Match.objects.get(stage__tournament=made, group="A", round=1)
    console.write({**START, "at": timezone.now().isoformat()})
    finish = {"type": "hand", "declarer": "a", "finish": ["a1", "b1", "a2", "b2"]}
    console.write(finish if preset == "guandan" else HAND)
    console.open()
    console.wait_for(2)
    return console.page


@pytest.mark.parametrize("preset", preset_names())
def test_the_ordinary_way_needs_no_scrolling_and_few_taps(console: Console, preset: str) -> None:
    page = at(console, preset)
    assert page.evaluate(HIDDEN, USUAL + OWN) == []  # on a tall phone all that the ruleset asks
    page.set_viewport_size({"width": 390, "height": 700})
    expect(page.locator("#console")).to_have_attribute("data-short", "")
    assert page.evaluate(HIDDEN, USUAL) == []
    assert page.evaluate(BELOW) == []
    assert serious(page) == []
    console.taps = 0
    ordinary(console)
    assert console.taps <= 4
    if page.locator("#captures").is_visible():
        console.taps = 0
        console.type_points("85")
        console.tap("#captures label:nth-of-type(2)")
        console.type_points("10")
        expect(page.locator("#preview")).to_be_visible()
        assert page.evaluate(HIDDEN, ["#submit-hand", "#open-penalty"]) == []
        page.set_viewport_size({"width": 390, "height": 844})
        expect(page.locator("#console")).not_to_have_attribute("data-short", "")
        assert page.evaluate(HIDDEN, USUAL + OWN) == []  # and with the reasoning on the screen
        console.submit_hand()
        assert console.taps <= 7
    console.taps = 0
    console.tap("#open-penalty")
    console.tap(".who")
    console.tap("#penalty-form .submit:enabled")
    page.wait_for_selector("#dialog-penalty", state="hidden")
    assert console.taps <= 3


def ordinary(console: Console) -> None:
    """A hand as most are: three players in the order of finishing, or points and no capture."""
    if console.page.locator("#finish-part").is_visible():
        for player in ("b1", "a1", "b2"):
            console.tap(f'[data-player="{player}"]')
    else:
        console.type_points("85")
    console.submit_hand()


def test_captures_that_count_alike_are_one_key(console: Console) -> None:
    page = at(console, "huobang")
    assert page.locator("#captures span").all_inner_texts() == ["不抠", "抠底"]
    console.type_points("85")
    console.tap("#captures label", "抠底")
    console.type_points("10")
    expect(page.locator("#preview")).to_contain_text("底牌10×2")
    console.tap("#extras .key", "扣小王")
    console.tap("#extras .key", "扣小王")
    console.tap("#extras .key", "−")
    console.submit_hand()
    written = SheetEntry.objects.get(match=console.match, n=3).payload
    assert (written["capture"], written["kitty_jokers"]) == ("single", {"small": 1, "big": 0})


def test_longer_tractors_are_counted_from_the_last_key(console: Console) -> None:
    page = at(console, "tongcheng-chaodipi")
    assert page.locator("#captures label > span").all_inner_texts() == ["不抠", "单抠", "对抠", "拖2", "拖3+", "五十K"]
    console.type_points("85")
    console.tap("#captures label", "拖3+")
    console.tap('#captures [aria-label="多一对"]')
    expect(page.locator(".longer-row output")).to_have_text("4")
    console.type_points("10")
    console.submit_hand()
    assert SheetEntry.objects.get(match=console.match, n=3).payload["capture"] == "tractor-4"


def test_a_flag_hand_has_no_kitty_to_capture(console: Console) -> None:
    page = at(console, "tongcheng-chaodipi")
    for _ in range(2):
        console.write({**HAND, "table_points": 0})
    expect(page.locator("#side-a .level")).to_have_text("扛旗", timeout=12_000)
    expect(page.locator("#captures")).to_be_hidden()
    console.type_points("85")
    console.submit_hand()


@pytest.fixture(params=["light", "dark"])
def small(console: Console, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The smallest phone there is, in daylight and in the dark."""
    console.page.set_viewport_size({"width": 320, "height": 640})
    console.page.emulate_media(color_scheme=request.param)
    return at(console, "bashifen-chaodipi")


DIALOGS = {
    "penalty": ["#open-penalty"],
    "offence": ["#open-penalty", ".who"],
    "judged": ["#open-penalty", '[data-offence="other"] >> nth=0', '#penalty-effect label:has([value="points"])'],
    "sheet": ["#open-sheet"],
    "undo": ["#open-undo"],
    "menu": ["#open-menu"],
    "extend": ["#open-menu", '[data-act="extend"]'],
    "protest": ["#open-menu", '[data-act="protest"]'],
    "check": ["#open-menu", '[data-act="check"]'],
    "unsent": ["#open-unsent"],
    "rules": ["#open-menu", "#open-rules"],
}


def test_every_dialog_keeps_the_floor_on_the_smallest_phone(small: Any) -> None:
    assert (small.evaluate(BELOW), serious(small)) == ([], [])
    for name, steps in DIALOGS.items():
        for step in steps:
            small.locator(step).first.tap()
        assert (name, small.evaluate(BELOW), serious(small)) == (name, [], [])
        small.keyboard.press("Escape")
    assert small.evaluate(HIDDEN, ["#open-penalty", "#submit-hand"]) == []


@pytest.mark.parametrize("preset", ["anhui-chaodipi", "huobang", "guandan"])
def test_english_and_twice_the_text_stay_inside_the_screen(console: Console, preset: str) -> None:
    console.page.context.add_cookies([{"name": "django_language", "value": "en", "url": console.root}])
    console.page.set_viewport_size({"width": 320, "height": 640})
    page = at(console, preset)
    assert page.evaluate(BELOW) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#open-penalty").tap()
    page.locator(".who").first.tap()
    assert page.evaluate("document.querySelector('dialog[open]').scrollWidth") <= 390
