"""Quotas: what each rule gives, what it refuses, who may go beyond, and the table."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournament.models import AuditEntry, Department, Tournament
from tournament.services.actor import Actor
from tournament.services.departments import add_department
from tournament.services.quota_rule import KEYS, rule_from, rule_words, teams_allowed
from tournament.services.quotas import quota_table, set_quota
from tournament.services.refusal import Refusal
from tournament.services.registration import add_team, leave, restore
from tournament.services.waiting import admit

TIERS = [{"up_to": 20, "teams": 1}, {"up_to": 50, "teams": 2}, {"up_to": None, "teams": 4}]
GIVES: list[tuple[dict[str, Any], int | None, int | None]] = [
    ({}, 500, None),
    ({"kind": "free"}, None, None),
    ({"kind": "fixed", "teams": 2}, None, 2),
    ({"kind": "per-head"}, 0, 0),
    ({"kind": "per-head"}, 1, 1),
    ({"kind": "per-head"}, 15, 1),
    ({"kind": "per-head"}, 16, 2),
    ({"kind": "per-head"}, 30, 2),
    ({"kind": "per-head"}, 31, 3),
    ({"kind": "per-head"}, None, None),
    ({"kind": "per-head", "people": 10, "min": 1, "max": 3}, 0, 1),
    ({"kind": "per-head", "people": 10, "min": 1, "max": 3}, 45, 3),
    ({"kind": "tiers", "tiers": TIERS}, 20, 1),
    ({"kind": "tiers", "tiers": TIERS}, 21, 2),
    ({"kind": "tiers", "tiers": TIERS}, 999, 4),
    ({"kind": "tiers", "tiers": TIERS[:2]}, 999, 2),
    ({"kind": "percent", "percent": 5, "of": "teams", "rounding": "up"}, 101, 6),
    ({"kind": "percent", "percent": 5, "of": "teams", "rounding": "down"}, 119, 5),
    ({"kind": "percent", "percent": 5, "of": "teams", "rounding": "nearest"}, 110, 6),
    ({"kind": "percent", "percent": 5, "of": "teams", "rounding": "nearest"}, 109, 5),
    ({"kind": "percent", "percent": 10, "of": "players"}, 40, 2),
    ({"kind": "percent", "percent": 10, "of": "players"}, 41, 3),
    ({"kind": "percent", "percent": "0.1", "of": "teams"}, 3000, 3),
]


@pytest.mark.parametrize(("document", "headcount", "teams"), GIVES)
def test_a_rule_gives_so_many_teams(document: dict[str, Any], headcount: int | None, teams: int | None) -> None:
    assert teams_allowed(rule_from(document), headcount) == teams


QUIET = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@QUIET
@given(
    st.sampled_from(["per-head", "percent"]), st.integers(1, 100), st.sampled_from(["up", "down", "nearest"]),
    st.integers(0, 5000), st.integers(0, 300),
)  # fmt: skip
def test_more_people_never_get_fewer_teams(kind: str, size: int, rounding: str, people: int, more: int) -> None:
    documents = {"per-head": {"people": size}, "percent": {"percent": size, "rounding": rounding}}
    rule = rule_from({"kind": kind, **documents[kind]})
    fewer, greater = teams_allowed(rule, people), teams_allowed(rule, people + more)
    assert fewer is not None
    assert greater is not None
    assert 0 <= fewer <= greater


@pytest.mark.parametrize("document", [{"kind": kind, **extra} for kind, extra in {
    "free": {}, "fixed": {"teams": 3}, "per-head": {"people": 12, "max": 3}, "tiers": {"tiers": TIERS},
    "percent": {"percent": 2.5, "of": "teams", "rounding": "down", "min": 1},
}.items()])  # fmt: skip
def test_a_rule_is_stored_as_it_was_given(document: dict[str, Any]) -> None:
    rule = rule_from(document)
    assert rule_from(rule.document()) == rule
    assert rule_words(rule)


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "another kind": ({"kind": "lottery"}, "kind", "没有“lottery”这种名额办法"),
    "a kind that is no word": ({"kind": 3}, "kind", "没有“3”这种名额办法"),
    "another kind's key": ({"kind": "fixed", "teams": 1, "people": 3}, "kind", "没有“people”一项"),
    "no number of teams": ({"kind": "fixed"}, "teams", "请填写队数。"),
    "no tiers": ({"kind": "tiers"}, "tiers", "请填写各档的人数和队数。"),
    "tiers that fall": (
        {"kind": "tiers", "tiers": [{"up_to": 30, "teams": 1}, {"up_to": 20, "teams": 2}]},
        "tiers",
        "各档的人数要从小到大，“再多的”只能是最后一档。",
    ),
    "an open tier in the middle": (
        {"kind": "tiers", "tiers": [{"up_to": None, "teams": 1}, {"up_to": 20, "teams": 2}]},
        "tiers",
        "最后一档",
    ),
    "a tier that is none": ({"kind": "tiers", "tiers": ["x"]}, "tiers", "每档是“人数以内”和“队数”两项。"),
    "no tier": ({"kind": "tiers", "tiers": []}, "tiers", "请写 1 到 20 档"),
    "nobody a team": ({"kind": "per-head", "people": 0}, "people", "应是 1 到 1000000 的整数。"),
    "a huge number": ({"kind": "per-head", "people": 10**30}, "people", "应是 1 到 1000000 的整数。"),
    "half a team": ({"kind": "fixed", "teams": 1.5}, "teams", "应是 0 到 512 的整数。"),
    "yes for a number": ({"kind": "fixed", "teams": True}, "teams", "应是 0 到 512 的整数。"),
    "percent above 100": ({"kind": "percent", "percent": 101}, "percent", "百分比“101”不对"),
    "percent of words": ({"kind": "percent", "percent": "many"}, "percent", "百分比“many”不对"),
    "percent that never ends": ({"kind": "percent", "percent": "1e400"}, "percent", "不对"),
    "percent not a number": ({"kind": "percent", "percent": "NaN"}, "percent", "百分比“NaN”不对"),
    "another rounding": ({"kind": "percent", "percent": 5, "rounding": "up!"}, "rounding", "“up!”不在可选之列"),
    "at least above at most": ({"kind": "per-head", "min": 3, "max": 2}, "max", "至少 3 队比至多 2 队还多。"),
}


@pytest.mark.parametrize(("document", "at", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_rule_is_refused(document: dict[str, Any], at: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        rule_from(document)
    assert refused.value.at == at
    assert sentence in refused.value.message


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


EVERY_KEY = sorted({key for keys in KEYS.values() for key in keys})


@QUIET
@given(st.sampled_from(sorted(KEYS)), st.dictionaries(st.sampled_from(EVERY_KEY), JUNK, max_size=5))
def test_junk_is_refused_in_words_or_is_a_rule(kind: str, rest: dict[str, Any]) -> None:
    try:
        rule = rule_from({"kind": kind, **rest})
    except Refusal as refusal:
        assert refusal.message
    else:
        assert rule_from(rule.document()) == rule


@pytest.fixture
def by_head(cup: Tournament, me: Actor) -> Tournament:
    return set_quota(cup, {"kind": "per-head"}, me)


def test_the_departments_people_decide(by_head: Tournament, me: Actor) -> None:
    office = add_department(by_head, "基础部", me, headcount=16)
    add_team(by_head, office, ["甲", "乙"], me)
    add_team(by_head, office, ["丙", "丁"], me)
    with pytest.raises(Refusal, match="“基础部”的名额是 2 队，已满"):
        add_team(by_head, office, ["戊", "己"], me)
    Department.objects.filter(pk=office.pk).update(headcount=31)
    assert add_team(by_head, office, ["戊", "己"], me).over_quota_reason == ""


def test_a_department_without_people_needs_them_or_a_reason(by_head: Tournament, me: Actor) -> None:
    office = add_department(by_head, "基础部", me)
    with pytest.raises(Refusal, match="“基础部”的人数还没有填写") as refused:
        add_team(by_head, office, ["甲", "乙"], me)
    assert (refused.value.code, refused.value.at) == ("headcount", "department")
    assert add_team(by_head, office, ["甲", "乙"], me, reason="人数稍后补").over_quota_reason == "人数稍后补"


def test_a_quota_of_its_own_goes_before_the_rule(by_head: Tournament, me: Actor) -> None:
    office = add_department(by_head, "基础部", me, headcount=100, team_quota=0)
    with pytest.raises(Refusal, match="名额是 0 队"):
        add_team(by_head, office, ["甲", "乙"], me)


def test_beyond_the_quota_the_reason_stays_with_the_team_and_in_the_audit(by_head: Tournament, me: Actor) -> None:
    office = add_department(by_head, "基础部", me, headcount=5)
    add_team(by_head, office, ["甲", "乙"], me, reason="没有超")
    beyond = add_team(by_head, office, ["丙", "丁"], me, reason="主席同意")
    assert [team.over_quota_reason for team in office.teams.order_by("id")] == ["", "主席同意"]
    entry = AuditEntry.objects.filter(action="team.add")[0]
    assert (entry.reason, entry.after["over_quota"]) == ("主席同意", True)
    assert quota_table(by_head)[0].left == -1
    assert beyond.pk


def test_withdrawn_and_waiting_teams_take_no_place(by_head: Tournament, me: Actor) -> None:
    office = add_department(by_head, "基础部", me, headcount=5)
    first = add_team(by_head, office, ["甲", "乙"], me)
    waits = add_team(by_head, office, ["丙", "丁"], me, waiting=True)
    row = quota_table(by_head)[0]
    assert (row.entered, row.waiting, row.left) == (1, 1, 0)
    with pytest.raises(Refusal, match="名额是 1 队，已满"):
        admit(waits, me)
    leave(first, me, "出差")
    assert admit(waits, me).waiting_since is None
    with pytest.raises(Refusal, match="名额是 1 队，已满"):
        restore(first, me)
    assert restore(first, me, "主席同意").over_quota_reason == "主席同意"


def test_the_rule_is_changed_and_tried_on_the_page(cup: Tournament, staff: Client, me: Actor) -> None:
    add_department(cup, "基础部", me, headcount=31)
    page = f"/office/{cup.slug}/entries/quotas/"
    tried = staff.post(page, {"kind": "per-head", "people": "15", "try": "1"})
    assert tried.status_code == 200
    assert "试算，还没有保存" in tried.content.decode()
    assert "共可报 3 队，已报 0 队" in tried.content.decode()
    cup.refresh_from_db()
    assert cup.quota == {}
    piece = staff.post(page, {"kind": "fixed", "teams": "2", "try": "1"}, headers={"HX-Request": "true"})
    assert '<span id="allowed-' in piece.content.decode()
    assert "<html" not in piece.content.decode()
    assert staff.post(page, {"kind": "tiers", "tiers": "20:1\n*:2"}).status_code == 302
    cup.refresh_from_db()
    assert cup.quota == {"kind": "tiers", "tiers": [{"up_to": 20, "teams": 1}, {"up_to": None, "teams": 2}]}
    assert "20 人以内 1 队；再多的 2 队" in staff.get(page).content.decode()
    assert AuditEntry.objects.filter(action="quota.change").count() == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"kind": "tiers", "tiers": "二十人一队"}, "每档是“人数以内”和“队数”两项。"),
        ({"kind": "per-head", "people": "十五"}, "每队人数基数“十五”不对"),
        ({"kind": "percent", "percent": "-3"}, "百分比“-3”不对"),
        ({"kind": "per-head", "people": "15\x00"}, "不允许是用空字符串"),
    ],
)
def test_a_refused_rule_keeps_what_was_typed(
    cup: Tournament, staff: Client, typed: dict[str, str], sentence: str
) -> None:
    for more in ({}, {"try": "1"}):
        answer = staff.post(f"/office/{cup.slug}/entries/quotas/", typed | more)
        assert answer.status_code == 400
        text = answer.content.decode()
        assert sentence in text
        assert "\x00" in "".join(typed.values()) or all(value in text for value in typed.values())


def test_headcounts_are_typed_into_the_table(cup: Tournament, staff: Client, me: Actor) -> None:
    one, two = add_department(cup, "基础部", me), add_department(cup, "综艺系", me, headcount=9)
    page = f"/office/{cup.slug}/entries/quotas/"
    typed = {f"headcount-{one.pk}": "30", f"quota-{one.pk}": "", f"headcount-{two.pk}": "", f"quota-{two.pk}": "2"}
    assert staff.post(f"{page}sizes/", typed).status_code == 302
    sizes = list(cup.departments.order_by("id").values_list("headcount", "team_quota"))
    assert sizes == [(30, None), (None, 2)]
    for bad, sentence in (("三十", "“基础部”一行的“三十”不是数"), ("1" * 9, "应在 0 到 1000000 之间")):
        answer = staff.post(f"{page}sizes/", typed | {f"headcount-{one.pk}": bad})
        assert answer.status_code == 400
        assert sentence in answer.content.decode()
        assert f'value="{bad}"' in answer.content.decode()
    assert list(cup.departments.order_by("id").values_list("headcount", "team_quota")) == sizes


def test_the_table_costs_one_query(by_head: Tournament, me: Actor) -> None:
    for n in range(9):
        add_department(by_head, f"第{n}分会", me, headcount=n)
    with CaptureQueriesContext(connection) as captured:
        assert len(quota_table(by_head)) == 9
    assert len(captured) == 1
