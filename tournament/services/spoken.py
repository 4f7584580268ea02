"""What the rules and the draw say, for the reader: they say it in Chinese, a reader of English hears it in English."""

from collections.abc import Iterable
from functools import cache

from scoring.errors import ScoringError
from scoring.standings.criteria import CRITERIA
from scoring.words.english import English, patterns_of

from .keypad import reader


def said(sentence: str) -> str:
    """A reason, a note or a difference in the reader's language."""
    return sentence if reader() == "zh" else _english().said(sentence)


def all_said(sentences: Iterable[object]) -> list[str]:
    """Several of them."""
    return [said(str(one)) for one in sentences]


def running(sentences: Iterable[str]) -> str:
    """Sentences one after the other: in English with a space between them."""
    return ("" if reader() == "zh" else " ").join(one.strip() for one in sentences if one.strip())


def told(error: Exception) -> str:
    """An error with its place, where it has one."""
    if not isinstance(error, ScoringError):
        return str(error)
    return f"{error.at}: {said(error.message)}" if error.at else said(error.message)


@cache
def _english() -> English:
    names = {one.name_zh: one.name_en for one in CRITERIA.values()}
    rules, draw = patterns_of("scoring", "words/refusals.toml"), patterns_of("tournament", "draw/english.toml")
    return English({**names, **rules, **draw})
