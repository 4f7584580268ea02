"""Recording a hand through the API against the bare view, in turns: goal at least 0.6 of its rate.

Run as a process of its own for each database (`python -m bench.recording`); prints one line of JSON.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from .rows import Row

GOAL = 0.6
HANDS_A_MATCH = 10
TOURNAMENTS = 3
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
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
    with tempfile.TemporaryDirectory(prefix="paisai-bench-", ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "DATA_DIR": folder, "BROKER_URL": "memory://", "LOG_LEVEL": "ERROR"}
        environment.pop("DATABASE_URL", None)
        if url:
            environment["DATABASE_URL"] = url
        done = subprocess.run(
            [sys.executable, "-m", "bench.recording"], env=environment, capture_output=True, text=True
        )
    if done.returncode:
        return Row(title, done.stderr.strip().splitlines()[-1][:80], f"at least {GOAL}", False)
    found = json.loads(done.stdout.splitlines()[-1])
    ratio = found["hand"] / found["bare"]
    figure = f"{found['hand']:.0f}/s : {found['bare']:.0f}/s = {ratio:.2f}"
    return Row(title, figure, f"at least {GOAL}", ratio >= GOAL)


class Bench:
    """A signed-in chief who records hands, and the bare view beside."""

    def __init__(self) -> None:
        from django.test import Client

        from tests import factories
        from tournament.models import Match

        self.client = Client(raise_request_exception=True)
        self.client.force_login(factories.account("chief", staff=True, chief=True))
        for index in range(TOURNAMENTS):
            factories.tournament(slug=f"bench-{index}")
        matches = list(Match.objects.exclude(group="").order_by("pk").values_list("pk", flat=True))
        self.played, self.bare = matches[::2], matches[1::2]
        self.chance = random.Random(1)

    def post(self, path: str, body: dict[str, Any]) -> tuple[float, Any]:
        """Seconds and the answer."""
        begin = time.perf_counter()
        answer = self.client.post(path, body, content_type="application/json")
        seconds = time.perf_counter() - begin
        if answer.status_code != 201:
            raise SystemExit(answer.content.decode())
        return seconds, answer.json()

    def write(self, match_id: int, after: str | None, payload: dict[str, Any]) -> tuple[float, str, Any]:
        """One entry through the API: seconds, its id, the state answered."""
        entry_id = str(uuid4())
        seconds, state = self.post(
            f"/api/matches/{match_id}/entries/", {"id": entry_id, "after": after, "payload": payload}
        )
        return seconds, entry_id, state

    def hands(self, match_id: int) -> list[float]:
        """Seconds of each hand of one match."""
        from tournament.models import Match

        _, last, _ = self.write(match_id, None, START)
        times = []
        while len(times) < HANDS_A_MATCH:
            match = Match.objects.get(pk=match_id)
            if match.status != Match.Status.PLAYING:
                break
            points = self.chance.choice([40, 60, 65, 85, 100])
            hand = {"type": "hand", "declarer": match.projection["declarer"], "table_points": points}
            seconds, last, _ = self.write(match_id, last, hand)
            times.append(seconds)
        return times

    def inserts(self, match_id: int) -> list[float]:
        """Seconds of each bare post."""
        payload = {"type": "hand", "declarer": "a", "table_points": 65}
        return [self.post(f"/bare/{match_id}/", {"n": n, "payload": payload})[0] for n in range(1, HANDS_A_MATCH + 1)]


def run() -> dict[str, float]:
    """Rates of both, in posts a second; the first match of each warms up."""
    bench = Bench()
    hand: list[float] = []
    bare: list[float] = []
    for index, (played, plain) in enumerate(zip(bench.played, bench.bare, strict=True)):
        times = bench.hands(played), bench.inserts(plain)
        if index:
            hand += times[0]
            bare += times[1]
    return {"hand": len(hand) / sum(hand), "bare": len(bare) / sum(bare)}


def main() -> None:
    """In a test database of its own, which is dropped afterwards."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_test_environment, teardown_test_environment

    settings.ROOT_URLCONF = "bench.bare"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    setup_test_environment(debug=False)
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(Path(settings.DATA_DIR) / "bench.sqlite3")
    else:
        connection.settings_dict["TEST"]["NAME"] = "paisai_bench"
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        print(json.dumps(run()))
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)
        teardown_test_environment()


if __name__ == "__main__":
    main()
