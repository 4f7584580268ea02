"""Workbooks (.xlsx) as sheets of cells: dates, numbers, formulas and merged cells come out as an office means them."""

import re
import zipfile
from bisect import bisect_right
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from io import BytesIO
from itertools import islice
from typing import Any

import openpyxl
from django.utils.translation import gettext as _
from openpyxl.utils.cell import range_boundaries

from tournament.services.refusal import Refusal

from .cells import BLANK, MAX_CELL, MAX_COLUMNS, MAX_ROWS, Cell, Sheet, SheetRow, trimmed

MAX_UNPACKED = 20_000_000
MAX_SHEETS = 30
MAX_BLANK_ROWS = 100_000
_MERGE = re.compile(rb"<(?:\w+:)?mergeCell [^>]*?ref=\"([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})\"")
_EXACT = 10**15

Merges = dict[int, list[tuple[int, int]]]


def read_workbook(data: bytes) -> list[Sheet]:
    """The visible sheets; `Refusal` where this is no .xlsx, is too large, or cannot be read."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            _refuse_foreign(archive)
            return _sheets(data, archive)
    except Refusal:
        raise
    except Exception as error:  # a damaged workbook fails in as many ways as there are parts in it
        message = _("这个工作簿打不开，可能已损坏；请用 Excel 或 WPS 打开后另存为 .xlsx，再上传。")
        raise Refusal(message, code="broken", at="file") from error


def _refuse_foreign(archive: zipfile.ZipFile) -> None:
    """Only a real .xlsx of bearable size goes on; what an entry unpacks to never exceeds what its directory says."""
    names = {entry.filename for entry in archive.infolist()}
    if "xl/workbook.bin" in names:
        raise Refusal(_("这是 .xlsb 工作簿，不能读取；请另存为 .xlsx 再上传。"), code="xlsb", at="file")
    if "xl/workbook.xml" not in names:
        message = _("这不是 .xlsx 工作簿（是别种压缩文件）；请用 Excel 或 WPS 另存为 .xlsx，再上传。")
        raise Refusal(message, code="not-xlsx", at="file")
    parts = (entry for entry in archive.infolist() if entry.filename.endswith((".xml", ".rels")))
    if sum(entry.file_size for entry in parts) > MAX_UNPACKED:
        facts = {"most": MAX_UNPACKED // 1_000_000}
        message = _("工作簿展开后超过 %(most)s MB，不能读取；请只留名单这一张表，另存后再上传。") % facts
        raise Refusal(message, code="too-large", at="file")


def _sheets(data: bytes, archive: zipfile.ZipFile) -> list[Sheet]:
    formulas = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=False, keep_links=False)
    visible = [sheet for sheet in formulas.worksheets if sheet.sheet_state == "visible"][:MAX_SHEETS]
    read = [_sheet(sheet, archive) for sheet in visible]
    if any(cell.kind == "formula" for sheet in read for row in sheet.rows for cell in row.cells):
        values = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        read = [_with_values(sheet, values[sheet.title]) for sheet in read]
    return read


def _sheet(sheet: Any, archive: zipfile.ZipFile) -> Sheet:
    path = sheet._worksheet_path  # the reader knows the part's name but has no merged cells
    merges = _merges(archive.read(path))
    rows: list[SheetRow] = []
    above: dict[tuple[int, int], Cell] = {}
    for number, row in _rows(sheet):
        cells = [_cell(cell) for cell in row]
        if not (kept := trimmed(cells)):
            continue
        rows.append(SheetRow(number, _filled(number, kept, merges, above)))
        if len(rows) > MAX_ROWS:
            _refuse_rows()
    return Sheet(str(sheet.title), rows)


def _rows(sheet: Any) -> Iterator[tuple[int, Any]]:
    """Rows with their numbers; files of some programs state a wrong extent, so it is not asked for."""
    sheet.reset_dimensions()
    most = MAX_ROWS + MAX_BLANK_ROWS
    for number, row in enumerate(islice(sheet.iter_rows(), most), start=1):
        if len(row) > MAX_COLUMNS and any(cell.value not in (None, "") for cell in row[MAX_COLUMNS:]):
            _refuse_columns()
        yield number, row[:MAX_COLUMNS]


def _refuse_rows() -> None:
    message = _("名单超过 %(most)s 行，一次放不下；请分成几个文件上传。") % {"most": MAX_ROWS}
    raise Refusal(message, code="too-many-rows", at="file")


def _refuse_columns() -> None:
    message = _("表格超过 %(most)s 列，不像报名名单；请删去多余的列再上传。") % {"most": MAX_COLUMNS}
    raise Refusal(message, code="too-many-columns", at="file")


def _cell(cell: Any) -> Cell:
    if cell.data_type == "f":
        return Cell(str(cell.value)[:MAX_CELL], "formula")
    return _valued(cell.value, cell.data_type)


def _valued(value: Any, data_type: str = "n") -> Cell:
    match value:
        case None:
            return BLANK
        case bool():
            return Cell("TRUE" if value else "FALSE")
        case int() | float():
            return _number(value)
        case datetime() | date() | time() | timedelta():
            return Cell(str(value)[:MAX_CELL].removesuffix(" 00:00:00"), "date")
    return Cell(str(value)[:MAX_CELL], "error" if data_type == "e" else "text")


def _number(value: int | float) -> Cell:
    """A number as it stands in its cell; from 16 digits on, the file itself has lost the last ones."""
    if abs(value) >= _EXACT:
        return Cell(f"{value:.15G}", "long-number")
    return Cell(str(int(value)) if value == int(value) else f"{value:.15g}", "number")


def _merges(part: bytes) -> Merges:
    """Merged cells of one column each: column index from 0 → (first row, last row), sorted."""
    found: Merges = {}
    for match in _MERGE.finditer(part):
        left, top, right, bottom = range_boundaries(match[1].decode())
        if left == right and left <= MAX_COLUMNS:
            found.setdefault(left - 1, []).append((top, bottom))
    return {column: sorted(spans) for column, spans in found.items()}


def _filled(
    number: int, cells: tuple[Cell, ...], merges: Merges, above: dict[tuple[int, int], Cell]
) -> tuple[Cell, ...]:
    """The row with the value of each merged cell that reaches down into it; `above` remembers their first rows."""
    full = list(cells)
    for column, spans in merges.items():
        index = bisect_right(spans, (number, 1 << 30)) - 1
        if index < 0 or spans[index][1] < number:
            continue
        top = spans[index][0]
        full += [BLANK] * (column + 1 - len(full))
        if number == top:
            above[column, top] = full[column]
        elif not full[column].text:
            full[column] = above.get((column, top), BLANK)
    return tuple(full)


def _with_values(sheet: Sheet, values: Any) -> Sheet:
    """The sheet with its formulas replaced by the values that were stored with them, where there are any."""
    stored = dict(_rows(values))
    return Sheet(sheet.title, [SheetRow(row.number, _looked_up(row, stored)) for row in sheet.rows])


def _looked_up(row: SheetRow, stored: dict[int, Any]) -> tuple[Cell, ...]:
    there = stored.get(row.number, ())
    return tuple(
        _stored(cell, there[index]) if cell.kind == "formula" and index < len(there) else cell
        for index, cell in enumerate(row.cells)
    )


def _stored(cell: Cell, there: Any) -> Cell:
    return cell if there.value is None else _valued(there.value, there.data_type)
