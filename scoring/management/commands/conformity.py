"""Write the conformity page, or check that the one at hand is up to date."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scoring.conformity import page
from scoring.management.jsonio import use_utf8


class Command(BaseCommand):
    """`manage.py conformity [--output FILE] [--check]`; --check exits 1 if the file is out of date."""

    help = (
        "生成与通知逐句对照的页面（docs/conformity.md）。"
        " Write the page that lays the notices beside the rules (docs/conformity.md)."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--output, --check."""
        parser.add_argument("--output", default=str(Path(settings.BASE_DIR) / "docs" / "conformity.md"), metavar="FILE")
        parser.add_argument("--check", action="store_true", help="只检查文件是否与数据一致")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or check."""
        use_utf8()
        target = Path(options["output"])
        if not options["check"]:
            target.write_text(page(), encoding="utf-8", newline="\n")
        elif not target.exists() or target.read_text(encoding="utf-8") != page():
            self.stderr.write(f"{target}：与对照数据不一致，请运行 manage.py conformity")
            sys.exit(1)
