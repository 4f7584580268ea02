"""May this entry be written on this sheet, and what follows if it is? Reads only; shared by recording and preview."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.errors import ScoringError
from scoring.hand import SIDES
from tournament.models import Match

from .actor import Actor
from .folded import Folded
from .progress import nobody_comes
from .references import to_numbers
from .refusal import NotAllowed, Refusal
from .sides import Sides, teams_of
from .spoken import said
from .withdrawn import refuse_withdrawn

TIMED = frozenset({"start", "pause", "resume", "time-up"})
CHIEF_ONLY = frozenset({"ruling", "decision"})
CLOSED = frozenset({Match.Status.CONFIRMED, Match.Status.VERIFIED})
NUL = "\\u0000"  # as JSON writes it; PostgreSQL cannot store it
_PLACE = re.compile(r"entries\[(\d+)\]\.?(.*)")


@dataclass(frozen=True, slots=True)
class Written:
    """An entry that may be written: its payload, the same with `n`, state and result after it, teams it freezes."""

    payload: dict[str, Any]
    entry: dict[str, Any]
    state: rules.MatchState
    result: dict[str, Any]
    teams: Sides = field(default_factory=dict)


def write_on(match: Match, sheet: Folded, payload: Mapping[str, Any], actor: Actor) -> Written:
    """The entry on top of this sheet, folded; `Refusal` or `NotAllowed` where it may not be written."""
    payload = _stamped(payload)
    _refuse_by_status(match)
    _refuse_by_role(payload, actor)
    sides = _sides(match, payload) if match.status == Match.Status.SCHEDULED else {}
    entry = {"n": sheet.last_n + 1, **to_numbers(payload, sheet.numbers)}
    state = _folded(sheet.state, entry, len(sheet.lines))
    _ask_declarer(sheet.state, state, entry)
    result = rules.result(state)
    begins = result["status"] != Match.Status.SCHEDULED
    return Written(payload, entry, state, result, sides if begins else {})


def _stamped(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload, with the server's time where the entry needs one and the device named none."""
    if "n" in payload:
        raise Refusal(_("字段 n 由服务器编号，提交时不能填写。"), code="unknown-key", at="n")
    if NUL in json.dumps(payload):
        raise Refusal(_("文字里有不可见的空字符（NUL），请删去后再提交。"), code="unreadable", at="")
    done = dict(payload)
    if _kind(done) in TIMED and "at" not in done:
        done["at"] = timezone.localtime().isoformat(timespec="seconds")
    return done


def _kind(payload: Mapping[str, Any]) -> str:
    """The entry's type; anything but a word is left for the rules to refuse."""
    kind = payload.get("type")
    return kind if isinstance(kind, str) else ""


def _refuse_by_status(match: Match) -> None:
    if match.status in CLOSED:
        message = _("本场成绩双方已确认，不能再记录；如需更正，请裁判长处理。")
        raise Refusal(message, code="confirmed", at="type")


def _refuse_by_role(payload: Mapping[str, Any], actor: Actor) -> None:
    somebody_else = actor.pass_id is not None or (actor.user is not None and not actor.is_chief)
    if _kind(payload) in CHIEF_ONLY and somebody_else:
        raise NotAllowed(_("裁定只能由裁判长记录。"), code="chief-only", at="type")


def _sides(match: Match, payload: Mapping[str, Any]) -> Sides:
    """The teams of a match not begun: both must be known; a side nobody can come to any more may only forfeit."""
    sides = teams_of([match.pk])[match.pk]
    missing = [side for side in "ab" if sides[side] is None]
    if missing and _kind(payload) != "strike":
        _refuse_open_sides(match, missing, payload)
    refuse_withdrawn(match, sides, payload)
    return sides


def _refuse_open_sides(match: Match, missing: Sequence[str], payload: Mapping[str, Any]) -> None:
    slots = {slot.side: slot for slot in match.slots.all()}
    forfeits = payload.get("type") == "forfeit" and payload.get("side") in missing
    if forfeits and all(side in slots and nobody_comes(slots[side]) for side in missing):
        return
    names = _("、").join({"a": _("甲方"), "b": _("乙方")}[side] for side in missing)
    message = _("本场%(sides)s的参赛队还没有产生，双方队伍都确定后才能记录。") % {"sides": names}
    raise Refusal(message, code="no-team", at="type")


def _folded(before: rules.MatchState, entry: Mapping[str, Any], index: int) -> rules.MatchState:
    try:
        return rules.append(before, entry)
    except ScoringError as error:
        raise Refusal(said(error.message), code="rules", at=_field(error.at, index)) from None


def _field(place: str, index: int) -> str:
    """`entries[4].table_points` → `table_points` if entry 4 is the one being written, else the whole place."""
    found = _PLACE.fullmatch(place)
    return found[2] if found and int(found[1]) == index else place


def _ask_declarer(before: rules.MatchState, state: rules.MatchState, entry: Mapping[str, Any]) -> None:
    """What a sheet leaves free but recording asks for: why a side declares that is not on stage."""
    if entry["type"] == "hand" and not entry.get("replaces") and not entry.get("declarer_override"):
        on_stage = None if before.play.declarer is None else SIDES[before.play.declarer]
        if on_stage is not None and entry["declarer"] != on_stage:
            names = {"a": _("甲方"), "b": _("乙方")}
            message = _("庄家填的是%(given)s，而现在%(stage)s在台上；如确实如此，请在 declarer_override 写明原因。")
            values = {"given": names[entry["declarer"]], "stage": names[on_stage]}
            raise Refusal(message % values, code="declarer", at="declarer_override")
