"""The pieces a described ruleset is made of: sections of lines, each line tied to the knobs it puts into words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.ruleset import Ruleset
from scoring.ruleset.base import Text
from scoring.words.clauses import quoted


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a ruleset, the knobs (dotted paths) it words, and the clause of the notice it comes from."""

    text: str
    knobs: tuple[str, ...]
    source: str = ""
    lang: str = "zh"

    def __str__(self) -> str:
        """The sentence with its clause."""
        return quoted(self.text, self.source, self.lang)

    @property
    def cited(self) -> str:
        """The clause in its brackets; empty where there is none."""
        return quoted("", self.source, self.lang).strip()


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its lines; `key` is the same in every language."""

    key: str
    heading: str
    lines: tuple[Line, ...]


class Writer:
    """Words one ruleset in one language; every method of the section modules gets it."""

    def __init__(self, ruleset: Ruleset, lang: str) -> None:
        self.ruleset = ruleset
        self.lang = "en" if lang == "en" else "zh"
        self.zh = self.lang == "zh"

    def pick(self, zh: str, en: str) -> str:
        """The text in the writer's language."""
        return zh if self.zh else en

    def text(self, text: Text) -> str:
        """A ruleset's own sentence in the writer's language."""
        return text.said(self.lang)

    def say(self, zh: str, en: str, *knobs: str, source: str | None = None, **values: Any) -> Line:
        """A line: the template of the language filled with `values`; the clause is looked up by the knobs."""
        shown = self.pick(zh, en).format(**values)
        cited = clause(knobs, self.ruleset.sources) if source is None else source
        return Line(shown, knobs, cited, self.lang)

    def section(self, key: str, zh: str, en: str, lines: Iterable[Line | None]) -> Section:
        """A section of the lines that are there."""
        return Section(key, self.pick(zh, en), tuple(line for line in lines if line is not None))

    def join(self, items: Iterable[str]) -> str:
        """A list in running text."""
        return self.pick("、", ", ").join(items)


def clause(knobs: Iterable[str], sources: Mapping[str, str]) -> str:
    """The clause of the first knob that has one, of its own or of a part that holds it."""
    for knob in knobs:
        parts = knob.split(".")
        for length in range(len(parts), 0, -1):
            if found := sources.get(".".join(parts[:length])):
                return found
    return ""
