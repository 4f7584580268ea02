"""What the table does now, as one code of a closed list, and who declares from which seat."""

from scoring.hand import SIDES
from scoring.sheet.state import MatchState

NEXT_STEPS = (
    "start", "first-declarer", "play-hand", "flag-hand", "pay-tribute", "last-hand", "decider-hand", "decider-match",
    "lot", "decision", "resume", "rule-protest", "confirm",
)  # fmt: skip
OWED = {"decider": "decider-hand", "decider-match": "decider-match", "lot": "lot", "ruling": "decision"}


def next_step(state: MatchState) -> str:
    """One of NEXT_STEPS; words for each are in `scoring.words.next_step_text`."""
    play = state.play
    if play.over is not None:
        return "rule-protest" if open_protests(state) else "confirm"
    if play.tied is not None:
        return OWED[play.tied]
    if not play.started:
        return "start"
    if play.paused:
        return "resume"
    if play.last_hand:
        return "last-hand"
    return _hand_step(state)


def _hand_step(state: MatchState) -> str:
    play, settle = state.play, state.rules.points
    if play.declarer is None:
        return "first-declarer"
    if play.tribute is not None:
        return "pay-tribute"
    flag = settle.flag if settle else None
    if flag and state.rules.levels[play.levels[play.declarer]] == flag.level:
        return "flag-hand"
    return "play-hand"


def open_protests(state: MatchState) -> list[int]:
    """The n of every protest without a ruling."""
    ruled = {slot.data["protest"] for slot in state.slots if slot.kind == "ruling" and not slot.struck}
    return [slot.n for slot in state.slots if slot.kind == "protest" and not slot.struck and slot.n not in ruled]


def declarer_seat(state: MatchState) -> str | None:
    """The seat (n e s w) that declares the next hand by the rotation rule; None where it is not known.

    Side a sits n and s, side b e and w. Needs the last played hand to name its declarer's seat.
    """
    seats = state.ruleset.seats
    order = "nesw" if seats.direction == "clockwise" else "nwse"
    played = [s for s in state.slots if s.kind == "hand" and not s.struck and s.data.get("result") != "void"]
    if not played or state.play.declarer is None or not state.play.rows or "declarer_seat" not in played[-1].data:
        return None
    last, row = played[-1].data["declarer_seat"], state.play.rows[-1]
    replayed = row.gain == (0, 0) and SIDES[row.on_stage] == played[-1].data["declarer"]
    if seats.replay_same_seat and replayed:
        return str(last)
    for step in (1, 2):
        seat = order[(order.index(last) + step) % 4]
        if seat in ("ns", "ew")[state.play.declarer]:
            return seat
    return None
