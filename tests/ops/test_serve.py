"""The whole server, started as on a laptop: pages, worker, backups, and an end that leaves nothing behind."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc for the server's children")


class Server:
    """`manage.py serve` on a data folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "DATA_DIR": str(folder), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        for name in ("DATABASE_URL", "BROKER_URL", "BACKUP_DIR", "DISPLAY", "WAYLAND_DISPLAY"):
            self.environment.pop(name, None)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.manage("migrate", "-v0", "--skip-checks")
        self.log = folder / "serve.log"
        with self.log.open("w") as log:
            command = [sys.executable, "manage.py", "serve", "--port", str(self.port), "--no-browser"]
            self.process = subprocess.Popen(
                command, cwd=settings.BASE_DIR, env=self.environment, stdout=log, stderr=subprocess.STDOUT
            )

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=settings.BASE_DIR, env=self.environment, capture_output=True, encoding="utf-8", check=False
        )

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def children(self, word: str = "") -> list[int]:
        listed = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False
        ).stdout.splitlines()
        return [int(line.split()[0]) for line in listed if word in line]

    def jobs(self) -> list[tuple[str, str]]:
        with closing(sqlite3.connect(self.folder / "paisai.sqlite3", timeout=20)) as database:
            return database.execute("SELECT kind, state FROM tournament_job ORDER BY id").fetchall()

    def get(self, path: str) -> int:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return int(answer.status)


def until(true: Callable[[], object], seconds: float = 60) -> bool:
    """Wait for something; False if it does not come."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    with suppress(ProcessLookupError):
        running.process.kill()
    running.process.wait()


def test_a_laptop_serves_backs_up_mends_its_worker_and_stops_whole(server: Server) -> None:
    assert until(lambda: "Ctrl-C" in server.said()), server.said()
    assert re.search(rf"http://[\d.]+:{server.port}/", server.said())
    assert server.get("/login/") == 200
    assert server.get("/static/css/site.css") == 200

    assert until(lambda: server.jobs() == [("backup", "done")]), (server.jobs(), server.said())
    assert len(list((server.folder / "backups").glob("*-start.sqlite3"))) == 1

    second = server.manage("serve", "--port", str(server.port))
    assert (second.returncode, str(server.port) in second.stderr) == (2, True)
    assert "请先停止" in server.manage("restore", "whatever.sqlite3").stderr

    (worker,) = server.children(" worker ")
    os.kill(worker, signal.SIGKILL)
    with closing(sqlite3.connect(server.folder / "paisai.sqlite3", timeout=20)) as database:
        database.execute(
            "INSERT INTO tournament_job (kind, arguments, state, progress, message, result_file, created_at)"
            " VALUES ('backup', '{}', 'waiting', 0, '', '', datetime('now'))"
        )
        database.commit()
    assert until(lambda: server.jobs() == [("backup", "done")] * 2), (server.jobs(), server.said())
    assert until(lambda: server.children(" worker "))
    assert "已重新启动" in server.said()

    everybody = server.children()
    assert len(everybody) == 3
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(30) == 0
    assert "已停止" in server.said()
    assert until(lambda: not any(Path(f"/proc/{child}").exists() for child in everybody), 5)


def test_children_end_with_a_server_that_was_killed(server: Server) -> None:
    assert until(lambda: "Ctrl-C" in server.said()), server.said()
    everybody = server.children()
    server.process.kill()
    server.process.wait()
    gone = until(lambda: not any(_runs(child) for child in everybody), 20)
    for child in everybody:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    assert gone


def _runs(pid: int) -> bool:
    """True for a process that is there and no zombie."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False
