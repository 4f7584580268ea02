"""The board (大屏): what a hall reads from 20 metres, cut into pages that turn by themselves; only published parts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from math import ceil
from typing import Any
from unicodedata import east_asian_width

from django.utils.translation import gettext as _

from scoring.clock import Clock, clock
from tournament.models import Match, Tournament

from .bracket import stage_plans
from .bracket_sections import at_play
from .floor_pace import sheets_of
from .folding import sheet_entries
from .match_rules import rules_of
from .public_cards import Cards, cards_of
from .public_page import group_tables
from .shown import Shown
from .standings import final_placings

MOST, FEW = 12, 6  # tables a page: few where a name takes two lines
ROOMS = (2, 4, 6, 12)
LINES = 10  # teams of a table on one page
GROUPS, SMALL = 4, 4  # so many groups of at most so many teams fit a page
COLUMNS, ROWS, SECTIONS = 3, 4, 4  # what can be read of a bracket from afar, and how many such pages at the most
LONG = 11.0  # characters a name may have on one line of three columns


def board_of(tournament: Tournament, shown: Shown, now: datetime) -> dict[str, Any]:
    """`pages` in their order, each with its `kind`, a `key` that stays, and what it lists; `upcoming` for the foot.

    Kinds: tables, upcoming, standings, plan, placings. The number of queries does not depend on the number of tables.
    """
    read = cards_of(tournament, shown)
    upcoming = _upcoming(read.cards, shown, now)
    pages = [
        *_tables(tournament, read.cards, now),
        *_cut("upcoming", upcoming),
        *_standings(tournament, read, shown),
        *_plans(read, shown),
        *(_placings(tournament) if shown.results else ()),
    ]
    return {"pages": pages, "upcoming": _next(upcoming)}


def _tables(tournament: Tournament, cards: Sequence[dict[str, Any]], now: datetime) -> list[dict[str, Any]]:
    """The tables at play, by their number; one whose result a protest could still change stays until the ruling."""
    live = [card for card in cards if card["live"] or card["disputed"]]
    played = [card["match"] for card in live if card["match"].status == Match.Status.PLAYING]  # else its status is said
    times = clocks_of(tournament, played, now)
    rows = [{**card, "clock": times.get(card["match"].pk)} for card in live]
    return _cut("tables", sorted(rows, key=lambda row: (not row["table"], int(row["table"] or 0))))


def clocks_of(tournament: Tournament, matches: Sequence[Match], now: datetime) -> dict[int, Clock]:
    """The clock of each of these matches; two queries."""
    if not matches:
        return {}
    stages = tournament.stages.select_related("ruleset").in_bulk()
    for match in matches:
        match.stage = stages[match.stage_id]
    sheets = sheets_of(matches)
    return {
        match.pk: clock(rules_of(match), match.stage.match_options, sheet_entries(sheets.get(match.pk, ())), now)
        for match in matches
    }


def _upcoming(cards: Iterable[dict[str, Any]], shown: Shown, now: datetime) -> list[dict[str, Any]]:
    """The matches of the next hour that has any, with their teams or where these will come from.

    Next is what has not begun; where results are not published, that is not told either: the hour decides.
    """
    waiting = [card for card in cards if _planned(card) and _waits(card["match"], shown, now)]
    first = min((card["match"].starts_at for card in waiting), default=None)
    return [card for card in waiting if card["match"].starts_at == first]


def _next(rows: Sequence[dict[str, Any]]) -> dict[str, str] | None:
    """The next hour and what is played then, each stage named once."""
    if not rows:
        return None
    return {"start": rows[0]["start"], "stages": _("、").join(dict.fromkeys(row["stage"] for row in rows))}


def _planned(card: Mapping[str, Any]) -> bool:
    return bool(card["date"]) and card["named"] and not card["called_off"]


def _waits(match: Match, shown: Shown, now: datetime) -> bool:
    if shown.results:
        return match.status == Match.Status.SCHEDULED
    return match.starts_at is not None and match.starts_at > now


def _cut(kind: str, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows in pages of much the same length: at most twelve, or six where a name is long.

    `room` is for how many tables a page is laid out: the fewer, the larger.
    """
    long = any(width_of(name) > LONG for row in rows for name in row["teams"].values())
    count = ceil(len(rows) / (FEW if long else MOST))
    cuts = [len(rows) * number // max(count, 1) for number in range(count + 1)]
    return [
        {"kind": kind, "key": f"{kind}-{number}", "rows": rows[start:end], "long": long, "room": _room(end - start)}
        for number, (start, end) in enumerate(pairwise(cuts), start=1)
    ]


def _room(count: int) -> int:
    return next(room for room in ROOMS if count <= room)


def width_of(text: str) -> float:
    """How many Chinese characters the text is wide."""
    return sum(1.0 if east_asian_width(one) in "WF" else 0.6 for one in text)


def _standings(tournament: Tournament, read: Cards, shown: Shown) -> list[dict[str, Any]]:
    """Small groups four a page, two where a name is long; others alone, ten teams a page; only once one was played."""
    if not shown.results:
        return []
    tables = [table for table in group_tables(tournament, read.matches, read.results, shown) if table["played"]]
    small = [table for table in tables if len(table["rows"]) <= SMALL]
    size = GROUPS // 2 if any(width_of(row["team"]) > LONG for table in small for row in table["rows"]) else GROUPS
    parts = [small[at : at + size] for at in range(0, len(small), size)]
    for table in tables:
        if table not in small:
            rows = table["rows"]
            parts += [[{**table, "rows": rows[at : at + LINES]}] for at in range(0, len(rows), LINES)]
    return [
        {"kind": "standings", "key": f"standings-{number}", "tables": part, "many": len(part) > 1}
        for number, part in enumerate(parts, start=1)
    ]


def _plans(read: Cards, shown: Shown) -> list[dict[str, Any]]:
    """The rounds at play of each main tree, and those that follow."""
    if not shown.draw:
        return []
    plans = stage_plans(read.matches, read.titles, read.results, shown)
    parts = [part for plan in plans if plan.columns > 1 for part in at_play(plan, COLUMNS, ROWS, SECTIONS)]
    return [{"kind": "plan", "key": f"plan-{number}", "plan": part} for number, part in enumerate(parts, 1)]


def _placings(tournament: Tournament) -> list[dict[str, Any]]:
    placed = final_placings(tournament)[:8]
    rows = [{"place": place, "team": team.name, "department": team.department.name} for place, team in placed]
    return [{"kind": "placings", "key": "placings", "rows": rows}] if rows else []


def title_of(page: Mapping[str, Any]) -> str:
    """What a page is headed with."""
    return {
        "tables": _("正在进行"),
        "upcoming": _("下一轮"),
        "standings": _("名次"),
        "plan": _("对阵图"),
        "placings": _("最终名次"),
    }[page["kind"]]
