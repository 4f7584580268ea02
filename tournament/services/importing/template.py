"""The workbook an office fills in: headings, the list of departments to choose from, instructions in words."""

from io import BytesIO

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from tournament.models import Tournament

from .cells import MAX_ROWS
from .headings import DEPARTMENT, HEADCOUNT, TEAM, heading, keys_for

WIDTHS = {DEPARTMENT: 22, HEADCOUNT: 8, TEAM: 18}
PLAYER_WIDTH, STAFF_WIDTH = 14, 14
TEXT = "@"
_NEEDED = ("department", "player1", "player2")


def template(tournament: Tournament) -> bytes:
    """An empty list as .xlsx for this tournament: as many players as a team may have."""
    book = Workbook()
    sheet = book.active
    sheet.title = "报名表"
    keys = keys_for(tournament.roster_size)
    dress(sheet, keys)
    names = list(tournament.departments.values_list("name", flat=True))
    _explain(book.create_sheet("填写说明"), tournament, names)
    if names:
        _offer(sheet, f"'填写说明'!$D$2:$D${len(names) + 1}")
    return saved(book)


def dress(sheet: Worksheet, keys: list[str]) -> None:
    """Headings, column widths, a header that stays; every column but the headcount is text, so 007 keeps its zeros."""
    sheet.append([heading(key) for key in keys])
    for index, key in enumerate(keys, start=1):
        column = sheet.column_dimensions[get_column_letter(index)]
        column.width = WIDTHS.get(key, PLAYER_WIDTH if key.startswith("player") else STAFF_WIDTH)
        if key != HEADCOUNT:
            column.number_format = TEXT
        _dress_heading(sheet.cell(1, index), needed=key in _NEEDED)
    sheet.row_dimensions[1].height = 24
    sheet.freeze_panes = "B2"
    sheet.print_title_rows = "1:1"


def saved(book: Workbook) -> bytes:
    """The workbook's bytes."""
    held = BytesIO()
    book.save(held)
    return held.getvalue()


def _dress_heading(cell: object, *, needed: bool) -> None:
    cell.font = Font(bold=True, color="B3261E" if needed else "1B1F24")  # type: ignore[attr-defined]
    cell.fill = PatternFill("solid", fgColor="F4F6F8")  # type: ignore[attr-defined]
    cell.border = Border(bottom=Side(style="thin", color="57606A"))  # type: ignore[attr-defined]
    cell.alignment = Alignment(vertical="center")  # type: ignore[attr-defined]


def _offer(sheet: Worksheet, departments: str) -> None:
    """Departments to choose from; another one may be typed, it will be made."""
    choice = DataValidation(type="list", formula1=departments, allow_blank=True, showErrorMessage=False)
    sheet.add_data_validation(choice)
    choice.add(f"A2:A{MAX_ROWS}")


def _explain(sheet: Worksheet, tournament: Tournament, departments: list[str]) -> None:
    sheet["A1"], sheet["D1"] = _("填写说明"), _("已登记的单位")
    for cell in (sheet["A1"], sheet["D1"]):
        cell.font = Font(bold=True)
    for row, line in enumerate(_lines(tournament), start=2):
        sheet.cell(row, 1, line).alignment = Alignment(wrap_text=True, vertical="top")
    for row, name in enumerate(departments, start=2):
        write_text(sheet, row, 4, name)
    sheet.column_dimensions["A"].width = 72
    sheet.column_dimensions["D"].width = 24


def _lines(tournament: Tournament) -> list[str]:
    most = {"name": tournament.name, "most": max(2, tournament.roster_size)}
    return [
        _("赛事：%(name)s。每行填一队，每队 2 到 %(most)s 人；表头不要改。") % most
        if tournament.roster_size > 2
        else _("赛事：%(name)s。每行填一队，每队 2 人；表头不要改。") % most,
        _("红字的列必填：单位、队员1、队员2；其余可以空着。"),
        _("单位：从下拉中选，或直接填写；没有登记过的单位会新建。"),
        _("人数：单位的职工人数，用来核定名额；同一单位只填一次即可。"),
        _("队名：空着则自动命名，如“综艺系”，有几队时为“综艺系A”“综艺系B”。"),
        _("工号：同一工号只能参加一队；两人同名时，填工号即可区分。"),
        _("同一单位里有两人同名又没有工号的，上传后会逐行询问。"),
        _("例：综艺系 │ 42 │（空）│ 张三 │ 0107 │ 李四 │ 0212"),
        _("填好后在“导入导出”页上传；先看每一行的检查结果，确认后才登记。"),
    ]


def write_text(sheet: Worksheet, row: int, column: int, text: str) -> None:
    """A cell that is text whatever it begins with: no name becomes a formula, and none is run in another program."""
    cell = sheet.cell(row, column)
    cell.value = text
    cell.data_type = "s"
    cell.number_format = TEXT
    if text[:1] in "=+-@'":
        cell.quotePrefix = True
