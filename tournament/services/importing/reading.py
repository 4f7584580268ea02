"""A file sent by a browser, or pasted text, as a table with known columns."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.services.refusal import Refusal

from .cells import Cell, Sheet, SheetRow
from .headings import Columns, find_columns
from .text import SEPARATORS, decoded, read_text
from .workbook import read_workbook

MAX_BYTES = 5_000_000
MAX_PASTED = 200_000
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below the headings; `notes` are sentences on what was left unread."""

    columns: Columns
    rows: list[SheetRow]
    notes: tuple[str, ...] = ()


def read_file(data: bytes) -> Table:
    """The table in an .xlsx or a text file, told apart by its content and not by its name; else `Refusal`."""
    if len(data) > MAX_BYTES:
        message = _("文件超过 %(most)s MB，不能上传；请只留名单。") % {"most": MAX_BYTES // 1_000_000}
        raise Refusal(message, code="too-large", at="file")
    if not data.strip():
        raise Refusal(_("文件是空的；请填好名单再上传。"), code="empty", at="file")
    _refuse_old(data)
    return _table(read_workbook(data) if data.startswith(b"PK") else [read_text(decoded(data))], "file")


def read_pasted(text: str) -> Table:
    """Pasted lines: with a row of headings like a file, else department, player 1, player 2 in each."""
    if len(text) > MAX_PASTED:
        message = _("粘贴的名单超过 %(most)s 字；请存成文件上传。") % {"most": MAX_PASTED}
        raise Refusal(message, code="too-large", at="text")
    lines = [line for line in text.splitlines() if line.strip()]
    sheet = read_text(text, at="text") if any(char in text for char in SEPARATORS) else _spaced(text)
    try:
        return _table([sheet], "text")
    except Refusal as refusal:
        if refusal.code != "no-headings" or not lines:
            raise
    return Table(Columns(0, {"department": 0, "player1": 1, "player2": 2}, ()), sheet.rows)


def _spaced(text: str) -> Sheet:
    """Lines whose cells stand apart by spaces alone."""
    rows = [SheetRow(n, tuple(map(Cell, line.split()))) for n, line in enumerate(text.splitlines(), start=1)]
    return Sheet("", [row for row in rows if row.cells])


def _table(sheets: list[Sheet], at: str) -> Table:
    sheet, columns = find_columns(sheets, at=at)
    rows = [row for row in sheet.rows if row.number > columns.row]
    if not rows:
        raise Refusal(_("表头下面没有名单；请每行填一队。"), code="empty", at=at)
    notes = []
    if columns.unknown:
        notes.append(_("没有读这些列（不认识的表头）：%(names)s。") % {"names": _("、").join(columns.unknown)[:300]})
    if sheet.title and (others := _others(sheets, sheet)):
        facts = {"read": sheet.title, "others": _("、").join(others)[:200]}
        notes.append(_("只读了工作表“%(read)s”，没有读：%(others)s。") % facts)
    return Table(columns, rows, tuple(notes))


def _others(sheets: list[Sheet], read: Sheet) -> list[str]:
    """Other sheets that look like lists; the template's own instructions are none."""
    found = []
    for sheet in sheets:
        try:
            if sheet is not read and sheet.rows:
                find_columns([sheet])
                found.append(sheet.title)
        except Refusal:
            continue
    return found


def _refuse_old(data: bytes) -> None:
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            message = _("工作簿设了打开密码，不能读取；请在 Excel 里去掉密码，另存后再上传。")
            raise Refusal(message, code="encrypted", at="file")
        message = _("这是旧的 .xls 文件，不能读取；请用 Excel 或 WPS 另存为 .xlsx，再上传。")
        raise Refusal(message, code="xls", at="file")
    if re.match(rb"\s*<(?:!doctype|html|\?xml|table)", data[:200], re.IGNORECASE):
        message = _("这是网页或 XML 文件（有的系统导出时取名 .xls）；请用 Excel 打开后另存为 .xlsx，再上传。")
        raise Refusal(message, code="html", at="file")
