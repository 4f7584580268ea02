"""裁判安排表: who holds which office, and for every hour which referee has which table, with room to change by hand."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Match, Tournament
from tournament.services.details import details_of, role_title
from tournament.services.fixtures import matches_of
from tournament.services.match_words import titles_of
from tournament.services.shown import Shown

from .fixtures_by import hours
from .flow import Flow, Strip, heading
from .frame import MM, Frame, Parts
from .table import Column, TallRow, head_of, row_of

SIZE, ROW = 10.5, 8 * MM


def turns(tables: Sequence[int], referees: Sequence[str], turn: int) -> dict[int, str]:
    """Which referee has which table in slot `turn` (from 0): neighbouring tables together, everybody moves on by one.

    Nobody stays with the same tables for two slots running where there are several blocks of tables; with fewer
    tables than referees some rest. Without referees, nobody.
    """
    if not referees or not tables:
        return {}
    size = -(-len(tables) // len(referees))
    return {table: referees[(index // size + turn) % len(referees)] for index, table in enumerate(sorted(tables))}


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """The officials, then a section a slot."""
    flow = Flow(frame)
    officials = details_of(tournament).officials
    columns = [Column(_("职务"), 40), Column(_("姓名"), 130)]
    rows = [[role_title(one), _("、").join(one.names)] for one in officials]
    _table(flow, _("工作人员"), columns, rows or [[_("裁判长"), ""], [_("裁判员"), ""]])
    referees = [name for one in officials if one.role == "referees" for name in one.names]
    matches = matches_of(tournament)
    titles = titles_of(matches)
    columns = [Column(_("桌号"), 16, "center"), Column(_("场次"), 62), Column(_("裁判员"), 50), Column(_("更改"), 40)]
    for turn, (name, group) in enumerate(_slots(matches).items()):
        tables = sorted({match.table.number for match in group if match.table})
        who = turns(tables, referees, turn)
        rows = [
            [str(match.table.number) if match.table else "", titles[match.pk].full, _who(match, who), ""]
            for match in group
        ]
        _table(flow, name, columns, rows)
    if referees:
        flow.say(_("裁判员按桌号依次轮换编排，可在“更改”栏手写调整。"), size=9, above=4)
    return [(frame, flow.pages())]


def _slots(matches: Sequence[Match]) -> dict[str, list[Match]]:
    """Matches by hour, in the order of play."""
    found: dict[str, list[Match]] = {}
    for match in matches:
        found.setdefault(hours(match), []).append(match)
    return found


def _who(match: Match, who: dict[int, str]) -> str:
    return who.get(match.table.number, "") if match.table else ""


def _table(flow: Flow, title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    room = flow.frame.room
    head = head_of(columns, room, SIZE * 0.9)
    again: list[Strip] = [heading(title + _("（续）"), room, 11), head]
    lines = [TallRow(row_of(row, columns, room, SIZE), ROW) for row in rows]
    flow.add(lines, [heading(title, room, 11), head], again=again)
