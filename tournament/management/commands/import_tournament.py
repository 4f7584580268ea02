"""`manage.py import_tournament FILE`: a tournament out of its archive (`tournament/1`), its results checked first."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scoring.errors import ScoringError
from scoring.management.jsonio import parse_json, read_text, use_utf8
from tournament.services.actor import Actor
from tournament.services.archive import import_archive
from tournament.services.refusal import Refusal

from ._tournament import refuse


class Command(BaseCommand):
    """`import_tournament FILE [--slug SLUG]`."""

    help = (
        "从存档（tournament/1,JSON）恢复一项赛事；存档里的结果与重新计算的不同则不导入。"
        " Import a tournament from an archive (tournament/1); refused where its results differ from those recomputed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and another address where its own is taken."""
        parser.add_argument("file", metavar="FILE", help="存档文件（- 为标准输入）")
        parser.add_argument("--slug", default="", metavar="SLUG", help="网址名（默认用存档里的）")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, or say on stderr what is wrong and where, with exit code 2."""
        use_utf8()
        try:
            archive = parse_json(read_text(options["file"]))
            made = import_archive(archive, Actor.program("命令行"), slug=options["slug"])
        except ScoringError as error:
            refuse(self, str(error))
        except Refusal as refusal:
            refuse(self, refusal.message)
        self.stdout.write(f"已导入“{made.name}”：/{made.slug}/,{made.teams.count()} 队。")
