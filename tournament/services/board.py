"""The board (大屏): what a hall reads from 20 metres, cut into pages that turn by themselves; only published parts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from unicodedata import east_asian_width

from django.utils.translation import gettext as _

from scoring.clock import Clock, clock
from tournament.models import Match, Tournament

from .bracket import stage_plans
from .bracket_sections import end_of
from .floor_pace import sheets_of
from .folding import sheet_entries
from .match_rules import rules_of
from .public_cards import Cards, cards_of
from .public_page import group_tables
from .shown import Shown
from .standings import final_placings

MOST, FEW = 12, 6  # tables a page: few where a name takes two lines
LINES = 10  # teams of a table on one page
GROUPS, SMALL = 4, 4  # so many groups of at most so many teams fit a page
COLUMNS = 3  # rounds of a bracket that can be read from afar: the last ones
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
    return {"pages": pages, "upcoming": upcoming[0] if upcoming else None}


def _tables(tournament: Tournament, cards: Sequence[dict[str, Any]], now: datetime) -> list[dict[str, Any]]:
    """The tables at play, by their number; one whose result a protest could still change stays until the ruling."""
    live = [card for card in cards if card["live"] or card["disputed"]]
    times = clocks_of(tournament, [card["match"] for card in live if card["live"]], now)
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


def _planned(card: Mapping[str, Any]) -> bool:
    return bool(card["date"]) and card["named"] and not card["called_off"]


def _waits(match: Match, shown: Shown, now: datetime) -> bool:
    if shown.results:
        return match.status == Match.Status.SCHEDULED
    return match.starts_at is not None and match.starts_at > now


def _cut(kind: str, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows in pages: twelve, or six where a name is long."""
    size = FEW if any(_long(name) for row in rows for name in row["teams"].values()) else MOST
    parts = [rows[at : at + size] for at in range(0, len(rows), size)]
    return [
        {"kind": kind, "key": f"{kind}-{number}", "rows": part, "few": size == FEW, "of": len(parts), "number": number}
        for number, part in enumerate(parts, start=1)
    ]


def _long(name: str) -> bool:
    return sum(1.0 if east_asian_width(one) in "WF" else 0.6 for one in name) > LONG


def _standings(tournament: Tournament, read: Cards, shown: Shown) -> list[dict[str, Any]]:
    """Small groups four a page, others by themselves, ten teams a page; only once something was played."""
    if not shown.results:
        return []
    tables = [table for table in group_tables(tournament, read.matches, read.results, shown) if table["played"]]
    small = [table for table in tables if len(table["rows"]) <= SMALL]
    parts = [small[at : at + GROUPS] for at in range(0, len(small), GROUPS)]
    for table in tables:
        if table not in small:
            rows = table["rows"]
            parts += [[{**table, "rows": rows[at : at + LINES]}] for at in range(0, len(rows), LINES)]
    return [
        {"kind": "standings", "key": f"standings-{number}", "tables": part, "many": len(part) > 1}
        for number, part in enumerate(parts, start=1)
    ]


def _plans(read: Cards, shown: Shown) -> list[dict[str, Any]]:
    """The last rounds of each main tree."""
    if not shown.draw:
        return []
    plans = stage_plans(read.matches, read.titles, read.results, shown)
    main = [plan for plan in plans if plan.columns > 1]
    return [
        {"kind": "plan", "key": f"plan-{number}", "plan": end_of(plan, COLUMNS)} for number, plan in enumerate(main, 1)
    ]


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
