"""Workbooks and text files for the tests of importing."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook

from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.importing.commit import enter, preview
from tournament.services.importing.parcel import Parcel, new_parcel
from tournament.services.importing.plan import Decisions
from tournament.services.importing.reading import read_file
from tournament.services.importing.rows import entries_of

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


def team(department: str, one: str, two: str, **more: Any) -> list[Any]:
    """A row of the template."""
    values = {"headcount": "", "name": "", "staff1": "", "staff2": ""} | more
    return [department, values["headcount"], values["name"], one, values["staff1"], two, values["staff2"]]


def parcel_of(cup: Tournament, *rows: list[Any], heads: Any = HEAD) -> Parcel:
    table = read_file(workbook([heads, *rows]))
    return new_parcel("名单.xlsx", table.notes, entries_of(table, cup.roster_size))


def entered(cup: Tournament, me: Actor, *rows: list[Any], heads: Any = HEAD, **decisions: Any) -> int:
    parcel, decided = parcel_of(cup, *rows, heads=heads), Decisions(**decisions)
    return enter(cup, parcel, decided, preview(cup, parcel, decided).fingerprint, me)
