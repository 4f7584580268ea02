"""Reads PDFs back for tests: text, faces, and whether every character stands on the page."""

from io import BytesIO
from typing import Any

import pdfplumber
from pypdf import PdfReader
from pypdfium2 import PdfDocument


def texts(pdf: bytes) -> list[str]:
    """The text of each page, without spaces and line ends, as PDFium reads it: several times as fast as pypdf."""
    with PdfDocument(pdf) as opened:
        return ["".join(page.get_textpage().get_text_bounded().split()) for page in opened]


def characters(pdf: bytes) -> list[dict[str, Any]]:
    """Every character with its place."""
    with pdfplumber.open(BytesIO(pdf)) as opened:
        return [character for page in opened.pages for character in page.chars]


def outside(pdf: bytes, margin: float = 20) -> list[str]:
    """Characters that come nearer to the paper's edge than `margin` points."""
    found = []
    with pdfplumber.open(BytesIO(pdf)) as opened:
        for page in opened.pages:
            for one in page.chars:
                inside = margin <= one["x0"] and one["x1"] <= page.width - margin
                if not (inside and margin <= one["top"] and one["bottom"] <= page.height - margin / 2):
                    found.append(one["text"])
    return found


def across_lines(pdf: bytes) -> list[str]:
    """Characters cut by the upright edge of a box they stand in."""
    found = []
    with pdfplumber.open(BytesIO(pdf)) as opened:
        for page in opened.pages:
            edges = {(round(r[key], 1), r["top"], r["bottom"]) for r in page.rects for key in ("x0", "x1")}
            for one in page.chars:
                middle = (one["top"] + one["bottom"]) / 2
                if any(one["x0"] + 0.5 < x < one["x1"] - 0.5 and top < middle < low for x, top, low in edges):
                    found.append(one["text"])
    return found


def embedded(pdf: bytes) -> dict[str, bool]:
    """Whether each face's outlines are in the file."""
    found: dict[str, bool] = {}
    for page in PdfReader(BytesIO(pdf)).pages:
        for font in page["/Resources"]["/Font"].values():
            face = font.get_object()
            descriptor = face.get("/FontDescriptor")
            found[face["/BaseFont"]] = descriptor is not None and "/FontFile2" in descriptor.get_object()
    return found
