"""Punctuation as printed Chinese has it: full-width beside Chinese characters, as typed within times and numbers."""

import re

_HAN = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff\u3001\u3002\u300a-\u3011\u2018-\u201d\uff08-\uff1f"
_FULL = {",": "\uff0c", ":": "\uff1a", ";": "\uff1b", "?": "\uff1f", "!": "\uff01"}
_MARK = re.compile(r"[,:;?!]")
_BRACKETS = re.compile(r"\(([^()]*)\)")
_IS_HAN = re.compile(f"[{_HAN}]")
_BETWEEN = re.compile(f"(?<=[{_HAN}]) +(?=[0-9A-Za-z])|(?<=[0-9A-Za-z]) +(?=[{_HAN}])")


def full_width(text: str) -> str:
    """Half-width marks beside Chinese characters made full-width; 13:10, 1,000 and Latin text stay as they are."""
    for _nested in range(2):
        text = _BRACKETS.sub(_bracket, text)
    return _MARK.sub(_mark, text)


def closed_up(text: str) -> str:
    """The same, without the spaces a screen sets between Chinese characters and figures."""
    return _BETWEEN.sub("", full_width(text))


def _bracket(found: re.Match[str]) -> str:
    around = found.string[max(0, found.start() - 1) : found.end() + 1]
    return f"\uff08{found[1]}\uff09" if _IS_HAN.search(found[1] + around) else found[0]


def _mark(found: re.Match[str]) -> str:
    text, at = found.string, found.start()
    before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
    if before.isdigit() and before.isascii() and after.isdigit() and after.isascii():
        return found[0]
    return _FULL[found[0]] if _IS_HAN.match(before) or _IS_HAN.match(after) else found[0]
