"""`manage.py backup`: a verified copy of the database, now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.services import backup
from tournament.services.refusal import Refusal


class Command(BaseCommand):
    """Prints where the copy lies."""

    help = "立即备份数据库（SQLite），并校验备份。 Make a verified copy of the database (SQLite) now."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Back up or say why not."""
        try:
            made = backup.backup_now("by-hand")
        except Refusal as refusal:
            raise CommandError(refusal.message, returncode=2) from None
        if made is None:
            raise CommandError("数据库不是 SQLite 文件，没有可复制的；PostgreSQL 请用 pg_dump。", returncode=2)
        self.stdout.write(f"已备份并校验 Backed up and verified: {made}")
