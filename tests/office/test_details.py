"""A tournament's notice: every fact of the documented ones, dates that move together, contradictions refused."""

from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.office.conftest import make
from tournament.models import AuditEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.details import Details, changed, details_of
from tournament.services.lateness import lateness_of
from tournament.services.moving_dates import moved_rounds
from tournament.services.presets import preset_keys
from tournament.services.refusal import Refusal
from tournament.services.registration import enter_team
from tournament.services.tournaments import change_tournament, create_from_preset

ZONE = ZoneInfo("Asia/Shanghai")
PROGRAM = Actor.program("测试")
SHIFTS = st.integers(-500_000, 500_000)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZONE)


# What the five notices say (rules.md, section 5): window, quota, lateness (before, minutes, from), who hears appeals,
# officials named, agenda, how many places are awarded, which hours its rounds have.
NOTICES: dict[str, dict[str, Any]] = {
    "jianye-2007": {
        "window": ("2007-11-21T00:00", "2007-11-26T23:59"),
        "quota": {"kind": "per-head", "people": 15},
        "late": (10, 10, "announced"),
        "appeals": "裁判",
        "officials": ["referees"],
        "agenda": [],
        "awarded": [(1, 1), (2, 2), (3, 3), (4, 4)],
        "participation": True,
        "rounds": 2,
        "daily": False,
    },
    "anhui-2011": {
        "window": (None, None),
        "quota": {"kind": "fixed", "teams": 2},
        "late": (None, 0, "slot"),
        "appeals": "院工会",
        "officials": ["referees"],
        "agenda": [],
        "awarded": [(1, 1)],
        "participation": False,
        "rounds": 0,
        "daily": False,
    },
    "bashifen": {
        "window": (None, None),
        "quota": {},
        "late": (None, 10, "chief"),
        "appeals": "裁判组",
        "officials": ["chief", "referees"],
        "agenda": [],
        "awarded": [(1, 1), (2, 2)],
        "participation": False,
        "rounds": 0,
        "daily": False,
    },
    "houqin-2007": {
        "window": ("2007-09-18T00:00", "2007-09-20T23:59"),
        "quota": {"kind": "free"},
        "late": (None, None, ""),
        "appeals": "仲裁组",
        "officials": ["chair", "arbitration-chair", "chief", "deputy-chief", "service", "venue"],
        "agenda": [("2007-09-21T10:00", "抽签"), ("2007-09-21T19:00", "开幕式")],
        "awarded": [(1, 1), (2, 2), (3, 4)],
        "participation": False,
        "rounds": 4,
        "daily": False,
    },
    "liaoning-2014": {
        "window": ("2014-03-31T00:00", None),
        "quota": {"kind": "free"},
        "late": (10, 20, "slot"),
        "appeals": "裁判组",
        "officials": ["referees"],
        "agenda": [("2014-04-09T12:00", "到场、抽签")],
        "awarded": [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)],
        "participation": False,
        "rounds": 0,
        "daily": True,
    },
}


def test_every_documented_competition_has_its_facts_here() -> None:
    assert set(NOTICES) == set(preset_keys())


@pytest.mark.django_db
@pytest.mark.parametrize("key", NOTICES)
def test_a_tournament_made_from_a_documented_one_has_all_its_facts(key: str) -> None:
    made, said = create_from_preset(key, actor=PROGRAM), NOTICES[key]
    made.refresh_from_db()
    details, late = details_of(made), lateness_of(made)
    assert (made.entry_opens_at, made.entry_closes_at) == tuple(at(one) if one else None for one in said["window"])
    assert made.quota == said["quota"]
    assert (late.check_in_minutes, late.forfeit_minutes, late.counts_from) == said["late"]
    assert details.appeals == said["appeals"] == details.interpretation
    assert [one.role for one in details.officials] == said["officials"]
    assert not any(one.names for one in details.officials)
    assert [(item.at, item.what) for item in details.agenda] == [(at(when), what) for when, what in said["agenda"]]
    assert [(prize.first, prize.last) for prize in details.prizes] == said["awarded"]
    assert bool(details.participation) == said["participation"]
    assert len(made.schedule_options["round_starts"]) == said["rounds"]
    assert made.schedule_options["daily"] == said["daily"]
    assert (made.roster_size, made.change_minutes) == (2, 60)


@pytest.mark.django_db
def test_who_must_attend_the_opening_is_kept() -> None:
    _draw, opening = details_of(create_from_preset("houqin-2007", actor=PROGRAM)).agenda
    assert (opening.place, opening.attend) == ("培黎体育馆", "科以上干部和东校区全体职工")


@pytest.mark.django_db
def test_another_start_moves_every_date_and_keeps_the_hours() -> None:
    made = create_from_preset("houqin-2007", actor=PROGRAM, starts_at=at("2026-05-15T18:30"))
    assert made.ends_on == date(2026, 5, 17)
    assert made.entry_closes_at == at("2026-05-14T23:59")
    assert [item.at for item in details_of(made).agenda] == [at("2026-05-15T10:00"), at("2026-05-15T19:00")]
    rounds = [datetime.fromisoformat(start) for start in made.schedule_options["round_starts"]]
    assert rounds == [at("2026-05-15T18:30"), at("2026-05-16T14:00"), at("2026-05-16T16:00"), at("2026-05-17T15:00")]


@pytest.mark.django_db
def test_rounds_kept_for_the_schedule_follow_a_start_that_moves() -> None:
    made = create_from_preset("jianye-2007", actor=PROGRAM)
    made = change_tournament(made, PROGRAM, starts_at=at("2007-12-03T09:00"))
    rounds = [datetime.fromisoformat(start) for start in made.schedule_options["round_starts"]]
    assert rounds == [at("2007-12-03T09:00"), at("2007-12-04T13:00")]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(1, 100_000), max_size=5).map(lambda gaps: list(accumulate(gaps, initial=0))), SHIFTS)
def test_moved_rounds_begin_at_the_new_start_and_rise(minutes: list[int], shift: int) -> None:
    starts = [at("2020-01-01T08:00") + timedelta(minutes=one) for one in minutes]
    new = starts[0] + timedelta(minutes=shift)
    found = moved_rounds(starts, new)
    assert found[0] == new
    assert len(found) == len(starts)
    assert sorted(set(found)) == found


WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "an end before the start": (
        {"ends_on": date(2026, 5, 8)},
        "ends_on",
        "最后一天 2026-05-08 在第一轮 2026-05-09 之前",
    ),
    "a window that closes before it opens": (
        {"entry_opens_at": at("2026-05-02T00:00"), "entry_closes_at": at("2026-05-01T00:00")},
        "entry_closes_at",
        "应晚于报名开始",
    ),
    "a window beyond the start": (
        {"entry_closes_at": at("2026-05-10T00:00")},
        "entry_closes_at",
        "报名截止 2026-05-10 00:00 晚于第一轮开始 2026-05-09 18:37",
    ),
    "a change deadline of years": ({"change_minutes": 10**9}, "change_minutes", "截止更换的分钟数应在 0 到 86400 之间"),
    "a roster of five": ({"roster_size": 5}, "roster_size", "每队人数应在 2 到 4 之间"),
    "an empty name": ({"name": "  "}, "name", "赛事名称不能为空"),
    "a prize upside down": (
        {"prizes": [{"first": 3, "last": 1, "title": "三等奖"}]},
        "prizes",
        "“按名次奖励”第 1 行不合要求",
    ),
    "a purpose too long": ({"purpose": "长" * 4001}, "purpose", "“办赛目的”不合要求"),
    "a strange origin of lateness": ({"late_from": "whenever"}, "late_from", "“迟到从何时算起”不合要求"),
    "lateness of a week": ({"late_minutes": 10_000}, "late_minutes", "“迟到弃权”不合要求"),
}


@pytest.mark.parametrize(("facts", "where", "sentence"), WRONG.values(), ids=WRONG)
def test_what_contradicts_itself_is_refused_at_its_field(
    me: Actor, facts: dict[str, Any], where: str, sentence: str
) -> None:
    cup = make(me)
    with pytest.raises(Refusal) as refused:
        change_tournament(cup, me, **facts)
    assert refused.value.at == where
    assert sentence in refused.value.message
    cup.refresh_from_db()
    assert cup.details == {}


def test_a_roster_is_not_made_smaller_than_a_team(me: Actor) -> None:
    cup = make(me)
    change_tournament(cup, me, roster_size=3)
    team = enter_team(cup, "综艺系", ["王伟", "李娜"], me)
    team.players.create(number=3, name="赵敏")
    with pytest.raises(Refusal, match="已有队报了 3 人"):
        change_tournament(cup, me, roster_size=2)


def test_a_section_changes_its_own_facts_alone_and_leaves_a_trace(me: Actor) -> None:
    cup = make(me)
    change_tournament(cup, me, appeals="仲裁组", purpose="迎五一")
    change_tournament(cup, me, purpose="迎国庆", host="集团工会")
    cup.refresh_from_db()
    assert (details_of(cup).appeals, details_of(cup).purpose, cup.host) == ("仲裁组", "迎国庆", "集团工会")
    entry = AuditEntry.objects.filter(action="tournament.change").order_by("-pk")[0]
    assert entry.before["details"]["purpose"] == "迎五一"
    assert entry.after["details"]["purpose"] == "迎国庆"
    change_tournament(cup, me, purpose="迎国庆")
    assert AuditEntry.objects.filter(action="tournament.change").count() == 2


def test_what_is_not_a_fact_is_a_programmers_error(me: Actor) -> None:
    with pytest.raises(TypeError, match="published"):
        change_tournament(make(me), me, published=["teams"])


def test_the_notice_overrules_the_ruleset_about_lateness(me: Actor) -> None:
    cup = make(me, ruleset="bashifen-chaodipi")
    assert lateness_of(cup).forfeit_minutes == 10
    change_tournament(cup, me, late_minutes=15, check_in_minutes=20, late_from="announced")
    found = lateness_of(Tournament.objects.get(pk=cup.pk))
    assert (found.check_in_minutes, found.forfeit_minutes, found.counts_from) == (20, 15, "announced")


def test_what_was_not_said_is_not_stored() -> None:
    assert Details().document() == {}
    assert changed(Details(), {"appeals": "仲裁组"}).document() == {"appeals": "仲裁组"}


def test_a_tournaments_name_host_and_venue_have_full_width_marks(cup: Tournament, me: Actor) -> None:
    """Typed either way, a wall and a screen show them as printed Chinese has them; Latin ones stay."""
    change_tournament(cup, me, name="职工扑克牌(炒地皮)比赛", host="工会（筹）", venue="A座(2F)")
    found = Tournament.objects.get(pk=cup.pk)
    assert (found.name, found.host, found.venue) == ("职工扑克牌（炒地皮）比赛", "工会（筹）", "A座（2F）")
