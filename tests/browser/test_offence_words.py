"""An offence found by what a volunteer would say, in every ruleset; what its rules do not list is "other"."""

from typing import Any

import pytest
from playwright.sync_api import expect

from referee.console.words import console_words
from scoring.ruleset import load_preset, preset_names
from tests import factories
from tests.browser.phone import SMALL, START, Console, serious
from tournament.models import Match
from tournament.services.keypad import keypad

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SAID: dict[str, dict[str, str]] = {
    "anhui-chaodipi": {
        "wrong-card": "出错牌 打错了 没跟花色 有对子不出对 跟错花色",
        "late-revoke": "藏牌 有牌不出 事后发现没跟",
        "miscounted-kitty": "掖错 埋多了 扣错底牌 底牌多一张 底牌少了一张",
        "wrong-hand-size": "多牌 少抓 抓错牌 手里多一张 牌少了",
        "misdrawn-kitty": "底牌抓多了 拿错底牌",
        "wrong-trump": "亮错主 叫错主 亮错花色",
        "talking": "说话 打手势 手机响了 接电话 使眼色 作弊 暗号 咳嗽",
        "excess-cut": "抬牌 切牌太多 抬了四次",
        "late": "迟到 没来 晚到了",
        "other": "偷看 甩错 抢出 悔牌 超时 查牌 骂人 看底牌 其他",
    },
    "bashifen-chaodipi": {
        "exposed-card": "掉牌 露牌 牌掉地上了 明牌",
        "wrong-card": "跟错牌 有对不出 出错",
        "late-revoke": "藏牌 过了一圈才发现",
        "out-of-turn": "抢出 抢先出牌 没轮到他 越序",
        "card-taken-back": "悔牌 拿回去",
        "failed-throw": "撒牌 甩错 没甩成 被压",
        "miscounted-kitty": "扣错底 扣多了 少垫一张 底牌不是八张",
        "kitty-reopened": "偷看底牌 偷看 换底牌 扣底超时 翻底",
        "wrong-hand-size": "手里少一张 多牌 牌数不对",
        "misdrawn-kitty": "多抓底牌 底牌抓过了",
        "wrong-trump": "放错主 亮错",
        "shot-clock": "超时 出牌太慢 磨蹭",
        "talking": "说话 吹口哨 敲桌子 手机 打电话 摇头",
        "unfounded-check": "查牌 要求查牌",
        "late": "迟到",
        "other": "骂人 偷牌 抽烟",
    },
    "jianye-chaodipi": {
        "exposed-card": "亮牌 掉牌", "wrong-card": "出错 藏牌", "out-of-turn": "抢出", "failed-throw": "甩错 甩牌失败",
        "miscounted-kitty": "扣错底牌 埋错", "talking": "作弊 偷看 打手势", "disrespect": "骂人 不服裁判",
        "late": "没到场", "other": "悔牌 超时",
    },
    "tongcheng-chaodipi": {
        "exposed-card": "露牌", "wrong-card": "错牌 没出拖拉机", "out-of-turn": "抢牌", "failed-throw": "甩不成",
        "miscounted-kitty": "扣少了", "talking": "暗号 手机", "disrespect": "吵架", "late": "迟到", "other": "查牌",
    },
    "shuangkou": {
        "card-taken-back": "悔牌 反悔", "failed-throw": "甩错 被挡住", "kitty-reopened": "垫牌超时 偷看底牌",
        "wrong-hand-size": "多牌 手里少一张", "misdrawn-kitty": "揭错牌 抓错", "shot-clock": "出牌慢 拖延时间",
        "talking": "暗示 说话", "disrespect": "骂裁判 顶嘴", "late": "缺席", "other": "抢出 亮错主",
    },
    "huobang": {"late": "迟到 人没齐", "other": "说话 甩错 多牌 偷看"},
    "guandan": {"talking": "作弊 说话 暗号", "late": "晚到", "other": "抢出 悔牌 骂人 偷看"},
}  # fmt: skip

FIRST = """async ([url, said, offences, words]) => {
  const { looked } = await import(url);
  const of = (one) => words[`search_${one.code}`].split('、');
  return said.map((phrase) => [phrase, looked(phrase, offences, of)[0].code]);
}"""


def test_the_table_covers_every_ruleset_and_every_offence() -> None:
    assert set(SAID) == set(preset_names())
    for preset, said in SAID.items():
        assert set(said) == {"other", *(offence.code for offence in load_preset(preset).offences)}
    assert sum(len(phrases.split()) for said in SAID.values() for phrases in said.values()) >= 100


def test_what_a_volunteer_says_finds_the_offence_first(console: Console) -> None:
    page: Any = console.open().page
    url = f"{console.root}/static/js/console/search.js"
    for preset, said in SAID.items():
        ruleset = load_preset(preset)
        wanted = [(phrase, code) for code, phrases in said.items() for phrase in phrases.split()]
        facts = [url, [phrase for phrase, _ in wanted], keypad(ruleset)["offences"], console_words(ruleset)]
        assert [tuple(row) for row in page.evaluate(FIRST, facts)] == wanted, preset


@pytest.mark.parametrize("preset", preset_names())
def test_the_suggestions_are_of_this_ruleset(console: Console, preset: str) -> None:
    console.match = Match.objects.get(
        stage__tournament=factories.tournament("other", preset=preset), group="A", round=1
    )
    console.write(START)
    page: Any = console.open().page
    console.tap("#open-penalty")
    hint = page.get_attribute("#offence-search", "placeholder")
    for word in hint.removeprefix("找违例：").removesuffix("…").split("、"):
        page.fill("#offence-search", word)
        assert page.locator("#offence-list .who").first.get_attribute("data-offence") != "other", word


def test_what_the_rules_do_not_list_is_recorded_in_the_referees_words(console: Console) -> None:
    console.write(START)
    page: Any = console.open().page
    console.taps = 0
    console.tap("#open-penalty")
    page.fill("#offence-search", "偷看")
    expect(page.locator("#offence-list .empty")).to_contain_text("没有列")
    console.tap('[data-offence="other"][data-who="b2"]')
    expect(page.locator("#penalty-preview")).to_contain_text("第1次 → 警告")
    console.tap("#penalty-form .submit:enabled")
    console.wait_for(2)
    assert console.taps == 3
    written = console.match.entries.get(n=2).payload
    assert (written["offence"], written["note"], written["player"]) == ("other", "偷看", 2)


def test_a_demotion_begins_with_one_level_and_points_with_ten(console: Console) -> None:
    console.write(START)
    page: Any = console.open().page
    console.tap("#open-penalty")
    console.tap('[data-offence="other"]')
    for label, amount, words in (("降级", "1", "降1级"), ("罚分", "10", "罚10分"), ("降级", "1", "降1级")):
        console.tap("#penalty-effect label", label)
        expect(page.locator("#effect-amount")).to_have_value(amount)
        expect(page.locator("#penalty-preview")).to_contain_text(words)
    console.tap("#penalty-form .submit:enabled")
    console.wait_for(2)
    assert console.match.entries.get(n=2).payload["effect"] == {"levels": 1}


def test_an_offence_is_found_in_english(console: Console) -> None:
    console.write(START)
    page: Any = console.page
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": console.root}])
    console.open()
    console.tap("#open-penalty")
    page.fill("#offence-search", "phone")
    assert page.locator("#offence-list .who").first.get_attribute("data-offence") == "talking"
    assert page.evaluate(SMALL) == []
    assert serious(page) == []
