"""The chief referee's desk: every table as a tile with what is wrong at it, the worst first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import sheet as rules
from scoring.clock import Clock, clock
from scoring.words.names import level_name
from tournament.models import Match, PlayTable, SheetEntry, Tournament
from tournament.services.floor import CLOSED as SHUT
from tournament.services.floor import FREE, Card, Floor, is_open, load
from tournament.services.floor_pace import LIVE
from tournament.services.folding import fold_rows, sheet_entries
from tournament.services.keypad import reader
from tournament.services.match_rules import rules_of

from .contact import Contact, contacts_of
from .proposals import Late, late_of
from .queue import Waiting, queue_of
from .rounds import Round, round_now

# What can be wrong, the worst first: code, icon. The words are in `_word`.
TROUBLES = {
    "disputed": "⚖",
    "overdue": "▲",
    "tied": "＝",
    "late": "△",
    "unsent": "⇅",
    "offline": "×",
    "unconfirmed": "○",
    "paused": "‖",
}
_ORDER = list(TROUBLES)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong at a table: a code of TROUBLES, its icon and its word."""

    code: str
    icon: str
    word: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A table and the match at it, if any. `levels` by side in words, `hand` the hand being played, from 1."""

    table: PlayTable | None
    state: str
    word: str
    card: Card | None = None
    levels: Mapping[str, str] | None = None
    on_stage: str = ""
    hand: int = 0
    clock: Clock | None = None
    contact: Contact | None = None
    troubles: tuple[Trouble, ...] = ()

    @property
    def number(self) -> int:
        """The table's number; 0 without one."""
        return self.table.number if self.table else 0

    @property
    def minutes_left(self) -> str:
        """The clock as it stands without a script: 41:20; empty without one."""
        seconds = self.clock.seconds_left if self.clock else None
        return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02d}"

    @property
    def rank(self) -> tuple[int, int, int]:
        """The order on the desk: trouble first, then what is played, then by table."""
        first = min((_ORDER.index(one.code) for one in self.troubles), default=len(_ORDER))
        return first, 0 if self.card and self.card.match.status in LIVE else 1, self.number


@dataclass(frozen=True, slots=True)
class Desk:
    """All of the desk at one moment."""

    floor: Floor
    tiles: Sequence[Tile]
    queue: Sequence[Waiting]
    late: Sequence[Late]
    round: Round | None
    running: int


def desk_of(tournament: Tournament, now: datetime | None = None) -> Desk:
    """The desk now. The number of queries does not depend on the number of tables, only on open protests."""
    floor = load(tournament, now or timezone.now())
    late = late_of(floor)
    return Desk(
        floor=floor,
        tiles=sorted(_tiles(floor, {one.card.match.pk: one for one in late}), key=lambda tile: tile.rank),
        queue=queue_of(floor, late),
        late=late,
        round=round_now(tournament),
        running=sum(match.status in (Match.Status.PLAYING, Match.Status.LAST_HAND) for match in floor.matches),
    )


def _tiles(floor: Floor, late: Mapping[int, Late]) -> list[Tile]:
    live = [match for match in floor.matches if match.status in LIVE]
    contacts = contacts_of(floor, live)
    tiles = [_playing(floor, match, contacts[match.pk]) for match in live]
    taken = {match.table_id for match in live}
    following: dict[int | None, Match] = {}
    for match in floor.waiting():
        following.setdefault(match.table_id, match)
    idle = [table for table in floor.tables if table.pk not in taken]
    return tiles + [_idle(floor, table, following.get(table.pk), late) for table in idle]


def _idle(floor: Floor, table: PlayTable, match: Match | None, late: Mapping[int, Late]) -> Tile:
    if match is not None:
        found = late.get(match.pk)
        troubles = (_trouble("late", found.minutes),) if found else ()
        return Tile(table, "waiting", match.get_status_display(), floor.cards[match.pk], troubles=troubles)
    free = is_open(table, floor.now)
    return Tile(table, FREE if free else SHUT, _("空闲") if free else _("不可用"))


def _playing(floor: Floor, match: Match, contact: Contact) -> Tile:
    entries = sheet_entries(floor.sheets.get(match.pk, ()))
    time = clock(rules_of(match), match.stage.match_options, entries, floor.now)
    played = match.projection.get("hands", ())
    levels = match.projection.get("levels", {})
    return Tile(
        table=match.table,
        state="playing",
        word=match.get_status_display(),
        card=floor.cards[match.pk],
        levels={side: level_name(levels[side], reader()) for side in "ab"} if levels else None,
        on_stage=match.projection.get("declarer") or "",
        hand=len(played) + (match.status in (Match.Status.PLAYING, Match.Status.LAST_HAND)),
        clock=time,
        contact=contact,
        troubles=tuple(_troubles(floor, match, time, contact)),
    )


def _troubles(floor: Floor, match: Match, time: Clock, contact: Contact) -> list[Trouble]:
    rows = floor.sheets.get(match.pk, ())
    going = match.status in (Match.Status.PLAYING, Match.Status.LAST_HAND)
    stopped = any(row.type == "time-up" for row in rows)
    disputed = any(row.type == "protest" for row in rows) and bool(rules.open_protests(fold_rows(match, rows)))
    found = {
        "disputed": disputed,
        "overdue": going and not stopped and time.state == "over",
        "tied": match.status == Match.Status.TIED,
        "unsent": contact.unsent > 0,
        "offline": contact.offline(floor.now),
        "unconfirmed": match.status == Match.Status.FINISHED,
        "paused": time.state == "paused" and going,
    }
    owed = _owed(match, rows) if found["tied"] else ""
    return [_trouble(code, contact.unsent, owed) for code in _ORDER if found.get(code)]


def _owed(match: Match, rows: Sequence[SheetEntry]) -> str:
    """What decides a match that ended level."""
    words = {"decider-hand": _("待加赛一副"), "lot": _("待抽签定胜负")}
    return words.get(rules.next_step(fold_rows(match, rows)), _("待裁定"))


def _trouble(code: str, count: int = 0, owed: str = "") -> Trouble:
    return Trouble(code, TROUBLES[code], owed if owed and code == "tied" else _word(code, count))


def _word(code: str, count: int) -> str:
    if code == "late":
        return ngettext("迟到%(count)d分钟", "迟到%(count)d分钟", count) % {"count": count}
    if code == "unsent":
        return ngettext("未上传%(count)d", "未上传%(count)d", count) % {"count": count}
    words = {
        "disputed": _("争议"),
        "overdue": _("超时"),
        "tied": _("待决"),
        "offline": _("离线"),
        "unconfirmed": _("未确认"),
        "paused": _("暂停"),
    }
    return words[code]


def desk_facts(desk: Desk) -> dict[str, Any]:
    """What the templates read."""
    return {
        "desk": desk,
        "tiles": desk.tiles,
        "queue": desk.queue,
        "now": desk.floor.now,
        "end": desk.floor.forecast.end,
        "behind": desk.floor.forecast.behind_minutes if desk.floor.matches else None,
        "round": desk.round,
        "running": desk.running,
    }
