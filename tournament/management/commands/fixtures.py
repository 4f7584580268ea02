"""Print a tournament's fixture list (`fixtures/1`) as JSON or CSV."""

import csv
import io
import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from scoring.management.jsonio import use_utf8
from tournament.models import Tournament
from tournament.services.fixtures import FIELDS, fixture_rows

from ._tournament import tournament_or_exit


class Command(BaseCommand):
    """`fixtures SLUG --format json|csv [--output FILE]`."""

    help = "输出一项赛事的对阵安排（JSON 或 CSV）。 Print a tournament's fixtures (JSON or CSV)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The tournament's address, the form, and a file instead of standard output."""
        parser.add_argument("slug", metavar="SLUG", help="赛事的网址名")
        parser.add_argument("--format", choices=["json", "csv"], default="json", help="输出格式（默认 json）")
        parser.add_argument("--output", metavar="FILE", help="结果写入此文件（默认为标准输出）")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the rows in the order of play."""
        use_utf8()
        text = FORMS[options["format"]](tournament_or_exit(self, options["slug"]))
        if options["output"]:
            Path(options["output"]).write_text(text, encoding="utf-8", newline="")
        else:
            self.stdout.write(text, ending="")


def as_json(tournament: Tournament) -> str:
    """The whole document, keys as `fixtures/1` names them."""
    document = {"format": "fixtures/1", "tournament": tournament.slug, "fixtures": fixture_rows(tournament)}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def as_csv(tournament: Tournament) -> str:
    """A header and a line a match."""
    return csv_text(fixture_rows(tournament))


def csv_text(rows: Sequence[Mapping[str, str]]) -> str:
    """The rows under their header, lines ended by a line feed."""
    text = io.StringIO()
    writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


FORMS = {"json": as_json, "csv": as_csv}
