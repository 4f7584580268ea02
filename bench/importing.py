"""Importing a workbook of 2,000 teams: read, planned, entered; goal under 3 s, beside openpyxl reading it bare.

Run as a process of its own (`python -m bench.importing`); prints one line of JSON.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from io import BytesIO
from statistics import median

from .process import print_figures
from .rows import Row

ROWS = 2_000
GOAL_SECONDS = 3.0
GOAL_RATIO = 10.0
TIMES = 5


def workbook(rows: int) -> bytes:
    """So many teams of two players with staff numbers, ten to a department, from no chance."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    sheet.append(["单位", "人数", "队名", "队员1", "工号1", "队员2", "工号2"])
    for n in range(rows):
        sheet.append([f"第{n // 10}分会", 200, "", f"甲某{n}", f"A{n:05}", f"乙某{n}", f"B{n:05}"])
    held = BytesIO()
    book.save(held)
    return held.getvalue()


def seconds(action: Callable[[], object]) -> float:
    """How long the action takes."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def bare(data: bytes) -> int:
    """openpyxl reading every cell, nothing else."""
    from openpyxl import load_workbook

    sheet = load_workbook(BytesIO(data), read_only=True).active
    return sum(len(row) for row in sheet.iter_rows(values_only=True))


def imported(data: bytes, number: int) -> int:
    """From the bytes to the stored teams, as the pages do it: read, previewed, packed, unpacked, entered."""
    from tournament.models import Tournament
    from tournament.services.actor import Actor
    from tournament.services.importing.commit import enter, preview
    from tournament.services.importing.parcel import new_parcel, pack, unpack
    from tournament.services.importing.plan import Decisions
    from tournament.services.importing.reading import read_file
    from tournament.services.importing.rows import entries_of

    cup = Tournament.objects.create(slug=f"bench-{number}", name="导入")
    table = read_file(data)
    packed = pack(cup, new_parcel("名单.xlsx", table.notes, entries_of(table, 2)))
    shown = preview(cup, unpack(cup, packed), Decisions()).fingerprint
    return enter(cup, unpack(cup, packed), Decisions(), shown, Actor.program("bench"))


def run() -> dict[str, float]:
    """Medians in seconds of both, in turns; the first of each warms up."""
    data = workbook(ROWS)
    taken: dict[str, list[float]] = {"import": [], "bare": []}
    for number in range(TIMES + 1):
        both = seconds(lambda number=number: imported(data, number)), seconds(lambda: bare(data))
        if number:
            taken["import"].append(both[0])
            taken["bare"].append(both[1])
    return {name: median(times) for name, times in taken.items()}


def measure() -> list[Row]:
    """The time, and how often openpyxl alone could have read the file in it."""
    title = f"import a workbook of {ROWS:,} teams"
    with tempfile.TemporaryDirectory(prefix="paisai-bench-", ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "DATA_DIR": folder, "BROKER_URL": "memory://", "LOG_LEVEL": "ERROR"}
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "bench.importing"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        return [Row(title, done.stderr.strip().splitlines()[-1][:80], f"under {GOAL_SECONDS:.0f} s", False)]
    found = json.loads(done.stdout.splitlines()[-1])
    ratio = found["import"] / found["bare"]
    return [
        Row(title, f"{found['import']:.2f} s", f"under {GOAL_SECONDS:.0f} s", found["import"] < GOAL_SECONDS),
        Row(f"{title} / openpyxl reading it", f"×{ratio:.1f}", f"under ×{GOAL_RATIO:.0f}", ratio < GOAL_RATIO),
    ]


if __name__ == "__main__":
    print_figures(run)
