"""The embedded server as a process of its own on a copy of the test's database, and consoles that write to it."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection

from tests import factories
from tests.referee.phones import PROGRAM
from tournament.models import Match, PlayTable, Stage, Tournament
from tournament.services.drawing import hold_draw
from tournament.services.rulesets import version_of

GIVE_UP_SECONDS = 60


def matches_at_tables(count: int, slug: str = "burst") -> list[Match]:
    """So many matches of a round robin drawn for this, each at a table of its own, nothing begun."""
    made = Tournament.objects.create(slug=slug, name="同时记录", venue="食堂", starts_at=factories.STARTS_AT)
    stage = Stage.objects.create(
        tournament=made, number=1, name="循环赛", kind=Stage.Kind.GROUPS, ruleset=version_of("anhui-chaodipi"),
        criteria=["points", "lot"], points={"win": 2, "loss": 0}, settings={"groups": 1, "order": "berger"},
    )  # fmt: skip
    size = next(size for size in range(2, 100) if size * (size - 1) // 2 >= count)
    teams = [factories.team(made, f"第{number}队") for number in range(1, size + 1)]
    hold_draw(stage, groups=[teams], actor=PROGRAM)
    tables = PlayTable.objects.bulk_create(PlayTable(tournament=made, number=n) for n in range(1, count + 1))
    matches = list(Match.objects.filter(stage=stage).select_related("stage__tournament").order_by("pk"))[:count]
    for match, table in zip(matches, tables, strict=True):
        match.table = table
    Match.objects.bulk_update(matches, ["table"])
    return matches


class Served:
    """The web server of `manage.py serve`, on a data folder with the database as the test has it now."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "DATA_DIR": str(folder), "BROKER_URL": "memory://", "PYTHONUTF8": "1"}
        self.environment.pop("DATABASE_URL", None)
        with closing(sqlite3.connect(folder / "paisai.sqlite3")) as copy:
            image = bytearray(connection.connection.serialize())
            image[18:20] = b"\x01\x01"  # no write-ahead log: there is none beside a copy in memory
            copy.deserialize(bytes(image))
            with closing(sqlite3.connect(folder / "copy.sqlite3")) as file:
                copy.backup(file)
        (folder / "static").mkdir()
        os.replace(folder / "copy.sqlite3", folder / "paisai.sqlite3")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it answers some time later."""
        from tournament.management.commands.serve import THREADS, children_for

        web, _helpers = children_for("127.0.0.1", self.port, THREADS)
        self.process = subprocess.Popen(
            list(web.command), cwd=settings.BASE_DIR, env=self.environment, start_new_session=True
        )

    def kill(self) -> None:
        """End it and its workers at once, as when the plug is pulled."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)

    def sheets(self) -> dict[int, list[str]]:
        """The ids on every sheet, in order, as they are stored."""
        found: dict[int, list[str]] = {}
        with closing(sqlite3.connect(self.folder / "paisai.sqlite3")) as stored:
            for match_id, entry_id in stored.execute("SELECT match_id, id FROM tournament_sheetentry ORDER BY n"):
                found.setdefault(match_id, []).append(str(UUID(entry_id)))
        return found

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A management command on the same data."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=settings.BASE_DIR, env=self.environment, capture_output=True, encoding="utf-8", check=False
        )


class Console:
    """A phone at one match: writes entries in order and sends each again, as it is, until it is answered."""

    def __init__(self, port: int, match_id: int, secret: str) -> None:
        self.port, self.match_id = port, match_id
        self.headers = {"Authorization": f"Pass {secret}", "Content-Type": "application/json"}
        self.http: HTTPConnection | None = None
        self.acknowledged: list[str] = []
        self.interrupted = 0
        self.refused = ""

    def write(self, payloads: Sequence[Mapping[str, Any]], done: threading.Semaphore) -> None:
        """All entries, each on top of the last; `done` is released with every acknowledgement."""
        after = None
        for payload in payloads:
            body = {"id": str(uuid4()), "after": after, "payload": payload}
            status, answer = self._until_answered(body)
            if status not in (200, 201):
                self.refused = f"{status} {answer}"
                break
            after = body["id"]
            self.acknowledged.append(after)
            done.release()

    def _until_answered(self, body: Any) -> tuple[int, Any]:
        give_up = time.monotonic() + GIVE_UP_SECONDS
        while True:
            try:
                return self._ask(body)
            except (OSError, HTTPException):
                self.interrupted += 1
                self.http = None
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.1)

    def _ask(self, body: Any) -> tuple[int, Any]:
        if self.http is None:
            self.http = HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.http.request("POST", f"/api/matches/{self.match_id}/entries/", json.dumps(body), self.headers)
        answer = self.http.getresponse()
        return answer.status, json.loads(answer.read())
