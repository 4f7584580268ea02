"""What each live entry does to the course of the match. Nothing is refused here: what no longer fits is warned of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.hand import SIDES, HandFacts, settle
from scoring.hand.effects import forget_failures
from scoring.ladder import capped, climb, lowered
from scoring.offences import DECIDING, Penalty, Resolved
from scoring.ruleset.compiled import Rules
from scoring.sheet import ending
from scoring.sheet.play import Play, Row


class Slot(NamedTuple):
    """A place on the sheet: the entry that stands there (n, type, its data and facts), struck or live.

    `key` is the entry's own n, or a negative number for an entry inside a ruling that carries none.
    """

    n: int
    key: int
    kind: str
    data: Mapping[str, Any]
    hand: HandFacts | None = None
    penalty: Penalty | None = None
    struck: bool = False


# Settling is pure, and a sheet is folded again on every write: the same hands at the same levels come back.
remembered = lru_cache(maxsize=8192)(settle)


@dataclass(frozen=True, slots=True)
class Noted:
    """The penalties of a match by key: each resolved; those for a hand already played, by its slot; those whose hand
    was struck."""

    resolved: Mapping[int, Resolved]
    attached: Mapping[int, tuple[int, ...]]
    orphans: frozenset[int]


def apply(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    """Let one slot act on `play`."""
    if not slot.struck:
        STEPS[slot.kind](rules, play, slot, place, noted)


def _start(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    levels = slot.data.get("levels")
    if levels is not None:
        play.levels = play.start = (rules.number[levels["a"]], rules.number[levels["b"]])
    declarer = slot.data.get("declarer")
    play.declarer = None if declarer is None else SIDES.index(declarer)
    play.started = True


def _hand(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    facts = slot.hand
    assert facts is not None
    decider = slot.data.get("result") == "decider"
    if not _in_turn(play, decider):
        play.warn("hand-ignored", slot.n)
        return
    attached = tuple(noted.resolved[n] for n in noted.attached.get(place, ()))
    penalties, play.pending = (*play.pending, *attached), ()
    if slot.data.get("result") == "void" or _both_wrong(penalties):
        return
    if play.declarer is not None and facts.declarer != play.declarer and not decider:
        play.warn("declarer-not-on-stage", slot.n, facts.declarer)
    _wrong_shape(rules, play, slot)
    if penalties:
        facts = facts._replace(penalties=charged(play, penalties, facts.declarer))
    settle_hand(rules, play, slot.n, facts, decider)


def _in_turn(play: Play, decider: bool) -> bool:
    if not play.started or play.over is not None:
        return False
    return decider if play.tied == "decider" else not (decider or play.tied)


def _wrong_shape(rules: Rules, play: Play, slot: Slot) -> None:
    """Facts that do not act in this hand, as earlier entries now stand."""
    facts, settle_rule = slot.hand, rules.points
    if facts is None or settle_rule is None:
        return
    flag = settle_rule.flag is not None and rules.levels[play.levels[facts.declarer]] == settle_rule.flag.level
    if flag and (facts.kitty_points or facts.capture != "none"):
        play.warn("flag-without-kitty", slot.n)
    if slot.data.get("tribute_refused") and play.tribute is None:
        play.warn("no-tribute-owed", slot.n)


def settle_hand(rules: Rules, play: Play, n: int, facts: HandFacts, decider: bool) -> None:
    """Settle one hand and write its row."""
    done = remembered(rules, play.levels, play.failures, facts)
    play.move(done.levels)
    play.failures, play.declarer, play.tribute = done.failures, done.on_stage, done.tribute
    play.score = (play.score[0] + done.score[0], play.score[1] + done.score[1])
    if not facts.ended_by_offence:
        play.rows = (*play.rows, Row(n, done.total, done.on_stage, done.gain, done.levels, done.reasons))
        play.played += 1
    if decider:
        _decided(play, done.on_stage, done.passed)
    else:
        ending.after_hand(rules, play, done.passed, done.early, counts=not facts.ended_by_offence)


def _decided(play: Play, winner: int, passed: int | None) -> None:
    if passed is not None:
        play.games = (play.games[0] + (passed == 0), play.games[1] + (passed == 1))
    play.tied, play.over = None, (winner, "decider")


def charged(play: Play, penalties: tuple[Resolved, ...], declarer: int) -> tuple[int, int]:
    """Penalty points against each side in a hand with this declarer."""
    sums = [0, 0]
    for one in penalties:
        sums[declarer if one.against_declarer else one.penalty.side] += one.points
    return sums[0], sums[1]


def _both_wrong(penalties: tuple[Resolved, ...]) -> bool:
    wrong = {(one.penalty.offence, one.penalty.side) for one in penalties if one.misdeal_if_both}
    return any((code, 1 - side) in wrong for code, side in wrong)


def _penalty(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    done = noted.resolved[slot.key]
    if play.over is not None and done.penalty.hand is None:
        play.warn("penalty-ignored", slot.n)
        return
    if done.penalty.hand is None:
        play.pending = (*play.pending, done)
    elif slot.key in noted.orphans:
        play.warn("hand-of-penalty-struck", slot.n)
    EFFECTS.get(done.kind, _only_noted)(rules, play, done)
    if done.penalty.hand is None and play.over is None:
        if _both_wrong(play.pending):
            play.pending = ()
        elif done.ends_hand and done.kind in ("points", "warning"):
            _settle_on_penalties(rules, play, slot)


def _settle_on_penalties(rules: Rules, play: Play, slot: Slot) -> None:
    """An offence with points ends the hand: it settles on the penalty points noted so far."""
    penalties, play.pending = play.pending, ()
    if play.declarer is None:
        play.warn("no-declarer-yet", slot.n)
        return
    facts = HandFacts(play.declarer, penalties=charged(play, penalties, play.declarer), ended_by_offence=True)
    settle_hand(rules, play, slot.n, facts, decider=play.tied == "decider")


def _only_noted(rules: Rules, play: Play, done: Resolved) -> None:
    if done.kind == "player-out":
        play.warn("player-out", done.penalty.side, done.penalty.player)


def _moved(rules: Rules, play: Play, levels: tuple[int, int]) -> None:
    """Levels changed outside a hand: arrivals and lives follow, and a level match is decided anew."""
    old = play.levels
    play.move(levels)
    play.failures = forget_failures(rules, play.failures, old, levels)
    if play.tied is not None:
        ending.decide(rules, play)


def _raised(rules: Rules, levels: tuple[int, int], side: int, steps: int, *, as_declarer: bool) -> tuple[int, int]:
    new = list(levels)
    new[side] = climb(rules, levels[side], capped(rules, steps), as_declarer=as_declarer)
    return new[0], new[1]


def _own_levels(rules: Rules, play: Play, done: Resolved) -> None:
    side = done.penalty.side
    if not rules.by_levels:
        score = list(play.score)
        score[side] -= done.levels
        play.score = (score[0], score[1])
        return
    new = list(play.levels)
    new[side] = lowered(new[side], done.levels)
    _moved(rules, play, (new[0], new[1]))


def _opponents_levels(rules: Rules, play: Play, done: Resolved) -> None:
    other = 1 - done.penalty.side
    if rules.by_levels:
        _moved(rules, play, _raised(rules, play.levels, other, done.levels, as_declarer=False))
    else:
        score = list(play.score)
        score[other] += done.levels
        play.score = (score[0], score[1])


def _change_stage(rules: Rules, play: Play, done: Resolved) -> None:
    play.pending = ()
    _opponents_levels(rules, play, done)
    play.declarer = None if play.declarer is None else 1 - play.declarer
    _hand_over(rules, play, None)


def _hand_lost(rules: Rules, play: Play, done: Resolved) -> None:
    play.pending = ()
    other = 1 - done.penalty.side
    if rules.by_levels:
        play.move(_raised(rules, play.levels, other, done.levels, as_declarer=play.declarer == other))
    else:
        _opponents_levels(rules, play, done)
    play.declarer = other
    _hand_over(rules, play, next((s for s in (0, 1) if play.levels[s] >= rules.top), None))


def _hand_over(rules: Rules, play: Play, passed: int | None) -> None:
    """The hand an offence ended leaves no row and does not count among the hands played."""
    play.tribute = None
    if play.tied == "decider" and play.declarer is not None:
        _decided(play, play.declarer, passed)
    elif play.over is None:
        ending.after_hand(rules, play, passed, None, counts=False)


def _misdeal(rules: Rules, play: Play, done: Resolved) -> None:
    play.pending = ()


def _match_lost(rules: Rules, play: Play, done: Resolved) -> None:
    play.tied, play.last_hand = None, False
    play.over = (1 - done.penalty.side, DECIDING[done.kind])


EFFECTS: Mapping[str, Callable[[Rules, Play, Resolved], None]] = {
    "levels": _own_levels, "opponents-levels": _opponents_levels, "change-stage": _change_stage,
    "hand-lost": _hand_lost, "misdeal": _misdeal, **dict.fromkeys(DECIDING, _match_lost),
}  # fmt: skip


ENDINGS = {"forfeit": "forfeit", "retire": "retirement", "disqualify": "disqualification"}


def both_absent(kind: str, data: Mapping[str, Any], play: Play) -> bool:
    """Whether this forfeit is the second one, of the side that had won by the first: then nobody wins."""
    return kind == "forfeit" and play.over == (SIDES.index(data["side"]), "forfeit")


def _gone(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    """A side gives up or is out: the other wins. One player out is shown, and the match goes on."""
    side, how = SIDES.index(slot.data["side"]), ENDINGS[slot.kind]
    if both_absent(slot.kind, slot.data, play):
        play.over, play.both_absent = (None, "both-lose"), True
    elif "player" in slot.data:
        play.warn("player-out", side, slot.data["player"])
    elif play.over is None or how == "disqualification":
        play.tied, play.last_hand, play.over = None, False, (1 - side, how)


def _time_up(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    if play.started and play.over is None and play.tied is None:
        ending.time_up(rules, play, cards_drawn=slot.data["cards_drawn"])


def _pause(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    play.paused = slot.kind == "pause"


def _lot(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    if play.tied == "lot":
        play.tied, play.over = None, (SIDES.index(slot.data["winner"]), "lot")
    else:
        play.warn("lot-ignored", slot.n)


def _decision(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    if play.tied not in ("ruling", "decider-match"):
        play.warn("decision-ignored", slot.n)
        return
    winner = slot.data["winner"]
    how = rules.ruleset.match.no_winner if winner is None else "ruling" if play.tied == "ruling" else "decider"
    play.tied, play.over = None, (None if winner is None else SIDES.index(winner), how)


def _nothing(rules: Rules, play: Play, slot: Slot, place: int, noted: Noted) -> None:
    """Notes, protests, rulings, extensions and strikes do not move the match by themselves."""


STEPS: Mapping[str, Callable[[Rules, Play, Slot, int, Noted], None]] = {
    "start": _start, "hand": _hand, "penalty": _penalty, "forfeit": _gone, "retire": _gone, "disqualify": _gone,
    "time-up": _time_up, "pause": _pause, "resume": _pause, "lot": _lot, "decision": _decision, "extend": _nothing,
    "note": _nothing, "protest": _nothing, "ruling": _nothing, "appeal": _nothing, "strike": _nothing,
}  # fmt: skip
