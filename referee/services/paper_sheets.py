"""A paper score sheet keyed in afterwards: every row settled as it is typed, the whole written in one go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.errors import ScoringError
from scoring.hand import SIDES
from scoring.words import next_step_text
from scoring.words.names import level_name
from tournament.models import Match, SheetEntry
from tournament.services.actor import Actor
from tournament.services.correcting.lines import side_words
from tournament.services.correcting.typed import hand_payload
from tournament.services.folded import folded
from tournament.services.keypad import reader
from tournament.services.locks import lock_match
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.result_words import decided_text
from tournament.services.sheet import append_entry, confirm
from tournament.services.spoken import said

from .paper_penalties import PaperPenalty, of_hand, payload_of, penalty_rows, refuse_hands, told_of

MOST_ROWS, FEWEST_ROWS, SPARE_ROWS = 40, 12, 4
ENDINGS: Mapping[str, Mapping[str, Any]] = {
    "time-up": {"type": "time-up", "cards_drawn": False},
    "time-up-drawn": {"type": "time-up", "cards_drawn": True},
}
OPEN = (Match.Status.SCHEDULED, Match.Status.PLAYING, Match.Status.LAST_HAND, Match.Status.TIED)
Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row of the grid: what was typed, and what it leads to (`levels`, `reasoning`) or why it cannot be (`error`)."""

    prefix: str
    number: int
    values: Mapping[str, str]
    levels: str = ""
    reasoning: Sequence[str] = ()
    warning: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """The whole grid: rows, how it ends (`end` in words), `error` of start or end, the entries it would write."""

    rows: Sequence[PaperRow]
    end: str
    error: str
    finished: bool
    payloads: Sequence[Mapping[str, Any]] = field(default=(), compare=False)
    penalties: Sequence[PaperPenalty] = ()

    @property
    def sound(self) -> bool:
        """Whether it can be written: something is typed and nothing is wrong."""
        wrong = [*(row.error for row in self.rows), *(row.error for row in self.penalties)]
        return bool(self.payloads) and not self.error and not any(wrong)


class _Reading:
    """The sheet while rows are read: the state after each, the entries so far, the ending still to be told."""

    def __init__(self, match: Match, ending: Mapping[str, Any] | None) -> None:
        self.state = folded(match).state
        self.payloads: list[Mapping[str, Any]] = []
        self.ending = ending

    def add(self, payload: Mapping[str, Any]) -> str:
        """Settle one more entry; the sentence where it cannot be."""
        try:
            self.state = rules.append(self.state, {"n": self.state.last_n + 1, **payload})
        except ScoringError as error:
            return said(error.message)
        self.payloads.append(payload)
        return ""

    def end(self) -> str:
        """Time is up, once: after the last hand, or before the extra hand of a match that ended level."""
        ending, self.ending = self.ending, None
        return self.add(ending) if ending else ""

    @property
    def owes_extra_hand(self) -> bool:
        """Whether the match ended level and the next hand decides it."""
        return rules.next_step(self.state) == "decider-hand"


def read_paper(match: Match, typed: Typed) -> Paper:
    """What was typed, settled row by row on top of what the sheet holds; nothing is written.

    Fields: `start-at`, `start-declarer`, `r1-table_points` … as the correction page names a hand's, `q1-hand`,
    `q1-who`, `q1-offence`, `q1-count`, `q1-effect`, `q1-amount` … of a penalty in that hand, `ending`. A row
    without declarer is the side's on stage; another is taken as the paper has it, with a warning. A hand marked as the
    extra one comes after the ending; where the match stands level already, a hand is the extra one by itself.
    """
    reading, error = _Reading(match, ENDINGS.get(typed.get("ending", ""))), ""
    if not reading.state.play.started:
        try:
            error = reading.add(_start(match, typed))
        except Refusal as refusal:
            error = refusal.message
    first = sum(slot.kind == "hand" and not slot.struck for slot in reading.state.slots)
    count, penalties = _count(typed), penalty_rows(typed)
    refuse_hands(penalties, first + 1, first + count)
    rows = []
    for number in range(1, count + 1):
        for penalty in of_hand(penalties, first + number):
            _note(reading, penalty)
        rows.append(_row(reading, typed, number, first))
    error = error or reading.end()
    return replace(_paper(reading, rows, error), penalties=penalties)


def _note(reading: _Reading, row: PaperPenalty) -> None:
    """Note a penalty in the hand that comes next, as it would have been at the table."""
    try:
        row.error = row.error or reading.add(payload_of(row))
    except Refusal as refusal:
        row.error = refusal.message
    if not row.error:
        row.told = told_of(reading.state)


def write_paper(match_id: int, typed: Typed, actor: Actor, key: UUID) -> Match:
    """Write the whole sheet, all of it or nothing; `signed` confirms it for both sides, as they signed the paper.

    Sent again with the same `key`, it does nothing more. `after` is the version the page was opened at.
    """
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("纸质记分表由裁判长录入。"), code="chief-only")
    with transaction.atomic():
        match = lock_match(match_id)
        if SheetEntry.objects.filter(pk=uuid5(key, "0"), match=match).exists():
            return match
        _refuse(match, typed)
        paper = read_paper(match, typed)
        if not paper.sound:
            raise Refusal(paper.error or _("有的行不对或还没有填，没有保存；请看各行的说明。"), code="paper", at="rows")
        after = folded(match).last
        for index, payload in enumerate(paper.payloads):
            entry_id, on = uuid5(key, str(index)), UUID(after) if after else None
            match = append_entry(match_id, entry_id=entry_id, after=on, payload=payload, actor=actor).match
            after = str(entry_id)
    if typed.get("signed") and match.status == Match.Status.FINISHED:
        for side in SIDES:
            match = confirm(match_id, side, match.version, actor)
    return match


def _refuse(match: Match, typed: Typed) -> None:
    if match.status not in OPEN:
        message = _("本场现在是“%(status)s”，不能再录入。")
        raise Conflict(message % {"status": match.get_status_display()}, code="closed", at="rows")
    if typed.get("after", "") != str(match.version):
        message = _("打开以后这场又有人记了分，没有保存；请核对已有的记录再录入。")
        raise Conflict(message, code="stale", at="rows")


def _start(match: Match, typed: Typed) -> Mapping[str, Any]:
    at, declarer = _moment(match, typed.get("start-at", "").strip()), typed.get("start-declarer", "")
    if declarer not in ("", *SIDES):
        raise Refusal(_("首局庄家请选甲方、乙方或未定。"), code="no-choice", at="start-declarer")
    when = timezone.localtime(at).isoformat(timespec="seconds")
    return {"type": "start", "at": when, **({"declarer": declarer} if declarer else {})}


def _moment(match: Match, text: str) -> datetime:
    try:
        found = parse_datetime(text) if text else match.starts_at or timezone.now()
        if found is not None:
            return found if timezone.is_aware(found) else timezone.make_aware(found)
    except (ValueError, OverflowError):
        pass
    message = _("“%(text)s”不是时间；请写成 2026-05-09 19:30。")
    raise Refusal(message % {"text": text[:30]}, code="not-a-time", at="start-at")


def _count(typed: Typed) -> int:
    """How many rows the grid has: those filled and some more."""
    filled = [number for number in range(1, MOST_ROWS + 1) if not _is_blank(_values(typed, f"r{number}"))]
    return min(MOST_ROWS, max(FEWEST_ROWS, (filled[-1] if filled else 0) + SPARE_ROWS))


def _values(typed: Typed, prefix: str) -> dict[str, str]:
    start = f"{prefix}-"
    return {name.removeprefix(start): str(typed[name]) for name in typed if name.startswith(start)}


def _is_blank(values: Mapping[str, str]) -> bool:
    named = any(values.get(name, "").strip() for name in ("table_points", "kitty_points", "finish"))
    return not named and values.get("result", "played") != "void"


def _row(reading: _Reading, typed: Typed, number: int, first: int) -> PaperRow:
    prefix = f"r{number}"
    values, shown = _values(typed, prefix), number + first
    if _is_blank(values):
        return PaperRow(prefix, shown, values)
    on_stage = reading.state.play.declarer
    stage = SIDES[on_stage] if on_stage is not None else ""
    try:
        payload = hand_payload({**typed, f"{prefix}-declarer": values.get("declarer") or stage}, prefix, {})
    except Refusal as refusal:
        return PaperRow(prefix, shown, values, error=refusal.message)
    if not payload["declarer"]:
        return PaperRow(prefix, shown, values, error=_("还不知道谁坐庄，请选庄家。"))
    if payload.get("result") == "decider" and (error := reading.end()):
        return PaperRow(prefix, shown, values, error=error)
    warning = ""
    if reading.owes_extra_hand and payload.get("result", "played") == "played":
        payload["result"], warning = "decider", _("打平后加赛的一副。")
    if stage and payload["declarer"] != stage:
        warning = _("现在在台的是%(side)s，照纸质记分表记。") % {"side": side_words(stage)}
        payload["declarer_override"] = _("照纸质记分表")
    if error := reading.add(payload):
        return PaperRow(prefix, shown, values, warning=warning, error=error)
    return _settled(reading, PaperRow(prefix, shown, values, warning=warning))


def _settled(reading: _Reading, row: PaperRow) -> PaperRow:
    told = rules.result(reading.state, reader())
    hand = next((one for one in told["hands"] if one["n"] == reading.state.last_n), None)
    if hand is None:
        return PaperRow(row.prefix, row.number, row.values, _("作废"), (), row.warning)
    levels = " : ".join(level_name(hand["levels"][side], reader()) for side in SIDES)
    return PaperRow(row.prefix, row.number, row.values, levels, hand["reasoning"], row.warning)


def _paper(reading: _Reading, rows: Sequence[PaperRow], error: str) -> Paper:
    told = rules.result(reading.state, reader())
    finished = told["status"] == "finished"
    if not finished:
        tied = told["status"] == "tied"
        end = next_step_text(rules.next_step(reading.state), reader()) if tied else _("还没有打完。")
        return Paper(rows, end, error, finished, reading.payloads)
    winner = side_words(told["winner"] or "")
    end = (
        _("%(side)s胜（%(why)s）") % {"side": winner, "why": decided_text(told["decided_by"])}
        if winner
        else _("无胜方")
    )
    return Paper(rows, end, error, finished, reading.payloads)
