"""The server is killed while fifty tables write at once: nothing acknowledged is lost, nothing is doubled."""

import sys
import threading
from pathlib import Path

import pytest
from django.db import connection

from tests.referee.burst import Console, Served, matches_at_tables
from tests.referee.conftest import START
from tests.referee.phones import phone

CONSOLES, HANDS = 50, 4
KILLED_AFTER = 100  # of 250 acknowledgements

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills a process group")


def test_killed_in_a_burst_nothing_acknowledged_is_lost_and_nothing_doubled(db: None, tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the embedded server's database is SQLite")
    matches = matches_at_tables(CONSOLES)
    secrets = [phone(match).secret for match in matches]
    hands = [{"type": "hand", "declarer": "a", "table_points": 40} for _ in range(HANDS)]

    server = Served(tmp_path)
    consoles = [Console(server.port, match.pk, secret) for match, secret in zip(matches, secrets, strict=True)]
    done = threading.Semaphore(0)
    threads = [threading.Thread(target=one.write, args=([START, *hands], done)) for one in consoles]
    try:
        server.start()
        for thread in threads:
            thread.start()
        for _ in range(KILLED_AFTER):
            assert done.acquire(timeout=60)
        server.kill()
        so_far = sum(len(one.acknowledged) for one in consoles)
        server.start()
        for thread in threads:
            thread.join()
    finally:
        server.kill()
    assert KILLED_AFTER <= so_far < CONSOLES * (HANDS + 1)
    assert sum(one.interrupted for one in consoles) > 0
    assert {one.refused for one in consoles} == {""}
    assert [len(one.acknowledged) for one in consoles] == [HANDS + 1] * CONSOLES
    assert server.sheets() == {one.match_id: one.acknowledged for one in consoles}
    checked = server.manage("verify")
    assert (checked.returncode, checked.stdout.strip()) == (0, "全部一致。")
