"""House rules in the browser: who may, what a copy changes, what is refused, in and out as JSON, the live preview."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from scoring.models import RulesetVersion
from scoring.ruleset import changed, load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.sheet import fold, result, transition_table
from scoring.words.describe import describe, describe_diff
from tests.office.conftest import make
from tests.office.test_walk import FACTS
from tournament.models import Account, AuditEntry, Tournament
from tournament.rules_form import document_of, sections, tree_of_document, tree_of_pairs
from tournament.rules_form.labels import LABELS
from tournament.services.actor import Actor
from tournament.services.formats import Format, change_format
from tournament.services.house_rules import export, with_marks
from tournament.services.refusal import Refusal
from tournament.services.rulesets import version_of

BASE = "anhui-chaodipi"
COPY = f"/office/rules/{BASE}/copy/"
PREVIEW = f"/office/rules/{BASE}/preview/"
PAGES = ["", "import/", f"{BASE}/", f"{BASE}/copy/", f"{BASE}/export/"]


class Controls(HTMLParser):
    """What a browser would send of the page's form."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.select = ""
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.inside = self.inside or given.get("id") == "rule-form"
        if not self.inside:
            return
        if tag == "input":
            self.values[given["name"]] = given.get("value", "")
        elif tag == "select":
            self.select = given["name"]
        elif tag == "option" and ("selected" in given or self.select not in self.values):
            self.values[self.select] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"


def controls(answer: HttpResponse) -> dict[str, str]:
    page = Controls()
    page.feed(answer.content.decode())
    return page.values


def opened(client: Client, ref: str = BASE, **typed: str) -> dict[str, str]:
    """The form of a copy with some controls changed; `__` in a name stands for a dot."""
    return controls(client.get(f"/office/rules/{ref}/copy/")) | {k.replace("__", "."): v for k, v in typed.items()}


def text_of(answer: HttpResponse) -> str:
    return unescape(answer.content.decode())


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_are_the_offices_alone(staff: Client, chief: Account, page: str) -> None:
    address = f"/office/rules/{page}"
    assert staff.get(address).status_code == 200
    desk = Client()
    assert desk.get(address).url == f"/login/?next={address}"
    desk.force_login(chief)
    assert desk.get(address).status_code == 403


def test_the_list_says_every_ruleset_line_by_line(staff: Client) -> None:
    page = text_of(staff.get("/office/rules/"))
    for name in preset_names():
        for section in describe(load_preset(name)):
            assert all(line.text in page for line in section.lines)
    assert "本规则的补充约定" in page


@pytest.mark.parametrize("name", preset_names())
def test_an_unchanged_form_describes_the_ruleset_it_was_opened_with(staff: Client, name: str) -> None:
    base = load_preset(name)
    sent = opened(staff, name, name__zh=base.name.zh, name__en=base.name.en)
    assert len(sent) < 1000
    tree = tree_of_pairs((key, text) for key, text in sent.items() if not key.startswith(("csrf", "try.")))
    assert with_marks(base, document_of(tree)) == base
    assert with_marks(base, document_of(tree_of_document(ruleset_document(base)))) == base


@pytest.mark.parametrize("name", preset_names())
def test_every_control_is_named_and_every_choice_worded_in_chinese(name: str) -> None:
    own = re.compile(r"[0-9JQKA]+|—")
    document = ruleset_document(load_preset(name))
    for section in sections(tree_of_document(document), {}):
        nodes = list(section.nodes)
        for node in nodes:
            nodes.extend(node.children)
            assert node.label
            assert all(own.fullmatch(words) or re.search("[一-鿿]", words) for _, words in node.options), node
    assert len(LABELS) > 100


def test_saving_makes_another_version_and_an_audit_entry(staff: Client) -> None:
    sent = opened(staff, name__zh="车间规则", settle__table__threshold="100", match__max_hands="8")
    answer = staff.post(COPY, sent)
    version = RulesetVersion.objects.get()
    assert answer.url == f"/office/rules/{version.pk}/"
    saved, base = parse_ruleset(version.document), load_preset(BASE)
    wanted = changed(base, {"settle.table.threshold": 100, "match.max_hands": 8})
    assert saved.settle == wanted.settle
    assert saved.match == wanted.match
    assert (saved.name.zh, saved.name.en) == ("车间规则", "车间规则")
    assert saved.key != base.key
    assert "settle.table" not in saved.sources
    assert saved.sources["settle.capture"] == base.sources["settle.capture"]
    entry = AuditEntry.objects.get(action="ruleset.save")
    assert (entry.subject, entry.actor_name) == ("车间规则", "office")
    assert base.name.zh in entry.reason


def test_a_version_changed_again_leaves_the_first_as_it_was(staff: Client) -> None:
    staff.post(COPY, opened(staff, name__zh="第一版"))
    first = RulesetVersion.objects.get()
    staff.post(f"/office/rules/{first.pk}/copy/", opened(staff, str(first.pk), name__zh="第二版", ladder__cap="3"))
    assert RulesetVersion.objects.count() == 2
    kept = RulesetVersion.objects.get(pk=first.pk)
    assert (kept.document, kept.content_hash) == (first.document, first.content_hash)


REFUSED: dict[str, tuple[dict[str, str], str]] = {
    "no name": ({"name__zh": ""}, "规则名称"),
    "only spaces for a name": ({"name__zh": "   "}, "规则名称"),
    "the name of a preset": ({"name__zh": load_preset(BASE).name.zh}, "请换一个名称"),
    "a name that is too long": ({"name__zh": "长" * 81}, "现在有81个"),
    "a threshold in words": ({"settle__table__threshold": "八十"}, "升级 · 升级表 · 多少分上台"),
    "a threshold left empty": ({"settle__table__threshold": ""}, "升级 · 升级表 · 多少分上台"),
    "a threshold between two cards": ({"settle__table__threshold": "83"}, "要是5的倍数"),
    "a level nobody plays": ({"ladder__levels": "2、3、十一"}, "级数 · 从低到高的级"),
    "a must-play level off the ladder": ({"ladder__must_play": "J、大王"}, "不在级数表里"),
    "an offence's points missing": ({"offences__0__effects__0__points": ""}, "违例 · 第1行 · 逐次的处罚"),
    "an offence twice": ({"offences__0__code": "late"}, "写了两次"),
    "no way to decide": ({"match__decide__0": "", "match__decide__1": ""}, "依次比较"),
}


@pytest.mark.parametrize(("typed", "said"), REFUSED.values(), ids=REFUSED)
def test_a_refused_form_names_the_place_and_keeps_what_was_typed(
    staff: Client, typed: dict[str, str], said: str
) -> None:
    sent = opened(staff, **{"name__zh": "我们的规则", "deck__kitty": "7", **typed})
    answer = staff.post(COPY, sent)
    assert answer.status_code == 400
    assert said in text_of(answer)
    back = controls(answer)
    dropped = {key for key, text in sent.items() if not text and key.startswith("match.decide.")}
    assert {key: back.get(key) for key in sent if key not in {"csrfmiddlewaretoken", *dropped}} == {
        key: text for key, text in sent.items() if key not in {"csrfmiddlewaretoken", *dropped}
    }
    assert not RulesetVersion.objects.exists()


def test_a_refusal_says_no_code(staff: Client) -> None:
    page = text_of(staff.post(COPY, opened(staff, name__zh="甲", match__decide__1="lot", match__decide__2="games")))
    sentence = re.search(r'<p class="message error" role="alert">(.*?)</p>', page)
    assert sentence is not None
    assert not re.search("[a-z]", sentence[1])
    assert "抽签决定" in sentence[1]


def test_a_row_is_added_and_taken_away_with_the_rest_kept(staff: Client) -> None:
    count = len(load_preset(BASE).offences)
    sent = opened(staff, name__zh="加一条", notice__zh="我们的通知")
    more = controls(staff.post(COPY, sent | {"add": "offences"}))
    assert f"offences.{count}.code" in more
    assert more["notice.zh"] == "我们的通知"
    more |= {f"offences.{count}.code": "smoking", f"offences.{count}.name.zh": "吸烟"}
    more = controls(staff.post(COPY, more | {"add": f"offences.{count}.effects"}))
    more[f"offences.{count}.effects.0.kind"] = "warning"
    less = controls(staff.post(COPY, more | {"drop": "offences.0"}))
    assert staff.post(COPY, less).status_code == 302
    saved = parse_ruleset(RulesetVersion.objects.get().document)
    assert [one.code for one in saved.offences] == [
        *(one.code for one in load_preset(BASE).offences[1:]),
        "smoking",
    ]


def test_another_kind_of_table_is_filled_in_and_the_first_is_not_forgotten(staff: Client) -> None:
    sent = opened(staff, name__zh="分档", settle__table__kind="bands")
    page = controls(staff.post(COPY, sent | {"refresh": "1"}))
    assert page["settle.table.threshold"] == "80"
    for n, (start, side, levels) in enumerate([("0", "declarer", "1"), ("90", "attackers", "2")]):
        page = controls(staff.post(COPY, page | {"add": "settle.table.bands"}))
        at = f"settle.table.bands.{n}"
        page |= {f"{at}.from": start, f"{at}.on_stage": side, f"{at}.levels": levels}
    assert staff.post(COPY, page).status_code == 302
    table = RulesetVersion.objects.get().document["settle"]["table"]
    assert [(band["from"], band["on_stage"], band["levels"]) for band in table["bands"]] == [
        (0, "declarer", 1),
        (90, "attackers", 2),
    ]


def test_a_stage_and_an_optional_part_can_be_set(staff: Client) -> None:
    sent = opened(staff, name__zh="决赛不同", ladder__attempts___="yes")
    sent = controls(staff.post(COPY, sent | {"refresh": "1"}))
    sent |= {"ladder.attempts.level": "A", "ladder.attempts.lives": "3", "ladder.attempts.back_to": "2"}
    sent = controls(staff.post(COPY, sent | {"add": "stages"}))
    refused = staff.post(COPY, sent | {"stages.0.stage": "final", "stages.0.limit_minutes": "很久"})
    assert "个别阶段另定 · 第1行 · 每场几分钟" in text_of(refused)
    staff.post(COPY, sent | {"stages.0.stage": "final", "stages.0.limit_minutes": "90"})
    document = RulesetVersion.objects.get().document
    assert document["stages"]["final"]["limit_minutes"] == 90
    assert document["ladder"]["attempts"] == {"level": "A", "lives": 3, "back_to": "2"}


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
        ({"try__declarer": "c"}, "读到的是"),
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
    "half a letter": (GOOD.replace("anhui", "\ud800", 1).encode("utf-8", "replace").decode(), "ruleset.key"),
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


def test_two_versions_are_compared_in_words(staff: Client) -> None:
    staff.post(COPY, opened(staff, name__zh="快打", time__limit_minutes="45"))
    version = RulesetVersion.objects.get()
    page = text_of(staff.get(f"/office/rules/{version.pk}/?with={BASE}"))
    changes = describe_diff(load_preset(BASE), parse_ruleset(version.document))
    assert any("45" in (change.after or "") for change in changes)
    for change in changes:
        assert (change.before or "—") in page
        assert (change.after or "—") in page


@pytest.mark.parametrize("ref", ["nirgends", "0", "99999", "9" * 30])
def test_a_ruleset_that_is_not_there_is_not_found(staff: Client, ref: str) -> None:
    for page in ("", "copy/", "export/"):
        assert staff.get(f"/office/rules/{ref}/{page}").status_code == 404


def test_a_new_tournament_can_play_by_a_house_rule(staff: Client) -> None:
    staff.post(COPY, opened(staff, name__zh="我厂规则"))
    version = RulesetVersion.objects.get()
    assert "我厂规则" in text_of(staff.get("/office/new/"))
    staff.post("/office/new/", {**FACTS, "ruleset": str(version.pk)})
    assert {stage.ruleset_id for stage in Tournament.objects.get().stages.all()} == {version.pk}


def test_a_tournament_not_yet_drawn_can_change_to_a_house_rule(staff: Client, me: Actor) -> None:
    staff.post(COPY, opened(staff, name__zh="我厂规则"))
    version, cup = RulesetVersion.objects.get(), make(me)
    change_format(cup, str(version.pk), Format(), me)
    assert cup.stages.all()[0].ruleset_id == version.pk
    with pytest.raises(Refusal, match="没有名为"):
        change_format(cup, "98765", Format(), me)


def test_a_preset_in_use_is_listed_once(staff: Client) -> None:
    version_of(BASE)
    listed = staff.get("/office/rules/").context["listed"]
    assert sorted(one.ref for one, _ in listed) == sorted(preset_names())


def test_hostile_names_of_controls_do_no_harm(staff: Client) -> None:
    sent = {"settle": "x", "settle.table": "y", "offences.999999999.code": "x", "": "z", "a..b": "c", "add": "settle.x"}
    assert staff.post(COPY, sent).status_code == 200
    assert staff.post(COPY, {key: text for key, text in sent.items() if key != "add"}).status_code == 400
    assert json.loads(GOOD)["key"] == BASE
