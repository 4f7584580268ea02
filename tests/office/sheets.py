"""Workbooks and text files for the tests of importing."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook

HEAD = ("单位", "人数", "队名", "队员1", "工号1", "队员2", "工号2")


def workbook(rows: Iterable[Sequence[Any]], *, merged: Sequence[str] = (), title: str = "名单") -> bytes:
    """An .xlsx of these rows; `merged` cells such as `A2:A3`."""
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    for cells in merged:
        sheet.merge_cells(cells)
    return stored(book)


def stored(book: Workbook) -> bytes:
    """The workbook's bytes."""
    held = BytesIO()
    book.save(held)
    return held.getvalue()


def listed(count: int, start: int = 1) -> list[list[str]]:
    """The heads and so many rows, one department each."""
    rows = [[f"第{n}分会", "", "", f"甲某{n}", f"A{n}", f"乙某{n}", ""] for n in range(start, start + count)]
    return [list(HEAD), *rows]
