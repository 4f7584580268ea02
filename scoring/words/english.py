"""English for sentences said in Chinese: each pattern of a sentence has its English, what is filled in stays."""

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib import resources

_PLACE = re.compile(r"\{\w*\}", re.ASCII)
_NUMBERED = re.compile(r"\{(\d)\}")
_CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")


def patterns_of(package: str, name: str) -> Mapping[str, str]:
    """A file's patterns: the Chinese with {} for what is filled in → the English with {0}, {1} …"""
    text = (resources.files(package) / name).read_text(encoding="utf-8")
    found: Mapping[str, str] = tomllib.loads(text)["refusals"]
    return found


class English:
    """Says sentences of these patterns in English."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        self.patterns = dict(patterns)

    def said(self, sentence: str) -> str:
        """The sentence in English, parts of it as well; one of no pattern stays as it is."""
        if not _CHINESE.search(sentence):
            return sentence
        if (whole := self.patterns.get(sentence)) is not None:
            return whole
        for pattern, english in self._ordered:
            if found := pattern.fullmatch(sentence):
                return _filled(english, [self.said(part) for part in found.groups()])
        return _listed(sentence)

    @cached_property
    def _ordered(self) -> list[tuple[re.Pattern[str], str]]:
        """The patterns, those that say most first."""
        told = sorted(self.patterns.items(), key=lambda one: -len(_PLACE.sub("", one[0])))
        return [(_compiled(chinese), english) for chinese, english in told if _PLACE.search(chinese)]


def _compiled(chinese: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(map(re.escape, _PLACE.split(chinese))), re.DOTALL)


def _filled(english: str, parts: list[str]) -> str:
    return _NUMBERED.sub(lambda found: parts[int(found[1])], english)


def _listed(words: str) -> str:
    """A list in running text with commas."""
    return words.replace("、", ", ")
