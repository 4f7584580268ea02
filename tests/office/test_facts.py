"""规程: each section saves by itself, nothing typed is lost, rows are added and cleared, no input breaks a page."""

import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import localtime

from tests.office.conftest import make
from tournament.models import Account, AuditEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.details import details_of
from tournament.services.notice import sections_of
from tournament.services.tournaments import change_tournament, create_from_preset

KEYS = ["basics", "when", "entry", "format", "conduct", "prizes", "officials", "agenda"]


@pytest.fixture
def page(cup: Tournament) -> str:
    return f"/office/{cup.slug}/facts/"


def saved(cup: Tournament) -> Tournament:
    return Tournament.objects.get(pk=cup.pk)


SAVED: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
    "names and bodies": (
        "basics",
        {
            "name": "五一扑克赛",
            "host": "集团总工会",
            "organisers": "一厂工会、二厂工会，三厂工会",
            "purpose": "迎五一\n促交流",
        },
        {"organisers": ("一厂工会", "二厂工会", "三厂工会"), "purpose": "迎五一\n促交流"},
    ),
    "places": (
        "when",
        {
            "starts_at": "2026-05-09T18:37",
            "venue": "体育馆",
            "places-rows": "2",
            "places-0-name": "三楼食堂",
            "places-0-use": "决赛",
            "places-1-name": "",
        },
        {"places": [{"name": "三楼食堂", "use": "决赛"}]},
    ),
    "entry": (
        "entry",
        {
            "eligibility": "在职职工",
            "entry_opens_at": "2026-04-01T08:00",
            "entry_closes_at": "2026-04-30T17:00",
            "entry_place": "工会 203",
            "change_minutes": "90",
            "roster_size": "3",
            "contacts-rows": "1",
            "contacts-0-name": "办公室",
            "contacts-0-phone": "8100",
        },
        {"eligibility": "在职职工", "contacts": [{"name": "办公室", "phone": "8100", "note": ""}]},
    ),
    "conduct": (
        "conduct",
        {"check_in_minutes": "10", "late_minutes": "0", "late_from": "announced", "requirements": "守时\n\n不抽烟"},
        {"check_in_minutes": 10, "late_minutes": 0, "late_from": "announced", "requirements": ("守时", "不抽烟")},
    ),
    "prizes": (
        "prizes",
        {
            "prizes-rows": "3",
            "prizes-0-first": "1",
            "prizes-0-title": "冠军",
            "prizes-0-award": "奖杯",
            "prizes-1-first": "3",
            "prizes-1-last": "4",
            "prizes-1-title": "并列第三",
            "participation": "纪念品",
        },
        {
            "prizes": [
                {"first": 1, "last": 1, "title": "冠军", "award": "奖杯"},
                {"first": 3, "last": 4, "title": "并列第三", "award": ""},
            ],
            "participation": "纪念品",
        },
    ),
    "officials": (
        "officials",
        {"chief": "待定", "referees": "赵、钱", "others": "记录组：孙、李\n计时：待定", "appeals": "仲裁组"},
        {
            "officials": [
                {"role": "chief", "title": "", "names": ()},
                {"role": "referees", "title": "", "names": ("赵", "钱")},
                {"role": "other", "title": "记录组", "names": ("孙", "李")},
                {"role": "other", "title": "计时", "names": ()},
            ],
            "appeals": "仲裁组",
        },
    ),
    "agenda": (
        "agenda",
        {"agenda-rows": "1", "agenda-0-what": "领队会", "agenda-0-attend": "各队领队", "attachments": "报名表"},
        {
            "agenda": [{"at": None, "what": "领队会", "place": "", "attend": "各队领队"}],
            "attachments": ("报名表",),
        },
    ),
}


@pytest.mark.parametrize(("section", "typed", "stored"), SAVED.values(), ids=SAVED)
def test_a_section_is_saved_by_itself(
    cup: Tournament, page: str, staff: Client, section: str, typed: dict[str, str], stored: dict[str, Any]
) -> None:
    assert staff.post(f"{page}{section}/", typed).url == page
    found = details_of(saved(cup)).model_dump()
    assert {key: list(map(dict, found[key])) if key in _TABLES else found[key] for key in stored} == stored
    again = staff.get(f"{page}{section}/").content.decode()
    assert all(value in again for value in typed.values() if len(value) > 3 and "\n" not in value and "、" not in value)


_TABLES = ("places", "contacts", "prizes", "officials", "agenda")


def test_the_columns_are_saved_too(cup: Tournament, page: str, staff: Client) -> None:
    staff.post(f"{page}entry/", SAVED["entry"][1])
    found = saved(cup)
    assert (found.change_minutes, found.roster_size) == (90, 3)
    assert found.entry_opens_at is not None
    assert found.entry_opens_at.isoformat() == "2026-04-01T00:00:00+00:00"


def test_saving_leads_on_through_all_sections(page: str, staff: Client) -> None:
    found, where = [], "basics"
    while where:
        found.append(where)
        form = staff.get(f"{page}{where}/").context["form"]
        initial = {name: form.initial.get(name, field.initial) for name, field in form.fields.items()}
        typed = {name: _typed(value) for name, value in initial.items() if value not in (None, False)}
        url = staff.post(f"{page}{where}/", {**typed, "next": "1"}).url
        where = url.removeprefix(page).strip("/")
    assert found == KEYS


def _typed(value: Any) -> str:
    """What a browser would send of this value."""
    if isinstance(value, datetime):
        return f"{localtime(value) if value.tzinfo else value:%Y-%m-%dT%H:%M}"
    return "、".join(value) if isinstance(value, tuple) else str(value)


def test_a_section_there_is_not_is_not_found(page: str, staff: Client) -> None:
    assert staff.get(f"{page}weather/").status_code == 404


REFUSED: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "a window that closes first": (
        "entry",
        {**SAVED["entry"][1], "entry_closes_at": "2026-03-01T00:00"},
        ["应晚于报名开始", "工会 203"],
    ),
    "a prize without a name": (
        "prizes",
        {"prizes-rows": "1", "prizes-0-first": "1", "prizes-0-award": "一面锦旗", "participation": "纪念册"},
        ["一面锦旗", "纪念册", "表中有几格要改"],
    ),
    "prizes upside down": (
        "prizes",
        {"prizes-rows": "1", "prizes-0-first": "5", "prizes-0-last": "2", "prizes-0-title": "优胜奖"},
        ["不能小于“从第几名”", "优胜奖"],
    ),
    "an office without a title": ("officials", {"others": "：孙某某"}, ["没有写职务", "：孙某某"]),
    "a year nobody means": (
        "agenda",
        {"agenda-rows": "1", "agenda-0-at": "0001-01-01T00:00", "agenda-0-what": "开天辟地"},
        ["年份应在 1970 到 2199 之间", "开天辟地"],
    ),
    "an end in another age": (
        "when",
        {"starts_at": "2026-05-09T18:37", "ends_on": "9999-12-31", "venue": "大礼堂东厅"},
        ["年份应在 1970 到 2199 之间", "大礼堂东厅"],
    ),
    "too many items": (
        "conduct",
        {"requirements": "\n".join(f"第{n}条规定" for n in range(70))},
        ["最多 60 项", "第69条规定"],
    ),
    "a name with a NUL": ("basics", {"name": "甲\x00乙", "host": "集团总工会"}, ["集团总工会"]),
}


@pytest.mark.parametrize(("section", "typed", "shown"), REFUSED.values(), ids=REFUSED)
def test_a_refused_section_comes_back_as_typed_and_stores_nothing(
    cup: Tournament, page: str, staff: Client, section: str, typed: dict[str, str], shown: list[str]
) -> None:
    answer = staff.post(f"{page}{section}/", typed)
    assert answer.status_code == 400
    text = answer.content.decode()
    assert [part for part in shown if part not in text] == []
    assert details_of(saved(cup)) == details_of(cup)
    assert not AuditEntry.objects.filter(action="tournament.change").exists()


def test_more_rows_keep_what_was_typed_and_save_nothing(cup: Tournament, page: str, staff: Client) -> None:
    typed = {"prizes-rows": "2", "prizes-0-title": "冠军奖杯", "prizes-1-award": "奶粉", "participation": "毛巾"}
    answer = staff.post(f"{page}prizes/", {**typed, "more": "prizes"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert all(value in text for value in ("冠军奖杯", "奶粉", "毛巾", 'name="prizes-rows" value="4"'))
    assert 'class="error"' not in text
    assert not re.search(r'<input[^>]*name="prizes-\d[^>]*required', text)
    assert saved(cup).details == {}


def test_punctuation_of_prose_stays_and_separators_of_either_width_part_names(
    cup: Tournament, page: str, staff: Client
) -> None:
    staff.post(
        f"{page}basics/", {"name": "杯", "organisers": "一厂\uff0c二厂\uff1b三厂", "purpose": "迎五一\uff0c促交流"}
    )
    staff.post(f"{page}officials/", {"others": "记录组\uff1a孙\uff0c李", "chief": "王\uff0c"})
    found = details_of(saved(cup))
    assert found.organisers == ("一厂", "二厂", "三厂")
    assert found.purpose == "迎五一\uff0c促交流"
    assert [(one.title, one.names) for one in found.officials] == [("", ("王",)), ("记录组", ("孙", "李"))]


def test_a_row_cleared_is_gone(cup: Tournament, page: str, staff: Client) -> None:
    staff.post(f"{page}prizes/", SAVED["prizes"][1])
    staff.post(
        f"{page}prizes/", {**SAVED["prizes"][1], "prizes-0-first": "", "prizes-0-title": "", "prizes-0-award": ""}
    )
    assert [prize.title for prize in details_of(saved(cup)).prizes] == ["并列第三"]


JUNK = ["", "-1", "99999999999999999999", "x" * 30_000, "\x00", "１２", "<script>", "2026-13-45T99:99", "０"]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
@pytest.mark.parametrize("section", KEYS)
def test_no_input_breaks_a_section(page: str, staff: Client, section: str, junk: str) -> None:
    text = staff.get(f"{page}{section}/").content.decode()
    names = set(re.findall(r'name="([^"]+)"', text)) - {"csrfmiddlewaretoken", "more", "next"}
    assert staff.post(f"{page}{section}/", dict.fromkeys(names, junk)).status_code in (302, 400)
    rows = {name: junk for name in names if name.endswith("-rows")}
    assert staff.post(f"{page}{section}/", {**rows, "more": "1"}).status_code in (200, 302, 400)


def test_what_is_missing_is_named_until_it_is_said(cup: Tournament, page: str, staff: Client) -> None:
    text = staff.get(page).content.decode()
    assert "还没写" in text
    for section, typed, _stored in SAVED.values():
        staff.post(f"{page}{section}/", typed)
    left = {section.key: section.missing for section in sections_of(saved(cup)) if section.missing}
    assert left == {"officials": ["裁判长"]}
    staff.post(f"{page}officials/", {**SAVED["officials"][1], "chief": "周某"})
    staff.post(f"{page}basics/", {**SAVED["names and bodies"][1]})
    assert "还没写" not in staff.get(page).content.decode()


@pytest.mark.parametrize("key", ["jianye-2007", "anhui-2011", "bashifen", "houqin-2007", "liaoning-2014"])
def test_a_documented_notice_survives_being_opened_and_saved(staff: Client, key: str) -> None:
    made = create_from_preset(key, actor=Actor.program("测试"))
    for section in KEYS:
        page = f"/office/{made.slug}/facts/{section}/"
        context = staff.get(page).context
        forms = [context["form"], *(row for table in context.get("tables", []) for row in table.forms)]
        typed = {f"{table.name}-rows": str(table.total) for table in context.get("tables", [])}
        for form in forms:
            for field in form:
                value = field.value()
                if value not in (None, False, ""):
                    typed[field.html_name] = _typed(value) if not isinstance(value, str) else value
        assert staff.post(page, typed).status_code == 302, section
    after = Tournament.objects.get(pk=made.pk)
    for field in ("name", "host", "venue", "starts_at", "ends_on", "entry_opens_at", "entry_closes_at", "details"):
        assert getattr(after, field) == getattr(made, field), field


def test_a_preset_starts_under_ones_own_name_and_day(staff: Client) -> None:
    sent = {"preset": "houqin-2007", "own_name": "后勤杯", "own_start": "2026-05-15T18:30"}
    assert staff.post("/office/new/preset/", sent).url == "/office/houqin-2007/"
    made = Tournament.objects.get()
    assert made.name == "后勤杯"
    assert str(made.ends_on) == "2026-05-17"
    sent["with_teams"] = "on"
    staff.post("/office/new/preset/", sent)
    first = Tournament.objects.get(slug="houqin-2007-2").stages.get().matches.order_by("starts_at")[0]
    assert first.starts_at is not None
    assert first.starts_at.isoformat() == "2026-05-15T10:30:00+00:00"


def test_a_section_is_the_offices_alone(page: str, chief: Account) -> None:
    desk = Client()
    desk.force_login(chief)
    assert desk.post(f"{page}prizes/", SAVED["prizes"][1]).status_code == 403


def test_the_number_of_queries_does_not_grow_with_the_notice(
    me: Actor, staff: Client, django_assert_max_num_queries: Any
) -> None:
    cup = make(me)
    rows = [{"first": n, "last": n, "title": f"第{n}名奖"} for n in range(1, 60)]
    change_tournament(cup, me, prizes=rows)
    with django_assert_max_num_queries(25):
        staff.get(f"/office/{cup.slug}/facts/")
