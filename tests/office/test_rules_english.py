"""The ruleset form for a reader of English: choices, levels typed in words, faults; the Chinese form is as before."""

from collections.abc import Iterator
from html import unescape

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from scoring.models import RulesetVersion
from tests.office.test_rules_pages import controls
from tournament.services.rulesets import ruleset_of

BASE = "jianye-chaodipi"
COPY = f"/office/rules/{BASE}/copy/"


@pytest.fixture(autouse=True)
def _chinese_again() -> Iterator[None]:
    """A request leaves its language active; the tests after these expect the default."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture
def english(staff: Client) -> Client:
    """The office's browser, reading English."""
    staff.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return staff


def sent(client: Client, **typed: str) -> HttpResponse:
    """The form of a copy sent with some controls changed; `__` in a name stands for a dot."""
    form = controls(client.get(COPY)) | {"name.zh": "改过的"} | {k.replace("__", "."): v for k, v in typed.items()}
    return client.post(COPY, form)


def test_levels_are_shown_and_typed_in_english_words(english: Client) -> None:
    assert controls(english.get(COPY))["ladder.must_play"] == "small joker, big joker"
    assert sent(english, ladder__must_play="Small joker, big joker, 5").status_code == 302
    saved = ruleset_of(RulesetVersion.objects.get(house_name="改过的"))
    assert saved.ladder.must_play == ("small-joker", "big-joker", "5")


def test_levels_are_shown_and_typed_in_chinese_words(staff: Client) -> None:
    assert controls(staff.get(COPY))["ladder.must_play"] == "小王、大王"
    assert sent(staff, ladder__must_play="大王、小王,5").status_code == 302
    saved = ruleset_of(RulesetVersion.objects.get(house_name="改过的"))
    assert saved.ladder.must_play == ("big-joker", "small-joker", "5")


def test_the_choices_are_in_the_reader_s_language(english: Client) -> None:
    page = unescape(english.get(COPY).content.decode())
    assert ">the side on stage after the last hand</option>" in page
    assert ">five of hearts</option>" in page
    assert "<strong>wrong card played</strong>" in page
    assert ">Ruffing, and which card wins</option>" in page
    assert "末副结束后在台上的一方胜" not in page
    assert "毙牌和大小" not in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"settle__table__threshold": "abc"}, 'found "abc"; a whole number is needed'),
        ({"settle__table__threshold": "83"}, "found 83; it must be a multiple of 5"),
        ({"settle__table__step": ""}, "not filled in yet; a whole number is needed"),
        ({"offences__0__effects__0__points": ""}, "the penalty “Points off” needs “Points off”"),
    ],
)
def test_a_fault_is_said_in_english(english: Client, typed: dict[str, str], said: str) -> None:
    answer = sent(english, **typed)
    assert answer.status_code == 400
    assert said in unescape(answer.content.decode())


def test_a_name_taken_is_refused_in_plain_english(english: Client) -> None:
    assert sent(english).status_code == 302
    page = unescape(sent(english, deck__kitty="8").content.decode())
    assert "There is a ruleset “改过的” already; choose another name." in page
