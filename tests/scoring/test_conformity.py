"""Every sentence of the notices has a carrier that exists and a test that exists; the page is up to date."""

import ast
import io
from pathlib import Path

import pytest
from django.core.management import call_command

from scoring.conformity import IN_RULESET, KINDS, WITHOUT_TEST, _sentence, notices, page
from scoring.errors import ScoringError
from scoring.ruleset import knob_exists, load_preset

ROOT = Path(__file__).parents[2]
SENTENCES = [sentence for notice in notices() for sentence in notice.sentences]


def functions(path):
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_all_five_notices_are_there_sentence_by_sentence():
    assert [notice.number for notice in notices()] == ["000", "001", "002", "003", "004"]
    assert all(sentence.id.startswith(f"{notice.number}-") for notice in notices() for sentence in notice.sentences)
    assert len({sentence.id for sentence in SENTENCES}) == len(SENTENCES)


@pytest.mark.parametrize("sentence", [one for one in SENTENCES if one.kind in IN_RULESET], ids=lambda one: one.id)
def test_every_carrier_in_a_ruleset_is_a_knob_of_it(sentence):
    ruleset = load_preset(sentence.ruleset)
    for knob in sentence.carriers:
        assert knob_exists(ruleset, knob), f"{sentence.ruleset} has no {knob}"
        assert sentence.kind != "offence" or knob.startswith("offences.")


def test_an_assumption_is_one_of_the_rulesets_own():
    for sentence in SENTENCES:
        if sentence.kind == "assumption":
            knobs = [assumption.knob for assumption in load_preset(sentence.ruleset).assumptions]
            assert set(sentence.carriers) <= set(knobs), sentence.id


def test_every_test_named_exists():
    for node in sorted({sentence.test for sentence in SENTENCES if sentence.test}):
        path, _, name = node.partition("::")
        assert (ROOT / path).exists(), node
        assert name in functions(path), node


def test_only_what_is_not_carried_goes_without_a_test():
    assert {sentence.kind for sentence in SENTENCES if not sentence.test} <= WITHOUT_TEST


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"says": "一句"},
        {"says": "一句", "by": "knob"},
        {"says": "一句", "by": "wish", "what": ["x"]},
        {"says": "一句", "by": "setting", "what": ["没有测试的设置"]},
    ],
)
def test_a_sentence_without_carrier_kind_or_test_is_refused(row):
    with pytest.raises(ScoringError) as caught:
        _sentence("009-一", row, "")
    assert caught.value.at == "009-一"


def test_the_page_shows_every_sentence_once_and_is_up_to_date():
    text = page()
    assert all(text.count(f"| {sentence.id} |") == 1 for sentence in SENTENCES)
    assert all(name in text for name in KINDS.values())
    assert (ROOT / "docs" / "conformity.md").read_text(encoding="utf-8") == text


def test_the_command_writes_the_page_and_notices_an_old_one(tmp_path):
    target = tmp_path / "page.md"
    call_command("conformity", "--output", str(target))
    call_command("conformity", "--output", str(target), "--check")
    target.write_text("old", encoding="utf-8")
    err = io.StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("conformity", "--output", str(target), "--check", stderr=err)
    assert stop.value.code == 1
    assert "不一致" in err.getvalue()
