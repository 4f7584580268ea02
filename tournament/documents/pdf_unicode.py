"""Lets text be copied out of our PDFs: ReportLab writes characters above U+FFFF wrongly into the ToUnicode map.

ReportLab 5.1 puts five hex digits where PDF wants UTF-16 (ISO 32000-1, 9.10.3), so that 𠅤 is found neither by search
nor by copying. `install` puts a corrected writer in its place; requirements.txt pins the version it was written for.
"""

from collections.abc import Sequence

from reportlab.pdfbase import ttfonts

_HEAD = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo
<< /Registry (Adobe)
/Ordering (UCS)
/Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange"""
_TAIL = """endcmap
CMapName currentdict /CMap defineresource pop
end
end"""
_BLOCK = 100  # the format allows no more pairs in one block


def utf16(code: int) -> str:
    """A code point as the map wants it: 4 hex digits, or 8 for a surrogate pair."""
    return chr(code).encode("utf-16-be", "surrogatepass").hex().upper()


def to_unicode_map(_font_name: str, subset: Sequence[int]) -> str:
    """The ToUnicode CMap of a subset: code `i` of the font stands for code point `subset[i]`."""
    pairs = [f"<{index:02X}> <{utf16(code)}>" for index, code in enumerate(subset)]
    blocks = [pairs[start : start + _BLOCK] for start in range(0, len(pairs), _BLOCK)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return f"{_HEAD}\n{body}\n{_TAIL}"


def install() -> None:
    """Use the corrected writer from now on; harmless when called again."""
    ttfonts.makeToUnicodeCMap = to_unicode_map
