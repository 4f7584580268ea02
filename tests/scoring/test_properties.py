"""What holds for every sheet under every preset, and under presets whose knobs are crossed with one another's."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.hand import multiplier
from scoring.ruleset import Ruleset, changed, load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.sheet import NEXT_STEPS, MatchState, append, fold, from_json, next_step, result, to_json, transition_table
from scoring.words import next_step_text

QUICK = settings(
    deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate], suppress_health_check=[HealthCheck.too_slow]
)  # a sheet is read as it stands: shrinking one takes minutes
SIDES = st.sampled_from(["a", "b"])
CAPTURES = ["none", "none", "single", "pair", "tractor-2", "tractor-3"]
ORDERS = st.permutations(["a1", "a2", "b1", "b2"])
PRESETS = st.sampled_from(preset_names())


@st.composite
def hands(draw: st.DrawFn, ruleset: Ruleset, declarer: str | None) -> dict[str, Any]:
    """A hand that has the right form; the declarer is mostly the side on stage."""
    entry: dict[str, Any] = {"type": "hand", "declarer": declarer or draw(SIDES)}
    if ruleset.settle.kind == "finish":
        return {**entry, "finish": draw(ORDERS)}
    table = draw(st.integers(0, 20 * ruleset.deck.decks)) * 5
    kitty = draw(st.integers(0, (100 * ruleset.deck.decks - table) // 5)) * 5
    ten = ["five-ten-king"] if ruleset.settle.capture.five_ten_king else []
    entry |= {"table_points": table, "kitty_points": kitty, "capture": draw(st.sampled_from([*CAPTURES, *ten]))}
    if draw(st.booleans()):
        entry["capture_level_card"] = draw(st.sampled_from(["main", "off"]))
    if ruleset.settle.special_bid and draw(st.integers(0, 4)) == 0:
        entry["special_bid"] = {"side": draw(SIDES), "kind": "red-five-pair"}
    if ruleset.settle.jokers and draw(st.booleans()):
        entry["kitty_jokers"] = {"small": draw(st.integers(0, 2)), "big": draw(st.integers(0, 2))}
    return entry


@st.composite
def others(draw: st.DrawFn, ruleset: Ruleset, last: int) -> dict[str, Any]:
    """Any other entry; many are refused, which is part of the test."""
    codes = [offence.code for offence in ruleset.offences if offence.code != "late"] + ["other"]
    return draw(st.one_of(
        st.builds(lambda s, c, p: {"type": "penalty", "side": s, "offence": c, "player": p}, SIDES,
                  st.sampled_from(codes), st.integers(1, 2)),
        st.builds(lambda s, n: {"type": "penalty", "side": s, "offence": "other", "effect": {"points": 5 * n}}, SIDES,
                  st.integers(0, 8)),
        st.builds(lambda s: {"type": "penalty", "side": s, "offence": "other", "effect": {"levels": 1}}, SIDES),
        st.builds(lambda n: {"type": "strike", "entry": n, "reason": "记错"}, st.integers(2, max(2, last))),
        st.just({"type": "time-up", "cards_drawn": True}),
        st.builds(lambda s: {"type": "lot", "winner": s}, SIDES),
    ))  # fmt: skip


@st.composite
def sheets(draw: st.DrawFn, rulesets: st.SearchStrategy[Ruleset]) -> MatchState:
    """A state reached by recording what was not refused."""
    ruleset = draw(rulesets)
    levels = st.sampled_from(ruleset.ladder.levels)
    opening = {"n": 1, "type": "start", "levels": {"a": draw(levels), "b": draw(levels)}, "declarer": draw(SIDES)}
    state = fold(ruleset, {}, [opening])
    for n in range(2, draw(st.integers(2, 14)) + 2):
        onstage = result(state)["declarer"]
        if draw(st.integers(0, 2)):
            entry = draw(hands(ruleset, onstage if draw(st.integers(0, 5)) else None))
            if state.play.tied == "decider":
                entry["result"] = "decider"
        else:
            entry = draw(others(ruleset, state.last_n))
        try:
            state = append(state, {"n": n, **entry})
        except ScoringError as refused:
            assert refused.at.startswith(f"entries[{len(state.entries)}]")
            assert refused.message
    return state


PRESET_RULES = PRESETS.map(load_preset)


def check_climbs(state: MatchState) -> None:
    """No row jumps over a must-play level, leaves one except as declarer, or exceeds the cap."""
    rules, facts = state.rules, {slot.n: slot.hand for slot in state.slots if slot.hand is not None}
    for row in state.play.rows:
        for side in (0, 1):
            new, old = row.levels[side], row.levels[side] - row.gain[side]
            if not rules.by_levels or new <= old:
                continue
            assert rules.cap is None or new - old <= rules.cap
            assert not any(rules.held[level] for level in range(old + 1, new))
            hand = facts[row.n]
            assert hand is not None
            assert not rules.held[old] or hand.declarer == side


def check_totals(state: MatchState) -> None:
    """A total is between 0 and what the cards and the penalties can give."""
    settle = state.rules.points
    if settle is None:
        return
    fines = sum(done.points for done in state.noted.resolved.values())
    facts = {slot.n: slot.hand for slot in state.slots if slot.hand is not None}
    for row in state.play.rows:
        hand = facts[row.n]
        assert hand is not None
        assert row.total is not None
        most = hand.table_points + hand.kitty_points * multiplier(settle, hand.capture) + fines
        assert 0 <= row.total <= most


def check_told(state: MatchState) -> None:
    """Every state says what comes next, in both languages, and its result is whole."""
    step = next_step(state)
    assert step in NEXT_STEPS
    assert next_step_text(step, "zh") != next_step_text(step, "en")
    zh, en = result(state, "zh"), result(state, "en")
    assert json.loads(json.dumps(zh)) == zh
    assert len(zh["hands"]) == len(en["hands"])
    assert (zh["status"] == "finished") == (zh["decided_by"] is not None)
    assert zh["winner"] is None or zh["status"] == "finished"
    assert all(sentence for row in zh["hands"] for sentence in row["reasoning"])


@settings(QUICK, max_examples=150)
@given(sheets(PRESET_RULES))
def test_levels_totals_and_words_hold_in_every_reachable_state(state: MatchState) -> None:
    check_climbs(state)
    check_totals(state)
    check_told(state)


@settings(QUICK, max_examples=80)
@given(sheets(PRESET_RULES))
def test_folding_is_deterministic_and_survives_json(state: MatchState) -> None:
    again = from_json(json.loads(json.dumps(to_json(state))))
    assert again == state
    assert result(again) == result(state)
    assert next_step(again) == next_step(state)


@settings(QUICK, max_examples=80)
@given(sheets(PRESET_RULES), st.data())
def test_a_hand_recorded_and_struck_leaves_no_trace_on_the_score(state: MatchState, data: st.DataObject) -> None:
    entry = data.draw(hands(state.ruleset, result(state)["declarer"]))
    if state.play.over is not None or state.play.tied is not None:
        return
    n = state.last_n + 1
    after = append(append(state, {"n": n, **entry}), {"n": n + 1, "type": "strike", "entry": n, "reason": "记错"})
    assert result(after) == result(state)


PARTS = [
    "deck", "ladder", "settle", "match", "time", "seats", "offences",
    "settle.table", "settle.specials", "settle.capture", "settle.early", "settle.demotions", "settle.five_ten_king",
    "settle.special_bid", "settle.flag", "settle.jokers", "settle.tribute", "settle.special_on", "settle.floor_at_zero",
    "ladder.levels", "ladder.must_play", "ladder.cap", "ladder.attempts", "match.decide", "match.points",
    "match.games_to_win", "match.max_hands", "time.at_end",
]  # fmt: skip
SWITCHES: list[tuple[str, list[Any]]] = [
    ("settle.special_on", ["total", "earned", "both"]), ("settle.floor_at_zero", [True]),
    ("settle.counts", ["levels", "points", "zero-sum"]), ("ladder.leave_must_play", ["declarer-win"]),
    ("ladder.cap", [None, 1, 3]), ("match.mercy_lead", [None, 5]), ("match.no_winner", ["both-lose", "draw"]),
    ("match.decider", ["hand", "match"]), ("match.levels_over_all_games", [True, False]),
    ("time.at_end", ["finish-hand", "finish-if-it-matters", "stop"]), ("match.max_hands", [None, 3]),
    ("match.decide", [["higher-level", "lot"], ["levels-climbed", "draw"], ["games", "first-to-reach", "ruling"],
                      ["decider"], ["both-lose"]]),
    ("match.points", [{"mode": mode, "win": 2, "coefficient": 0.1} for mode in
                      ("fixed", "levels-climbed", "level-difference")]),
    ("settle.table.declarer_cap", [None, 3]), ("settle.capture.longest_tractor", [None, 3]),
    ("settle.capture.tractor_growth", ["double", "constant"]),
]  # fmt: skip


def value_at(document: dict[str, Any], path: str) -> Any:
    node: Any = document
    for name in path.split("."):
        node = node.get(name) if isinstance(node, dict) else None
    return node


@st.composite
def crossed(draw: st.DrawFn) -> Ruleset:
    """A preset with parts of others and knobs of its own; what does not fit together is refused, and another drawn."""
    document = ruleset_document(load_preset(draw(PRESETS)))
    document |= {"sources": {}, "assumptions": []}
    ruleset = parse_ruleset(document)
    for path in draw(st.lists(st.sampled_from(PARTS), max_size=3)):
        other = ruleset_document(load_preset(draw(PRESETS)))
        ruleset = tried(ruleset, {path: value_at(other, path)})
    for path, values in draw(st.lists(st.sampled_from(SWITCHES), max_size=3)):
        ruleset = tried(ruleset, {path: draw(st.sampled_from(values))})
    return ruleset


def tried(ruleset: Ruleset, changes: dict[str, Any]) -> Ruleset:
    """The changed ruleset, or the old one if the change is refused (by nothing but a ScoringError)."""
    try:
        return changed(ruleset, changes)
    except ScoringError as refused:
        assert refused.at.startswith("ruleset")
        assert refused.message
        return ruleset


@settings(QUICK, max_examples=120)
@given(sheets(crossed()))
def test_crossed_knobs_raise_nothing_but_refusals(state: MatchState) -> None:
    check_climbs(state)
    check_totals(state)
    check_told(state)
    assert from_json(json.loads(json.dumps(to_json(state)))) == state
    json.dumps(transition_table(state.ruleset, state))


def pairs() -> list[tuple[str, str, str]]:
    """Every part of every preset put into every other preset."""
    names = preset_names()
    return [(base, other, part) for base in names for other in names if base != other for part in PARTS]


@pytest.mark.parametrize("base", preset_names())
def test_every_part_of_another_preset_fits_or_is_refused_with_a_place(base: str) -> None:
    fitted = 0
    for own, other, part in pairs():
        if own != base:
            continue
        ruleset = load_preset(base)
        value = value_at(ruleset_document(load_preset(other)), part)
        mixed = tried(ruleset, {part: value})
        fitted += mixed is not ruleset
        state = fold(mixed, {}, [{"n": 1, "type": "start", "declarer": "a"}])
        table = transition_table(mixed, state)
        assert set(table["sides"]) == {"a", "b"}
    assert fitted > 60
