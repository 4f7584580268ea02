"""Text on paper: rare characters are drawn and can be copied, long texts shrink and then wrap."""

from io import BytesIO

import pdfplumber
import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from tournament.documents.fonts import BUNDLED, face, runs, width
from tournament.documents.pdf_unicode import to_unicode_map, utf16
from tournament.documents.text import SMALLEST, draw, fit, fit_box

RARE = "喆堃昇㛃䶮𠅤𬍛犇骉翀祎玥叒龑𫖯"
ROLES = ["song", "title", "hei", "fang", "kai"]


def _line(text: str, role: str) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(600, 100))
    draw(canvas, text, 10, 40, role, 16)
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize("role", ROLES)
def test_rare_characters_can_be_copied_with_pypdf(role: str) -> None:
    text = PdfReader(BytesIO(_line(RARE, role))).pages[0].extract_text()
    assert "".join(text.split()) == RARE


@pytest.mark.parametrize("role", ROLES)
def test_rare_characters_can_be_copied_with_pdfplumber(role: str) -> None:
    with pdfplumber.open(BytesIO(_line(RARE, role))) as opened:
        assert "".join(one["text"] for one in opened.pages[0].chars) == RARE


def test_every_rare_character_has_a_glyph_in_the_face_that_draws_it() -> None:
    from reportlab.pdfbase import pdfmetrics

    for role in ROLES:
        for name, piece in runs(RARE, role):
            assert all(ord(one) in pdfmetrics.getFont(name).face.charToGlyph for one in piece)


def test_a_heading_takes_only_what_its_face_lacks_from_the_whole_face() -> None:
    assert [piece for _name, piece in runs("比赛䶮队", "title")] == ["比赛", "䶮", "队"]
    assert len({name for name, _piece in runs("比赛䶮队", "title")}) == 2


def test_characters_above_ffff_are_written_as_surrogate_pairs() -> None:
    assert utf16(0x20164) == "D840DD64"
    assert "<01> <D840DD64>" in to_unicode_map("F", [0x20, 0x20164])


def test_a_map_of_many_characters_is_written_in_blocks_of_a_hundred() -> None:
    written = to_unicode_map("F", list(range(256)))
    assert [line for line in written.splitlines() if line.endswith("beginbfchar")] == [
        "100 beginbfchar",
        "100 beginbfchar",
        "56 beginbfchar",
    ]


def test_a_short_text_keeps_its_size() -> None:
    assert fit("院直1A", "song", 12, 200).size == 12


def test_a_long_text_shrinks_before_it_wraps() -> None:
    text = "安徽艺术职业学院综艺系"
    fitted = fit(text, "song", 12, width(text, "song", 12) * 0.8)
    assert len(fitted.lines) == 1
    assert SMALLEST * 12 <= fitted.size < 12


@pytest.mark.parametrize(
    "text", ["安徽艺术职业学院" * 6, "Kindergarten" * 9, "古丽娜·艾买提、王" * 5, "12345 67890 " * 8]
)
def test_a_longer_text_wraps_into_lines_that_fit_and_loses_nothing(text: str) -> None:
    fitted = fit(text, "song", 12, 100)
    assert len(fitted.lines) > 1
    assert all(width(line, "song", fitted.size) <= 100.01 for line in fitted.lines)
    assert "".join("".join(fitted.lines).split()) == "".join(text.split())


def test_no_line_begins_with_a_closing_mark() -> None:
    fitted = fit("一二三四五六七、八九十一二三四、五六七八九十", "song", 12, 63.5)
    assert not any(line.startswith("、") for line in fitted.lines)


def test_a_text_in_a_fixed_box_fits_its_height_too() -> None:
    assert fit_box("安徽艺术职业学院" * 8, "song", 12, 80, 24).height <= 24


def test_a_file_in_the_font_folder_takes_its_role_over(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fang.ttf").write_bytes((BUNDLED / "NotoSansSC-Bold.ttf").read_bytes())
    monkeypatch.setenv("FONT_DIR", str(tmp_path))
    face.cache_clear()
    assert face("fang") == "fang"
    face.cache_clear()


def test_a_broken_file_in_the_font_folder_is_passed_over(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "title.ttf").write_bytes(b"OTTO no outlines of ours")
    monkeypatch.setenv("FONT_DIR", str(tmp_path))
    face.cache_clear()
    assert face("title") != "title"
    face.cache_clear()


@pytest.mark.parametrize("extra", range(1, 12))
def test_the_lines_of_a_name_are_even(extra: int) -> None:
    text = "安徽艺术职业学院后勤服务集团"[: 8 + extra % 4] + "离退休工作处联合代表队"[:extra]
    lines = fit(text * 2, "song", 12, 80).lines
    assert "".join(lines) == text * 2
    assert len(lines[-1]) >= len(lines[0]) / 2
