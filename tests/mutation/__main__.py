"""The mutation check of the rules, outside CI: `make mutants`, or `python3 start.py mutants --sample 80 --seed 1`.

mutmut makes the mutants of the modules named under [tool.mutmut] in pyproject.toml, each with one thing changed; the
tests named there run on every one (see `loop`). `--sample` draws so many mutants of each part instead of taking all.
Prints the killed of each part, lists the survivors, writes the difference each makes to `mutants/survivors.txt`, and
exits 1 where a part is below 85 %.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = ROOT / "mutants"
NAMES, CODES, SURVIVORS = MUTANTS / "names.json", MUTANTS / "codes.json", MUTANTS / "survivors.txt"
PARTS = {"hand": "scoring.hand", "ladder": "scoring.ladder", "sheet": "scoring.sheet", "standings": "scoring.standings"}
WANTED = 0.85
ALIVE = {0: "survived", 33: "no test"}
MAKE = """
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants
from mutmut.__main__ import set_mutant_under_test, setup_source_paths
set_mutant_under_test("mutant_generation")
copy_src_dir()
copy_also_copy_files()
setup_source_paths()
create_mutants(2)
"""


def made() -> list[str]:
    """Make the mutants and give their names."""
    MUTANTS.mkdir(exist_ok=True)
    subprocess.run([sys.executable, "-c", MAKE], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    found: list[str] = []
    for file in sorted((MUTANTS / "scoring").rglob("*.meta")):
        codes = json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
        found += [name.replace("__init__.", "") for name in codes]
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
    names = [name for found in by_part.values() for name in chance.sample(found, min(size, len(found)))]
    chance.shuffle(names)
    return names


def tried(names: list[str], children: int) -> dict[str, int]:
    """Run the tests on each; the exit code of each."""
    NAMES.write_text(json.dumps(names), encoding="utf-8")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutation.loop", "--rootdir=."]
    command += [*settings["pytest_add_cli_args"], *settings["pytest_add_cli_args_test_selection"]]
    more = {"MUTANTS_IN": str(NAMES), "MUTANTS_OUT": str(CODES), "MUTANTS_CHILDREN": str(children)}
    CODES.unlink(missing_ok=True)
    subprocess.run(command, cwd=MUTANTS, env={**os.environ, **more}, stdout=subprocess.DEVNULL)
    codes: dict[str, int] = json.loads(CODES.read_text(encoding="utf-8"))
    return codes


def told(codes: dict[str, int]) -> bool:
    """Print what was killed and what survived; whether every part is good enough."""
    good = True
    for part in PARTS:
        count = Counter(code in ALIVE for name, code in codes.items() if part_of(name) == part)
        if not count:
            continue
        share = count[False] / count.total()
        print(f"{part:<10} {count[False]:>5} of {count.total():>5} killed  {share:.1%}")
        good = good and share >= WANTED
    alive = sorted(name for name, code in codes.items() if code in ALIVE)
    for name in alive:
        print(f"  {ALIVE[codes[name]]}  {name}")
    show = [sys.executable, "-m", "mutmut", "show"]
    shown = [subprocess.run([*show, name], cwd=ROOT, capture_output=True, text=True).stdout for name in alive]
    SURVIVORS.write_text("\n".join(shown), encoding="utf-8")
    return good


def main() -> int:
    """Make the mutants, run all or a sample of them, tell the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=0, help="mutants of each part; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--children", type=int, default=2)
    parser.add_argument("--only", default="", help="only mutants whose name begins so, e.g. scoring.standings")
    chosen = parser.parse_args()
    names = [name for name in made() if name.startswith(chosen.only)]
    names = drawn(names, chosen.sample, chosen.seed) if chosen.sample else names
    return 0 if told(tried(names, chosen.children)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
