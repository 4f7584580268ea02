"""Every measurement, one line each; exits 1 if a goal is missed and `--strict` is given."""

import sys
from collections.abc import Callable

from . import crowd, documents, folding, importing, ranking, reading, recording, scheduling, settling
from .rows import Row

MEASUREMENTS: list[Callable[[], list[Row]]] = [
    settling.measure,
    folding.measure,
    ranking.measure,
    importing.measure,
    scheduling.measure,
    documents.measure,
    recording.measure,
    crowd.measure,
    reading.measure,
]


def main() -> int:
    """Run all, print all."""
    met = True
    for measure in MEASUREMENTS:
        for row in measure():
            print(row.line(), flush=True)
            met = met and row.met
    return 1 if "--strict" in sys.argv[1:] and not met else 0


if __name__ == "__main__":
    raise SystemExit(main())
