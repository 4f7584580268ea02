"""`manage.py restore FILE`: put a verified copy of the database back."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.services import backup
from tournament.services.refusal import Refusal


class Command(BaseCommand):
    """The present database is kept aside."""

    help = (
        "用备份恢复数据库（SQLite）；现有数据库另存。"
        " Put a copy of the database (SQLite) back; the present one is kept aside."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The copy's path."""
        parser.add_argument("file", metavar="FILE", type=Path, help="备份文件，例如 data/backups/ 中的一个")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, bring the schema up to date, say where the old one is."""
        try:
            kept = backup.restore(options["file"])
        except Refusal as refusal:
            raise CommandError(refusal.message, returncode=2) from None
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"已恢复 Restored: {options['file']}")
        if kept is not None:
            self.stdout.write(f"原来的数据库另存为 The former database is kept as: {kept}")
