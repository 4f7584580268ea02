"""A team's calendar: RFC 5545 to the letter, the same UID for the same match, and only what is published."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests.documents.brackets import PARTS
from tests.playing import find, play, play_group
from tournament.models import Tournament
from tournament.services.actor import Actor
from tournament.services.moving import move_match

SHANGHAI = ZoneInfo("Asia/Shanghai")


@pytest.fixture
def shown(anhui: Tournament) -> Tournament:
    anhui.published = PARTS
    anhui.save(update_fields=["published"])
    return anhui


def get(made: Tournament, name: str = "院直1A", **headers: str) -> Any:
    address = reverse("public:calendar", args=[made.slug, made.teams.get(name=name).pk])
    return Client().get(address, headers=headers)


def events(response: Any) -> dict[str, Any]:
    """The events by UID."""
    return {str(event["uid"]): event for event in Calendar.from_ical(response.content).walk("VEVENT")}


def test_the_file_is_what_the_standard_asks(shown: Tournament) -> None:
    shown.teams.filter(name="综艺系B").update(
        name="综艺系与后勤服务集团联合代表队；第二支，很长的名字很长的名字很长的名字"
    )
    response = get(shown)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    lines = response.content.split(b"\r\n")
    assert b"\n" not in response.content.replace(b"\r\n", b"")
    assert max(map(len, lines)) <= 75
    assert any(line.startswith(b" ") for line in lines)  # the long name is folded
    assert (lines[0], lines[-2], lines[-1]) == (b"BEGIN:VCALENDAR", b"END:VCALENDAR", b"")
    (zone,) = Calendar.from_ical(response.content).walk("VTIMEZONE")
    assert zone["tzid"] == "Asia/Shanghai"
    assert b"DTSTART;TZID=Asia/Shanghai:20111125T131000" in lines
    for event in events(response).values():
        assert event["dtstamp"].dt.utcoffset().total_seconds() == 0


def test_every_match_of_the_team_is_an_event_with_hour_table_and_opponent(shown: Tournament) -> None:
    found = sorted(events(get(shown)).values(), key=lambda event: event["dtstart"].dt)
    assert [event["dtstart"].dt for event in found] == [
        datetime(2011, 11, 25, 13, 10, tzinfo=SHANGHAI),
        datetime(2011, 11, 25, 14, 10, tzinfo=SHANGHAI),
    ]
    assert "综艺系B" in str(found[0]["summary"])
    assert str(found[0]["location"]) == "大礼堂 1号桌"
    assert (found[0]["dtend"].dt - found[0]["dtstart"].dt).total_seconds() == 3600


def test_a_moved_match_keeps_its_uid_and_a_new_one_comes_beside(shown: Tournament, actor: Actor) -> None:
    before = events(get(shown))
    match = find(shown, "A1-2")
    match.starts_at = datetime(2011, 11, 25, 19, 0, tzinfo=SHANGHAI)
    match.save(update_fields=["starts_at"])
    play_group(shown, "A", actor)
    after = events(get(shown))
    assert before.keys() < after.keys()
    assert len(after) == 3
    moved = next(event for uid, event in after.items() if uid.startswith(str(match.uuid)))
    assert moved["dtstart"].dt.hour == 19


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        (["schedule", "draw"], 200),
        (["schedule"], 404),
        (["schedule", "teams"], 404),
        (["draw", "teams", "results"], 404),
    ],
)
def test_there_is_a_calendar_only_where_the_schedule_names_the_team(
    anhui: Tournament, parts: list[str], status: int
) -> None:
    anhui.published = parts
    anhui.save(update_fields=["published"])
    assert get(anhui).status_code == status


def test_without_results_the_calendar_does_not_tell_who_went_on(anhui: Tournament, actor: Actor) -> None:
    anhui.published = ["schedule", "draw"]
    anhui.save(update_fields=["published"])
    play_group(anhui, "A", actor)
    assert len(events(get(anhui))) == 2


def test_a_phone_takes_the_hour_a_match_was_moved_to(anhui: Tournament, actor: Actor) -> None:
    """A later file counts higher; without results it does not count what is played."""
    anhui.published = ["schedule", "draw"]
    anhui.save(update_fields=["published"])
    match, counted = find(anhui, "A1-2"), lambda: {event["sequence"] for event in events(get(anhui)).values()}
    before = counted()
    play(find(anhui, "A1-3"), actor)
    assert counted() == before
    move_match(match.pk, 1, datetime(2011, 11, 25, 19, 0, tzinfo=SHANGHAI), actor, anyway=True)
    assert max(before) < min(counted())


def test_the_file_is_polled_by_its_tag(shown: Tournament) -> None:
    assert get(shown, if_none_match=get(shown)["ETag"]).status_code == 304
