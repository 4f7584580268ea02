"""The mutation check of the rules, outside CI: `make mutants`, or `python -m tests.mutation --sample 300 --seed 1`.

mutmut changes one thing at a time in the modules named under [tool.mutmut] in pyproject.toml and runs the rules' tests
on it. `--sample` draws so many mutants of each part (by `--seed`; all of a smaller part) instead of taking every one.
Prints the killed of each part and lists the survivors; exits 1 below 85 %. `python -m mutmut show NAME` shows one.
"""

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = {"hand": "scoring.hand", "ladder": "scoring.ladder", "sheet": "scoring.sheet", "standings": "scoring.standings"}
WANTED = 0.85
SURVIVED, UNTESTED = (0,), (33, 5)  # the exit codes mutmut notes: tests passed; no test reaches it


def mutmut(*arguments: str) -> int:
    """Run mutmut in the project's folder."""
    return subprocess.run([sys.executable, "-m", "mutmut", *arguments], cwd=ROOT).returncode


def noted() -> dict[str, int | None]:
    """Every mutant and the exit code of its tests; None where it was not run."""
    found: dict[str, int | None] = {}
    for file in sorted((ROOT / "mutants" / "scoring").rglob("*.meta")):
        codes = json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
        found |= {name.replace("__init__.", ""): code for name, code in codes.items()}
    return found


def part_of(name: str) -> str:
    """The part a mutant belongs to."""
    return next(part for part, module in PARTS.items() if name.startswith(f"{module}."))


def drawn(names: Iterable[str], size: int, seed: int) -> list[str]:
    """A sample of each part: so many mutants, or all where there are fewer."""
    by_part: dict[str, list[str]] = {part: [] for part in PARTS}
    for name in names:
        by_part[part_of(name)].append(name)
    chance = random.Random(seed)
    return [name for found in by_part.values() for name in chance.sample(found, min(size, len(found)))]


def told(codes: dict[str, int | None]) -> bool:
    """Print what was killed and what survived; whether every part is good enough."""
    run = {name: code for name, code in codes.items() if code is not None}
    good = True
    for part in PARTS:
        count = Counter(code in SURVIVED + UNTESTED for name, code in run.items() if part_of(name) == part)
        share = count[False] / max(1, count.total())
        print(f"{part:<10} {count[False]:>5} of {count.total():>5} killed  {share:.1%}")
        good = good and share >= WANTED
    for name in sorted(name for name, code in run.items() if code in SURVIVED + UNTESTED):
        print(f"  {'no test' if run[name] in UNTESTED else 'survived'}  {name}")
    return good


def main() -> int:
    """Make the mutants, run them or a sample of them, tell the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=0, help="mutants of each part; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--children", type=int, default=2)
    chosen = parser.parse_args()
    names: list[str] = []
    waiting: list[str] = []
    if chosen.sample:
        mutmut("run", "--max-children", str(chosen.children), "scoring.ladder.*")  # makes the mutants of every part
        codes = noted()
        names = drawn(codes, chosen.sample, chosen.seed)
        waiting = [name for name in names if codes[name] is None]
    if waiting or not names:
        mutmut("run", "--max-children", str(chosen.children), *waiting)
    codes = noted()
    return 0 if told({name: codes[name] for name in names} if names else codes) else 1


if __name__ == "__main__":
    raise SystemExit(main())
