"""The people who signed in the other office's program: accounts here that nobody can sign in with, by their names."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tournament.models import Account

from . import document as doc
from . import places


class Signers:
    """Makes an account that is switched off for each signer, so that nobody here is taken for somebody there."""

    def __init__(self, signers: Sequence[doc.Signer], slug: str) -> None:
        self.accounts: dict[str, Account] = {}
        for signer in signers:
            account = Account(username=_free(slug), first_name=signer.name[:150], is_active=False)
            account.set_unusable_password()
            account.save()
            self.accounts[signer.id] = account

    def of(self, signer: str | None, at: str) -> Account | None:
        """The account of a signer, none for none; one that `accounts` does not list is refused."""
        return None if signer is None else self.required(signer, at)

    def required(self, signer: str, at: str) -> Account:
        """The account of a signer that must be there."""
        if signer not in self.accounts:
            raise places.refuse(at, _("accounts 里没有编号为“%(id)s”的人。") % {"id": signer})
        return self.accounts[signer]

    def columns(self, by: doc.Signed, at: str) -> dict[str, Any]:
        """The three columns in which rows keep their author."""
        try:
            table_pass = UUID(by.table_pass) if by.table_pass else None
        except ValueError:
            raise places.refuse(f"{at}.table_pass", _("应为 UUID。")) from None
        account = self.of(by.account, f"{at}.account")
        return {"actor_user": account, "actor_pass": table_pass, "actor_name": by.name[:60]}


def _free(slug: str) -> str:
    """A user name nobody has: archive-<slug>-<n>."""
    stem = f"archive-{slug}-"
    taken = set(Account.objects.filter(username__startswith=stem).values_list("username", flat=True))
    number = len(taken) + 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"
