"""Compute the result of a score sheet: `scoresheet/1` in, the result out."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.management.jsonio import add_file_arguments, run_files
from scoring.sheet import fold, parse_sheet, result


class Command(BaseCommand):
    """`manage.py scoresheet FILE | --lines FILE [--output FILE]`; exit 2 with `at: message` for a refused file."""

    help = "由计分表文件（scoresheet/1）算出一场的结果。 Work out a match from its score sheet (scoresheet/1)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, --lines, --output."""
        add_file_arguments(parser, "计分表")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fold and print."""
        if code := run_files(options, _result, self.stdout, self.stderr):
            sys.exit(code)


def _result(document: Any) -> dict[str, Any]:
    sheet = parse_sheet(document)
    return result(fold(sheet.ruleset, sheet.overrides, sheet.entries))
