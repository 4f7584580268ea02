"""Big draws and schedules: a knockout for 4,096, a round robin of 64 on 32 tables, a match moved, a result recorded.

Run as a process of its own on a fresh SQLite file (`python -m bench.scheduling`); prints one line of JSON. Times are
the shortest of a few tries, since the machine is shared; growth and recording are ratios within the run.
"""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from math import log2
from statistics import median
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from .process import print_figures
from .rows import Row

START = datetime(2026, 5, 9, 9, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
SIZES = (64, 128, 256, 512, 1024, 2048, 4096, 8192)
BIG, CIRCLE, TABLES = 4096, 64, 32
TRIES = 3
GROWTH = 1.3  # how far the dearest doubling may be above n log n


def measure() -> list[Row]:
    """One process, several rows."""
    with tempfile.TemporaryDirectory(prefix="paisai-bench-", ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "DATA_DIR": folder, "BROKER_URL": "memory://", "LOG_LEVEL": "ERROR"}
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "bench.scheduling"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        return [Row("draws and schedules", done.stderr.strip().splitlines()[-1][:80], "runs", False)]
    found = json.loads(done.stdout.splitlines()[-1])
    return [
        _under(f"knockout of {BIG} teams drawn", found["drawn"], 0.020),
        _under(f"knockout of {BIG} teams stored", found["stored"], 0.6),
        _under(f"round robin of {CIRCLE} drawn, on {TABLES} tables, stored", found["circle"], 1.5),
        _under("move one match of 2,016", found["move"], 0.050),
        _growth("a knockout drawn", found["draws"]),
        _growth("a knockout laid out and checked", found["layouts"]),
        _ratio(found["small"], found["big"]),
    ]


def _under(name: str, seconds: float, goal: float) -> Row:
    return Row(name, f"{seconds * 1000:.1f} ms", f"under {goal * 1000:.0f} ms", seconds < goal)


def _growth(name: str, seconds: list[float]) -> Row:
    """From each size to the last: the growth of the cost over that of n log n."""
    n_log_n = [size * log2(size) for size in SIZES]
    worst = max((seconds[-1] / seconds[number]) / (n_log_n[-1] / n_log_n[number]) for number in range(len(SIZES) - 1))
    title = f"{name}, {SIZES[0]} to {SIZES[-1]} teams, growth / n log n"
    return Row(title, f"{worst:.2f}", f"at most {GROWTH}", worst <= GROWTH)


def _ratio(small: float, big: float) -> Row:
    figure = f"{big * 1000:.2f} ms : {small * 1000:.2f} ms = {big / small:.2f}"
    return Row("confirm a result in a stage of 2,016 / of 6 matches", figure, "at most 1.3", big <= 1.3 * small)


def shortest(work: Callable[[], Any], tries: int = TRIES) -> float:
    """Seconds of the quickest try; what the program had loaded before is not collected again and again."""
    times = []
    gc.collect()
    gc.freeze()
    for _ in range(tries):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def record(teams: int) -> dict[str, Any]:
    """A `draw/1` record of a single elimination, teams of a few to a department."""
    entries = [
        {"id": str(n), "name": f"队{n}", "department": f"单位{n // 3}", "seed": None} for n in range(1, teams + 1)
    ]
    return {
        "format": "draw/1", "algorithm": 1, "seed": "大礼堂", "method": "single-elimination", "teams": entries,
        "protect": "department", "third_place": "match", "places": 4,
    }  # fmt: skip


def drawn(inputs: Any) -> None:
    """The bracket of read inputs: who stands where, and all matches."""
    from tournament.draw.knockout import bracket
    from tournament.draw.record import slots_of

    bracket([None if team is None else {"team": team.id} for team in slots_of(inputs)], 4)


def laid_out(teams: int) -> None:
    """A bracket laid out on a sixteenth as many tables, and checked."""
    from tournament import schedule
    from tournament.draw.knockout import bracket

    games = []
    for one in bracket([{"team": n} for n in range(teams)], 4):
        sides = (one["a"], one["b"])
        known = frozenset(side["team"] for side in sides if "team" in side)
        feeding = frozenset(int(key[1:]) for side in sides for name, key in side.items() if name != "team")
        claims = frozenset(item for side in sides for item in side.items() if item[0] != "team")
        key = int(one["id"][1:])
        games.append(schedule.Game(key, (1, one["round"]), known, feeding, awaits=feeding, claims=claims))
    placed = schedule.lay_out(games, range(1, max(4, teams // 16) + 1), schedule.hours(START, 60))
    if schedule.clashes(games, placed):
        raise SystemExit("the layout clashes")


class Hall:
    """Tournaments in the database."""

    def __init__(self) -> None:
        from tests import factories
        from tournament.services.actor import Actor

        self.me = Actor.of(factories.account("bench", staff=True, chief=True))

    def cup(self, teams: int, tables: int, **shape: Any) -> Any:
        """A tournament with its teams entered, not drawn."""
        from tournament.models import Department, Team
        from tournament.services import formats
        from tournament.services.tournaments import create_tournament

        plans = formats.plans(formats.Format(**shape))
        facts = {"starts_at": START, "ruleset": "anhui-chaodipi", "tables": tables}
        cup = create_tournament(name=f"{teams}-{uuid4()}", stages=plans, actor=self.me, slug=str(uuid4()), **facts)
        department = Department.objects.create(tournament=cup, name="单位")
        Team.objects.bulk_create(Team(tournament=cup, department=department, name=f"队{n}") for n in range(teams))
        return cup

    def stored(self) -> float:
        """Seconds to store the result of the big draw."""
        from django.db import transaction

        from tournament.draw.record import compute
        from tournament.services.draw_store import store_result
        from tournament.services.drawing import first_stage

        cup = self.cup(BIG, TABLES, shape="knockout", places=4)
        ids = [str(pk) for pk in cup.teams.order_by("pk").values_list("pk", flat=True)]
        drawn = record(BIG)
        for entry, pk in zip(drawn["teams"], ids, strict=True):
            entry["id"] = pk
        result, stage = compute(drawn)["result"], first_stage(cup)

        def store() -> None:
            stage.matches.all().delete()
            nonlocal begin
            begin = time.perf_counter()
            with transaction.atomic():
                store_result(stage, None, result)
            times.append(time.perf_counter() - begin)

        begin, times = 0.0, []
        for _ in range(TRIES):
            store()
        return min(times)

    def circle(self) -> tuple[float, Any]:
        """Seconds to draw, store, lay out and store a round robin of 64; the tournament."""
        from django.db import transaction

        from tournament.draw.record import compute
        from tournament.services.draw_store import store_result
        from tournament.services.drawing import drawn_record, first_stage
        from tournament.services.scheduling import lay_out

        times = []
        for _ in range(TRIES):
            cup = self.cup(CIRCLE, TABLES, number=1, advance=2)
            stages = list(cup.stages.all())
            begin = time.perf_counter()
            with transaction.atomic():  # as `hold_draw` does; else every row is a commit of its own
                store_result(stages[0], stages[1], compute(drawn_record(first_stage(cup), seed="一"))["result"])
            lay_out(cup, starts_at=START, actor=self.me)
            times.append(time.perf_counter() - begin)
        return min(times), cup

    def move(self, cup: Any) -> float:
        """Seconds to move one match (the median of some), clashes looked for."""
        from tournament.models import Match
        from tournament.services.moving import move_match

        matches = list(Match.objects.filter(stage__tournament=cup).exclude(group="").order_by("-starts_at", "pk")[:12])
        last = matches[0].starts_at
        times = []
        for match in matches[1:]:
            number = match.table_id and match.table.number
            begin = time.perf_counter()
            move_match(match.pk, number, last, self.me, anyway=True)
            times.append(time.perf_counter() - begin)
        return median(times)

    def recorded(self, cups: list[Any], count: int) -> list[float]:
        """Seconds in which both sides confirm one result in each stage, in turns: the median of `count` each."""
        from tests.playing import finish
        from tournament.models import Match

        queues = [list(Match.objects.filter(stage__tournament=cup).exclude(group="").order_by("pk")) for cup in cups]
        times: list[list[float]] = [[] for _cup in cups]
        for number in range(count):
            for queue, found in zip(queues, times, strict=True):
                referee = finish(queue[number], self.me)
                begin = time.perf_counter()
                referee.confirm()
                found.append(time.perf_counter() - begin)
        return [median(found[1:]) for found in times]


def run() -> dict[str, Any]:
    """All measurements."""
    from tournament.draw.document import read
    from tournament.services.drawing import first_stage, hold_draw

    hall = Hall()
    inputs = {size: read(record(size)) for size in SIZES}
    draws = [shortest(lambda size=size: drawn(inputs[size]), tries=7) for size in SIZES]
    layouts = [shortest(lambda size=size: laid_out(size)) for size in SIZES]
    circle, cup = hall.circle()
    small = hall.cup(4, 2, number=1, advance=2)
    hold_draw(first_stage(small), actor=hall.me, seed="一")
    times = hall.recorded([small, cup], 5)
    return {
        "drawn": draws[SIZES.index(BIG)], "stored": hall.stored(), "circle": circle, "move": hall.move(cup),
        "draws": draws, "layouts": layouts, "small": times[0], "big": times[1],
    }  # fmt: skip


if __name__ == "__main__":
    print_figures(run)
