"""Asking for the public page again, unchanged, beside a bare view that Django caches as a page: goal 0.8.

Both are asked over HTTP, in turns, through the same server and middleware. Run as a process of its own
(`python -m bench.reading`); prints one line of JSON.
"""

import json
import os
import time
from http.client import HTTPConnection
from statistics import median

from .process import figures_of
from .recording import database, server
from .rows import Row

TEAMS = 64
GOAL = 0.8
TURNS = 400


class Reader:
    """Asks over one connection."""

    def __init__(self, port: int) -> None:
        self.http = HTTPConnection("127.0.0.1", port)

    def get(self, path: str, tag: str = "", expected: int = 200) -> tuple[float, str]:
        """Seconds of one answer, and its tag."""
        begin = time.perf_counter()
        self.http.request("GET", path, headers={"If-None-Match": tag} if tag else {})
        answer = self.http.getresponse()
        answer.read()
        seconds = time.perf_counter() - begin
        if answer.status != expected:
            raise SystemExit(f"{path} answers {answer.status}")
        return seconds, answer.headers.get("ETag", "")


def run(port: int) -> dict[str, float]:
    """Seconds of both, the median of the quicker half: what else the machine does slows the others. Caches are warm."""
    from tests.documents.brackets import knockout, play_all

    made = knockout(TEAMS, slug="bench")
    play_all(made)
    reader = Reader(port)
    page, bare = f"/{made.slug}/", f"/cached/{made.slug}/"
    _seconds, tag = reader.get(page)
    reader.get(bare)
    times: dict[str, list[float]] = {"page": [], "bare": []}
    for _turn in range(TURNS):
        times["page"].append(reader.get(page, tag, 304)[0])
        times["bare"].append(reader.get(bare)[0])
    return {name: median(sorted(found)[: TURNS // 2]) for name, found in times.items()}


def measure() -> list[Row]:
    """One process of its own, on SQLite."""
    title = f"public page of {TEAMS} teams, 304 / bare cached view"
    found = figures_of("bench.reading", "")
    if isinstance(found, str):
        return [Row(title, found, f"at least {GOAL}", False)]
    rates = {name: 1 / seconds for name, seconds in found.items()}
    ratio = rates["page"] / rates["bare"]
    figure = f"{rates['page']:.0f}/s : {rates['bare']:.0f}/s = {ratio:.2f}"
    return [Row(title, figure, f"at least {GOAL}", ratio >= GOAL)]


def main() -> None:
    """Measure on a database of its own and print the figures."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
    import django

    django.setup()
    with database() as url, server(url) as port:
        print(json.dumps(run(port)))


if __name__ == "__main__":
    main()
