"""A measurement in a process and a database of its own: it prints its figures as JSON."""

import json
import os
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
