"""`manage.py export_tournament SLUG > file.json`: the whole tournament as one document, `tournament/1`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from scoring.management.jsonio import render, use_utf8
from tournament.services.archive import archive_of

from ._tournament import refuse, tournament_or_exit


class Command(BaseCommand):
    """`export_tournament SLUG [--output FILE]`."""

    help = (
        "把一项赛事连同记分表全部导出为存档（tournament/1,JSON）。"
        " Export a tournament with all its score sheets as an archive (tournament/1)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The tournament's address, and a file instead of standard output."""
        parser.add_argument("slug", metavar="SLUG", help="赛事的网址名")
        parser.add_argument("--output", metavar="FILE", help="存档写入此文件（默认为标准输出）")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the archive."""
        use_utf8()
        text = render(archive_of(tournament_or_exit(self, options["slug"]))) + "\n"
        if not options["output"]:
            self.stdout.write(text, ending="")
            return
        try:
            Path(options["output"]).write_text(text, encoding="utf-8", newline="\n")
        except OSError:
            refuse(self, f"{options['output']}：无法写入这个文件")
