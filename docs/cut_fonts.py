"""Makes the font files of the printed documents out of the packages they come from.

    python docs/cut_fonts.py SERIF_FOLDER SANS_FOLDER OUT_FOLDER

The folders are the unpacked npm packages `@expo-google-fonts/noto-serif-sc` and `@expo-google-fonts/noto-sans-sc`
(both 0.4.3). Needs `fonttools`. Serif Regular stays whole, because names need its rare characters; Serif Black and
Sans Bold are cut to GB 2312, full-width signs and Latin: headings that need more fall back to Serif Regular.
"""

import shutil
import sys
from pathlib import Path

from fontTools import subset

LATIN = {chr(code) for code in [*range(0x20, 0x7F), *range(0xA0, 0x100)]}
SIGNS = set("–—―‘’“”…‰′″※№℃〇〔〕〖〗①②③④⑤⑥⑦⑧⑨⑩−×÷·•▌▞")


def gb2312() -> set[str]:
    """Every character of GB 2312."""
    found: set[str] = set()
    for row in range(0xA1, 0xF8):
        for cell in range(0xA1, 0xFF):
            found |= set(bytes((row, cell)).decode("gb2312", errors="ignore"))
    return found


def cut(source: Path, target: Path) -> None:
    """The face without the characters that headings do not need; layout features are not used by the documents."""
    options = subset.Options(layout_features=[], hinting=False, name_IDs=["*"], notdef_outline=True)
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(character) for character in gb2312() | LATIN | SIGNS])
    cutter.subset(font)
    subset.save_font(font, str(target), options)


def main(serif: Path, sans: Path, out: Path) -> None:
    """Write the three faces and their licences."""
    out.mkdir(parents=True, exist_ok=True)
    shutil.copy(serif / "400Regular/NotoSerifSC_400Regular.ttf", out / "NotoSerifSC-Regular.ttf")
    cut(serif / "900Black/NotoSerifSC_900Black.ttf", out / "NotoSerifSC-Black.ttf")
    cut(sans / "700Bold/NotoSansSC_700Bold.ttf", out / "NotoSansSC-Bold.ttf")
    shutil.copy(serif / "LICENSE_FONT", out / "OFL-NotoSerifSC.txt")
    shutil.copy(sans / "LICENSE_FONT", out / "OFL-NotoSansSC.txt")


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
