"""A measurement in a process and a database of its own: it prints its figures as JSON."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any


def print_figures(run: Callable[[], Any]) -> None:
    """Set Django up, make a database, run the measurement, print what it returned."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
    import django

    django.setup()
    from .recording import database

    with database():
        print(json.dumps(run()))


def figures_of(module: str, database_url: str) -> Any:
    """What a module printed, run as a process of its own on this database (empty: SQLite in a folder of its own).

    A sentence where it failed.
    """
    with tempfile.TemporaryDirectory(prefix="paisai-bench-", ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "DATA_DIR": folder, "BROKER_URL": "memory://", "LOG_LEVEL": "ERROR"}
        environment.pop("DATABASE_URL", None)
        if database_url:
            environment["DATABASE_URL"] = database_url
        done = subprocess.run([sys.executable, "-m", module], env=environment, capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1][:80]
    return json.loads(done.stdout.splitlines()[-1])
