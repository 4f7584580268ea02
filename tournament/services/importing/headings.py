"""The headings of a list of teams: which column holds what, in any order and under the names offices use."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.services.people import AT_TABLE
from tournament.services.refusal import Refusal

from .cells import Cell, Sheet, SheetRow

DEPARTMENT, HEADCOUNT, TEAM, NAMESAKE, IGNORED = "department", "headcount", "team", "namesake", "ignored"
SEARCHED = 10
_ALIASES = {
    DEPARTMENT: "单位 部门 单位名称 部门名称 所在单位 所属单位 所在部门 所属部门 参赛单位 "
    "分会 分工会 基层工会 院系 科室 车间 department unit",
    HEADCOUNT: "人数 单位人数 部门人数 职工人数 会员人数 在职人数 headcount",
    TEAM: "队名 队伍 队伍名称 参赛队 参赛队名 参赛队名称 代表队 team",
    NAMESAKE: "同名不同人 namesake",
    IGNORED: "序号 备注 no",
}
_KEYS = {alias: key for key, aliases in _ALIASES.items() for alias in aliases.split()}
_PLAYER = "(?:队员|选手|姓名|名字|成员|运动员|参赛者|参赛人员|player|name)"
_STAFF = "(?:工号|职工号|员工号|职工编号|员工编号|工作证号|staffnumber)"
_FIGURES = {char: n for n, row in enumerate(("一1a甲", "二2b乙", "三3c丙", "四4d丁"), start=1) for char in row}
_FIRST = "(?:第?(?P<first>[一二三四甲乙丙丁])(?:名|位|号)?)?"
_INNER, _LAST = (f"(?P<{where}>[一二三四甲乙丙丁a-d]|[0-9]{{1,2}})?" for where in ("inner", "last"))
_PATTERNS = (
    ("staff", re.compile(f"{_FIRST}(?:{_PLAYER}{_INNER}的?)?{_STAFF}{_LAST}")),
    ("player", re.compile(f"{_FIRST}{_PLAYER}{_INNER}(?:姓名|名字)?{_LAST}")),
)


@dataclass(frozen=True, slots=True)
class Columns:
    """Key (`department`, `player1`, `staff1` …) → column index from 0; `unknown` are the other headings as given."""

    row: int
    places: dict[str, int]
    unknown: tuple[str, ...]


def heading(key: str) -> str:
    """The heading of a key as templates and exports write it."""
    fixed = {DEPARTMENT: "单位", HEADCOUNT: "人数", TEAM: "队名", NAMESAKE: "同名不同人"}
    return fixed.get(key) or ("队员" if key.startswith("player") else "工号") + re.sub(r"\D", "", key)


def keys_for(roster_size: int) -> list[str]:
    """The keys of a full list in the template's order, as many players as a team may have."""
    people = [f"{kind}{n}" for n in range(1, max(AT_TABLE, roster_size) + 1) for kind in ("player", "staff")]
    return [DEPARTMENT, HEADCOUNT, TEAM, *people]


def find_columns(sheets: Sequence[Sheet], *, at: str = "file") -> tuple[Sheet, Columns]:
    """The first sheet with a row of headings among its first rows; missing and doubled headings are refused by name."""
    best = max(_candidates(sheets), key=lambda one: len(_told(one[1])), default=None)
    if best is None:
        raise Refusal(_("文件里没有内容；请填好名单再上传。"), code="empty", at=at)
    sheet, row = best
    found = _told(row)
    if not {DEPARTMENT, "player1"} & set(found.values()):
        _refuse_no_headings(row, at)
    _refuse_doubled(row, found, at)
    places = {key: index for index, key in found.items() if key != IGNORED}
    _refuse_missing(places, at)
    unknown = [cell.text.strip() for index, cell in enumerate(row.cells) if cell.text.strip() and index not in found]
    return sheet, Columns(row.number, places, tuple(unknown))


def _candidates(sheets: Sequence[Sheet]) -> Iterator[tuple[Sheet, SheetRow]]:
    for sheet in sheets:
        for row in sheet.rows[:SEARCHED]:
            yield sheet, row


def _told(row: SheetRow) -> dict[int, str]:
    """Column index → key of each heading known; players and numbers without a figure count from the left."""
    found: dict[int, str] = {}
    counted: Counter[str] = Counter()
    for index, cell in enumerate(row.cells):
        if key := _key(cell, counted):
            found[index] = key
    return found


def _key(cell: Cell, counted: Counter[str]) -> str:
    text = _plain(cell.text)
    if text in _KEYS:
        return _KEYS[text]
    for kind, pattern in _PATTERNS:
        if match := pattern.fullmatch(text):
            figure = next((part for part in match.groupdict().values() if part), "")
            return f"{kind}{_number(figure)}" if figure else _next(kind, counted)
    return ""


def _next(kind: str, counted: Counter[str]) -> str:
    """A number without a figure belongs to the player before it."""
    counted[kind] += 1
    return f"{kind}{counted['player'] or 1 if kind == 'staff' else counted[kind]}"


def _number(figure: str) -> int:
    return _FIGURES.get(figure) or min(int(figure), 99)


def _plain(text: str) -> str:
    """A heading without spaces, width, case, stars and what stands in brackets."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"\(.*?\)|[\s::*_.\-/'\"]", "", text)


def _refuse_no_headings(row: SheetRow, at: str) -> None:
    facts = {"found": _("、").join(cell.text[:20] for cell in row.cells if cell.text.strip())[:100]}
    message = (
        _("没有找到表头：前几行里要有一行写着“单位、队员1、队员2”；现在读到的是“%(found)s”。请用本页的模板。") % facts
    )
    raise Refusal(message, code="no-headings", at=at)


def _refuse_doubled(row: SheetRow, found: dict[int, str], at: str) -> None:
    for key, count in Counter(found.values()).items():
        if key != IGNORED and count > 1:
            same = "”“".join(row.cells[index].text.strip() for index, other in found.items() if other == key)
            facts = {"names": same, "key": heading(key)}
            message = _("表头“%(names)s”说的是同一列（%(key)s），只能有一列；请删去或改名。") % facts
            raise Refusal(message, code="doubled-heading", at=at)


def _refuse_missing(places: dict[str, int], at: str) -> None:
    wanted = [DEPARTMENT, *(f"player{n}" for n in range(1, AT_TABLE + 1))]
    if missing := [heading(key) for key in wanted if key not in places]:
        facts = {"missing": "”“".join(missing)}
        message = _("缺少表头“%(missing)s”；必须有单位、队员1、队员2，其余可空。") % facts
        raise Refusal(message, code="missing-heading", at=at)
