"""Deadlines out of entries: start, pauses, extensions, time up."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from scoring.clock import clock
from scoring.ruleset import changed, for_stage, load_preset
from scoring.ruleset.compiled import compile_rules
from scoring.words import reasons_text
from tests.scoring.sheets import numbered, strike

ANHUI = load_preset("anhui-chaodipi")
BEGAN = datetime.fromisoformat("2011-11-25T13:10:00+08:00")


def at(minutes: float) -> str:
    return (BEGAN + timedelta(minutes=minutes)).isoformat()


def seen(minutes: float, *entries: dict[str, Any], **overrides: int) -> tuple[str, int | None]:
    told = clock(ANHUI, overrides, numbered(entries), BEGAN + timedelta(minutes=minutes))
    return told.state, told.seconds_left


START = {"type": "start", "at": at(0)}
PAUSE, RESUME = {"type": "pause", "at": at(20)}, {"type": "resume", "at": at(23)}


@pytest.mark.parametrize(
    ("minutes", "entries", "want"),
    [
        (0, [], ("not-started", 3600)),
        (0, [{"type": "start"}], ("not-started", 3600)),
        (0, [START], ("running", 3600)),
        (45, [START], ("running", 900)),
        (60, [START], ("over", 0)),
        (90, [START], ("over", 0)),
        (50, [START, PAUSE], ("paused", 2400)),
        (50, [START, PAUSE, RESUME], ("running", 780)),
        (62, [START, {"type": "extend", "minutes": 5}], ("running", 180)),
        (30, [START, {"type": "time-up", "cards_drawn": True}], ("over", 1800)),
        (30, [START, {"type": "time-up", "cards_drawn": True}, strike(2)], ("running", 1800)),
        (30, [START, {"type": "extend", "minutes": 5}, strike(2)], ("running", 1800)),
    ],
)
def test_the_clock_runs_from_the_start_entry(
    minutes: float, entries: list[dict[str, Any]], want: tuple[str, int]
) -> None:
    assert seen(minutes, *entries) == want


def test_an_override_changes_the_limit_and_a_ruleset_may_have_none() -> None:
    assert seen(0, START, time_limit_minutes=90) == ("running", 5400)
    without = changed(ANHUI, {"time.limit_minutes": None})
    told = clock(without, {}, numbered([START]), BEGAN)
    assert (told.state, told.deadline, told.seconds_left) == ("none", None, None)


def test_the_deadline_is_a_time_of_day_and_explains_itself() -> None:
    told = clock(ANHUI, {}, numbered([START, PAUSE, RESUME, {"type": "extend", "minutes": 5}]), BEGAN)
    assert told.deadline == BEGAN + timedelta(minutes=68)
    assert reasons_text(compile_rules(ANHUI, {}), told.reasons) == [
        "2011-11-25T13:10:00+08:00开始，限时60分钟〔一.1〕", "暂停共3分0秒", "延长5分钟"]  # fmt: skip


def test_a_ruling_that_strikes_time_up_starts_the_clock_again() -> None:
    ruling = {"type": "ruling", "protest": 3, "text": "钟走快了", "strike": [2]}
    entries = [START, {"type": "time-up", "cards_drawn": True}, {"type": "protest", "side": "a", "text": "x"}, ruling]
    assert seen(30, *entries)[0] == "running"


def test_a_struck_ruling_strikes_nothing() -> None:
    ruling = {"type": "ruling", "protest": 3, "text": "钟走快了", "strike": [2]}
    entries = [START, {"type": "time-up", "cards_drawn": True}, {"type": "protest", "side": "a", "text": "x"}, ruling]
    assert seen(30, *entries, strike(4))[0] == "over"


def test_pauses_add_up_and_a_second_one_runs_on_its_own() -> None:
    again, on = {"type": "pause", "at": at(40)}, {"type": "resume", "at": at(41.5)}
    assert seen(60, START, PAUSE, RESUME, again, on) == ("running", 270)
    told = clock(ANHUI, {}, numbered([START, PAUSE, RESUME, again, on]), BEGAN)
    assert reasons_text(compile_rules(ANHUI, {}), told.reasons)[1] == "暂停共4分30秒"
    assert seen(50, START, PAUSE, RESUME, again) == ("paused", 1380)


def test_the_clock_explains_itself_before_the_start_and_while_paused() -> None:
    rules = compile_rules(ANHUI, {})
    assert reasons_text(rules, clock(ANHUI, {}, [], BEGAN).reasons) == ["限时60分钟〔一.1〕"]
    assert len(clock(ANHUI, {}, numbered([START, PAUSE]), BEGAN).reasons) == 1


@pytest.mark.parametrize(
    ("preset", "stage", "minutes"),
    [("bashifen-chaodipi", "final", 90), ("bashifen-chaodipi", "semi-final", 90), ("bashifen-chaodipi", "groups", 60),
     ("shuangkou", "final", 120), ("shuangkou", "round-1", 60)],
)  # fmt: skip
def test_a_stage_may_have_its_own_clock(preset: str, stage: str, minutes: int) -> None:
    assert for_stage(load_preset(preset), stage).time.limit_minutes == minutes
