"""Rank results that need no database: `standings/1` in, the table out."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.management.jsonio import add_file_arguments, run_files
from scoring.standings import rank


class Command(BaseCommand):
    """`manage.py standings FILE | --lines FILE [--output FILE]`; exit 2 with `at: message` for a refused file."""

    help = "由赛果文件(standings/1)排出名次,并说明每个名次由哪一项依据决定。"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, --lines, --output."""
        add_file_arguments(parser, "赛果文件")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rank and print."""
        if code := run_files(options, rank, self.stdout, self.stderr):
            sys.exit(code)
