"""Hands with special facts, offences that take a hand's place and corrections, without a network: as with one."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.phone import Console, patiently
from tournament.services.rulesets import version_of
from tournament.services.verify import differences

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Levels, who is on stage and each hand's reasoning, as the screen shows them.
SHOWN = """() => ({
  levels: ['a', 'b'].map((side) => document.querySelector(`#side-${side} .level`).textContent),
  stage: ['a', 'b'].map((side) => document.querySelector(`#side-${side} .stage-badge`).hidden),
  hint: document.getElementById('hand-hint').hidden ? '' : document.getElementById('hand-hint').textContent,
  hands: [...document.querySelectorAll('#sheet-list .line-why:not(.waits)')].map((line) => line.textContent),
})"""


def begin(console: Console, preset: str, *entries: dict[str, Any], **start: Any) -> None:
    """A match under this preset, begun and perhaps played on; then the network goes."""
    stage = console.match.stage
    stage.ruleset = version_of(preset)
    stage.save(update_fields=["ruleset"])
    console.write({"type": "start", "declarer": "a", **start})
    for entry in entries:
        console.write({"type": "hand", "declarer": "a", "capture": "none", **entry})
    console.open()
    console.has_table()
    console.offline()


def hand(console: Console, digits: str, capture: str = "", kitty: str = "") -> None:
    """Type a hand; `submit` is left to the test."""
    console.type_points(digits)
    if capture:
        console.tap("#captures label", capture)
        console.type_points(kitty)


def submit(console: Console, said: str) -> None:
    """See that the preview says so, and commit."""
    expect(console.page.locator("#preview")).to_contain_text(said)
    console.tap("#submit-hand:enabled")


def penalise(console: Console, offence: str, who: str) -> None:
    """Note an offence."""
    console.tap("#open-penalty")
    console.tap(f'[data-offence="{offence}"][data-who="{who}"]')
    console.tap("#penalty-form .submit:enabled")


def undo(console: Console) -> None:
    """Take the last entry back."""
    console.tap("#open-undo")
    console.tap("#strike-chips button", "误按")
    console.tap("#strike-form .submit")


def agrees(console: Console, entries: int) -> None:
    """Once the network is back, the server says what the phone has shown."""
    alone = console.page.evaluate(SHOWN)
    console.offline(False)
    console.wait_for(entries)
    assert console.page.evaluate(SHOWN) == alone
    assert patiently(lambda: differences(console.match.stage.tournament)) == []


def test_a_capture_with_the_level_card_sends_a_side_back(console: Console) -> None:
    begin(console, "anhui-chaodipi", levels={"a": "J", "b": "9"})
    hand(console, "85", "单抠", "10")
    console.tap("#level-card label", "主级牌")
    submit(console, "主J单张抠底 → 甲方退回2")
    assert console.levels() == ["2", "J"]
    agrees(console, 2)


def test_red_fives_and_five_ten_king(console: Console) -> None:
    begin(console, "jianye-chaodipi", levels={"a": "5", "b": "9"})
    hand(console, "60")
    console.tap("#extras label", "甲方")
    submit(console, "甲方亮一对红五而胜 → 甲方直升A，对方退回2")
    assert console.levels() == ["J", "2"]
    expect(console.page.locator("#sheet-list")).to_contain_text("甲 亮红五", use_inner_text=False)
    hand(console, "95", "五十K", "10")
    submit(console, "五十K抠底 → 甲方降为2，乙方上台打A")
    assert console.levels() == ["2", "8"]
    agrees(console, 3)


def test_buried_jokers_bring_levels_and_tribute_in_one_hand_after_the_other(console: Console) -> None:
    begin(console, "huobang", levels={"a": "4", "b": "4"})
    for levels in (["6", "4"], ["7", "4"]):
        hand(console, "90")
        if levels[0] == "6":
            console.tap(".joker:has([data-joker=small]) .key", "+")
        submit(console, "甲方继续坐庄")
        assert console.levels() == levels
        if levels[0] == "6":
            expect(console.page.locator("#hand-hint")).to_have_text("这一副：乙方先进贡1张")
    hand(console, "90")
    console.tap(".joker:has([data-joker=big]) .key", "+")
    submit(console, "底牌扣王再升2级")
    assert console.levels() == ["10", "4"]
    agrees(console, 4)


def test_the_flag_hand_is_lost_three_times(console: Console) -> None:
    begin(console, "tongcheng-chaodipi", levels={"a": "flag", "b": "3"})
    for said in ("甲方在扛旗第1次没有打过", "甲方在扛旗第2次没有打过", "次数用完 → 甲方退回2"):
        expect(console.page.locator("#hand-hint")).to_contain_text("打扛旗的一副")
        hand(console, "100")
        submit(console, said)
        if "退回" not in said:
            hand(console, "80")
            submit(console, "甲方上台坐庄")
    assert console.levels() == ["2", "3"]
    agrees(console, 6)


def test_an_offence_with_points_ends_the_hand(console: Console) -> None:
    begin(console, "bashifen-chaodipi", levels={"a": "4", "b": "4"})
    penalise(console, "exposed-card", "a1")
    penalise(console, "wrong-trump", "a1")
    assert console.levels() == ["4", "5"]
    expect(console.page.locator("#side-b .stage-badge")).to_be_visible()
    hand(console, "40")
    submit(console, "乙方 5→9")
    agrees(console, 4)


def test_a_hand_of_the_server_is_taken_back_and_an_earlier_one_is_penalised(console: Console) -> None:
    begin(console, "anhui-chaodipi", {"table_points": 65}, {"table_points": 70})
    assert console.levels() == ["4", "2"]
    undo(console)
    assert console.levels() == ["3", "2"]
    console.tap("#open-penalty")
    console.tap('[data-offence="wrong-card"][data-who="a1"]')
    console.tap("#penalty-form .more summary", "记在别的副")
    console.page.locator("#penalty-hand").select_option(label="第1副")
    console.tap("#penalty-form .submit:enabled")
    assert console.levels() == ["2", "2"]
    penalise(console, "wrong-card", "a1")
    hand(console, "70")
    submit(console, "台面70 + 庄家方罚分10 = 80")
    assert console.levels() == ["2", "3"]
    agrees(console, 7)


def test_a_struck_hand_is_entered_again_in_its_place(console: Console) -> None:
    begin(console, "shuangkou", {"table_points": 30}, {"table_points": 70})
    assert console.levels() == ["5", "2"]
    console.tap("#open-sheet")
    console.tap('[data-strike="2"]')
    console.tap("#strike-chips button", "误按")
    console.tap("#strike-form .submit")
    assert console.levels() == ["3", "2"]
    console.tap('[data-refill="2"]')
    console.tap('#pad [data-key="clear"]')
    hand(console, "0")
    submit(console, "升3级")
    assert console.levels() == ["6", "2"]
    agrees(console, 5)


def test_what_a_ruling_changed_is_left_to_the_server_with_the_reason(console: Console) -> None:
    console.write({"type": "start", "declarer": "a"})
    struck = console.write({"type": "hand", "declarer": "a", "table_points": 65, "capture": "none"})
    protest = console.write({"type": "protest", "side": "b", "text": "记错了"})
    console.write({"type": "ruling", "protest": str(protest.pk), "text": "划去第一副", "strike": [str(struck.pk)]})
    console.write({"type": "hand", "declarer": "a", "table_points": 50, "capture": "none"})
    console.open()
    console.has_table()
    console.offline()
    hand(console, "70")
    submit(console, "甲方 5→6")
    undo(console)
    assert console.levels() == ["5", "2"]
    undo(console)
    assert console.levels() == ["待上传", "待上传"]
    console.tap("#declarer-choice label", "甲·北家")
    hand(console, "70")
    expect(console.page.locator("#preview")).to_contain_text("升级待上传后结算；裁定改过前面的记录")
    console.tap("#submit-hand:enabled")
    console.offline(False)
    console.wait_for(9)
    assert console.levels() == ["3", "2"]


def test_a_passed_three_times_in_guandan_goes_back(console: Console) -> None:
    begin(console, "guandan", levels={"a": "A", "b": "5"})
    for said in ("甲方在A第1次没有打过", "甲方在A第2次没有打过", "次数用完 → 甲方退回2"):
        for player in ("a1", "b1", "b2"):
            console.tap(f'[data-player="{player}"]')
        submit(console, said)
    assert console.levels() == ["2", "5"]
    agrees(console, 4)


def test_the_last_level_passed_says_who_has_won(console: Console) -> None:
    begin(console, "shuangkou", levels={"a": "A", "b": "5"})
    hand(console, "60")
    submit(console, "甲方 A→过A")
    expect(console.page.locator("#awaiting-text")).to_contain_text("甲方胜（打过最后一级）")
    undo(console)
    assert console.levels() == ["A", "5"]
    hand(console, "60")
    submit(console, "甲方 A→过A")
    console.offline(False)
    console.wait_for(4)
    expect(console.page.locator("#verdict")).to_have_text("甲方胜")
    expect(console.page.locator("#verdict-why")).to_contain_text("打过最后一级")


def test_a_level_match_is_followed_by_the_hand_that_decides_it(console: Console) -> None:
    begin(console, "shuangkou", at=timezone.now().isoformat())
    console.tap("#open-menu")
    console.tap("[data-act=time-up]")
    console.tap("#act-form .submit")
    expect(console.page.locator("#hand-title")).to_have_text("加赛一副")
    hand(console, "120")
    submit(console, "乙方 2→3")
    expect(console.page.locator("#awaiting-text")).to_contain_text("乙方胜（加赛）")
    console.offline(False)
    console.wait_for(3)
    expect(console.page.locator("#verdict")).to_have_text("乙方胜")
