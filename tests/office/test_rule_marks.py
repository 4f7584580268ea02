"""Clauses and assumptions on the ruleset form: edited, dropped, added; what no longer holds goes by itself."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import RulesetVersion
from scoring.ruleset import Ruleset, load_preset, parse_ruleset, preset_names, ruleset_document
from tests.office.test_rules_pages import BASE, COPY, controls, opened, text_of
from tournament.rules_form import marks_of, sections, tree_of_document
from tournament.rules_form.marks import mark_sections
from tournament.services.house_rules import with_marks


def saved() -> Ruleset:
    return parse_ruleset(RulesetVersion.objects.get().document)


def notes(ruleset: Ruleset) -> dict[str, str]:
    return {one.knob: one.note.zh for one in ruleset.assumptions}


@pytest.mark.parametrize("name", preset_names())
def test_every_note_says_in_chinese_what_it_is_about(name: str) -> None:
    tree = tree_of_document(ruleset_document(load_preset(name)))
    rows = [row for section in mark_sections(tree, sections(tree, {}), {}) for row in section.nodes[0].children]
    assert rows
    for row in rows:
        about = row.children[0]
        assert about.kind == "fixed", about
        assert re.search("[一-鿿]", about.options[0][1]), about


def test_an_assumption_is_edited_dropped_and_added(staff: Client) -> None:
    sent = opened(staff, name__zh="我厂规则")
    count = len(load_preset(BASE).assumptions)
    sent["assumptions.0.note.zh"] = "三副牌，底牌6张"
    sent = controls(staff.post(COPY, sent | {"drop": "assumptions.1"}))
    sent = controls(staff.post(COPY, sent | {"add": "assumptions"}))
    sent |= {f"assumptions.{count - 1}.knob": "ladder.cap", f"assumptions.{count - 1}.note.zh": "每副不限级数"}
    assert staff.post(COPY, sent).status_code == 302
    dropped = load_preset(BASE).assumptions[1].knob
    want = {knob: said for knob, said in notes(load_preset(BASE)).items() if knob != dropped}
    assert notes(saved()) == {**want, "deck": "三副牌，底牌6张", "ladder.cap": "每副不限级数"}
    page = text_of(staff.get(f"/office/rules/{RulesetVersion.objects.get().pk}/"))
    assert "三副牌，底牌6张" in page
    assert "每副不限级数" in page


def test_all_notes_can_be_dropped(staff: Client) -> None:
    sent = opened(staff, name__zh="没有说明")
    sent = {key: said for key, said in sent.items() if not key.startswith(("assumptions.", "sources."))}
    assert staff.post(COPY, sent).status_code == 302
    assert (saved().assumptions, saved().sources) == ((), {})


def test_a_note_left_as_it_was_goes_with_the_number_it_explained_and_a_new_one_stays(staff: Client) -> None:
    row = next(n for n, one in enumerate(load_preset(BASE).assumptions) if one.knob == "settle.floor_at_zero")
    changed = opened(staff, name__zh="改了数", settle__floor_at_zero="no", settle__capture__pair="8")
    staff.post(COPY, changed)
    assert "settle.floor_at_zero" not in notes(saved())
    assert "settle.capture" not in saved().sources
    RulesetVersion.objects.all().delete()
    clause = next(n for n, knob in enumerate(load_preset(BASE).sources) if knob == "settle.capture")
    reworded = {f"assumptions.{row}.note.zh": "总分可以为负", f"sources.{clause}.clause": "本厂补充一"}
    staff.post(COPY, changed | reworded)
    assert notes(saved())["settle.floor_at_zero"] == "总分可以为负"
    assert saved().sources["settle.capture"] == "本厂补充一"


REFUSED: dict[str, tuple[dict[str, str], str]] = {
    "an empty note": ({"assumptions.2.note.zh": "  "}, "补充约定 · 第3行 · 怎样约定：还没有填"),
    "an empty clause": ({"sources.0.clause": ""}, "通知的条款 · 第1行 · 条款：还没有填"),
    "a note about nothing": ({"assumptions.0.knob": ""}, "补充约定 · 第1行 · 哪一项：请选这一行"),
    "two clauses for one knob": ({"sources.1.knob": "ladder.must_play"}, "写了两次条款"),
}


@pytest.mark.parametrize(("typed", "said"), REFUSED.values(), ids=REFUSED)
def test_a_note_that_says_nothing_is_refused_with_its_place(staff: Client, typed: dict[str, str], said: str) -> None:
    answer = staff.post(COPY, opened(staff, name__zh="甲") | typed)
    assert answer.status_code == 400
    assert said in text_of(answer)
    back = controls(answer)
    assert {key: back[key] for key in typed} == typed


def test_a_note_about_what_is_no_longer_there_goes(staff: Client) -> None:
    staff.post(COPY, opened(staff, name__zh="甲") | {"assumptions.0.knob": "nirgends.da", "sources.0.knob": "a..b"})
    assert "deck" not in notes(saved())
    assert len(saved().sources) == len(load_preset(BASE).sources) - 1


def test_without_notes_typed_those_of_the_base_are_taken() -> None:
    base = load_preset(BASE)
    document: dict[str, Any] = ruleset_document(base)
    assert with_marks(base, document) == base
    assert with_marks(base, document, marks_of(tree_of_document(document))) == base
