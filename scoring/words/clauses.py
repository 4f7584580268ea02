"""Clauses of a Chinese notice as an English reader quotes them: 一.3 is 1.3, 规则6 is rule 6; headings by name."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

_DIGITS = "〇一二三四五六七八九"
_NUMBER = f"[{_DIGITS[1:]}十]{{1,3}}|\\d+"
_NUMBERED = re.compile(f"(规则|附|通知|第)?({_NUMBER}|n\\d+)(条|款)?(?=[.\\-]|$)")
_HEADS = {"规则": "rule ", "附": "annex ", "通知": "notice "}


def quoted(words: str, clause: str, lang: str) -> str:
    """Words with the clause they come from; without a clause the words alone."""
    if not clause:
        return words
    if lang == "zh":
        return f"{words}〔{clause}〕"
    text = clause_text(clause, lang)
    return f"{words} [{'§' if text[0].isdigit() else ''}{text}]"


def clause_text(clause: str, lang: str) -> str:
    """The clause for a reader; one that is neither a number nor a heading we know stays as it was typed."""
    if lang == "zh":
        return clause
    first, *more = clause.split("、")
    head = _one(first).replace("notice ", "notices ", 1) if more else _one(first)
    return ", ".join([head, *(_one(part) for part in more)])


def _one(clause: str) -> str:
    return "-".join(_piece(piece) for piece in clause.split("-"))


def _piece(piece: str) -> str:
    known = _names().get(piece)
    if known:
        return known
    found = _NUMBERED.match(piece)
    if found is None:
        return piece
    return f"{_HEADS.get(found[1] or '', '')}{_figures(found[2])}{piece[found.end() :]}"


def _figures(number: str) -> str:
    """十二 as 12; figures as they are."""
    if number[0] not in _DIGITS + "十":
        return number
    tens, ten, ones = number.rpartition("十")
    value = (_DIGITS.index(tens) if tens else 1) * 10 if ten else 0
    return str(value + (_DIGITS.index(ones) if ones else 0))


@cache
def _names() -> Mapping[str, str]:
    text = (resources.files("scoring") / "words" / "clauses.toml").read_text(encoding="utf-8")
    names: Mapping[str, str] = tomllib.loads(text)["names"]
    return names
