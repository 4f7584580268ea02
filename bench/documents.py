"""Printing: a thousand score sheets beside ReportLab drawing the same strings and lines bare; a bracket, a programme.

The yardstick draws what our canvas was told for one sheet, page after page: every string with its face and size, every
line, box and path, the parts our sheets share included, since without them they would be drawn on every page.
Run as a process of its own (`python -m bench.documents`); prints one line of JSON.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

from .process import print_figures
from .rows import Row

SHEETS = 1_000
GOAL_SECONDS = 12.0
GOAL_RATIO = 1.5
TEAMS = 128
GOAL_BRACKET = 0.5
PROGRAMME_TEAMS = 64
GOAL_PROGRAMME = 3.0
TIMES = 3
TOLD = (
    "setFont", "drawString", "line", "rect", "circle", "drawPath", "setLineWidth", "setDash", "setFillColorRGB",
    "saveState", "restoreState", "translate", "scale", "rotate", "setPageSize",
)  # fmt: skip
Call = tuple[str, tuple[Any, ...], dict[str, Any]]


def seconds(action: Callable[[], object]) -> float:
    """How long the action takes."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def listening(canvas: Any) -> list[Call]:
    """What the canvas is told from now on, in order; a shared part that is shown again counts as drawn again."""
    told: list[Call] = []
    parts: dict[str, list[Call]] = {}
    inside: list[str] = []

    def wrapped(name: str) -> Callable[..., Any]:
        whole = getattr(canvas, name)

        def method(*arguments: Any, **named: Any) -> Any:
            if name == "beginForm":
                inside.append(arguments[0])
                parts[arguments[0]] = []
            elif name == "endForm":
                inside.pop()
            elif name == "doForm":
                told.extend(parts[arguments[0]])
            else:
                (parts[inside[-1]] if inside else told).append((name, arguments, named))
            return whole(*arguments, **named)

        return method

    for name in (*TOLD, "beginForm", "endForm", "doForm"):
        setattr(canvas, name, wrapped(name))
    return told


def bare(told: list[Call]) -> bytes:
    """The same told to a plain canvas a thousand times."""
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, pageCompression=1)
    for _page in range(SHEETS):
        for name, arguments, named in told:
            getattr(canvas, name)(*arguments, **named)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def one_sheet(frame: Any, page: Callable[[Any], None]) -> list[Call]:
    """What is drawn for one sheet, head and foot included."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(BytesIO(), pagesize=frame.size)
    told = listening(canvas)
    frame.head(canvas)
    page(canvas)
    frame.foot(canvas, 1, SHEETS)
    return told


def sheets(cup: Any) -> tuple[Any, list[Any]]:
    """A frame and a thousand sheets: the tournament's own, again and again with other teams and tables."""
    from dataclasses import replace

    from tournament.documents.catalogue import frame_of
    from tournament.documents.score_sheet import sheets_of
    from tournament.services.fixtures import matches_of
    from tournament.services.match_words import titles_of
    from tournament.services.table_addresses import addresses_of

    matches = matches_of(cup)
    found = sheets_of(matches, matches, titles_of(matches), addresses_of(cup, "http://192.168.1.20:8000/"))
    many = [
        replace(
            found[n % len(found)],
            table=f"{n % 64 + 1}号桌",
            teams={"a": f"第{n}分会甲队", "b": f"第{n}分会乙队"},
            players={side: [f"队员{side}{n}一", f"队员{side}{n}二"] for side in "ab"},
            address=f"http://192.168.1.20:8000/t/{n % 64 + 1}",
        )
        for n in range(SHEETS)
    ]
    return replace(frame_of(cup, "记分表"), tight=True), many


def run() -> dict[str, float]:
    """Seconds of each, the best of a few in turns."""
    from tests.documents.brackets import knockout
    from tournament.documents.catalogue import DOCUMENTS
    from tournament.documents.score_sheet import sheet_pages
    from tournament.services.shown import Shown

    small = knockout(PROGRAMME_TEAMS, slug="small")
    cup = knockout(TEAMS)
    frame, many = sheets(cup)
    told = one_sheet(frame, sheet_pages(frame, many)[0])
    ours: list[float] = []
    plain: list[float] = []
    bracket: list[float] = []
    programme: list[float] = []
    for _turn in range(TIMES):
        ours.append(seconds(lambda: frame.render(sheet_pages(frame, many))))
        plain.append(seconds(lambda: bare(told)))
        bracket.append(seconds(lambda: DOCUMENTS["bracket"].pdf(cup, Shown())))
        programme.append(seconds(lambda: DOCUMENTS["programme"].pdf(small, Shown())))
    return {"sheets": min(ours), "bare": min(plain), "bracket": min(bracket), "programme": min(programme)}


def measure() -> list[Row]:
    """One process of its own."""
    names = (f"{SHEETS} score sheets", f"the same / bare ReportLab, {SHEETS} sheets", f"bracket of {TEAMS}")
    names = (*names, f"programme of {PROGRAMME_TEAMS} teams")
    goals = (
        f"under {GOAL_SECONDS:g} s",
        f"under {GOAL_RATIO}",
        f"under {GOAL_BRACKET} s",
        f"under {GOAL_PROGRAMME:g} s",
    )
    with tempfile.TemporaryDirectory(prefix="paisai-bench-", ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "DATA_DIR": folder, "BROKER_URL": "memory://", "LOG_LEVEL": "ERROR"}
        environment.pop("DATABASE_URL", None)
        done = subprocess.run(
            [sys.executable, "-m", "bench.documents"], env=environment, capture_output=True, text=True
        )
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1][:80]
        return [Row(name, said, goal, False) for name, goal in zip(names, goals, strict=True)]
    found = json.loads(done.stdout.splitlines()[-1])
    ratio = found["sheets"] / found["bare"]
    return [
        Row(names[0], f"{found['sheets']:.2f} s", goals[0], found["sheets"] < GOAL_SECONDS),
        Row(names[1], f"{found['sheets']:.2f} : {found['bare']:.2f} = {ratio:.2f}", goals[1], ratio < GOAL_RATIO),
        Row(names[2], f"{found['bracket']:.3f} s", goals[2], found["bracket"] < GOAL_BRACKET),
        Row(names[3], f"{found['programme']:.2f} s", goals[3], found["programme"] < GOAL_PROGRAMME),
    ]


if __name__ == "__main__":
    print_figures(run)
