"""The box to try a hand in: it offers what the ruleset uses, and plays what is noted in it."""

import pytest
from django.http import HttpResponse
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ruleset import load_preset, preset_names
from tests.office.test_rules_pages import COPY, opened, text_of
from tournament.services.rule_trial import trial_of, try_hand

USUAL = ["declarer", "level_a", "level_b", "points", "capture", "kitty"]
OFFERED = {
    "anhui-chaodipi": [*USUAL, "card"],
    "tongcheng-chaodipi": [*USUAL, "bid"],
    "bashifen-chaodipi": USUAL,
    "shuangkou": USUAL,
    "huobang": [*USUAL, "small", "big", "dry"],
    "guandan": [*USUAL[:3], "order"],
}


@pytest.mark.parametrize(("name", "offered"), OFFERED.items(), ids=OFFERED)
def test_the_box_offers_what_the_ruleset_uses(name: str, offered: list[str]) -> None:
    trial = trial_of(load_preset(name), {})
    assert [field.name for field in trial.fields] == offered
    assert all(field.label for row in [trial.fields, *trial.penalties] for field in row)


def typed(words: str) -> dict[str, str]:
    """`points=85 0.offence=talking`: a number before the dot is a row of penalties."""
    pairs = (word.split("=") for word in words.split())
    return {(f"penalties.{key}" if key[0].isdigit() else key): value for key, value in pairs}


TRIED = [
    ("bashifen-chaodipi", "points=85", ["超80分5分"]),
    ("bashifen-chaodipi", "points=65 0.offence=talking 0.side=a 0.time=1", ["第1次 → 警告", "台面65 = 65"]),
    ("bashifen-chaodipi", "points=65 0.offence=talking 0.side=a 0.player=2 0.time=3",
     ["甲方2号队员", "第3次 → 罚20分", "庄家方罚分20 = 85"]),
    ("bashifen-chaodipi", "points=65 0.offence=talking 0.side=b 0.time=6", ["第6次 → 罚50分", "抓分方罚分50 = 15"]),
    ("bashifen-chaodipi", "points=65 0.offence=exposed-card 0.side=a 0.count=2", ["罚20分", "= 85"]),
    ("bashifen-chaodipi", "0.offence=talking 0.side=a 0.time=2 1.offence=talking 1.side=a 1.time=2",
     ["第2次 → 罚10分", "第3次 → 罚20分", "庄家方罚分30"]),
    ("bashifen-chaodipi", "0.offence=wrong-hand-size 0.side=a 1.offence=wrong-hand-size 1.side=b", ["本副就此结束"]),
    ("bashifen-chaodipi", "0.offence=wrong-trump 0.side=a", ["罚80分", "本副就此结束", "乙方在台上"]),
    ("tongcheng-chaodipi", "0.offence=miscounted-kitty 0.side=a", ["本副就此结束", "乙方打3，乙方在台上"]),
    ("tongcheng-chaodipi", "points=40 bid=b", ["亮一对红五而负"]),
    ("tongcheng-chaodipi", "points=85 capture=five-ten-king kitty=5 level_a=9", ["五十K抠底 → 甲方降为2"]),
    ("anhui-chaodipi", "level_a=J points=80 capture=single card=main", ["主J", "甲方退回2"]),
    ("huobang", "points=60 small=1 big=2", ["底牌扣王再升5级"]),
    ("huobang", "points=60 big=1 dry=yes", ["升1级"]),
    ("shuangkou", "0.offence=disrespect 0.side=a", ["取消比赛资格", "比赛就此结束，乙方胜"]),
    ("shuangkou", "points=40 0.offence=shot-clock 0.side=a 0.points=5", ["罚5分", "= 45"]),
    ("guandan", "order=b-3", ["乙方得第1、第3名"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "words", "told"), TRIED, ids=[f"{name} {words}" for name, words, _ in TRIED])
def test_a_hand_tried_is_played_with_all_that_is_noted(name: str, words: str, told: list[str]) -> None:
    lines, refused = try_hand(load_preset(name), typed(words))
    assert not refused
    for part in told:
        assert any(part in line for line in lines), lines


def test_what_cannot_be_played_is_refused_in_words() -> None:
    lines, refused = try_hand(load_preset("bashifen-chaodipi"), typed("points=83"))
    assert lines == []
    assert "5的倍数" in refused


NAMES = [*USUAL, "card", "bid", "small", "big", "dry", "order"]
ROWS = [f"penalties.{n}.{key}" for n in range(4) for key in ("offence", "side", "player", "count", "time", "points")]
VALUES = st.sampled_from(["", "0", "5", "9", "a", "b", "A", "2", "main", "tractor-3", "yes", "talking", "late", "other",
                          "miscounted-kitty", "a-4", "-1", "9" * 40, "²", "五", "\0"])  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(preset_names()), sent=st.dictionaries(st.sampled_from(NAMES + ROWS), VALUES))
def test_anything_typed_gives_a_reasoning_or_a_sentence(name: str, sent: dict[str, str]) -> None:
    lines, refused = try_hand(load_preset(name), sent)
    assert bool(lines) != bool(refused)


def preview(client: Client, sent: dict[str, str]) -> HttpResponse:
    return client.post("/office/rules/anhui-chaodipi/preview/", sent)


def test_the_preview_counts_a_penalty_and_renews_the_box_only_where_it_offers_less_or_more(staff: Client) -> None:
    sent = opened(staff, **{"try__penalties__0__offence": "wrong-card", "try__points": "75"})
    page = text_of(preview(staff, sent))
    assert "庄家方罚分10 = 85" in page
    assert "rule-try" not in page
    page = text_of(preview(staff, sent | {"ladder.levels": "2、3、4", "ladder.must_play": "4", "settle.demotions": ""}))
    assert "不在级数表里" in page
    page = text_of(preview(staff, sent | {"offences.0.name.zh": "换了名称"}))
    assert 'id="rule-try" hx-swap-oob="true"' in page
    assert page.count("换了名称") >= 3
    assert 'value="75"' in page


def test_a_refused_form_keeps_the_hand_tried(staff: Client) -> None:
    sent = opened(staff, **{"try__penalties__1__offence": "late", "try__points": "75"})
    again = staff.post(COPY, sent | {"settle.table.step": "x"})
    assert again.status_code == 400
    assert again.context["preview"]["trial"].penalties[1][0].value == "late"
