"""Text tables (.csv, .txt, pasted lines) as rows of cells: the encoding and the separator are found out."""

import csv
import re
from collections.abc import Iterable
from io import StringIO

from django.utils.translation import gettext as _

from tournament.services.refusal import Refusal

from .cells import MAX_CELL, MAX_COLUMNS, MAX_ROWS, Cell, Sheet, SheetRow, trimmed

SEPARATORS = "\t,;\uff0c\uff1b\u3001"  # the last three as Chinese keyboards give them
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffe\uffff]")
_FEW = 4  # UTF-16 without a mark shows by the zeros of its commas and line ends, all on one side
_QUOTED = re.compile(r"^'(?='*[=+\-@\t\r])")
_POWER = re.compile(r"\d(?:\.\d+)?[eE]\+\d+")


def decoded(data: bytes) -> str:
    """The text of the bytes in UTF-8, UTF-16 or GB18030 (GBK within it); anything else is no text and refused."""
    for encoding in _encodings(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text):
            return text
    message = _("这个文件不是表格，也不是文字；请上传 .xlsx，或 UTF-8、GBK 编码的 .csv。")
    raise Refusal(message, code="not-text", at="file")


def _encodings(data: bytes) -> list[str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return [encoding]
    even, odd = data[:1000:2].count(0), data[1:1000:2].count(0)
    if max(even, odd) >= _FEW and not min(even, odd):
        return ["utf-16-le" if odd else "utf-16-be"]
    return ["utf-8", "gb18030"]


def read_text(text: str, *, at: str = "file") -> Sheet:
    """The rows of a text table; the separator is the one that its first lines use most."""
    separator = _separator(text)
    try:
        rows = _rows(csv.reader(StringIO(text, newline=""), delimiter=separator), at)
    except csv.Error as error:
        message = _("文字表格读不下去（引号或换行不对）；请检查引号是否成对，或改用 .xlsx。")
        raise Refusal(message, code="bad-csv", at=at) from error
    return Sheet("", rows)


def _rows(reader: Iterable[list[str]], at: str) -> list[SheetRow]:
    rows: list[SheetRow] = []
    for number, parts in enumerate(reader, start=1):
        if not (cells := trimmed([_cell(part) for part in parts])):
            continue
        if len(cells) > MAX_COLUMNS:
            message = _("表格超过 %(most)s 列，不像报名名单；请删去多余的列再上传。") % {"most": MAX_COLUMNS}
            raise Refusal(message, code="too-many-columns", at=at)
        rows.append(SheetRow(number, cells))
        if len(rows) > MAX_ROWS:
            message = _("名单超过 %(most)s 行，一次放不下；请分成几个文件上传。") % {"most": MAX_ROWS}
            raise Refusal(message, code="too-many-rows", at=at)
    return rows


def _cell(part: str) -> Cell:
    """A leading apostrophe that only kept a spreadsheet from reading a formula is taken off again."""
    text = _QUOTED.sub("", part.strip(" \u3000"))[:MAX_CELL]
    if _POWER.fullmatch(text):
        return Cell(text, "long-number")
    return Cell(text)


def _separator(text: str) -> str:
    head = "\n".join(text.lstrip("\ufeff\r\n").splitlines()[:5])
    return max(SEPARATORS, key=head.count)
