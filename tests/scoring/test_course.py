"""The tables a phone goes on from hand to hand with, against the settlement: any two levels, lives and totals."""

from random import Random
from typing import Any

import pytest

from scoring.hand import HandFacts, settle
from scoring.ruleset import load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.ruleset.compiled import Rules, compile_rules
from scoring.sheet import course_table

HANDS = 300
ROLES = ("declarer", "attackers")


def read(tables: Any, facts: HandFacts) -> Any:
    """The value for a hand: by the order of finishing, or the run its total falls into."""
    if facts.finish:
        winner = facts.finish[0][0]
        partner = next(i for i, code in enumerate(facts.finish, start=1) if i > 1 and code[0] == winner)
        return tables[f"{ROLES['ab'.index(winner)]}-{partner}"]
    runs = tables["none" if facts.capture == "none" else "captured"]
    return [value for start, value in runs if start <= facts.table_points][-1]


def some_hand(rules: Rules, random: Random, level: int) -> HandFacts:
    """A hand of declarer side a without special facts."""
    if rules.finish is not None:
        players = ["a1", "a2", "b1", "b2"]
        random.shuffle(players)
        return HandFacts(0, finish=tuple(players))
    flag = rules.points is not None and rules.points.flag is not None and rules.levels[level] == rules.points.flag.level
    capture = "none" if flag else random.choice(["none", "single", "pair", "tractor-2"])
    return HandFacts(0, table_points=5 * random.randrange(80), capture=capture)


@pytest.mark.parametrize("preset", preset_names())
def test_a_table_a_side_says_what_settling_the_hand_says(preset: str) -> None:
    rules = compile_rules(load_preset(preset), {})
    course, random = course_table(rules), Random(preset)
    for _ in range(HANDS):
        mine, theirs, used = random.randrange(rules.top), random.randrange(rules.top), random.randrange(2)
        hand = some_hand(rules, random, mine)
        done = settle(rules, (mine, theirs), (used, 0), hand)
        mode = "flag" if mine == course["flag"] else "plain"
        cell, lives = read(course["cells"][mode], hand), course["declarer"][mine]
        level, failures = read(lives[min(used, len(lives) - 1)], hand)
        assert (level, read(course["attackers"][mode][theirs], hand)) == done.levels
        assert (used if failures is None else failures) == done.failures[0]
        assert (ROLES.index(cell["on_stage"]), cell["early"] is not None) == (done.on_stage, done.early is not None)
        tribute = cell["tribute"] and (ROLES.index(cell["tribute"]["from"]), cell["tribute"]["points"], 0)
        assert tribute == done.tribute


def test_rows_read_without_penalties_are_named() -> None:
    document = dict(ruleset_document(load_preset("huobang")))
    document["settle"] = {**document["settle"], "special_on": "earned"}
    assert course_table(compile_rules(parse_ruleset(document), {}))["exact"] == {"values": [0], "full": 300}
    assert course_table(compile_rules(load_preset("huobang"), {}))["exact"] == {"values": [], "full": None}
