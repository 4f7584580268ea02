"""`manage.py password NAME`: a new password for an account, and its lockout lifted."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.models import Account
from tournament.services import accounts
from tournament.services.refusal import Refusal


class Command(BaseCommand):
    """Without a name, lists the accounts."""

    help = (
        "给账号换新密码并解锁；不写账号名则列出账号。"
        " Give an account a new password and lift its lockout; without a name, list the accounts."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The account's name."""
        parser.add_argument("username", metavar="NAME", nargs="?", help="账号名")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reset and print, or list."""
        if options["username"] is None:
            self._list()
            return
        try:
            password = accounts.reset_password(options["username"])
        except Refusal as refusal:
            raise CommandError(refusal.message, returncode=2) from None
        self.stdout.write(f"账号 {options['username']} 的新密码 New password: {password}")

    def _list(self) -> None:
        """Every account with what it may do."""
        for account in Account.objects.order_by("username"):
            roles = [word for word, has in (("工会", account.is_staff), ("裁判长", account.is_chief)) if has]
            self.stdout.write(f"{account.username:<16} {'、'.join(roles) or '无权限'}")
