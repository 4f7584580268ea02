"""Real competitions, each a small change of a preset: how its matches end, and its level table where it has one."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scoring.offences import late
from scoring.ruleset import Ruleset, changed, for_stage, load_preset
from scoring.ruleset.compiled import compile_rules
from tests.scoring.sheets import hand, outcome, penalty, start

FILE = Path(__file__).parent.parent / "vectors" / "notices.toml"
NOTICES: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["notice"]


def ruleset_of(notice: dict[str, Any]) -> Ruleset:
    """The preset with the notice's changes ("none" empties a knob), as its stage plays it."""
    changes = {knob: None if value == "none" else value for knob, value in notice["change"].items()}
    whole = changed(load_preset(notice["preset"]), changes)
    return for_stage(whole, notice["stage"]) if "stage" in notice else whole


def played(declarer: str, words: list[str], **more: Any) -> dict[str, Any]:
    if len(words) == 1:
        return hand(declarer, int(words[0]), **more)
    return hand(declarer, finish=words, **more)


def entries(step: str) -> list[dict[str, Any]]:
    words = step.split()
    if words[0].isdigit():
        return entries(" ".join(words[1:])) * int(words[0])
    made = {
        "start": lambda: start(*words[1:3]),
        "hand": lambda: played(words[1], words[2:]),
        "decider": lambda: played(words[1], words[2:], result="decider"),
        "time": lambda: {"type": "time-up", "cards_drawn": words[-1] == "drawn"},
        "lot": lambda: {"type": "lot", "winner": words[1]},
        "forfeit": lambda: {"type": "forfeit", "side": words[1]},
        "penalty": lambda: penalty(words[1], words[2]),
    }
    return [made[words[0]]()]


ENDS = [(notice, end) for notice in NOTICES for end in notice["ends"]]


@pytest.mark.parametrize(("notice", "end"), ENDS, ids=[f"{n['id']}-{' '.join(e['steps'])}" for n, e in ENDS])
def test_a_match_of_a_real_competition_ends_as_its_notice_says(notice: dict[str, Any], end: dict[str, Any]) -> None:
    told = outcome(ruleset_of(notice), *[entry for step in end["steps"] for entry in entries(step)])
    status, winner, how = [*end["want"].split(), None, None][:3]
    assert (told["status"], told["winner"] or "-", told["decided_by"]) == (status, winner or "-", how)
    for key, name in (("points", "match_points"), ("levels", "levels"), ("score", "score")):
        if key in end:
            assert [told[name]["a"], told[name]["b"]] == end[key]


TABLES = [(notice, row) for notice in NOTICES for row in notice.get("table", ())]


@pytest.mark.parametrize(("notice", "row"), TABLES, ids=[f"{n['id']}-{r[0]}" for n, r in TABLES])
def test_a_level_table_of_a_real_competition_reads_as_its_notice_says(notice: dict[str, Any], row: list[Any]) -> None:
    total, stage, levels = row
    rules = ruleset_of(notice)
    told = outcome(rules, start("3", "3"), hand("a", total))["hands"][0]
    winner = "a" if stage == "declarer" else "b"
    loser = "b" if winner == "a" else "a"
    lost = -levels if rules.settle.counts == "zero-sum" else 0
    assert (told["on_stage"], told["gain"][winner], told["gain"][loser]) == (winner, levels, lost)


ORDERS = [(notice, row) for notice in NOTICES for row in notice.get("orders", ())]


@pytest.mark.parametrize(("notice", "row"), ORDERS, ids=[f"{n['id']}-{r[0]}" for n, r in ORDERS])
def test_a_finishing_order_of_a_real_competition_is_worth_what_its_notice_says(
    notice: dict[str, Any], row: list[Any]
) -> None:
    order, side, worth = row
    told = outcome(ruleset_of(notice), start("3", "3"), hand("a", finish=order.split()))["hands"][0]
    assert (told["on_stage"], told["gain"][side]) == (side, worth)


def test_at_least_twenty_five_competitions_are_small_changes_of_a_preset() -> None:
    assert len({notice["id"] for notice in NOTICES}) >= 25
    assert all(len(notice["change"]) <= 9 for notice in NOTICES)


@pytest.mark.parametrize("notice", [notice for notice in NOTICES if "limit_minutes" in notice], ids=lambda n: n["id"])
def test_a_stage_of_a_real_competition_has_its_own_clock(notice: dict[str, Any]) -> None:
    assert ruleset_of(notice).time.limit_minutes == notice["limit_minutes"]


def test_lateness_and_byes_of_real_competitions() -> None:
    by_id = {notice["id"]: ruleset_of(notice) for notice in NOTICES}
    assert late(compile_rules(by_id["n53"], {}), 12) == ("levels", 2)
    assert late(compile_rules(by_id["n66"], {}), 15) == ("forfeit", 0)
    assert (by_id["n39"].match.points.bye, by_id["n39"].match.points.double_forfeit) == (1, 1)
