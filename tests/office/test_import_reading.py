"""Files as people send them: every encoding and separator, what Excel does to cells, and what is no list at all."""

import zipfile
from datetime import date
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.office.sheets import HEAD, listed, stored, workbook
from tournament.services.importing.reading import MAX_BYTES, Table, read_file, read_pasted
from tournament.services.importing.rows import Entry, entries_of
from tournament.services.refusal import Refusal

LINES = "单位，队员1，队员2\r\n综艺系，张三，李四\r\n\r\n基础部，赵·敏，𠮷野\r\n"
TWO = [("综艺系", ("张三", "李四")), ("基础部", ("赵·敏", "𠮷野"))]


def read(data: bytes, roster_size: int = 2) -> list[Entry]:
    return entries_of(read_file(data), roster_size)


def short(entries: list[Entry]) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.department, tuple(player.name for player in one.players)) for one in entries]


def refused(data: bytes) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read(data)
    return caught.value


ENCODED = {
    "utf-8": LINES.encode(),
    "utf-8 with its mark": LINES.encode("utf-8-sig"),
    "utf-16 with its mark": LINES.encode("utf-16"),
    "utf-16 big endian with its mark": b"\xfe\xff" + LINES.encode("utf-16-be"),
    "utf-16 little endian without": LINES.encode("utf-16-le"),
    "utf-16 big endian without": LINES.encode("utf-16-be"),
    "gb18030": LINES.encode("gb18030"),
    "old Macintosh line ends": LINES.replace("\r\n", "\r").encode(),
    "semicolons": LINES.replace(",", ";").encode(),
    "full-width semicolons": LINES.replace(",", "\uff1b").encode(),
    "tabs": LINES.replace(",", "\t").encode(),
    "full-width commas": LINES.replace(",", "\uff0c").encode(),
    "quotes": LINES.replace("综艺系", '"综艺系"').encode(),
    "spaces around": LINES.replace(",", " , ").encode(),
    "blank lines before": b"\r\n,,\r\n" + LINES.encode(),
    "a title before": "第五届扑克赛报名表，,\r\n".encode() + LINES.encode(),
    "an .xlsx": workbook([["单位", "队员1", "队员2"], ["综艺系", "张三", "李四"], [], ["基础部", "赵·敏", "𠮷野"]]),
}


@pytest.mark.parametrize("data", ENCODED.values(), ids=ENCODED)
def test_the_same_list_is_read_from_every_kind_of_file(data: bytes) -> None:
    assert short(read(data)) == TWO


def test_gbk_is_read() -> None:
    assert short(read("单位，队员1，队员2\n综艺系，张三，李四\n".encode("gbk"))) == TWO[:1]


def test_rows_keep_the_numbers_their_program_shows() -> None:
    assert [one.number for one in read(ENCODED["utf-8"])] == [2, 4]
    assert [one.number for one in read(ENCODED["an .xlsx"])] == [2, 4]


HEADINGS: dict[str, list[str]] = {
    "the template's": ["单位", "队员1", "工号1", "队员2", "工号2"],
    "full-width figures": ["单位", "队员\uff11", "工号\uff11", "队员\uff12", "工号\uff12"],
    "other words": ["部门", "选手一", "职工号一", "选手二", "职工号二"],
    "letters and brackets": ["单位名称\uff08必填\uff09", "队员A", "工号A（可空）", "队员B", "工号B"],
    "no figures": ["分会", "姓名", "工号", "姓名", "工号"],
    "the player in the number's heading": ["所在单位", "队员1姓名", "队员1工号", "队员2姓名", "队员2工号"],
    "the figure first": ["单 位", "第一名队员", "第一名队员工号", "第二名队员", "第二名队员工号"],
    "English": ["Department", "Player 1", "Staff number 1", "Player 2", "Staff number 2"],
    "a star": ["*单位", "*队员1", "工号1", "*队员2", "工号2"],
}


@pytest.mark.parametrize("heads", HEADINGS.values(), ids=HEADINGS)
def test_headings_are_known_by_the_names_offices_use(heads: list[str]) -> None:
    (entry,) = read(workbook([heads, ["综艺系", "张三", "007", "李四", "8"]]))
    assert (entry.department, entry.faults) == ("综艺系", ())
    assert [(one.name, one.staff_number) for one in entry.players] == [("张三", "007"), ("李四", "8")]


def test_headings_stand_in_any_order() -> None:
    heads = ["工号2", "队名", "队员2", "序号", "人数", "队员1", "单位"]
    (entry,) = read(workbook([heads, ["9", "猛虎", "李四", 1, 42, "张三", "综艺系"]]))
    assert (entry.department, entry.headcount, entry.team) == ("综艺系", 42, "猛虎")
    assert [(one.name, one.staff_number) for one in entry.players] == [("张三", ""), ("李四", "9")]


BAD_HEADINGS: dict[str, tuple[list[str], str, str]] = {
    "missing": (["单位", "队员1"], "missing-heading", "缺少表头“队员2”"),
    "both missing": (["队员1", "人数"], "missing-heading", "缺少表头“单位”“队员2”"),
    "doubled": (["单位", "部门", "队员1", "队员2"], "doubled-heading", "表头“单位”“部门”说的是同一列（单位）"),
    "a player doubled": (["单位", "队员1", "队员一", "队员2"], "doubled-heading", "“队员1”“队员一”"),
    "none at all": (["张三", "李四", "王五"], "no-headings", "现在读到的是“张三、李四、王五”"),
}


@pytest.mark.parametrize(("heads", "code", "words"), BAD_HEADINGS.values(), ids=BAD_HEADINGS)
def test_wrong_headings_are_told_by_name(heads: list[str], code: str, words: str) -> None:
    found = refused(workbook([heads, ["甲"] * len(heads)]))
    assert found.code == code
    assert words in found.message


def test_a_column_of_an_unknown_heading_is_named_and_not_read() -> None:
    table = read_file(workbook([["单位", "籍贯", "队员1", "队员2"], ["综艺系", "合肥", "张三", "李四"]]))
    assert table.notes == ("没有读这些列（不认识的表头）：籍贯。",)


def cell_faults(value: object, column: int = 3) -> list[str]:
    row: list[object] = ["综艺系", "", "", "张三", "", "李四", ""]
    row[column] = value
    (entry,) = read(workbook([HEAD, row]))
    return [fault.message for fault in entry.faults]


CELLS: dict[str, tuple[object, int, str]] = {
    "a date as a name": (date(2026, 3, 4), 3, "队员1被 Excel 读成日期“2026-03-04”；请把单元格设为文本再填。"),
    "a number as a name": (12, 3, "队员1“12”不像姓名（没有一个字），是不是填错了列？"),
    "an error value": ("#N/A", 2, "队名是 Excel 的错误值“#N/A”；请改正。"),
    "a long number": (12345678901234567890, 4, "工号1“1.23456789012346E+19”是超过 15 位的数字"),
    "a formula never computed": ("=B1&C1", 3, "队员1是公式“=B1&C1”，文件里没有它的结果"),
    "a headcount in words": ("四十", 1, "人数“四十”不对：填 0 到 1000000 的整数，或留空。"),
    "a headcount too large": (10**9, 1, "人数“1000000000”不对"),
    "a broken headcount": (12.5, 1, "人数“12.5”不对"),
    "an empty department": ("", 0, "单位名称不能为空，请填写。"),
    "an empty player": (None, 5, "队员2姓名不能为空，请填写。"),
    "a long name": ("甲" * 61, 3, "最多 60 个字"),
    "a long staff number": ("9" * 31, 4, "最多 30 个字"),
}


@pytest.mark.parametrize(("value", "column", "words"), CELLS.values(), ids=CELLS)
def test_a_cell_that_cannot_be_meant_is_a_fault_of_its_row(value: object, column: int, words: str) -> None:
    faults = cell_faults(value, column)
    assert any(words in fault for fault in faults), faults


GOOD_CELLS: dict[str, tuple[object, int, str]] = {
    "a whole number in the department": (301, 0, "301"),
    "a number Excel keeps with a fraction": (301.0, 0, "301"),
    "full width and spaces": ("综\u3000艺 系\uff11", 0, "综艺系1"),
    "a name that looks like a formula": ("'=张三", 0, "'=张三"),
}


@pytest.mark.parametrize(("value", "column", "kept"), GOOD_CELLS.values(), ids=GOOD_CELLS)
def test_a_cell_is_kept_as_it_is_meant(value: object, column: int, kept: str) -> None:
    row: list[object] = ["综艺系", "", "", "张三", "", "李四", ""]
    row[column] = value
    (entry,) = read(workbook([HEAD, row]))
    assert (entry.department, entry.faults) == (kept, ())


def test_a_formula_counts_with_the_value_stored_beside_it() -> None:
    plain = zipfile.ZipFile(BytesIO(workbook([HEAD, ["综艺系", "", "", "=A1", "", "李四", ""]])))
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as changed:
        for name in plain.namelist():
            data = plain.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert b"<f>A1</f><v" in data
                data = data.replace(b'<c r="D2"><f>A1</f><v />', b'<c r="D2" t="str"><f>A1</f><v>\xe5\xbc\xa0</v>')
                data = data.replace(b'<c r="D2"><f>A1</f><v/>', b'<c r="D2" t="str"><f>A1</f><v>\xe5\xbc\xa0</v>')
            changed.writestr(name, data)
    (entry,) = read(held.getvalue())
    assert (entry.players[0].name, entry.faults) == ("张", ())


def test_a_department_merged_over_its_rows_counts_for_each_of_them() -> None:
    rows = [HEAD, ["综艺系", 42, "", "张三", "", "李四", ""], ["", "", "", "王五", "", "赵六", ""]]
    rows += [["基础部", "", "", "钱七", "", "孙八", ""]]
    found = read(workbook(rows, merged=["A2:A3", "B2:B3"]))
    assert [(one.department, one.headcount) for one in found] == [("综艺系", 42), ("综艺系", 42), ("基础部", None)]


def test_a_player_too_many_and_a_gap_are_faults() -> None:
    heads = ["单位", "队员1", "队员2", "队员3"]
    (entry,) = read(workbook([heads, ["综艺系", "张三", "李四", "王五"]]))
    assert [fault.message for fault in entry.faults] == ["本赛事每队最多 2 人，队员3放不下。"]
    (entry,) = read(workbook([heads, ["综艺系", "张三", "", "王五"]]), roster_size=3)
    assert [fault.at for fault in entry.faults] == ["player2"]
    (entry,) = read(workbook([heads, ["综艺系", "张三", "李四", "王五"]]), roster_size=3)
    assert (len(entry.players), entry.faults) == (3, ())


def test_a_staff_number_without_a_name_is_a_fault() -> None:
    (entry,) = read(workbook([[*HEAD, "队员3", "工号3"], ["综艺系", "", "", "张三", "", "李四", "", "", "7"]]), 3)
    assert [fault.at for fault in entry.faults] == ["player3"]


def test_the_sheet_with_the_headings_is_read_and_others_are_named() -> None:
    book = Workbook()
    book.active.append(["说明"])
    for title, name in (("一队", "张三"), ("二队", "王五")):
        sheet = book.create_sheet(title)
        sheet.append(["单位", "队员1", "队员2"])
        sheet.append(["综艺系", name, "李四"])
    book.create_sheet("藏").sheet_state = "hidden"
    table = read_file(stored(book))
    assert short(entries_of(table, 2)) == [("综艺系", ("张三", "李四"))]
    assert table.notes == ("只读了工作表“一队”，没有读：二队。",)


def zipped(**files: bytes) -> bytes:
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return held.getvalue()


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
FOREIGN: dict[str, tuple[bytes, str, str]] = {
    "nothing": (b"", "empty", "文件是空的"),
    "blanks": (b" \r\n\t ", "empty", "文件是空的"),
    "an old workbook": (OLE + b"\0" * 600, "xls", "旧的 .xls"),
    "a workbook with a password": (OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted", "打开密码"),
    "a web page": (b"<html><table></table></html>", "html", "网页"),
    "a PDF": (b"%PDF-1.7\n\x00\x01\x02\xff\xfe", "not-text", "不是表格"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not-text", "不是表格"),
    "an archive": (zipped(**{"a.txt": b"x"}), "not-xlsx", "别种压缩文件"),
    "a binary workbook": (zipped(**{"xl/workbook.bin": b"x"}), "xlsb", ".xlsb"),
    "a cut workbook": (workbook(listed(3))[:900], "broken", "打不开"),
    "a workbook of junk": (zipped(**{"xl/workbook.xml": b"x"}), "broken", "打不开"),
    "a bomb": (zipped(**{"xl/workbook.xml": b"0" * 25_000_000}), "too-large", "展开后超过 20 MB"),
    "too many bytes": (b"x" * (MAX_BYTES + 1), "too-large", "文件超过 5 MB"),
    "too many rows": (("单位，队员1，队员2\n" + "甲，乙，丙\n" * 5001).encode(), "too-many-rows", "超过 5000 行"),
    "10,000 columns": (("单位，" * 10_000).encode(), "too-many-columns", "超过 100 列"),
    "10,000 columns of a workbook": (workbook([["单位"] * 10_000]), "too-many-columns", "超过 100 列"),
    "one column": ("单位\n甲\n".encode(), "missing-heading", "缺少表头“队员1”“队员2”"),
    "headings alone": (workbook([HEAD]), "empty", "表头下面没有名单"),
    "an empty sheet": (workbook([]), "empty", "没有内容"),
    "NULs": ("单位，队员1，队员2\n甲\0，乙，丙\n".encode(), "not-text", "不是表格"),
    "an open quote": (('单位，队员1，队员2\n"' + "甲" * 140_000).encode(), "bad-csv", "引号"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "code", "words"), FOREIGN.values(), ids=FOREIGN)
def test_what_is_no_list_is_refused_in_words(data: bytes, code: str, words: str) -> None:
    found = refused(data)
    assert (found.code, found.at) == (code, "file")
    assert words in found.message


def test_entities_that_multiply_are_refused() -> None:
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    part = f'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY l0 "ha">{lol}]><w>&l9;</w>'.encode()
    plain = zipfile.ZipFile(BytesIO(workbook(listed(1))))
    files = {name: plain.read(name) for name in plain.namelist()}
    assert refused(zipped(**(files | {"xl/worksheets/sheet1.xml": part}))).code == "broken"


def test_a_sheet_that_lies_about_its_extent_is_read_whole() -> None:
    plain = zipfile.ZipFile(BytesIO(workbook(listed(3))))
    files = {name: plain.read(name) for name in plain.namelist()}
    sheet = files["xl/worksheets/sheet1.xml"]
    assert b'<dimension ref="A1:G4"' in sheet
    files["xl/worksheets/sheet1.xml"] = sheet.replace(b'<dimension ref="A1:G4"', b'<dimension ref="A1"')
    assert len(read(zipped(**files))) == 3


def test_blank_formatted_rows_at_the_end_count_for_nothing() -> None:
    book = Workbook()
    for row in listed(2):
        book.active.append(row)
    book.active["A1048576"].number_format = "@"
    assert len(read(stored(book))) == 2


PASTED: dict[str, str] = {
    "spaces": "综艺系 张三 李四\n\n基础部 赵·敏 𠮷野",
    "tabs": "综艺系\t张三\t李四\n\n基础部\t赵·敏\t𠮷野",
    "commas": "综艺系，张三，李四\n\n基础部，赵·敏，𠮷野",
    "full-width commas": "综艺系\uff0c张三\uff0c李四\n\n基础部\uff0c赵·敏\uff0c𠮷野",
    "Chinese enumeration": "综艺系、张三、李四\n\n基础部、赵·敏、𠮷野",
    "headings": "队员2 单位 队员1\n李四 综艺系 张三\n\n𠮷野 基础部 赵·敏",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_pasted_lines_are_read_with_headings_and_without(text: str) -> None:
    table: Table = read_pasted(text)
    assert short(entries_of(table, 2)) == TWO


@pytest.mark.parametrize("text", ["", " \n ", "\t\t", "x" * 200_001, "单位 队员1 队员2"])
def test_pasted_text_that_is_no_list_is_refused_at_its_field(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_pasted(text)
    assert caught.value.at == "text"


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=300),
    st.sampled_from([b"", b"PK\x03\x04", OLE, b"\xff\xfe", b"\xef\xbb\xbf", "单位，队员1，队员2\n".encode()]),
)
def test_any_bytes_are_a_list_or_a_sentence(tail: bytes, head: bytes) -> None:
    try:
        assert all(one.number for one in read(head + tail))
    except Refusal as refusal:
        assert refusal.message


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 4000), st.binary(min_size=1, max_size=8))
def test_a_damaged_workbook_is_a_list_or_a_sentence(where: int, junk: bytes) -> None:
    data = bytearray(GOOD)
    data[where : where + len(junk)] = junk
    try:
        read(bytes(data))
    except Refusal as refusal:
        assert refusal.message


GOOD = workbook(listed(5))
