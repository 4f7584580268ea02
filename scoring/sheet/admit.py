"""What may be recorded now: each entry against the state before it. The fold itself only warns; this refuses."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from scoring.errors import ScoringError
from scoring.offences import OTHER, known
from scoring.sheet.checks import refuse
from scoring.sheet.play import Play
from scoring.sheet.steps import Slot, both_absent

if TYPE_CHECKING:
    from scoring.sheet.fold import Folder

BY_RULING = ("hand", "penalty", "forfeit", "retire", "disqualify", "decision")
TIED = {"decider": "要加赛一副（result为decider）", "decider-match": "要加赛一场，再记裁判决定", "lot": "要抽签（lot）",
        "ruling": "要由裁判决定（decision）"}  # fmt: skip
MOVES_LEVELS = frozenset({"change-stage", "hand-lost", "misdeal", "opponents-levels"})


def check(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    """Refuse an entry that cannot be recorded at this point."""
    CHECKS.get(slot.kind, _anything)(sheet, slot, play, at)


def _anything(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    pass


def _open(play: Play, at: str) -> None:
    """The match has begun and has not ended."""
    if play.over is not None:
        raise ScoringError(at, "本场已经结束，不能再记；要改先划去使比赛结束的那一条")
    if not play.started:
        raise ScoringError(at, "本场还没有开始，要先记开始（start）")


def _start(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    if any(old.kind == "start" and not old.struck for old in sheet.slots):
        raise ScoringError(at, "本场已经开始过；要改先划去原来的开始记录")
    if play.over is not None:
        raise ScoringError(at, "本场已经结束，不能再开始")


def _hand(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    _open(play, at)
    result = slot.data.get("result", "played")
    if play.tied is not None and not (play.tied == "decider" and result in ("decider", "void")):
        raise ScoringError(at, f"比赛打平，{TIED[play.tied]}")
    if play.tied is None and result == "decider":
        raise ScoringError(f"{at}.result", "没有打平，不能记加赛副；可以写played、void")


def _penalty(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    penalty = slot.penalty
    assert penalty is not None
    effects = (known(sheet.rules, penalty.offence) or OTHER).effects
    kinds = {effect.kind for effect in effects}
    if penalty.hand is not None:
        hand = sheet.live(penalty.hand)
        if hand is None or hand.kind != "hand" or hand.data.get("result") == "void":
            raise refuse(f"{at}.hand", penalty.hand, "要写一副打完了的、没有划去的记录的编号")
        if kinds & MOVES_LEVELS:
            raise refuse(f"{at}.hand", penalty.hand, "这一违例当时就结束或改变牌局，只能记在正在打的一副")
    elif not (kinds <= {"forfeit", "disqualify"} and play.over is None):
        _open(play, at)
    _ends_a_hand(sheet, slot, play, at)


def _ends_a_hand(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    """An offence with points that ends the hand needs a declarer to settle by."""
    assert slot.penalty is not None
    offence = known(sheet.rules, slot.penalty.offence)
    if offence and offence.ends_hand and play.declarer is None and slot.penalty.hand is None:
        raise ScoringError(at, "这一违例要当场结算本副，可是还不知道哪一方坐庄；先在开始记录里写明庄家（declarer）")


def _strike(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    _strikable(sheet, slot.data["entry"], f"{at}.entry")


def _strikable(sheet: "Folder", n: int, at: str) -> None:
    target = sheet.live(n)
    if target is None or target.kind == "strike":
        raise refuse(at, n, "只能划去一条现有的、没有划去过的记录（划改本身除外）")


def _ending(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    if both_absent(slot.kind, slot.data, play):
        return
    if play.over is not None and "player" not in slot.data and slot.kind != "disqualify":
        raise ScoringError(at, "本场已经结束，不能再记；要改先划去使比赛结束的那一条")


def _pause(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    _open(play, at)
    if play.paused == (slot.kind == "pause"):
        raise ScoringError(at, "比赛已经暂停" if play.paused else "比赛没有暂停")
    if slot.kind == "resume":
        begun = next(old for old in reversed(sheet.slots) if old.kind == "pause" and not old.struck)
        if datetime.fromisoformat(slot.data["at"]) < datetime.fromisoformat(begun.data["at"]):
            raise refuse(f"{at}.at", slot.data["at"], f"恢复不能早于暂停（{begun.data['at']}）")


def _time_up(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    _open(play, at)
    if play.time_up or play.tied is not None:
        raise ScoringError(at, "时间到已经记过，或比赛已经打完")


def _extend(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    _open(play, at)
    if play.time_up:
        raise ScoringError(at, "时间到已经记过；要延长先划去那一条")


def _lot(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    if play.tied != "lot":
        raise ScoringError(at, "现在没有要抽签决定的事")


def _decision(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    if play.tied not in ("ruling", "decider-match"):
        raise ScoringError(at, "现在没有要由裁判决定的胜负")


def _protest(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    if "hand" in slot.data:
        hand = sheet.live(slot.data["hand"])
        if hand is None or hand.kind != "hand":
            raise refuse(f"{at}.hand", slot.data["hand"], "要写一副没有划去的记录的编号")


def _answer(sheet: "Folder", slot: Slot, play: Play, at: str) -> None:
    n = slot.data["protest"]
    protest = sheet.live(n)
    if protest is None or protest.kind != "protest":
        raise refuse(f"{at}.protest", n, "要写一条没有划去的抗议的编号")
    if slot.kind == "ruling" and any(
        old.kind == "ruling" and not old.struck and old.data["protest"] == n and old.data.get("final")
        for old in sheet.slots
    ):
        raise refuse(f"{at}.protest", n, "这一抗议已有最终裁定")
    for index, struck in enumerate(slot.data.get("strike", ())):
        _strikable(sheet, struck, f"{at}.strike[{index}]")


CHECKS: Mapping[str, Callable[["Folder", Slot, Play, str], None]] = {
    "start": _start, "hand": _hand, "penalty": _penalty, "strike": _strike, "forfeit": _ending, "retire": _ending,
    "disqualify": _ending, "pause": _pause, "resume": _pause, "time-up": _time_up, "extend": _extend, "lot": _lot,
    "decision": _decision, "protest": _protest, "ruling": _answer, "appeal": _answer,
}  # fmt: skip
