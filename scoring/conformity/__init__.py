"""Conformity: every sentence of the notices, what carries it, and the test that shows it; as data and as a page."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from scoring.errors import ScoringError

_DATA = resources.files("scoring") / "conformity"
_TESTS = "tests.toml"
_ENGLISH = "en.toml"
KINDS: Mapping[str, str] = {
    "knob": "规则项",
    "offence": "违例",
    "assumption": "补充约定",
    "prompt": "裁判提示",
    "text": "查阅文字",
    "setting": "赛事设置",
    "outside": "不属软件",
}
IN_RULESET = frozenset({"knob", "offence", "assumption", "prompt", "text"})
WITHOUT_TEST = frozenset({"outside"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a notice in our own words.

    `kind` is a key of KINDS; `carriers` are knobs of the ruleset (dotted paths) for IN_RULESET, else words;
    `test` is a pytest node id, empty for what no software carries. `english` says the same in English.
    """

    id: str
    says: str
    english: str
    kind: str
    carriers: tuple[str, ...]
    ruleset: str
    test: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice and its sentences in order; `english` is its title in English."""

    number: str
    title: str
    english: str
    sentences: tuple[Sentence, ...]


@cache
def notices() -> tuple[Notice, ...]:
    """The five notices; ScoringError for a sentence without a carrier, of an unknown kind, or without a test."""
    names = sorted(entry.name for entry in _DATA.iterdir() if entry.name[:-5].isdigit())
    return tuple(_notice(name[:-5], _read(name)) for name in names)


def page() -> str:
    """The conformity page in Markdown."""
    lines = ["# 与通知逐句对照", "", "本页由 `manage.py conformity` 生成，请勿手改。每句话用我们自己的话概括。", ""]
    lines += ["| 承载 | 句数 |", "|---|---:|", *_counts(), ""]
    for notice in notices():
        lines += [f"## {notice.number} {notice.title}", "", "| 条 | 内容 | 承载 | 在哪里 | 测试 |"]
        lines += ["|---|---|---|---|---|"]
        lines += [_row(sentence) for sentence in notice.sentences] + [""]
    return "\n".join(lines)


def carrier_text(carrier: str, lang: str) -> str:
    """A carrier that is no knob, for a reader: the setting, or why there is none."""
    return carrier if lang == "zh" else _english("carriers").get(carrier, carrier)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / name).read_text(encoding="utf-8"))


def _notice(number: str, document: Mapping[str, Any]) -> Notice:
    rows = document["sentences"].items()
    sentences = tuple(_sentence(key, row, document["ruleset"]) for key, row in rows)
    return Notice(number, document["title"], _english("titles").get(number, document["title"]), sentences)


def _sentence(key: str, row: Mapping[str, Any], ruleset: str) -> Sentence:
    kind, carriers = str(row.get("by")), tuple(row.get("what", ()))
    if kind not in KINDS or not carriers or not row.get("says"):
        raise ScoringError(key, f"这句话还没有承载：要写 says、by({'、'.join(KINDS)})和 what")
    test = row.get("test") or _test_of(kind, carriers[0])
    if not test and kind not in WITHOUT_TEST:
        raise ScoringError(key, "这句话还没有测试")
    english = _english("sentences").get(key, row["says"])
    return Sentence(key, row["says"], english, kind, carriers, row.get("ruleset", ruleset), test)


@cache
def _english(part: str) -> Mapping[str, str]:
    english: Mapping[str, str] = _read(_ENGLISH)[part]
    return english


@cache
def _tests() -> Mapping[str, str]:
    tests: Mapping[str, str] = _read(_TESTS)["tests"]
    return tests


def _test_of(kind: str, carrier: str) -> str:
    """The test of the carrier: of the whole words, else of what stands before their first dot or colon."""
    if kind in WITHOUT_TEST:
        return ""
    head = carrier.replace("：", ".").replace(":", ".").split(".")[0]
    return _tests().get(carrier) or _tests().get(head) or ""


def _counts() -> list[str]:
    sentences = [sentence for notice in notices() for sentence in notice.sentences]
    return [f"| {name} | {sum(sentence.kind == kind for sentence in sentences)} |" for kind, name in KINDS.items()]


def _row(sentence: Sentence) -> str:
    carriers = sentence.carriers
    where = "、".join(f"`{one}`" for one in carriers) if sentence.kind in IN_RULESET else "、".join(carriers)
    if sentence.kind in IN_RULESET:
        where = f"{sentence.ruleset}: {where}"
    test = f"`{sentence.test}`" if sentence.test else ""
    cells = (sentence.id, sentence.says, KINDS[sentence.kind], where, test)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
