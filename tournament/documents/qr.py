"""QR codes as vectors, each address drawn once in a file and shown again wherever it is wanted."""

from functools import lru_cache
from hashlib import sha256
from typing import Any

import segno

QUIET = 4  # modules of white around, as ISO/IEC 18004 wants


def draw_qr(canvas: Any, text: str, x: float, y: float, size: float) -> None:
    """The code of `text` in a square of `size` points whose lower left corner is (x, y), its white edge included."""
    rows = _modules(text)
    name = f"qr-{sha256(text.encode()).hexdigest()[:16]}"
    if not canvas.hasForm(name):
        _define(canvas, name, rows)
    module = size / (len(rows) + 2 * QUIET)
    canvas.saveState()
    canvas.translate(x + QUIET * module, y + QUIET * module)
    canvas.scale(module, module)
    canvas.doForm(name)
    canvas.restoreState()


@lru_cache(maxsize=512)
def _modules(text: str) -> tuple[bytes, ...]:
    """The code's rows from the top, a byte a module, 1 for dark."""
    return tuple(bytes(row) for row in segno.make(text, error="m", micro=False).matrix)


def _define(canvas: Any, name: str, rows: tuple[bytes, ...]) -> None:
    """One module is one unit; neighbours in a row are one box, a little over its edge so that no hairline shows."""
    count = len(rows)
    canvas.beginForm(name, 0, 0, count, count)
    path = canvas.beginPath()
    for line, row in enumerate(rows):
        start = 0
        while start < count:
            end = start
            while end < count and row[end]:
                end += 1
            if end > start:
                path.rect(start, count - line - 1, end - start, 1.02)
            start = end + 1
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.endForm()
