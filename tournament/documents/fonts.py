"""The faces of the printed documents by role, and which face draws which character.

Roles: `song` (宋体, body and every name), `title` (小标宋), `hei` (黑体), `fang` (仿宋), `kai` (楷体). A file of
the office's own in the folder `FONT_DIR` or in the system's font folders takes a role over; else the bundled Noto
faces do. Names are always in `song`, whose bundled face knows the rare characters.
"""

import os
import sys
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from . import pdf_unicode

Role = Literal["song", "title", "hei", "fang", "kai"]
Run = tuple[str, str]

BUNDLED = Path(__file__).parent / "fonts"
WHOLE = "NotoSerifSC-Regular.ttf"
_OWN: dict[Role, str] = {"song": WHOLE, "title": "NotoSerifSC-Black.ttf", "hei": "NotoSansSC-Bold.ttf"}
_OFFICE: dict[Role, tuple[str, ...]] = {
    "song": ("song.ttf",),
    "title": ("title.ttf", "方正小标宋简体.ttf", "方正小标宋_GBK.ttf", "FZXBSJW.TTF", "FZXBSK.TTF"),
    "hei": ("hei.ttf", "simhei.ttf", "SIMHEI.TTF"),
    "fang": ("fang.ttf", "仿宋_GB2312.ttf", "simfang.ttf", "SIMFANG.TTF"),
    "kai": ("kai.ttf", "楷体_GB2312.ttf", "simkai.ttf", "SIMKAI.TTF"),
}


def _folders() -> list[Path]:
    """Where an office's own faces may be, the named folder first."""
    named = os.environ.get("FONT_DIR", "")
    usual = {
        "win32": [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"],
        "darwin": [Path.home() / "Library/Fonts", Path("/Library/Fonts")],
    }.get(sys.platform, [Path.home() / ".local/share/fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")])
    return [*([Path(named)] if named else []), *usual]


@cache
def face(role: Role) -> str:
    """The registered name of the face for a role; an office's file that cannot be embedded is passed over."""
    pdf_unicode.install()
    for path in [folder / name for folder in _folders() for name in _OFFICE[role]]:
        if path.is_file() and (name := _registered(path)):
            return name
    own = _registered(BUNDLED / _OWN.get(role, WHOLE))
    assert own, "the bundled faces are part of the product"
    return own


@cache
def _registered(path: Path) -> str | None:
    """Register a face once a process, under its file's name; None if it has no outlines we can embed."""
    try:
        pdfmetrics.registerFont(TTFont(path.stem, str(path)))
    except (TTFError, OSError):
        return None
    return path.stem


@cache
def _known(name: str) -> frozenset[int]:
    return frozenset(pdfmetrics.getFont(name).face.charToGlyph)


@cache
def _drawn_by(role: Role, character: str) -> str:
    """The face that has this character: the role's own, else the whole one."""
    own = face(role)
    if ord(character) in _known(own):
        return own
    whole = _registered(BUNDLED / WHOLE)
    assert whole, "the bundled faces are part of the product"
    return whole


@lru_cache(maxsize=20_000)
def runs(text: str, role: Role) -> tuple[Run, ...]:
    """The text cut into (face, piece), so that every character is drawn by a face that has it."""
    found: list[Run] = []
    for character in text:
        name = _drawn_by(role, character)
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + character)
        else:
            found.append((name, character))
    return tuple(found)


def width(text: str, role: Role, size: float) -> float:
    """The text's width in points at this size."""
    return _width_of_one(text, role) * size


@lru_cache(maxsize=20_000)
def _width_of_one(text: str, role: Role) -> float:
    """The width at a size of one point."""
    return sum(float(pdfmetrics.stringWidth(piece, name, 1)) for name, piece in runs(text, role))
