"""The first two accounts, and giving an account a new password."""

import secrets

from axes.utils import reset as unlock
from django.db import transaction

from tournament.models import Account

from .actor import Actor
from .audit import record
from .refusal import Refusal

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that reads like something else
FIRST = (("office", "工会办公室", "is_staff"), ("chief", "裁判长", "is_chief"))  # name, how it signs, what it may do


def new_password() -> str:
    """A random password that can be read out: three groups of four, about 59 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(3))


@transaction.atomic
def first_accounts() -> list[tuple[str, str]]:
    """Make the office's and the chief referee's accounts where no active one exists; (username, password) of each."""
    if Account.objects.filter(is_active=True).exists():
        return []
    made = []
    for username, signs_as, role in FIRST:
        password = new_password()
        account = Account(username=username, first_name=signs_as, **{role: True})
        account.set_password(password)
        account.save()
        record(None, Actor.program("首次启动"), "account.add", account.username)
        made.append((account.username, password))
    return made


@transaction.atomic
def reset_password(username: str) -> str:
    """Give an account a new random password, switch it on and lift its lockout; the password.

    Refusal naming the accounts there are, if there is none of that name.
    """
    account = Account.objects.select_for_update().filter(username=username).first()
    if account is None:
        names = "、".join(Account.objects.order_by("username").values_list("username", flat=True)) or "（还没有）"
        raise Refusal(f"没有名为“{username}”的账号，现有账号：{names}。", code="account", at="username")
    password = new_password()
    account.set_password(password)
    account.is_active = True
    account.save(update_fields=["password", "is_active"])
    unlock(username=username)
    record(None, Actor.program("命令行"), "account.password", username)
    return password
