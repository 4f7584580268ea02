"""`manage.py fairness FILE`: every draw and standing of a fairness file carried out again, and whether they agree."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.errors import ScoringError
from scoring.management.jsonio import REFUSED, parse_json, read_text, use_utf8
from tournament.services.fairness.replay import replay

DIFFERS = 1


class Command(BaseCommand):
    """Exit 0 where everything agrees, 1 with a line for each difference, 2 with `at: message` for a refused file."""

    requires_system_checks = ()
    help = (
        "复核公平文件（fairness/1）：重新抽签、重排名次、核对淘汰赛的去向，说明一致或指出不同之处。不用数据库。"
        " Check a fairness file (fairness/1): draw and rank again, say whether it agrees. Needs no database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file", metavar="FILE", help="公平文件（- 为标准输入）")

    def handle(self, **options: Any) -> None:
        """Replay, print, and leave with the code."""
        use_utf8()
        try:
            found = replay(parse_json(read_text(options["file"])))
        except ScoringError as error:
            self.stderr.write(str(error))
            sys.exit(REFUSED)
        for line in found.differences:
            self.stdout.write(line)
        self.stdout.write(found.sentence)
        if found.differences:
            sys.exit(DIFFERS)
