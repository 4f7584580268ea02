"""The server is killed while fifty tables write at once: nothing acknowledged is lost, nothing is doubled."""

import sys
import threading
from pathlib import Path

import pytest
from django.db import connection

from tests import factories
from tests.referee.burst import Console, Served
from tests.referee.conftest import START
from tests.referee.phones import PROGRAM, phone
from tournament.models import Match, PlayTable, Stage, Tournament
from tournament.services.drawing import hold_draw
from tournament.services.rulesets import version_of

TEAMS, CONSOLES, HANDS = 11, 50, 4
KILLED_AFTER = 100  # of 250 acknowledgements

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills a process group")


def tables_with_matches() -> list[Match]:
    """Fifty matches of a round robin, each at a table of its own."""
    made = Tournament.objects.create(slug="burst", name="同时记录", venue="食堂", starts_at=factories.STARTS_AT)
    stage = Stage.objects.create(
        tournament=made, number=1, name="循环赛", kind=Stage.Kind.GROUPS, ruleset=version_of("anhui-chaodipi"),
        criteria=["points", "lot"], points={"win": 2, "loss": 0}, settings={"groups": 1, "order": "berger"},
    )  # fmt: skip
    teams = [factories.team(made, f"第{number}队") for number in range(1, TEAMS + 1)]
    hold_draw(stage, groups=[teams], actor=PROGRAM)
    tables = PlayTable.objects.bulk_create(PlayTable(tournament=made, number=n) for n in range(1, CONSOLES + 1))
    matches = list(Match.objects.filter(stage=stage).select_related("stage__tournament").order_by("pk"))[:CONSOLES]
    for match, table in zip(matches, tables, strict=True):
        match.table = table
    Match.objects.bulk_update(matches, ["table"])
    return matches


def test_killed_in_a_burst_nothing_acknowledged_is_lost_and_nothing_doubled(db: None, tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the embedded server's database is SQLite")
    matches = tables_with_matches()
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
