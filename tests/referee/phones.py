"""Phones for tests: a session with its PIN, passes, and devices that speak the table interface by their secret."""

from typing import Any
from uuid import uuid4

from django.test import Client

from referee.models import Device, TablePass, TableSession
from referee.services.joining import join_by_token
from referee.services.passes import make_pass
from referee.services.pins import Visitor
from referee.services.sessions import open_session, session_of
from tournament.models import Match, Tournament
from tournament.services.actor import Actor

PROGRAM = Actor.program("test")


class Phone:
    """A phone that joined; speaks for one match by the header."""

    def __init__(self, device: Device, secret: str, match: Match) -> None:
        self.device, self.secret, self.match, self.client = device, secret, match, Client()
        self.last: str | None = None

    def headers(self, more: dict[str, str] | None = None) -> dict[str, str]:
        return {"Authorization": f"Pass {self.secret}", **(more or {})}

    def url(self, part: str = "") -> str:
        return f"/api/matches/{self.match.pk}/{part}"

    def get(self, url: str, **headers: str) -> Any:
        return self.client.get(url, headers=self.headers(headers))

    def post(self, url: str, body: Any, **headers: str) -> Any:
        return self.client.post(url, body, content_type="application/json", headers=self.headers(headers))

    def state(self) -> dict[str, Any]:
        answer = self.get(self.url())
        assert answer.status_code == 200, answer.content.decode()
        found: dict[str, Any] = answer.json()
        self.last = found["last_entry"]
        return found

    def write(self, payload: dict[str, Any], **envelope: Any) -> Any:
        body = {"id": str(uuid4()), "after": self.last, "payload": payload, **envelope}
        answer = self.post(self.url("entries/"), body)
        if answer.status_code in (200, 201):
            self.last = body["id"]
        return answer


def opened(tournament: Tournament) -> TableSession:
    """The session open now, opened if need be."""
    return session_of(tournament) or open_session(tournament, PROGRAM)


def a_pass(tournament: Tournament, *numbers: int) -> TablePass:
    """A pass for these tables."""
    return make_pass(tournament, numbers or (1,), PROGRAM)


def phone(match: Match, table_pass: TablePass | None = None, name: str = "王裁判") -> Phone:
    """A phone that joined with the pass (one for the match's table if none is given)."""
    tournament = match.stage.tournament
    table_pass = table_pass or a_pass(tournament, match.table.number if match.table else 1)
    visitor = Visitor(device=str(uuid4()), address="192.0.2.7")
    joined = join_by_token(table_pass.token, opened(tournament).pin, name, visitor)
    return Phone(joined.device, joined.secret, match)
