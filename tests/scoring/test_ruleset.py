"""The ruleset document: presets, checks with their place, changes, hashes."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.ruleset import (
    changed,
    content_hash,
    for_stage,
    knob_exists,
    load_preset,
    parse_ruleset,
    preset_names,
    ruleset_document,
)

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_reads_back_from_its_own_document(name: str) -> None:
    ruleset = load_preset(name)
    assert ruleset.key == name
    again = parse_ruleset(json.loads(json.dumps(ruleset_document(ruleset))))
    assert again == ruleset
    assert content_hash(again) == content_hash(ruleset)
    assert len(content_hash(ruleset)) == 64


def test_there_are_six_presets_of_the_notices_and_one_by_finishing_order() -> None:
    kinds = [load_preset(name).settle.kind for name in preset_names()]
    assert (kinds.count("points"), kinds.count("finish")) == (6, 1)


def test_presets_differ_in_their_hash() -> None:
    assert len({content_hash(load_preset(name)) for name in preset_names()}) == len(preset_names())


@pytest.mark.parametrize("name", preset_names())
def test_every_offence_and_table_of_a_preset_names_a_clause_or_is_an_assumption(name: str) -> None:
    ruleset = load_preset(name)
    marked = {*ruleset.sources, *(assumption.knob for assumption in ruleset.assumptions)}
    wanted = ["match.decide", "ladder"] + (
        ["settle.table", "settle.capture"] if ruleset.settle.kind == "points" else []
    )
    for knob in wanted:
        assert any(mark == knob or mark.startswith(f"{knob}.") for mark in marked), knob
    assert all(offence.source or f"offences.{offence.code}.effects" in marked for offence in ruleset.offences)


WRONG: list[tuple[str, Any, str, str]] = [
    ("deck.decks", 0, "ruleset.deck.decks", "读到的是0；不能小于1"),
    ("deck.decks", "两", "ruleset.deck.decks", "要写整数"),
    ("ladder.levels", ["2", "3", "3"], "ruleset.ladder", "重复"),
    ("ladder.must_play", ["flag"], "ruleset.ladder", "“flag”不在级数表里"),
    ("ladder.levels", ["2", "11"], "ruleset.ladder.levels[1]", "可以写"),
    ("settle.table.step", 7, "ruleset.settle.table.step", "5的倍数"),
    ("settle.table.kind", "magic", "ruleset.settle.table", "可以写"),
    ("settle.table", {"kind": "bands", "bands": [{"from": 5, "on_stage": "declarer"}]}, "ruleset.settle.table", "从0分起"),  # noqa: E501
    ("settle.specials", [{"total": 0}], "ruleset.settle.specials[0]", "写一个，而且只写一个"),
    ("settle.demotions", [{"at": "flag", "shape": "single", "to": "2"}], "ruleset", "“flag”不在级数表里"),
    ("settle.five_ten_king", {"above_table_points": 80, "declarer_to": "2", "attackers_to": "A"}, "ruleset.settle",
     "五十K抠底的倍数"),
    ("match.decide", ["higher-level"], "ruleset.match", "最后一条"),
    ("match.decide", ["lot", "draw"], "ruleset.match", "最后一条"),
    ("match.decide", ["games", "games", "lot"], "ruleset.match", "写了两次"),
    ("match.decide", ["score", "lot"], "ruleset", "不能比得分"),
    ("match.points.win", 1000, "ruleset.match.points.win", "不合要求|不能大于"),
    ("time.late", {"every_minutes": 5}, "ruleset.time.late", "一起写"),
    ("offences", [{"code": "x", "effects": [{"kind": "points"}]}], "ruleset.offences[0].effects[0]", "要写“points”"),
    ("offences", [{"code": "x", "effects": [{"kind": "warning", "levels": 1}]}], "ruleset.offences[0].effects[0]", "不能写"),  # noqa: E501
    ("offences", [{"code": "x", "effects": [{"kind": "warning"}], "increase": 10}], "ruleset.offences[0]", "最后一级是罚分"),  # noqa: E501
    ("offences", [{"code": "x", "effects": [{"kind": "warning"}]}] * 2, "ruleset", "违例“x”写了两次"),
    ("seats.direction", "up", "ruleset.seats.direction", "可以写"),
    ("house", 1, "ruleset", "不认识的一项“house”"),
    ("ladder.speed", 1, "ruleset.ladder", "不认识的一项“speed”"),
]  # fmt: skip


@pytest.mark.parametrize(("knob", "value", "at", "said"), WRONG)
def test_a_wrong_document_says_where_and_what_is_allowed(knob: str, value: Any, at: str, said: str) -> None:
    with pytest.raises(ScoringError) as caught:
        changed(load_preset("anhui-chaodipi"), {knob: value})
    assert caught.value.at.startswith(at)
    assert any(words in caught.value.message for words in said.split("|"))


def test_a_missing_part_is_named() -> None:
    document = ruleset_document(load_preset("huobang"))
    del document["deck"]
    with pytest.raises(ScoringError) as caught:
        parse_ruleset(document)
    assert (caught.value.at, caught.value.message) == ("ruleset.deck", "缺少这一项")


def test_a_mark_on_a_knob_that_does_not_exist_is_refused() -> None:
    document = ruleset_document(load_preset("huobang"))
    document["sources"] = {"settle.colour": "一"}
    with pytest.raises(ScoringError, match="不是本规则里的一项"):
        parse_ruleset(document)


@pytest.mark.parametrize("bad", [5, None, ["x"], "no-such-preset"])
def test_what_is_no_ruleset_is_refused(bad: Any) -> None:
    with pytest.raises(ScoringError) as caught:
        parse_ruleset(bad)
    assert caught.value.at == "ruleset"


def test_knobs_are_found_by_path_and_offences_by_code() -> None:
    ruleset = load_preset("bashifen-chaodipi")
    assert knob_exists(ruleset, "offences.talking.scope")
    assert knob_exists(ruleset, "time.late.forfeit_after_minutes")
    assert not knob_exists(ruleset, "offences.dancing")
    assert not knob_exists(ruleset, "time.late.hours")


def test_a_changed_knob_is_no_longer_a_clause_of_the_notice_nor_an_assumption() -> None:
    ruleset = changed(load_preset("anhui-chaodipi"), {"settle.table.attackers_bonus": 0, "time.limit_minutes": 40})
    assert "time.limit_minutes" not in ruleset.sources
    assert "settle.table.attackers_bonus" not in {assumption.knob for assumption in ruleset.assumptions}
    assert "match.decide" in ruleset.sources


def test_a_stage_may_end_the_ladder_earlier() -> None:
    ruleset = changed(load_preset("guandan"), {"stages": {"groups": {"last_level": "10", "max_hands": 8}}})
    groups = for_stage(ruleset, "groups")
    assert groups.ladder.levels[-1] == "10"
    assert groups.ladder.must_play == ("10",)
    assert groups.ladder.attempts is not None
    assert groups.ladder.attempts.level == "10"
    assert groups.match.max_hands == 8
    assert for_stage(ruleset, "final") is ruleset


PRESETS = {*preset_names(), *(file.stem for file in (ROOT / "tournament" / "presets").glob("*.toml"))}


def test_no_python_file_of_the_product_names_a_preset() -> None:
    assert len(PRESETS) > len(preset_names()) >= 7
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        if name.startswith(("tests/", "bench/")):
            continue
        path = ROOT / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        named = [preset for preset in PRESETS if f'"{preset}"' in text or f"'{preset}'" in text]
        assert not named, f"{name} names {named}"
