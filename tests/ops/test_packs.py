"""A pack whose worker is killed in the middle is made all the same, once."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from pypdf import PdfReader

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
SETUP = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; import django; django.setup()\n"
MAKE = """
from tournament.models import Tournament
from tournament.services import jobs, packs
cup = Tournament.objects.get()
print(jobs.create(packs.KIND, **packs.arguments_of(cup, "1-1", "http://192.168.1.20:8000/")).pk)
"""
SLOW = """
import sys, time
from tournament.services import jobs, packs
whole = packs.bind
def slow(parts, told):
    def tell(done, of):
        told(done, of)
        time.sleep(0.3)
    return whole(parts, tell)
packs.bind = slow
jobs.run(int(sys.argv[1]))
"""
AGAIN = "from tournament.services import jobs\nprint(jobs.work_off(), jobs.work_off())\n"


class Office:
    """A data folder of its own with a drawn tournament."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "DATA_DIR": str(folder), "PYTHONUTF8": "1"}
        for name in ("DATABASE_URL", "BROKER_URL", "BACKUP_DIR"):
            self.environment.pop(name, None)
        for arguments in (["migrate", "-v0", "--skip-checks"], ["demo", "bashifen", "--skip-checks"]):
            self._run([sys.executable, "manage.py", *arguments])

    def python(self, code: str) -> str:
        return self._run([sys.executable, "-c", SETUP + code])

    def start(self, code: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", SETUP + code, *arguments]
        return subprocess.Popen(command, cwd=settings.BASE_DIR, env=self.environment)

    def job(self) -> tuple[str, int, str]:
        return self._sql("SELECT state, progress, result_file FROM tournament_job")

    def silent_for_long(self) -> None:
        self._sql("UPDATE tournament_job SET heartbeat_at = '2011-11-25 13:10:00' RETURNING id")

    def files(self) -> list[Path]:
        return sorted((self.folder / "packs").glob("*"))

    def _sql(self, statement: str) -> tuple[str, int, str]:
        with closing(sqlite3.connect(self.folder / "paisai.sqlite3", timeout=20)) as database:
            row: tuple[str, int, str] = database.execute(statement).fetchone()
            database.commit()
        return row

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command, cwd=settings.BASE_DIR, env=self.environment, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


def test_a_pack_is_made_once_though_its_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    office = Office(tmp_path)
    number = office.python(MAKE)
    worker = office.start(SLOW, number)
    deadline = time.monotonic() + 120
    while office.job()[1] <= 1:
        assert time.monotonic() < deadline, office.job()
        time.sleep(0.05)
    worker.send_signal(signal.SIGKILL)
    worker.wait(20)
    state, progress, _name = office.job()
    assert state == "running"
    assert 1 < progress < 100
    assert office.files() == []
    assert office.python(AGAIN) == "0 0"  # it could still be alive
    office.silent_for_long()
    assert office.python(AGAIN) == "1 0"
    state, progress, name = office.job()
    assert (state, progress) == ("done", 100)
    assert [file.name for file in office.files()] == [name]
    pages = PdfReader(BytesIO(office.files()[0].read_bytes())).pages
    assert len(pages) == 1 + 8 + 8
