"""The sentences of the notices, played: knob by knob, or a few hands and what must come out."""

import tomllib
from pathlib import Path

import pytest

from scoring.conformity import IN_RULESET, notices
from scoring.ruleset import load_preset, ruleset_document
from scoring.sheet import fold, result

CASES = tomllib.loads((Path(__file__).parents[1] / "vectors" / "sentences.toml").read_text(encoding="utf-8"))["case"]
SENTENCES = {sentence.id: sentence for notice in notices() for sentence in notice.sentences}
NODE = f"tests/scoring/{Path(__file__).name}::test_the_notice_is_played_as_it_says"
START, TIME_UP = "2014-04-09T12:10:00+08:00", "2014-04-09T14:10:00+08:00"


def value(ruleset, path):
    """The value of a dotted knob in the document; offences by code, other lists by number."""
    node = ruleset_document(ruleset)
    for name in path.split("."):
        if isinstance(node, list):
            node = next((one for one in node if one.get("code") == name), None) or node[int(name)]
        else:
            node = node[name]
    return node


def penalty(entry):
    more = {key: entry[key] for key in ("side", "player", "count", "effect") if key in entry}
    return {"type": "penalty", "offence": entry["penalty"], **more}


def time_up(entry):
    return {"type": "time-up", "at": TIME_UP, "cards_drawn": entry["up"]}


def hand(case, row, declarer):
    points, kitty, capture, card = (*row, *(0, "none", None)[len(row) - 1 :])
    entry = {"type": "hand", "declarer": declarer, "table_points": points, "kitty_points": kitty, "capture": capture}
    extra = {"capture_level_card": card, "kitty_jokers": case.get("jokers"), "tribute_refused": case.get("refused")}
    if case.get("special_bid"):
        extra["special_bid"] = {"side": case["special_bid"], "kind": "red-five-pair"}
    return entry | {key: value for key, value in extra.items() if value is not None}


def played(case, ruleset):
    """The result: start, penalties, hands declared by the side on stage (the last one special), time, the rest."""
    first = ruleset.ladder.levels[0]
    levels = {"a": first, "b": first} | case.get("levels", {})
    entries = [{"type": "start", "at": START, "declarer": "a", "levels": levels}]
    entries += [penalty(entry) for entry in case.get("entries", []) if "penalty" in entry]
    for number, row in enumerate(case.get("hands", []), start=1):
        special = case if number == len(case["hands"]) else {}
        entries.append(hand(special, row, outcome(ruleset, entries)["declarer"]))
    entries += [time_up(entry) for entry in case.get("entries", []) if "up" in entry]
    return outcome(ruleset, entries + case.get("then", []))


def outcome(ruleset, entries):
    return result(fold(ruleset, {}, [{"n": n, **entry} for n, entry in enumerate(entries, start=1)]))


def check_knobs(case, ruleset):
    for path, wanted in case.get("knobs", {}).items():
        assert value(ruleset, path) == wanted, path
    for path, wanted in case.get("text", {}).items():
        assert wanted in value(ruleset, path)["zh"], path
    for path, wanted in case.get("first", {}).items():
        assert value(ruleset, path)[0] == wanted
    for path, wanted in case.get("last", {}).items():
        assert value(ruleset, path)[-1] == wanted


@pytest.mark.parametrize("case", CASES, ids=lambda case: "+".join(case["ids"]))
def test_the_notice_is_played_as_it_says(case):
    ruleset = load_preset(SENTENCES[case["ids"][0]].ruleset)
    check_knobs(case, ruleset)
    if "hands" not in case and "entries" not in case:
        return
    found = played(case, ruleset)
    for key, wanted in case.get("want", {}).items():
        assert found[key] == (None if wanted == "none" else wanted), key
    if "points" in case:
        assert found["hands"][-1]["attackers_points"] == case["points"]
    if "penalties" in case:
        assert len(found["penalties"]) == len(case["penalties"])
        for row, wanted in zip(found["penalties"], case["penalties"], strict=True):
            assert row.items() >= wanted.items()


def test_every_case_checks_something_and_is_about_sentences_of_one_ruleset():
    for case in CASES:
        assert case.keys() & {"knobs", "text", "first", "last", "want", "points", "penalties"}, case
        assert len({SENTENCES[key].ruleset for key in case["ids"]}) == 1, case["ids"]


def test_every_sentence_a_ruleset_carries_is_played_or_has_a_test_of_its_own():
    shown = {key for case in CASES for key in case["ids"]}
    carried = {key for key, sentence in SENTENCES.items() if sentence.test == NODE}
    assert {one.test for one in SENTENCES.values() if one.kind in IN_RULESET and one.kind != "text"} == {NODE}
    assert carried - shown == set()
    assert shown - carried == set()
