"""House rules in the browser: who may, what a copy changes, what is refused, in and out as JSON, the live preview."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.http import HttpResponse
from django.test import Client

from scoring.models import RulesetVersion
from scoring.ruleset import changed, load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.words.describe import describe, describe_diff
from tests.office.conftest import make
from tests.office.test_walk import FACTS
from tournament.models import Account, AuditEntry, Tournament
from tournament.rules_form import document_of, marks_of, sections, tree_of_document, tree_of_pairs
from tournament.rules_form.labels import LABELS
from tournament.services.actor import Actor
from tournament.services.formats import Format, change_format
from tournament.services.house_rules import with_marks
from tournament.services.refusal import Refusal
from tournament.services.rulesets import version_of

BASE = "anhui-chaodipi"
COPY = f"/office/rules/{BASE}/copy/"
PAGES = ["", "import/", f"{BASE}/", f"{BASE}/copy/", f"{BASE}/export/"]


class Controls(HTMLParser):
    """What a browser would send of the page's form."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.select = self.area = ""
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.inside = self.inside or given.get("id") == "rule-form"
        if not self.inside:
            return
        if tag == "input":
            self.values[given["name"]] = given.get("value", "")
        elif tag == "textarea":
            self.area = given["name"]
            self.values[self.area] = ""
        elif tag == "select":
            self.select = given["name"]
        elif tag == "option" and ("selected" in given or self.select not in self.values):
            self.values[self.select] = given.get("value", "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.values[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        self.area = "" if tag == "textarea" else self.area
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
    assert with_marks(base, document_of(tree), marks_of(tree)) == base
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


def test_rows_stay_folded_but_for_the_one_worked_at_or_at_fault(staff: Client) -> None:
    def unfolded(answer: HttpResponse) -> list[str]:
        return re.findall(r'rule-row" open><summary>(.*?)<', text_of(answer))

    sent = opened(staff, name__zh="甲")
    assert unfolded(staff.get(COPY)) == []
    assert unfolded(staff.post(COPY, sent | {"add": "offences.2.effects"})) == ["第3行 "]
    assert unfolded(staff.post(COPY, sent | {"offences.1.increase": "x"})) == ["第2行 "]
    assert unfolded(staff.post(COPY, sent | {"add": "offences"})) == [f"第{len(load_preset(BASE).offences) + 1}行"]


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
    assert not RulesetVersion.objects.exists()
