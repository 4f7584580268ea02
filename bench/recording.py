"""Recording a hand through the API against the bare view, over HTTP, in turns: goal at least 0.6 of its rate.

Run as a process of its own for each database (`python -m bench.recording`); prints one line of JSON.
"""

import json
import os
import random
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from uuid import uuid4

from .process import figures_of
from .rows import Row

GOAL = 0.6
HANDS_A_MATCH = 10
TOURNAMENTS = 3
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
CSRF = "c" * 32
START = {"type": "start", "at": "2011-11-25T13:10:00+08:00", "declarer": "a"}


def databases() -> dict[str, str]:
    """The databases measured: SQLite, and PostgreSQL where one is named or answers on this machine."""
    named = os.environ.get("DATABASE_URL", "")
    return {"SQLite": "", "PostgreSQL": named if named.startswith("postgres") else POSTGRES}


def measure() -> list[Row]:
    """One process a database."""
    return [_measure(name, url) for name, url in databases().items()]


def _measure(name: str, url: str) -> Row:
    title = f"record a hand / bare insert and update, {name}"
    found = figures_of("bench.recording", url)
    if isinstance(found, str):
        return Row(title, found, f"at least {GOAL}", False)
    ratio = found["hand"] / found["bare"]
    figure = f"{found['hand']:.0f}/s : {found['bare']:.0f}/s = {ratio:.2f}"
    return Row(title, figure, f"at least {GOAL}", ratio >= GOAL)


class Bench:
    """A signed-in chief who records hands over HTTP, and the bare view beside."""

    def __init__(self, port: int) -> None:
        from django.test import Client

        from tests import factories
        from tournament.models import Match

        client = Client()
        client.force_login(factories.account("chief", staff=True, chief=True))
        self.http = HTTPConnection("127.0.0.1", port)
        self.headers = {
            "Content-Type": "application/json",
            "Cookie": f"sessionid={client.cookies['sessionid'].value}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
        }
        for index in range(TOURNAMENTS):
            factories.tournament(slug=f"bench-{index}")
        matches = list(Match.objects.exclude(group="").order_by("pk").values_list("pk", flat=True))
        self.played, self.bare = matches[::2], matches[1::2]
        self.chance = random.Random(1)

    def post(self, path: str, body: dict[str, Any]) -> float:
        """Seconds of one post that must be answered 201."""
        begin = time.perf_counter()
        self.http.request("POST", path, json.dumps(body), self.headers)
        answer = self.http.getresponse()
        text = answer.read()
        seconds = time.perf_counter() - begin
        if answer.status != 201:
            raise SystemExit(text.decode()[:200])
        return seconds

    def write(self, match_id: int, after: str | None, payload: dict[str, Any]) -> tuple[float, str]:
        """One entry through the API: seconds and its id."""
        entry_id = str(uuid4())
        body = {"id": entry_id, "after": after, "payload": payload}
        return self.post(f"/api/matches/{match_id}/entries/", body), entry_id

    def hands(self, match_id: int) -> list[float]:
        """Seconds of each hand of one match."""
        from tournament.models import Match

        _, last = self.write(match_id, None, START)
        times: list[float] = []
        while len(times) < HANDS_A_MATCH:
            match = Match.objects.get(pk=match_id)
            if match.status != Match.Status.PLAYING:
                break
            points = self.chance.choice([40, 60, 65, 85, 100])
            hand = {"type": "hand", "declarer": match.projection["declarer"], "table_points": points}
            seconds, last = self.write(match_id, last, hand)
            times.append(seconds)
        return times

    def inserts(self, match_id: int) -> list[float]:
        """Seconds of each bare post."""
        payload = {"type": "hand", "declarer": "a", "table_points": 65}
        return [self.post(f"/bare/{match_id}/", {"n": n, "payload": payload}) for n in range(1, HANDS_A_MATCH + 1)]


def run(port: int) -> dict[str, float]:
    """Rates of both, in posts a second, in turns; the first match of each warms up."""
    bench = Bench(port)
    hand: list[float] = []
    bare: list[float] = []
    for index, (played, plain) in enumerate(zip(bench.played, bench.bare, strict=True)):
        times = bench.hands(played), bench.inserts(plain)
        if index:
            hand += times[0]
            bare += times[1]
    return {"hand": len(hand) / sum(hand), "bare": len(bare) / sum(bare)}


@contextmanager
def server(database_url: str) -> Iterator[int]:
    """The server as `serve` runs it, on a free port of this machine, on the bench's database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    from tournament.management.commands.serve import THREADS, children_for

    web, _helpers = children_for("127.0.0.1", port, THREADS)
    environment = {**os.environ, "DATABASE_URL": database_url}
    process = subprocess.Popen(list(web.command), env=environment, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def database() -> Iterator[str]:
    """A database of its own, migrated, dropped afterwards; its URL."""
    from django.conf import settings
    from django.db import connection

    known = connection.settings_dict
    before = known["NAME"]
    known["TEST"]["NAME"] = (
        "paisai_bench" if connection.vendor != "sqlite" else str(Path(settings.DATA_DIR) / "b.sqlite3")
    )
    name = connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        account = ":".join(part for part in (known["USER"], known["PASSWORD"]) if part)
        place = f"{account}@{known['HOST']}:{known['PORT'] or 5432}/{name}"
        yield f"sqlite:///{name}" if connection.vendor == "sqlite" else f"postgres://{place}"
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def main() -> None:
    """Measure on the database that DATABASE_URL names and print the rates."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
    import django

    django.setup()
    with database() as url, server(url) as port:
        print(json.dumps(run(port)))


if __name__ == "__main__":
    main()
