"""A hundred consoles that record at once, and five hundred consoles and boards that poll, beside bare views, in turns.

Run as a process of its own for each database (`python -m bench.crowd`); prints one line of JSON. The clients are one
process of plain sockets: what is measured is the server as `serve` runs it.
"""

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from uuid import uuid4

from .process import figures_of
from .recording import CSRF, START, database, databases, server
from .rows import Row

CONSOLES, LOOKING_ON, BOARDS = 100, 3, 100
TURNS, HANDS_A_TURN = 4, 2
RECORD_GOAL, POLL_GOAL, P99_GOAL_S = 0.6, 0.8, 1.0
HAND = {"type": "hand", "declarer": "a", "table_points": 65}
BOARD = "/board/crowd/now/"
BARE_TAG = {"If-None-Match": '"bare"'}
Ask = Callable[["Connection"], Awaitable[None]]


def measure() -> list[Row]:
    """One process a database."""
    return [row for name, url in databases().items() for row in _rows(name, figures_of("bench.crowd", url))]


def _rows(name: str, found: Any) -> list[Row]:
    titles = ("100 consoles record at once / bare view", "their slowest in a hundred", "500 poll (304) / bare cached")
    if isinstance(found, str):
        return [Row(f"{title}, {name}", found, "", False) for title in titles]
    rows = []
    for title, key, goal in ((titles[0], "record", RECORD_GOAL), (titles[2], "poll", POLL_GOAL)):
        ours, bare = found[key]
        figure = f"{ours:.0f}/s : {bare:.0f}/s = {ours / bare:.2f}"
        rows.append(Row(f"{title}, {name}", figure, f"at least {goal}", ours / bare >= goal))
    p99 = found["p99"]
    rows.insert(1, Row(f"{titles[1]}, {name}", f"{p99:.2f} s", f"below {P99_GOAL_S:.0f} s", p99 < P99_GOAL_S))
    return rows


class Connection:
    """A kept-alive connection; `seconds` are how long each answer took."""

    def __init__(self, port: int) -> None:
        self.port, self.seconds = port, list[float]()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: dict[str, str], body: Any, wanted: int) -> dict[str, str]:
        """One request that must be answered so; the answer's headers."""
        begin = time.perf_counter()
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        text = b"" if body is None else json.dumps(body).encode()
        lines = {"Host": "127.0.0.1", "Content-Type": "application/json", "Content-Length": str(len(text)), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + text)
        status, *answered = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        found = {name.lower(): value for name, _colon, value in (line.partition(": ") for line in answered)}
        content = await reader.readexactly(int(found.get("content-length", 0)))
        if int(status.split()[1]) != wanted:
            raise SystemExit(f"{status} {content.decode()[:200]}")
        self.seconds.append(time.perf_counter() - begin)
        return found


class Console:
    """A phone at a match; it knows the last entry it wrote and the tag of what it last read."""

    def __init__(self, match_id: int, secret: str) -> None:
        self.path, self.headers = f"/api/matches/{match_id}/", {"Authorization": f"Pass {secret}"}
        self.last: str | None = None
        self.tag = ""

    async def write(self, connection: Connection, payload: dict[str, Any]) -> None:
        """One entry."""
        body = {"id": str(uuid4()), "after": self.last, "payload": payload}
        await connection.ask("POST", f"{self.path}entries/", self.headers, body, 201)
        self.last = body["id"]

    async def read(self, connection: Connection) -> None:
        """The whole state, for its tag."""
        self.tag = (await connection.ask("GET", self.path, self.headers, None, 200))["etag"]

    async def poll(self, connection: Connection) -> None:
        """Nothing has changed."""
        await connection.ask("GET", self.path, {**self.headers, "If-None-Match": self.tag}, None, 304)


class Crowd:
    """Everybody in the hall, on a hundred connections."""

    def __init__(self, port: int) -> None:
        from django.test import Client

        from tests import factories
        from tests.referee.burst import matches_at_tables
        from tests.referee.phones import a_pass, phone
        from tournament.models import Tournament

        self.connections = [Connection(port) for _ in range(CONSOLES)]
        played = matches_at_tables(CONSOLES, "crowd")
        self.bare = [match.pk for match in matches_at_tables(CONSOLES, "bare")]
        passes = [a_pass(match.stage.tournament, match.table.number) for match in played]
        joined = [
            [phone(match, card) for _ in range(1 + LOOKING_ON)] for match, card in zip(played, passes, strict=True)
        ]
        self.consoles = [[Console(one.match.pk, one.secret) for one in at_table] for at_table in joined]
        Tournament.objects.update(published=Tournament.Part.values)
        client = Client()
        client.force_login(factories.account("chief", staff=True, chief=True))
        cookie = f"sessionid={client.cookies['sessionid'].value}; csrftoken={CSRF}"
        self.signed_in = {"Cookie": cookie, "X-CSRFToken": CSRF}
        self.written = 0

    async def rates(self) -> dict[str, Any]:
        """Answers a second of ours and the bare views', and the 99th percentile of recording in seconds."""
        await self.together([[lambda c, one=at[0]: one.write(c, START)] for at in self.consoles])
        await self.together([[self.insert(pk)] for pk in self.bare])
        record: tuple[list[float], list[float]] = ([], [])
        slow: list[float] = []
        for _ in range(TURNS):
            for connection in self.connections:
                connection.seconds.clear()
            hands = [[lambda c, one=at[0]: one.write(c, HAND)] * HANDS_A_TURN for at in self.consoles]
            record[0].append(await self.together(hands))
            slow += [second for connection in self.connections for second in connection.seconds]
            record[1].append(await self.together([[self.insert(pk) for _ in range(HANDS_A_TURN)] for pk in self.bare]))
        poll = await self.polls()
        count = CONSOLES * HANDS_A_TURN * TURNS
        polled = (CONSOLES * (1 + LOOKING_ON) + BOARDS) * TURNS
        return {
            "record": [count / sum(seconds) for seconds in record],
            "p99": sorted(slow)[int(0.99 * len(slow))],
            "poll": [polled / sum(seconds) for seconds in poll],
        }

    async def polls(self) -> tuple[list[float], list[float]]:
        """Seconds of each turn, ours and bare; everybody has read before."""
        await self.together([[one.read for one in at_table] for at_table in self.consoles])
        board = (await self.connections[0].ask("GET", BOARD, {}, None, 200))["etag"]
        ours = [[*(one.poll for one in at), _page(BOARD, {"If-None-Match": board})] for at in self.consoles]
        signed_in = _page("/bare/cached/", {**self.signed_in, **BARE_TAG})
        bare = [[*[signed_in] * (1 + LOOKING_ON), _page("/bare/page/", BARE_TAG)] for _ in self.consoles]
        await self.together(ours)
        seconds: tuple[list[float], list[float]] = ([], [])
        for _ in range(TURNS):
            seconds[0].append(await self.together(ours))
            seconds[1].append(await self.together(bare))
        return seconds

    async def together(self, asked: Sequence[Sequence[Ask]]) -> float:
        """All connections at once, each its requests one after the other; seconds until the last answer."""
        begin = time.perf_counter()
        await asyncio.gather(*(_one_by_one(*pair) for pair in zip(self.connections, asked, strict=True)))
        return time.perf_counter() - begin

    def insert(self, match_id: int) -> Ask:
        """One bare insert and update."""
        self.written += 1
        body = {"n": self.written, "payload": HAND}

        async def ask(connection: Connection) -> None:
            await connection.ask("POST", f"/bare/{match_id}/", self.signed_in, body, 201)

        return ask


async def _one_by_one(connection: Connection, asked: Sequence[Ask]) -> None:
    for ask in asked:
        await ask(connection)


def _page(path: str, headers: dict[str, str]) -> Ask:
    async def ask(connection: Connection) -> None:
        await connection.ask("GET", path, headers, None, 304)

    return ask


def main() -> None:
    """Measure on the database that DATABASE_URL names and print the rates."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
    import django

    django.setup()
    with database() as url, server(url) as port:
        crowd = Crowd(port)
        print(json.dumps(asyncio.run(crowd.rates())))


if __name__ == "__main__":
    main()
