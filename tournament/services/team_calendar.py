"""A team's matches as a calendar file (RFC 5545), for the phone of whoever plays."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from tournament.models import Match, Team, Tournament

from .public_cards import cards_of
from .shown import Shown
from .sides import OTHER

PRODUCT = "-//paisai//card competitions//ZH"
ALL_OF_IT = timedelta(hours=1)  # where the schedule gives no end


def calendar_of(team: Team, shown: Shown, stamp: datetime, changes: int) -> bytes | None:
    """The file: an event for every match with an hour that names the team; None where no card names it.

    `stamp` is when the data last changed, `changes` how often: a phone keeps the event with the most. Lines end in
    CRLF and are folded at 75 octets; the UID of a match never changes, so that a later file replaces its events. The
    events tell what the public page tells, and no more.
    """
    cards = [card for card in cards_of(team.tournament, shown).cards if team.pk in card["entrants"].values()]
    if not cards or not shown.schedule:
        return None
    made = Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", f"{team.name} · {team.tournament.name}")
    made.add("x-wr-timezone", settings.TIME_ZONE)
    for card in cards:
        if card["match"].starts_at and not card["called_off"]:
            made.add_component(_event(card, team, stamp, changes))
    made.add_missing_timezones()
    return bytes(made.to_ical())


def _event(card: Mapping[str, Any], team: Team, stamp: datetime, changes: int) -> Event:
    match: Match = card["match"]
    assert match.starts_at
    side = "a" if card["entrants"]["a"] == team.pk else "b"
    facts = {"team": team.name, "other": card["teams"][OTHER[side]], "title": card["title"]}
    event = Event()
    event.add("uid", f"{match.uuid}-{team.pk}@paisai")
    event.add("dtstamp", stamp.astimezone(ZoneInfo("UTC")))
    event.add("sequence", changes)
    event.add("dtstart", _local(match.starts_at))
    event.add("dtend", _local(match.ends_at or match.starts_at + ALL_OF_IT))
    event.add("summary", _("%(title)s：%(team)s 对 %(other)s") % facts)
    if place := _place(card, team.tournament):
        event.add("location", place)
    return event


def _place(card: Mapping[str, Any], tournament: Tournament) -> str:
    table = _("%(number)s号桌") % {"number": card["table"]} if card["table"] else ""
    return " ".join(part for part in (tournament.venue, table) if part)


def _local(moment: datetime) -> datetime:
    """In the zone of the venue, named so that the file carries its rules."""
    return timezone.localtime(moment, ZoneInfo(settings.TIME_ZONE))
