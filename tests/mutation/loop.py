"""A pytest plugin: collect the rules' tests once, then run them on one mutant after the other, each in a fork.

mutmut's own runner starts pytest anew for every mutant, which costs more than the tests do. Its mutants are used as
they are: a module of `mutants/` holds all of them and asks which one is under test. Reads the names from MUTANTS_IN
and writes {name: exit code} to MUTANTS_OUT: 0 survived, 1 killed, below 0 killed by a signal, 33 no test.
"""

import json
import os
import resource
import time
from collections import defaultdict
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

UNTESTED = 33
Reached = dict[str, list[tuple[float, int]]]  # function → (seconds, number of the test), the quickest first


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Instead of running the tests once: once to see what each reaches, then on every mutant."""
    names = json.loads(Path(os.environ["MUTANTS_IN"]).read_text(encoding="utf-8"))
    out, children = Path(os.environ["MUTANTS_OUT"]), int(os.environ["MUTANTS_CHILDREN"])
    reached = _reached(session.items)
    codes: dict[str, int] = {}
    running: dict[int, str] = {}
    for name in names:
        tests = sorted(reached.get(name.partition("__mutmut_")[0], ()))
        if not tests:
            codes[name] = UNTESTED
            continue
        if len(running) >= children:
            _wait(running, codes, out)
        running[_fork(name, session.items, tests)] = name
    while running:
        _wait(running, codes, out)
    out.write_text(json.dumps(codes), encoding="utf-8")
    return True


def _reached(items: list[pytest.Item]) -> Reached:
    """Run every test once on the rules as they are; a failure there ends everything."""
    found: Reached = defaultdict(list)
    for number, item in enumerate(items):
        set_mutant_under_test("stats")
        state()._stats.clear()
        begun = time.perf_counter()
        if not _passes(items, number):
            raise pytest.UsageError(f"fails without any mutant: {item.nodeid}")
        for function in state()._stats:
            found[function].append((time.perf_counter() - begun, number))
    return found


def _passes(items: list[pytest.Item], number: int) -> bool:
    following = items[number + 1] if number + 1 < len(items) else None
    return not any(report.failed for report in runtestprotocol(items[number], nextitem=following, log=False))


def _fork(name: str, items: list[pytest.Item], tests: list[tuple[float, int]]) -> int:
    """A child that runs the tests until one fails; its exit code says how it went."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        most = int(20 + 20 * sum(seconds for seconds, _ in tests))
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        set_mutant_under_test(name)
        code = 0 if all(_alone(items[number]) for _, number in tests) else 1
    finally:
        os._exit(code)


def _alone(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def _wait(running: dict[int, str], codes: dict[str, int], out: Path) -> None:
    pid, status = os.wait()
    codes[running.pop(pid)] = os.waitstatus_to_exitcode(status)
    if len(codes) % 10 == 0:
        out.write_text(json.dumps(codes), encoding="utf-8")
