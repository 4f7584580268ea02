"""循环赛积分表: every group's results crosswise, its figures, its places and what decided each of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.services.fixtures import matches_of
from tournament.services.notice_words import ended
from tournament.services.public_page import group_tables
from tournament.services.shown import Shown
from tournament.services.spoken import running
from tournament.services.standings import results_of

from .flow import Flow, Strip, heading, paragraph
from .frame import MM, Frame, Parts, bind
from .table import PAD, Column, Row, head_of, row_of
from .text import fit_halves

SIZE, LARGE, FEW = 9.0, 10.5, 6  # a group of few teams is set larger
NAME, FIGURE = 46 * MM, 13 * MM
NARROWEST, WIDEST = 15 * MM, 60 * MM
ROW = 9 * MM
HEADS = 0.9
SPARE = 2.0


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """All its groups, as the public page shows them; without results, the grids to be filled in by hand."""
    matches = matches_of(tournament)
    results = results_of(match.pk for match in matches) if shown.results else {}
    return group_parts(frame, group_tables(tournament, matches, results, replace(shown, draw=True)))


def draw_groups(frame: Frame, groups: Sequence[Mapping[str, Any]]) -> bytes:
    """The PDF of groups."""
    return bind(group_parts(frame, groups))


def group_parts(frame: Frame, groups: Sequence[Mapping[str, Any]]) -> Parts:
    """Groups as `public_page.group_tables` gives them: on A3 where a group does not fit A4."""
    a4 = replace(frame, paper="A4-landscape")
    frame = a4 if all(_blocks(a4, group) == 1 for group in groups) else replace(frame, paper="A3-landscape")
    flow = Flow(frame)
    for group in groups:
        _add(flow, frame, group)
    return [(frame, flow.pages())]


def _add(flow: Flow, frame: Frame, group: Mapping[str, Any]) -> None:
    """A group: its grid in as many blocks of opponents as its width needs, then why each team stands where it does."""
    blocks = _blocks(frame, group)
    for number in range(blocks):
        grid = _Grid(frame, group, number, blocks)
        title = heading(_state(group), frame.room)
        again: list[Strip] = [heading(_state(group) + _("（续）"), frame.room), grid.head()]
        flow.add(grid.rows(), [title, grid.head()], again=again, whole=True)
    reasons = _reasons(group)
    if reasons:
        lines = [
            line
            for index, text in enumerate(reasons)
            for line in paragraph(text, frame.room, size=_size(group), above=0 if index else 5)
        ]
        flow.add(lines)


def _state(group: Mapping[str, Any]) -> str:
    if not group["rows"]:
        return str(group["title"])
    if group["lot_owed"]:
        state = _("名次待抽签")
    elif group["complete"]:
        state = _("已赛完")
    else:
        state = _("已赛 %(played)s/%(matches)s 场") % {"played": group["played"], "matches": group["matches"]}
    return _("%(name)s（%(kind)s）") % {"name": group["title"], "kind": state}


def _size(group: Mapping[str, Any]) -> float:
    return LARGE if len(group["teams"]) <= FEW else SIZE


def _figures(group: Mapping[str, Any]) -> list[str]:
    criteria = [str(name) for name in group["criteria"]]
    return [_("赛"), _("胜"), _("负"), *criteria, _("名次")]


def _crossed(group: Mapping[str, Any]) -> bool:
    """Whether everybody meets everybody (a Swiss table has figures only)."""
    return bool(group["cross"]) or not group["rows"]


def _per_block(frame: Frame, group: Mapping[str, Any]) -> int:
    """How many opponents stand side by side, the figures beside them."""
    return max(1, int((frame.room - NAME - FIGURE * len(_figures(group)) + SPARE) / NARROWEST))


def _blocks(frame: Frame, group: Mapping[str, Any]) -> int:
    return -(-len(group["teams"]) // _per_block(frame, group)) if _crossed(group) else 1


@dataclass(frozen=True, slots=True)
class _Crossed:
    """A row with a stroke through the cell in which a team would meet itself."""

    row: Row
    own: int | None

    @property
    def height(self) -> float:
        """The row's height, room enough to write in it."""
        return max(self.row.height, ROW)

    def draw(self, canvas: Any, left: float, top: float) -> None:
        """Draw the row and the stroke."""
        bottom = self.row.draw(canvas, left, top, self.height)
        if self.own is not None:
            x = left + self.row.places[self.own]
            canvas.line(x, top, x + self.row.widths[self.own], bottom)


class _Grid:
    """One block of a group's grid: all its teams down, some of them across, the figures beside the last block."""

    def __init__(self, frame: Frame, group: Mapping[str, Any], number: int, blocks: int) -> None:
        self.frame, self.group = frame, group
        size = _per_block(frame, group)
        self.across = list(group["teams"])[number * size : (number + 1) * size] if _crossed(group) else []
        self.first = number * size
        self.figures = _figures(group) if number == blocks - 1 else []
        self.columns = self._columns()
        self.width = sum(column.share for column in self.columns)

    def _columns(self) -> list[Column]:
        room = self.frame.room - NAME - FIGURE * len(self.figures)
        cell = min(WIDEST, room / max(1, len(self.across)))
        across = [Column(team.name, cell, "center") for team in self.across]
        return [Column(_("队"), NAME), *across, *[Column(name, FIGURE, "center") for name in self.figures]]

    def head(self) -> Row:
        """The names across and the figures' names, a long one of these in two halves."""
        size = _size(self.group)
        head = head_of(self.columns, self.width, size)
        room = FIGURE - 2 * PAD
        figures = [fit_halves(name, "hei", size * HEADS, room, 3 * size) for name in self.figures]
        return replace(head, cells=[*head.cells[: len(head.cells) - len(figures)], *figures])

    def rows(self) -> list[Strip]:
        """A row a team, in the order of the draw."""
        standing = {row["team"]: row for row in self.group["rows"]} if self.group["played"] else {}
        crossed = {line["team"].pk: line["cells"] for line in self.group["cross"]}
        return [
            self._row(index, team.name, crossed.get(team.pk), standing.get(team.name))
            for index, team in enumerate(self.group["teams"])
        ]

    def _row(self, index: int, name: str, cells: Sequence[Any] | None, standing: Mapping[str, Any] | None) -> _Crossed:
        found = cells[self.first : self.first + len(self.across)] if cells else [None] * len(self.across)
        figures = _figures_of(standing) if standing else [""] * len(self.figures)
        texts = [name, *[_cell(cell) for cell in found], *(figures if self.figures else [])]
        own = index - self.first + 1 if 0 <= index - self.first < len(self.across) else None
        return _Crossed(row_of(texts, self.columns, self.width, _size(self.group)), own)


def _cell(legs: Sequence[Mapping[str, Any]] | None) -> str:
    return " / ".join(f"{_('胜')} {leg['text']}" if leg["won"] else str(leg["text"]) for leg in legs or [])


def _figures_of(row: Mapping[str, Any]) -> list[str]:
    return [str(one) for one in (row["played"], row["won"], row["lost"], *row["values"], row["rank"])]


def _reasons(group: Mapping[str, Any]) -> list[str]:
    """Why each team has its place, best first, as the screen says it."""
    found = []
    for row in group["rows"]:
        if not row["played"]:
            continue
        facts = {"rank": row["rank"], "team": row["team"], "decided": row["decided"]}
        if row["decided"]:
            text = _("第%(rank)s名 %(team)s：由“%(decided)s”定。") % facts
        elif row["tied"]:
            text = _("第%(rank)s名 %(team)s：名次并列。") % facts
        else:
            text = _("第%(rank)s名 %(team)s。") % facts
        why = _("；").join(str(line) for line in row["why"])
        found.append(ended(running((text, why))))
    return found
