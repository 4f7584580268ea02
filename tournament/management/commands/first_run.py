"""What a start does first: migrations, and on a new database the two accounts and the demo tournament."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournament.models import Account, Tournament
from tournament.services import accounts, backup
from tournament.services.presets import demo_keys


def demo_preset() -> str | None:
    """The first of the tournament presets marked as demonstration."""
    return next(iter(demo_keys()), None)


class Command(BaseCommand):
    """Safe to run at every start."""

    help = (
        "迁移数据库；数据库是新的时，建立两个账号和演示赛事。"
        " Migrate the database; a new one gets two accounts and a demonstration."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate; fill a new database; print the passwords once."""
        self._migrate()
        if Account.objects.filter(is_active=True).exists():
            return
        self._load_demo()
        self._print_accounts(accounts.first_accounts())

    def _migrate(self) -> None:
        """Bring the database up to date, with a copy before if it holds something."""
        executor = MigrationExecutor(connection)
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return
        if executor.loader.applied_migrations:
            backup.backup_now("before-update")
        call_command("migrate", interactive=False, verbosity=0)

    def _load_demo(self) -> None:
        """The demo tournament, unless there is a tournament already."""
        preset = demo_preset()
        if preset is not None and not Tournament.objects.exists():
            call_command("demo", preset, stdout=self.stdout, stderr=self.stderr)

    def _print_accounts(self, made: list[tuple[str, str]]) -> None:
        """The passwords, shown this once."""
        self.stdout.write("\n已建立账号，密码只显示这一次，请记下 Accounts made; the passwords are shown only once:\n")
        for username, password in made:
            self.stdout.write(f"    {username:<8} {password}")
        self.stdout.write("忘记密码 Forgotten: python3 start.py password NAME\n")
