"""Everything that comes with the rules is said in English too: presets, clauses, the notices sentence by sentence."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.conformity import IN_RULESET, carrier_text, notices
from scoring.ruleset import load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.standings.criteria import CRITERIA, DISQUALIFIED
from scoring.words.clauses import clause_text, quoted
from scoring.words.describe import describe
from scoring.words.english import English, patterns_of

ROOT = Path(__file__).parents[2]
CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
SENTENCES = [sentence for notice in notices() for sentence in notice.sentences]


def texts(document: Any) -> Iterator[dict[str, str]]:
    """Every sentence in both languages in a document."""
    if isinstance(document, dict):
        if document.keys() == {"zh", "en"}:
            yield document
        for one in document.values():
            yield from texts(one)
    elif isinstance(document, list):
        for one in document:
            yield from texts(one)


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_s_own_texts_are_english_in_english(name: str) -> None:
    found = list(texts(ruleset_document(load_preset(name))))
    assert len(found) > 5
    assert not [one["en"] for one in found if CHINESE.search(one["en"])]


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_described_in_english_has_no_chinese(name: str) -> None:
    told = [str(line) for section in describe(load_preset(name), "en") for line in section.lines]
    assert any("[" in line for line in told)
    assert not [line for line in told if CHINESE.search(line)]


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.id)
def test_a_sentence_of_a_notice_has_its_english(sentence: Any) -> None:
    assert not CHINESE.search(sentence.english), sentence.id
    assert not CHINESE.search(clause_text(sentence.id.partition("-")[2], "en"))
    if sentence.kind not in IN_RULESET:
        assert not [one for one in sentence.carriers if CHINESE.search(carrier_text(one, "en"))]
        assert [carrier_text(one, "zh") for one in sentence.carriers] == list(sentence.carriers)


def test_no_english_is_kept_of_what_no_notice_says_any_more() -> None:
    kept = tomllib.loads((ROOT / "scoring/conformity/en.toml").read_text(encoding="utf-8"))
    assert kept["sentences"].keys() == {sentence.id for sentence in SENTENCES}
    outside = [sentence for sentence in SENTENCES if sentence.kind not in IN_RULESET]
    assert kept["carriers"].keys() == {one for sentence in outside for one in sentence.carriers}


def test_the_notices_have_english_titles() -> None:
    assert not [notice.number for notice in notices() if CHINESE.search(notice.english)]


@pytest.mark.parametrize(
    ("clause", "english"),
    [
        ("一.3", "1.3"),
        ("十二", "12"),
        ("二十一.2", "21.2"),
        ("六.12", "6.12"),
        ("规则6", "rule 6"),
        ("规则三.1-a", "rule 3.1-a"),
        ("附七", "annex 7"),
        ("通知n35", "notice n35"),
        ("通知n03、n09", "notices n03, n09"),
        ("胜负的判定", "deciding the hand"),
        ("本厂补充一", "本厂补充一"),
    ],
)
def test_a_clause_is_quoted_by_its_number_or_name(clause: str, english: str) -> None:
    assert clause_text(clause, "en") == english
    assert clause_text(clause, "zh") == clause
    sign = "§" if english[0].isdigit() else ""
    assert quoted("words", clause, "en") == f"words [{sign}{english}]"
    assert quoted("话", clause, "zh") == f"话〔{clause}〕"
    assert quoted("words", "", "en") == "words"


def test_a_house_s_own_text_without_english_shows_its_chinese() -> None:
    document = ruleset_document(load_preset("guandan"))
    document["name"] = {"zh": "本厂规则", "en": "本厂规则"}
    told = describe(parse_ruleset(document), "en")
    assert "本厂规则" in [line.text for section in told for line in section.lines]


def sentences_in(path: Path) -> Iterator[str]:
    """Every Chinese text in a module's code: a sentence with {} for what is filled in; docstrings are none."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    told |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            text = re.sub(r"\{[a-z_]+\}", "{}", node.value)
        else:
            continue
        if CHINESE.search(text):
            yield text


def said_by(folders: Iterable[str]) -> set[str]:
    modules = [module for folder in folders for module in sorted((ROOT / folder).glob("**/*.py"))]
    found = {text for module in modules for text in sentences_in(module)}
    return found - {"、", "，：；（）", DISQUALIFIED.name_zh, *(one.name_zh for one in CRITERIA.values())}


HELP = (  # of the commands' options: no refusals
    "{}（JSON 文件；- 为标准输入）",
    "每行一份{}的文件（- 为标准输入），每行输出一个结果",
    "结果写入此文件（默认为标准输出）",
)


def test_every_reason_of_the_rules_has_its_english() -> None:
    known = set(patterns_of("scoring", "words/refusals.toml"))
    jsonio = (text for text in sentences_in(ROOT / "scoring/management/jsonio.py") if text not in HELP)
    found = said_by(["scoring/sheet", "scoring/ruleset", "scoring/standings"]) | set(jsonio)
    assert not found - known
    assert not known - found - {"还没有填；{}", "不认识的一项“{}”", "{} 之一"}


def test_every_reason_and_note_of_the_draw_has_its_english() -> None:
    known = set(patterns_of("tournament", "draw/english.toml"))
    found = said_by(["tournament/draw"])
    assert not found - known
    assert not known - found


@pytest.mark.parametrize("file", [("scoring", "words/refusals.toml"), ("tournament", "draw/english.toml")])
def test_what_is_filled_in_stands_in_the_english_too(file: tuple[str, str]) -> None:
    for chinese, english in patterns_of(*file).items():
        places = sorted(re.findall(r"\{(\d)\}", english))
        assert places == [str(n) for n in range(chinese.count("{}"))], chinese
        assert not CHINESE.search(english), chinese


@pytest.mark.parametrize(
    ("sentence", "english"),
    [
        (
            "本场已经结束，不能再记；要改先划去使比赛结束的那一条",
            "the match is over and nothing more is recorded; to change it, first strike the entry that ended it",
        ),
        ("比赛打平，要抽签（lot）", "the match is tied: a lot is owed (lot)"),
        ("读到的是7；分数要是5的倍数，从0到200", "found 7; points are a multiple of 5, from 0 to 200"),
        ("读到的是\"x\"；可以写a、b", "found \"x\"; it may be a, b"),
        ("处罚“points”要写“points”", "the penalty “points” needs “points”"),
        ("这里是 3，应为“win”、“loss” 之一", "found 3; it should be one of “win”, “loss”"),
        ("“甲队”不可用；应为 1 到 4 的整数", "“甲队” cannot be used; a whole number from 1 to 4 is needed"),
        (
            "首轮同单位相遇：财务处（财务处A – 财务处B）；该单位队数超过首轮对数，无法避免",
            "Colleagues meet in round 1: 财务处 (财务处A – 财务处B); "
            "more teams of the department than pairs in round 1, it cannot be avoided",
        ),
        ("“5”不可用；第 2 轮起应为 {队编号: 上一轮的场次}",
         "“5” cannot be used; from round 2 on it is {team id: match of the round before}"),
        ("一句没有人说过的话", "一句没有人说过的话"),
        ("plain English", "plain English"),
    ],
)  # fmt: skip
def test_a_sentence_is_said_in_english_with_what_was_filled_in(sentence: str, english: str) -> None:
    rules, draw = patterns_of("scoring", "words/refusals.toml"), patterns_of("tournament", "draw/english.toml")
    assert English({**rules, **draw}).said(sentence) == english
