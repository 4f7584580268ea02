"""The registration window and the hour changes end: who may still do what, and with whose reason."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tournament.models import AuditEntry, Tournament
from tournament.services import entry_window
from tournament.services.actor import Actor
from tournament.services.departments import add_department
from tournament.services.entry_window import set_entry_rules, window_of
from tournament.services.refusal import Refusal
from tournament.services.registration import add_team, change_team, enter_team, leave

NOW = datetime(2026, 5, 6, 12, 0, tzinfo=timezone.get_default_timezone())
HOUR = timedelta(hours=1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[timezone.datetime]:
    """The present is NOW wherever the window asks."""
    monkeypatch.setattr(entry_window.timezone, "now", lambda: NOW)
    return datetime


@pytest.fixture
def windowed(clock: object, cup: Tournament, me: Actor) -> Tournament:
    """Round 1 in three days; no window yet."""
    Tournament.objects.filter(pk=cup.pk).update(starts_at=NOW + 72 * HOUR)
    cup.refresh_from_db()
    return cup


@pytest.mark.parametrize(
    ("opens", "closes", "state"),
    [
        (None, None, "always"),
        (-1, None, "open"),
        (1, None, "before"),
        (None, 1, "open"),
        (None, -1, "closed"),
        (0, 1, "open"),
        (-1, 0, "closed"),
        (1, 2, "before"),
    ],
)
def test_the_window_opens_at_its_first_moment_and_is_closed_at_its_last(
    opens: int | None, closes: int | None, state: str
) -> None:
    hours = {
        "entry_opens_at": None if opens is None else NOW + opens * HOUR,
        "entry_closes_at": None if closes is None else NOW + closes * HOUR,
    }
    assert window_of(Tournament(**hours), NOW).state == state


@pytest.mark.parametrize(("minutes_left", "is_open"), [(61, True), (60, False), (59, False), (-500, False)])
def test_changes_end_an_hour_before_round_1(minutes_left: int, is_open: bool) -> None:
    cup = Tournament(starts_at=NOW + timedelta(minutes=minutes_left))
    assert window_of(cup, NOW).changes_open is is_open
    assert window_of(Tournament(starts_at=None), NOW).changes_open


OUTSIDE = {
    "before, staff": (1, 2, False, "报名 2026-05-06 13:00 才开始；工作人员提前登记，请写明理由。"),
    "before, contact": (1, 2, True, "报名 2026-05-06 13:00 才开始。"),
    "after, staff": (-2, -1, False, "报名已于 2026-05-06 11:00 截止；工作人员补报，请写明理由。"),
    "after, contact": (-2, -1, True, "报名已于 2026-05-06 11:00 截止；如有特殊情况，请与主办单位联系。"),
}


@pytest.mark.parametrize(("opens", "closes", "contact", "sentence"), OUTSIDE.values(), ids=OUTSIDE)
def test_outside_the_window_nobody_enters_without_a_reason(
    windowed: Tournament, me: Actor, opens: int, closes: int, contact: bool, sentence: str
) -> None:
    held = set_entry_rules(windowed, me, entry_opens_at=NOW + opens * HOUR, entry_closes_at=NOW + closes * HOUR)
    office = add_department(held, "基础部", me)
    who = Actor.program("基础部 联系人") if contact else me
    with pytest.raises(Refusal) as refused:
        add_team(held, office, ["甲", "乙"], who, contact=contact)
    assert (refused.value.message, refused.value.at) == (sentence, "reason")
    assert not held.teams.exists()
    if contact:
        with pytest.raises(Refusal):
            add_team(held, office, ["甲", "乙"], who, contact=True, reason="我有理由")
    else:
        add_team(held, office, ["甲", "乙"], who, reason="领导同意")
        assert AuditEntry.objects.filter(action="team.add")[0].reason == "领导同意"


def test_players_change_after_the_window_until_the_hour_changes_end(
    windowed: Tournament, me: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    team = enter_team(windowed, "基础部", ["甲", "乙"], me)
    set_entry_rules(windowed, me, entry_closes_at=NOW - HOUR)
    contact = Actor.program("基础部 联系人")
    change_team(team, contact, name=team.name, players=["甲", "丙"], contact=True)
    monkeypatch.setattr(entry_window.timezone, "now", lambda: NOW + 71 * HOUR)
    with pytest.raises(Refusal, match="第一轮前 60 分钟.2026-05-09 11:00.起不再更换；如有特殊情况"):
        change_team(team, contact, name=team.name, players=["甲", "丁"], contact=True)
    with pytest.raises(Refusal, match="起不再更换；工作人员更换，请写明理由"):
        change_team(team, me, name=team.name, players=["甲", "丁"])
    change_team(team, me, name=team.name, players=["甲", "丁"], reason="丙生病")
    change_team(team, me, name=team.name, players=["甲", "丁"], seed=1)  # a seed is no change of players
    assert AuditEntry.objects.filter(action="team.change")[1].reason == "丙生病"


def test_a_contact_changes_nothing_before_the_window_opens(windowed: Tournament, me: Actor) -> None:
    team = enter_team(windowed, "基础部", ["甲", "乙"], me)
    set_entry_rules(windowed, me, entry_opens_at=NOW + HOUR)
    with pytest.raises(Refusal, match="报名 2026-05-06 13:00 才开始。"):
        change_team(team, Actor.program("联系人"), name=team.name, players=["甲", "丙"], contact=True)


def test_a_contact_withdraws_only_within_the_window(windowed: Tournament, me: Actor) -> None:
    team = enter_team(windowed, "基础部", ["甲", "乙"], me)
    set_entry_rules(windowed, me, entry_closes_at=NOW - HOUR)
    with pytest.raises(Refusal, match="报名已于 2026-05-06 11:00 截止"):
        leave(team, Actor.program("联系人"), "出差", contact=True)
    assert leave(team, me, "出差").withdrawn_reason == "出差"


BAD_RULES = {
    "it closes before it opens": (
        {"entry_opens_at": NOW, "entry_closes_at": NOW - HOUR}, "entry_closes_at", "应晚于报名开始",
    ),
    "minutes below 0": ({"change_minutes": -1}, "change_minutes", "应在 0 到 86400 之间"),
    "a roster of one": ({"roster_size": 1}, "roster_size", "每队人数应在 2 到 4 之间。"),
    "a roster of five": ({"roster_size": 5}, "roster_size", "每队人数应在 2 到 4 之间。"),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "at", "sentence"), BAD_RULES.values(), ids=BAD_RULES)
def test_rules_are_refused(cup: Tournament, me: Actor, rules: dict[str, object], at: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence) as refused:
        set_entry_rules(cup, me, **rules)
    assert refused.value.at == at


def test_a_roster_is_not_made_smaller_than_a_team(cup: Tournament, me: Actor) -> None:
    held = set_entry_rules(cup, me, roster_size=4)
    enter_team(held, "基础部", ["甲", "乙", "丙"], me)
    with pytest.raises(Refusal, match="已有队报了 3 人，每队人数不能改成 2。"):
        set_entry_rules(held, me, roster_size=2)
    assert set_entry_rules(held, me, roster_size=3).roster_size == 3


def test_the_rules_are_set_on_the_page(cup: Tournament, staff: Client) -> None:
    page = f"/office/{cup.slug}/entries/rules/"
    typed = {
        "entry_opens_at": "2026-05-01T08:00", "entry_closes_at": "2026-05-08T17:00", "change_minutes": "30",
        "roster_size": "3",
    }  # fmt: skip
    assert staff.post(page, typed).status_code == 302
    cup.refresh_from_db()
    assert (cup.change_minutes, cup.roster_size) == (30, 3)
    refused = staff.post(page, typed | {"entry_closes_at": "2026-04-08T17:00"})
    assert refused.status_code == 400
    assert "2026-04-08T17:00" in refused.content.decode()
    assert "报名截止（2026-04-08 17:00）应晚于报名开始（2026-05-01 08:00）。" in refused.content.decode()
