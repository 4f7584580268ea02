"""`manage.py draw FILE`: the draw a record describes, or the check of one that holds its result already."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.management.jsonio import add_file_arguments, run_files
from tournament.draw.replay import check, compute

DIFFERS = 1


class Command(BaseCommand):
    """Prints the record with its result (exit 0), 1 where a stored result differs, 2 where the record is refused."""

    requires_system_checks = ()
    help = (
        "按抽签记录（draw/1）计算抽签结果；记录里已有结果的，核对它，不符时以 1 退出。"
        " Compute the draw of a record (draw/1), or check the result it holds (exit 1 if it differs)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, --lines FILE, --output FILE."""
        add_file_arguments(parser, "抽签记录")

    def handle(self, **options: Any) -> None:
        """Draw or check every record the options name."""
        differences: list[str] = []

        def drawn(record: Any) -> Any:
            if isinstance(record, dict) and "result" in record:
                differences.extend(check(record))
            return compute(record)

        code = run_files(options, drawn, self.stdout, self.stderr)
        for difference in differences:
            self.stderr.write(difference)
        if code or differences:
            sys.exit(code or DIFFERS)
