"""House rules in the browser: the live preview says what the rules say; rulesets go out and come in as JSON."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.models import RulesetVersion
from scoring.ruleset import changed, load_preset, preset_names, ruleset_document
from scoring.sheet import fold, result, transition_table
from tests.office.test_rules_pages import BASE, opened, text_of
from tournament.services.house_rules import export

PREVIEW = f"/office/rules/{BASE}/preview/"


HANDS: list[tuple[str, dict[str, str], dict[str, Any]]] = [
    (BASE, {"points": "85"}, {"table_points": 85}),
    (
        BASE,
        {"points": "70", "kitty": "20", "capture": "pair", "declarer": "b", "level_b": "J", "card": "main"},
        {"table_points": 70, "kitty_points": 20, "capture": "pair", "declarer": "b", "capture_level_card": "main"},
    ),
    ("huobang", {"points": "120", "capture": "single", "kitty": "10"},
     {"table_points": 120, "kitty_points": 10, "capture": "single"}),
    ("guandan", {"order": "b-3"}, {"finish": ["b1", "a1", "b2", "a2"]}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "typed", "hand"), HANDS)
def test_a_hand_tried_out_is_reasoned_as_on_a_sheet(
    staff: Client, name: str, typed: dict[str, str], hand: dict[str, Any]
) -> None:
    rules = load_preset(name)
    first, declarer = rules.ladder.levels[0], typed.get("declarer", "a")
    levels = {"a": typed.get("level_a", first), "b": typed.get("level_b", first)}
    start = {"n": 1, "type": "start", "declarer": declarer, "levels": levels}
    state = fold(rules, {}, [start, {"n": 2, "type": "hand", "declarer": "a", **hand}])
    sent = opened(staff, name) | {f"try.{key}": text for key, text in typed.items()}
    page = text_of(staff.post(f"/office/rules/{name}/preview/", sent))
    said = re.findall(r"<li>(.*?)</li>", page)
    assert said == result(state)["hands"][0]["reasoning"]


@pytest.mark.parametrize("name", preset_names())
def test_the_table_says_what_the_rules_do_with_every_total(staff: Client, name: str) -> None:
    rules = load_preset(name)
    if rules.settle.kind == "points":
        rules = changed(rules, {"ladder.cap": 2})
        sent = opened(staff, name, ladder__cap="2")
    else:
        sent = opened(staff, name)
    rows = transition_table(rules, fold(rules, {}, []))["sides"]["a"]["rows"]
    shown = staff.post(f"/office/rules/{name}/preview/", sent).context["preview"]["table"]
    cells = rows["none"] if "none" in rows else rows.values()
    assert [row["none"]["levels"] for row in shown] == [cell["levels"] for cell in cells]
    assert [row["none"]["on_stage"] for row in shown] == [cell["on_stage"] for cell in cells]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"settle__table__step": "7"}, "每几分一级"),
        ({"try__points": "83"}, "5的倍数"),
        ({"try__points": "很多"}, "很多"),
        ({"try__points": "999"}, "200"),
        ({"try__points": "-5"}, "读到的是"),
    ],
)
def test_a_preview_that_cannot_be_says_why(staff: Client, typed: dict[str, str], said: str) -> None:
    answer = staff.post(PREVIEW, opened(staff, **typed))
    assert answer.status_code == 200
    assert said in re.search(r'class="error">(.*?)</p>', text_of(answer))[1]


@pytest.mark.parametrize("as_file", [False, True])
@pytest.mark.parametrize("name", preset_names())
def test_what_goes_out_comes_in_again(staff: Client, name: str, as_file: bool) -> None:
    answer = staff.get(f"/office/rules/{name}/export/")
    assert answer["Content-Disposition"] == f'attachment; filename="{name}.json"'
    sent: dict[str, Any] = {"name": "换个名字", "text": answer.content.decode()}
    if as_file:
        sent = {"name": "换个名字", "file": SimpleUploadedFile("a.json", answer.content)}
    assert staff.post("/office/rules/import/", sent).status_code == 302
    saved = RulesetVersion.objects.get().document
    wanted = ruleset_document(load_preset(name))
    different = {key for key in wanted if saved[key] != wanted[key]}
    assert different == {"name", "key"}


GOOD = export(load_preset(BASE))
IMPORTS = {
    "nothing": ("", "请粘贴"),
    "no JSON": ('{"format": ', "第1行第12个字符"),
    "a list": ("[1]", "以“{”开头"),
    "an unknown knob": (GOOD.replace('"kitty"', '"kity"'), "ruleset.deck"),
    "a strange number": (GOOD.replace('"kitty": 8', '"kitty": NaN'), "kitty"),
    "a depth without end": ("[" * 100_000, "嵌套太深"),
    "a preset as it is": (GOOD, "请换一个名称"),
    "half a letter": (GOOD.replace("anhui", "\\ud800", 1), "不能保存的字符"),
    "an empty letter": (GOOD.replace("炒地皮", "\\u0000", 1), "不能保存的字符"),
}


@pytest.mark.parametrize(("text", "said"), IMPORTS.values(), ids=IMPORTS)
def test_a_refused_import_says_why_and_keeps_the_text(staff: Client, text: str, said: str) -> None:
    answer = staff.post("/office/rules/import/", {"name": "", "text": text})
    assert answer.status_code == 400
    assert said in text_of(answer)
    assert text[:60] in text_of(answer)
    assert not RulesetVersion.objects.exists()


def test_a_file_that_is_no_text_is_refused(staff: Client) -> None:
    answer = staff.post("/office/rules/import/", {"file": SimpleUploadedFile("a.json", b"\xff\xfe\x00")})
    assert answer.status_code == 400
    assert "UTF-8" in text_of(answer)
