"""A table with a referee at it: the chief, signed in, and the first match of the small tournament."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.referee.phones import Phone, phone
from tournament.models import Account, Match, Tournament

START = {"type": "start", "at": "2011-11-25T13:10:00+08:00", "declarer": "a"}
HAND = {"type": "hand", "declarer": "a", "table_points": 65, "capture": "none"}


class Desk:
    """Speaks the table interface for one match, as the console does."""

    def __init__(self, client: Client, match: Match) -> None:
        self.client, self.match, self.last = client, match, None

    def url(self, part: str = "") -> str:
        """An address of the match."""
        return f"/api/matches/{self.match.pk}/{part}"

    def state(self) -> dict[str, Any]:
        """The match as the interface tells it."""
        answer: dict[str, Any] = self.client.get(self.url()).json()
        return answer

    def send(self, part: str, body: Any) -> Any:
        """Post a body, whatever comes of it."""
        return self.client.post(self.url(part), body, content_type="application/json")

    def write(self, payload: dict[str, Any], **envelope: Any) -> Any:
        """Write an entry on top of the last one this desk wrote."""
        body = {"id": str(uuid4()), "after": self.last, "payload": payload, **envelope}
        answer = self.send("entries/", body)
        if answer.status_code in (200, 201):
            self.last = body["id"]
        return answer


@pytest.fixture
def match(anhui: Tournament) -> Match:
    """The first match of group A."""
    return Match.objects.get(stage__tournament=anhui, group="A", round=1)


@pytest.fixture
def desk(client: Client, chief: Account, match: Match) -> Desk:
    """The chief's console at that match, not begun."""
    client.force_login(chief)
    return Desk(client, match)


@pytest.fixture
def playing(desk: Desk) -> Desk:
    """The same, begun."""
    assert desk.write(START).status_code == 201
    return desk


@pytest.fixture
def stored(match: Match) -> Callable[[], int]:
    """How many entries the match has."""
    return lambda: match.entries.count()


@pytest.fixture
def one(match: Match) -> Phone:
    """A phone at the match's table, which it holds."""
    return phone(match)


@pytest.fixture
def second(one: Phone) -> Phone:
    """Another phone at the same table, by the same card; it only reads."""
    return phone(one.match, one.device.table_pass, "李裁判")
