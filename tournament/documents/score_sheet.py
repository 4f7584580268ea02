"""记分表: a sheet a match with teams, table and hour filled in, the ruleset's own columns, penalties, signatures.

What all sheets of one ruleset have in common is drawn once in a file and shown again on each of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from scoring.words.names import level_name
from tournament.models import Match, Tournament
from tournament.services.fixtures import matches_of
from tournament.services.keypad import reader, text_of
from tournament.services.line_ups import Playing, teams_playing
from tournament.services.match_rules import rules_by_match
from tournament.services.match_words import Title, side_text, titles_of
from tournament.services.shown import Shown
from tournament.services.table_addresses import Addresses, addresses_of
from tournament.services.typography import closed_up

from .fixtures_by import hours
from .frame import MM, Frame, Page, Parts
from .qr import draw_qr
from .score_columns import ScoreColumn, columns_of
from .text import Fitted, draw, draw_fitted, fit_box, fit_halves

ROWS = 20
PENALTIES = 3
GAP = 2 * MM
INFO, SIDES, SIGN = 22 * MM, 16 * MM, 27 * MM
HEAD, PENALTY, PEN = 9 * MM, 6 * MM, 7 * MM  # a row to write in is 7 mm high
TEAM = 83 * MM  # where the players begin
LABEL = 9.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on one sheet: words of the match, teams and players by side, the rules, the code's address."""

    title: str
    table: str
    when: str
    teams: Mapping[str, str]
    players: Mapping[str, Sequence[str]]
    ruleset: Ruleset
    options: Mapping[str, Any]
    address: str


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """The sheets of all its matches, in the order of play."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    sheets = sheets_of(matches, matches, titles, addresses_of(tournament, frame.address))
    return sheet_parts(frame, sheets)


def sheet_parts(frame: Frame, sheets: Sequence[Sheet]) -> Parts:
    """The sheets on pages with narrow margins."""
    tight = replace(frame, tight=True)
    return [(tight, sheet_pages(tight, sheets))]


def sheets_of(
    chosen: Sequence[Match], matches: Sequence[Match], titles: Mapping[int, Title], addresses: Addresses
) -> list[Sheet]:
    """The sheets of the chosen matches among all of the tournament's; a constant number of queries."""
    rules = rules_by_match(matches)
    playing = teams_playing(match.pk for match in chosen)
    return [_sheet(match, titles, playing[match.pk], rules[match.pk], addresses) for match in chosen]


def _sheet(
    match: Match, titles: Mapping[int, Title], playing: Mapping[str, Playing], ruleset: Ruleset, addresses: Addresses
) -> Sheet:
    slots = {slot.side: slot for slot in match.slots.all()}
    found = {side: playing.get(side) for side in "ab"}
    return Sheet(
        title=titles[match.pk].full,
        table=_("%(number)s号桌") % {"number": match.table.number} if match.table else "",
        when=hours(match),
        teams={side: one[0].name if one else side_text(slots.get(side), titles) for side, one in found.items()},
        players={side: [player.name for player in one[1]] if one else [] for side, one in found.items()},
        ruleset=ruleset,
        options=match.stage.match_options,
        address=addresses(match.table.number if match.table else None),
    )


def sheet_pages(frame: Frame, sheets: Sequence[Sheet]) -> list[Page]:
    """One drawing function a sheet."""
    forms = _Forms(frame)
    return [_page(forms, sheet) for sheet in sheets]


def _page(forms: "_Forms", sheet: Sheet) -> Page:
    return lambda canvas: forms.draw(canvas, sheet)


@dataclass(slots=True)
class _Forms:
    """The printed forms by ruleset and length of match, defined in a file when first needed."""

    frame: Frame
    known: dict[tuple[int, int, str], "_Form"] = field(default_factory=dict)

    def draw(self, canvas: Any, sheet: Sheet) -> None:
        """The sheet's form, and on it what differs from sheet to sheet."""
        games = int(sheet.options.get("games_to_win") or sheet.ruleset.match.games_to_win)
        limits = limits_of(sheet)
        key = (id(sheet.ruleset), games, limits)
        if key not in self.known:
            self.known[key] = _Form(self.frame, columns_of(sheet.ruleset, games), limits)
        self.known[key].draw(canvas, sheet)


def limits_of(sheet: Sheet) -> str:
    """The ruleset and its limits in a line: 炒地皮(安徽)· 每场 60 分钟 · 必打 J、A."""
    ruleset, options = sheet.ruleset, sheet.options
    minutes = options.get("time_limit_minutes") or ruleset.time.limit_minutes
    hands = options.get("max_hands") or ruleset.match.max_hands
    games = int(options.get("games_to_win") or ruleset.match.games_to_win)
    must = [level_name(level, reader()) for level in ruleset.ladder.must_play]
    parts = [text_of(ruleset.name)]
    parts += [_("每场 %(minutes)s 分钟") % {"minutes": minutes}] if minutes else []
    parts += [_("最多 %(hands)s 副") % {"hands": hands}] if hands else []
    parts += [_("先胜 %(games)s 局") % {"games": games}] if games > 1 else []
    parts += [_("必打 %(levels)s") % {"levels": _("、").join(must)}] if must else []
    text = " · ".join(parts)
    return closed_up(text) if reader() == "zh" else text


class _Form:
    """The part common to all sheets of one ruleset, and the places of what differs; `top` downwards in points."""

    def __init__(self, frame: Frame, columns: Sequence[ScoreColumn], limits: str) -> None:
        self.frame, self.columns, self.limits = frame, columns, limits
        self.left, self.room, self.top = frame.left, frame.room, frame.top
        self.info = self.room - INFO
        self.sides = self.top - INFO - GAP
        self.grid = self.sides - SIDES - GAP
        self.seat = (self.room - TEAM) / 2
        fixed = HEAD + GAP + PENALTY + PENALTIES * PEN + GAP + SIGN
        self.row = (self.grid - frame.bottom - fixed) / ROWS
        self.penalties = self.grid - HEAD - ROWS * self.row - GAP
        self.sign = self.penalties - PENALTY - PENALTIES * PEN - GAP
        # Files may bind sheets of several rulesets: the name says what the form shows.
        self.name = f"score-{crc32(repr((columns, limits, self.top, self.room)).encode()):08x}"

    def draw(self, canvas: Any, sheet: Sheet) -> None:
        """The whole sheet."""
        if not canvas.hasForm(self.name):
            canvas.beginForm(self.name)
            canvas.setLineWidth(0.5)
            self._print(canvas)
            canvas.endForm()
        canvas.doForm(self.name)
        self._fill(canvas, sheet)

    def _fill(self, canvas: Any, sheet: Sheet) -> None:
        """Match, table, hour, teams, players, code."""
        third = INFO / 3
        for index, text in enumerate((sheet.title, sheet.table)):
            self._in(canvas, text, self.left + 18 * MM, self.top - index * third, self.info / 2 - 20 * MM, third, 12)
        self._in(
            canvas,
            sheet.when,
            self.left + self.info / 2 + 18 * MM,
            self.top - third,
            self.info / 2 - 20 * MM,
            third,
            12,
        )
        half = SIDES / 2
        for index, side in enumerate("ab"):
            y = self.sides - index * half
            self._in(canvas, sheet.teams[side], self.left + 16 * MM, y, 66 * MM, half, 12)
            for seat, name in enumerate(sheet.players[side][:2]):
                x = self.left + TEAM + seat * self.seat + 13 * MM
                self._in(canvas, name, x, y, self.seat - 24 * MM, half, 12)
        if sheet.address:
            draw_qr(canvas, sheet.address, self.left + self.info, self.top - INFO, INFO)

    def _print(self, canvas: Any) -> None:
        """Lines and labels."""
        self._print_info(canvas)
        self._print_sides(canvas)
        self._print_grid(canvas)
        self._print_penalties(canvas)
        self._print_end(canvas)

    def _print_info(self, canvas: Any) -> None:
        third, half = INFO / 3, self.info / 2
        self._box(canvas, self.left, self.top, self.info - GAP, INFO)
        for line in (1, 2):
            y = self.top - line * third
            canvas.line(self.left, y, self.left + self.info - GAP, y)
        canvas.line(self.left + half, self.top - third, self.left + half, self.top - 2 * third)
        for index, label in enumerate((_("场次"), _("桌号"), _("规则"))):
            self._label(canvas, label, self.left + 2 * MM, self.top - index * third, third)
        self._label(canvas, _("时间"), self.left + half + 2 * MM, self.top - third, third)
        self._in(canvas, self.limits, self.left + 18 * MM, self.top - 2 * third, self.info - GAP - 20 * MM, third, 10.5)

    def _print_sides(self, canvas: Any) -> None:
        half = SIDES / 2
        seats = {"a": (_("北"), _("南")), "b": (_("东"), _("西"))}
        self._box(canvas, self.left, self.sides, self.room, SIDES)
        canvas.line(self.left, self.sides - half, self.left + self.room, self.sides - half)
        for x in (14 * MM, TEAM, TEAM + self.seat):
            canvas.line(self.left + x, self.sides, self.left + x, self.sides - SIDES)
        for index, (side, name, short) in enumerate((("a", _("甲方"), _("甲")), ("b", _("乙方"), _("乙")))):
            y = self.sides - index * half
            self._label(canvas, name, self.left + 2 * MM, y, half, "hei", 11)
            for seat, where in enumerate(seats[side]):
                x = self.left + TEAM + seat * self.seat
                self._label(canvas, f"{short}{seat + 1} {where}", x + 2 * MM, y, half)
                canvas.rect(x + self.seat - 10.5 * MM, y - half / 2 - 5, 10, 10)
                self._in(canvas, _("到场"), x + self.seat - 6.3 * MM, y, 6 * MM, half, 7)

    def _print_grid(self, canvas: Any) -> None:
        """Heads, rows numbered, the choices to ring in every row."""
        whole = sum(column.share for column in self.columns)
        x = self.left
        for index, column in enumerate(self.columns):
            width = self.room * column.share / whole
            self._box(canvas, x, self.grid, width, HEAD + ROWS * self.row)
            title = fit_halves(column.title, "hei", LABEL, width - 2, HEAD)
            draw_fitted(canvas, title, x + width / 2, self.grid - (HEAD - title.height) / 2, "hei", "center")
            cell = fit_box(column.choices, "song", LABEL, width - 3, self.row)
            for row in range(ROWS):
                y = self.grid - HEAD - row * self.row
                said = Fitted((str(row + 1),), LABEL) if index == 0 else cell
                draw_fitted(canvas, said, x + width / 2, y - (self.row - said.height) / 2, "song", "center")
            x += width
        for row in range(ROWS):
            y = self.grid - HEAD - row * self.row
            canvas.line(self.left, y, self.left + self.room, y)

    def _print_penalties(self, canvas: Any) -> None:
        titles = [
            (_("第几副"), 16),
            (_("哪方"), 13),
            (_("队员"), 28),
            (_("违例"), 46),
            (_("张数或次数"), 21),
            (_("判罚"), 32),
            (_("裁判签字"), 22),
        ]
        whole = sum(share for _title, share in titles)
        x = self.left
        for title, share in titles:
            width = self.room * share / whole
            self._box(canvas, x, self.penalties, width, PENALTY + PENALTIES * PEN)
            head = fit_box(title, "hei", LABEL, width - 2, PENALTY)
            draw_fitted(canvas, head, x + width / 2, self.penalties - (PENALTY - head.height) / 2, "hei", "center")
            x += width
        for line in range(PENALTIES):
            y = self.penalties - PENALTY - line * PEN
            canvas.line(self.left, y, self.left + self.room, y)

    def _print_end(self, canvas: Any) -> None:
        """When and how it ended and the result, in words to ring and fill, and four signatures."""
        self._box(canvas, self.left, self.sign, self.room, SIGN)
        times = _("开始____:____    结束____:____    结束方式（圈一个）  打完   时间到不再打   时间到打完手中牌")
        result = _("胜方  甲  乙      最后级数  甲________  乙________      依据____________________________")
        for number, said in enumerate((times, result)):
            self._in(canvas, said, self.left + 2 * MM, self.sign - number * PEN, self.room - 4 * MM, PEN, 10.5)
        line = 2 * PEN
        canvas.line(self.left, self.sign - line, self.left + self.room, self.sign - line)
        quarter = self.room / 4
        for index, name in enumerate((_("甲方确认"), _("乙方确认"), _("裁判员"), _("核验"))):
            x = self.left + index * quarter
            if index:
                canvas.line(x, self.sign - line, x, self.sign - SIGN)
            draw(canvas, name, x + 2 * MM, self.sign - line - 5 * MM, "song", LABEL)

    def _in(self, canvas: Any, text: str, x: float, top: float, room: float, height: float, size: float) -> None:
        fitted = fit_box(text, "song", size, room, height - 2)
        draw_fitted(canvas, fitted, x, top - (height - fitted.height) / 2, "song")

    def _label(
        self, canvas: Any, text: str, x: float, top: float, height: float, role: Any = "song", size: float = LABEL
    ) -> None:
        draw(canvas, text, x, top - height / 2 - size * 0.37, role, size)

    def _box(self, canvas: Any, x: float, top: float, width: float, height: float) -> None:
        canvas.rect(x, top - height, width, height)
