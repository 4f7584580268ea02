"""How papers are set: no line alone on a page, room for a pen, no empty columns, cards that stand straight."""

from datetime import datetime
from io import BytesIO
from itertools import pairwise

import pdfplumber
import pytest

from tests.documents import reading
from tests.documents.brackets import knockout
from tournament.documents.catalogue import DOCUMENTS
from tournament.documents.flow import Flow, Lines, heading
from tournament.documents.frame import MM, Frame
from tournament.documents.table import Column, Section, Table
from tournament.documents.table_card import Card, draw_cards
from tournament.documents.text import Fitted
from tournament.models import Match, Tournament
from tournament.services.shown import Shown

FRAME = Frame("扑克牌比赛", "编排表", datetime(2011, 11, 24, 9, 5), "1.2.3")


def _pages(lengths: list[int]) -> list[str]:
    sections = [
        Section(f"第{n}节", [[f"甲{n}行{line}尾"] for line in range(length)]) for n, length in enumerate(lengths)
    ]
    return reading.texts(FRAME.render(Table(FRAME, [Column("内容", 1)]).pages(sections)))


@pytest.mark.parametrize("before", range(20, 32))
@pytest.mark.parametrize("length", [1, 2, 3, 4, 9, 40])
def test_no_line_of_a_section_stands_alone(before: int, length: int) -> None:
    pages = _pages([before, length])
    counts = [page.count("甲1行") for page in pages]
    assert sum(counts) == length
    assert length == 1 or 1 not in counts
    assert all("第1节" in page for page, count in zip(pages, counts, strict=True) if count)
    assert [line for page in pages for line in range(length) if f"甲1行{line}尾" in page] == list(range(length))


@pytest.mark.parametrize("before", range(15, 19))
@pytest.mark.parametrize("length", range(18, 24))
def test_no_line_of_a_block_stands_alone(before: int, length: int) -> None:
    flow = Flow(FRAME)
    for block, lines in enumerate((before, length)):
        rows = [Lines(Fitted((f"第{block}段{line}行",), 10.5), "song", FRAME.room) for line in range(lines)]
        flow.add(rows, [heading(f"第{block}节", FRAME.room)])
    counts = [page.count("第1段") for page in reading.texts(FRAME.render(flow.pages()))]
    assert sum(counts) == length
    assert 1 not in counts


@pytest.mark.parametrize("length", [1, 3, 5])
def test_a_short_section_is_not_broken(length: int) -> None:
    for before in range(20, 32):
        assert max(page.count("甲1行") for page in _pages([before, length])) == length


def test_a_few_lines_too_many_for_a_page_are_set_smaller() -> None:
    sizes = []
    for lines in (27, 30):
        rows = [Section("一节", [["行"]] * lines)]
        pdf = FRAME.render(Table(FRAME, [Column("内容", 1)]).pages(rows))
        assert len(reading.texts(pdf)) == 1
        sizes.append(next(one["size"] for one in reading.characters(pdf) if one["text"] == "行"))
    assert sizes[1] == pytest.approx(0.9 * sizes[0])


def _edges(pdf: bytes, number: int = 0) -> list[float]:
    """The heights of the lines across the page, in points from its top."""
    with pdfplumber.open(BytesIO(pdf)) as opened:
        return sorted({round(line["top"], 2) for line in opened.pages[number].lines if line["width"] > 300})


@pytest.mark.parametrize("key", ["score-sheets", "blank-forms"])
def test_a_row_of_the_score_sheet_has_seven_millimetres_for_a_pen(anhui: Tournament, key: str) -> None:
    edges = _edges(DOCUMENTS[key].pdf(anhui, Shown()))
    heights = [round((low - high) / MM, 2) for high, low in pairwise(edges)]
    rows = [height for height in heights if 6.5 < height < 7.5]
    assert len(rows) >= 19 + 2  # the grid's inner lines, the penalties'
    assert min(rows) >= 7


def test_a_card_folds_in_the_middle_of_the_paper() -> None:
    pdf = draw_cards(FRAME, [Card(3, "东厅", (), "http://192.168.1.20:8000/", "扫码")])
    with pdfplumber.open(BytesIO(pdf)) as opened:
        page = opened.pages[0]
        folds = [line["top"] for line in page.lines if line.get("dash") and line["dash"][0]]
        digits = sorted(
            (one["top"] + one["bottom"]) / 2 for one in page.chars if one["text"] == "3" and one["size"] > 60
        )
    assert folds == [pytest.approx(page.height / 2, abs=0.5)]
    assert page.height - digits[1] == pytest.approx(digits[0], abs=20)


def _head(text: str) -> str:
    return text[text.index("桌号") - 2 : text.index("桌号") + 8]


def test_a_round_tells_its_matches_apart_and_has_no_empty_column(anhui: Tournament) -> None:
    text = "".join(reading.texts(DOCUMENTS["fixtures-round"].pdf(anhui, Shown())))
    assert _head(text).startswith("时间桌号场次甲方")
    assert "A组" in text
    assert "第1场" in text
    Match.objects.filter(stage__tournament=anhui, group="").delete()
    for key in ("fixtures-round", "fixtures"):
        assert "桌号组别甲方" in "".join(reading.texts(DOCUMENTS[key].pdf(anhui, Shown())))


@pytest.mark.django_db
def test_matches_that_others_wait_for_are_numbered_where_they_are_listed() -> None:
    cup = knockout(8, places=8)
    for key in ("fixtures-round", "fixtures"):
        text = "".join(reading.texts(DOCUMENTS[key].pdf(cup, Shown())))
        assert "半决赛第1场胜者" in text
        assert "组别" not in text
        assert all(f"第{number}场" in text.replace(f"第{number}场胜者", "") for number in (1, 2, 3, 4))
    by_round = "".join(reading.texts(DOCUMENTS["fixtures-round"].pdf(cup, Shown())))
    assert all(f"{name}半决赛第1场" in by_round for name in ("决赛", "三四名决赛"))  # which of the last round's it is


@pytest.mark.django_db
def test_the_only_match_besides_the_bracket_stands_under_the_final() -> None:
    for count, places, sheets in ((4, 4, 1), (8, 4, 1), (16, 4, 1), (8, 8, 2)):
        cup = knockout(count, slug=f"c{count}-{places}", places=places)
        pdf = DOCUMENTS["bracket"].pdf(cup, Shown())
        assert len(reading.texts(pdf)) == sheets
        assert "三四名决赛" in "".join(reading.texts(pdf))
        assert reading.outside(pdf) == []
        assert reading.across_lines(pdf) == []
        assert _overlapping(pdf) == 0


def _overlapping(pdf: bytes) -> int:
    """How many pairs of characters lie over each other on the first page."""
    with pdfplumber.open(BytesIO(pdf)) as opened:
        chars = [one for one in opened.pages[0].chars if one["text"].strip()]
    boxes = [(c["x0"], c["x1"], (c["top"] + c["bottom"]) / 2, c["size"]) for c in chars]
    return sum(
        min(a[1], b[1]) - max(a[0], b[0]) > 1 and abs(a[2] - b[2]) < 0.45 * min(a[3], b[3])
        for n, a in enumerate(boxes)
        for b in boxes[n + 1 :]
    )
