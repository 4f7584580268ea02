"""`manage.py draw FILE`: the draw (or late entry) a record describes, or the check of one that holds its result."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.management.jsonio import add_file_arguments, run_files
from tournament.draw import addendum, record

DIFFERS = 1


class Command(BaseCommand):
    """Prints the record with its result (exit 0), 1 where a stored result differs, 2 where the record is refused."""

    requires_system_checks = ()
    help = "按抽签记录(draw/1)计算抽签结果;记录里已有结果的,核对它,不符时以 1 退出。"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, --lines FILE, --output FILE."""
        add_file_arguments(parser, "抽签记录")

    def handle(self, **options: Any) -> None:
        """Draw or check every record the options name."""
        differences: list[str] = []

        def drawn(given: Any) -> Any:
            late = isinstance(given, dict) and given.get("format") == addendum.FORMAT
            if isinstance(given, dict) and "result" in given:
                differences.extend(addendum.check(given) if late else record.check(given))
            return addendum.compute(given) if late else record.compute(given)

        code = run_files(options, drawn, self.stdout, self.stderr)
        for difference in differences:
            self.stderr.write(difference)
        if code or differences:
            sys.exit(code or DIFFERS)
