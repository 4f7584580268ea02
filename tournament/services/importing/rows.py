"""One row of a list as it would be stored, with what is wrong in it by itself."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.services.names import clean, required
from tournament.services.people import AT_TABLE, NAME_LIMIT, PlayerEntry, checked_person
from tournament.services.refusal import Refusal

from .cells import BLANK, Cell, SheetRow
from .headings import DEPARTMENT, HEADCOUNT, NAMESAKE, TEAM, heading
from .reading import Table

MOST_PEOPLE = 1_000_000
_YES = {"是", "√", "✓", "y", "yes", "true", "1", "x"}
_NO = {"", "否", "n", "no", "false", "0"}


class Fault(NamedTuple):
    """What is wrong in a field (`department`, `headcount`, `team`, `player1`, `staff1` …), in words."""

    at: str
    message: str


class Entry(NamedTuple):
    """A row's team, cleaned; `headcount` is the department's, `team` empty for a name given by itself."""

    number: int
    department: str
    headcount: int | None
    team: str
    players: tuple[PlayerEntry, ...]
    namesake: bool
    faults: tuple[Fault, ...]


def entries_of(table: Table, roster_size: int) -> list[Entry]:
    """Every row of the table; nothing is dropped, what cannot be read is a fault of its row."""
    numbers = sorted({int(key[6:]) for key in table.columns.places if key.startswith("player")})
    return [_Reader(row, table.columns.places, max(AT_TABLE, roster_size)).entry(numbers) for row in table.rows]


class _Reader:
    """Reads one row and collects its faults."""

    def __init__(self, row: SheetRow, places: dict[str, int], most: int) -> None:
        self.row, self.places, self.most = row, places, most
        self.faults: list[Fault] = []

    def entry(self, numbers: Sequence[int]) -> Entry:
        department = self._named(DEPARTMENT, _("单位名称"))
        headcount, team = self._headcount(), self._named(TEAM, _("队名"), needed=False)
        players, namesake = self._players(numbers), self._namesake()
        return Entry(self.row.number, department, headcount, team, players, namesake, tuple(self.faults))

    def _cell(self, key: str) -> Cell:
        index = self.places.get(key, -1)
        return self.row.cells[index] if 0 <= index < len(self.row.cells) else BLANK

    def _fault(self, at: str, message: str) -> None:
        self.faults.append(Fault(at, message))

    def _text(self, key: str) -> str:
        """The cell's cleaned text; what a spreadsheet made of it without being asked is a fault."""
        cell = self._cell(key)
        if message := _spoiled(cell):
            self._fault(key, message % {"what": heading(key), "text": cell.text[:30]})
        return clean(cell.text)

    def _named(self, key: str, what: str, *, needed: bool = True) -> str:
        text = self._text(key)
        if text or needed:
            try:
                return required(text, what, at=key, limit=NAME_LIMIT)
            except Refusal as refusal:
                self._fault(key, refusal.message)
        return text[:NAME_LIMIT]

    def _headcount(self) -> int | None:
        text = self._text(HEADCOUNT).removesuffix("人")
        if not text:
            return None
        if re.fullmatch(r"[0-9]{1,7}", text) and int(text) <= MOST_PEOPLE:
            return int(text)
        facts = {"text": text[:20], "most": MOST_PEOPLE}
        self._fault(HEADCOUNT, _("人数“%(text)s”不对：填 0 到 %(most)s 的整数，或留空。") % facts)
        return None

    def _namesake(self) -> bool:
        text = self._text(NAMESAKE).casefold()
        if text not in _YES | _NO:
            self._fault(NAMESAKE, _("同名不同人“%(text)s”不对：填“是”，或留空。") % {"text": text[:20]})
        return text in _YES

    def _players(self, numbers: Sequence[int]) -> tuple[PlayerEntry, ...]:
        """The players up to the last one given; a gap before him, or one too many, is a fault."""
        given = {n: (self._text(f"player{n}"), self._text(f"staff{n}")) for n in numbers}
        last = max([n for n, texts in given.items() if any(texts)], default=0)
        for n in [n for n in numbers if n > self.most and any(given[n])]:
            facts = {"most": self.most, "what": heading(f"player{n}")}
            self._fault(f"player{n}", _("本赛事每队最多 %(most)s 人，%(what)s放不下。") % facts)
        wanted = range(1, min(max(last, AT_TABLE), self.most) + 1)
        return tuple(self._player(n, *given.get(n, ("", ""))) for n in wanted)

    def _player(self, n: int, name: str, staff_number: str) -> PlayerEntry:
        try:
            person = checked_person(PlayerEntry(name, staff_number), n - 1)
        except Refusal as refusal:
            self._fault(f"staff{n}" if refusal.at.endswith("staff_number") else f"player{n}", refusal.message)
            return PlayerEntry(name[:NAME_LIMIT], staff_number[:NAME_LIMIT])
        if not any(char.isalpha() for char in person.name):
            facts = {"what": heading(f"player{n}"), "text": person.name[:20]}
            self._fault(f"player{n}", _("%(what)s“%(text)s”不像姓名（没有一个字），是不是填错了列？") % facts)
        return person


def _spoiled(cell: Cell) -> str:
    """The sentence for a cell that does not hold what was typed, or none."""
    match cell.kind:
        case "formula":
            return _("%(what)s是公式“%(text)s”，文件里没有它的结果；请在 Excel 里算出后保存，或粘贴为数值。")
        case "error":
            return _("%(what)s是 Excel 的错误值“%(text)s”；请改正。")
        case "date":
            return _("%(what)s被 Excel 读成日期“%(text)s”；请把单元格设为文本再填。")
        case "long-number":
            return _("%(what)s“%(text)s”是超过 15 位的数字，末尾已被 Excel 改掉；请把单元格设为文本再填。")
    return ""
