"""Typing a PIN: wrong ones lock the device that typed them for a minute, never the pass nor an open console.

[A] Three wrong PINs lock a device. Who sends no cookie cannot be told from another behind his address, so that an
address has a limit too, wide enough for a hall of honest mistakes and far too narrow for trying all of them.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import PinAttempts
from tournament.models import Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.names import clean
from tournament.services.refusal import NotAllowed, Refusal

LOCK = timedelta(minutes=1)
FORGET = timedelta(minutes=10)
DEVICE_TRIES = 3
ADDRESS_TRIES = 30


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who types: `device` tells one browser or joined device from another (empty for none), `address` its IP."""

    device: str
    address: str

    def limits(self) -> list[tuple[str, int]]:
        """The keys under which wrong PINs are counted, with how many each may have; in lock order."""
        known = [(f"device:{self.device}"[:80], DEVICE_TRIES)] if self.device else []
        return [(f"address:{self.address}"[:80], ADDRESS_TRIES), *known]


class PinLocked(Refusal):
    """Too many wrong PINs: `wait` seconds until the next try."""

    status = 429

    def __init__(self, wait: int) -> None:
        message = _("PIN 输错次数过多，这台设备请等 %(seconds)d 秒再试；别的设备和已打开的裁判台不受影响。")
        super().__init__(message % {"seconds": wait}, code="pin-locked", at="pin", detail={"wait": wait})
        self.wait = wait


class WrongPin(NotAllowed):
    """Not the PIN."""


def check_pin(
    visitor: Visitor, is_right: Callable[[], bool], *, sentence: str, tournament: Tournament | None, actor: Actor
) -> None:
    """Return where the PIN is right; else count, and raise `WrongPin` with this sentence, or `PinLocked`.

    Checking and counting are one transaction, so that many tries at once are no more tries.
    """
    with transaction.atomic():
        now = timezone.now()
        rows = [(_row(key, now), tries) for key, tries in visitor.limits()]
        _refuse_locked([row for row, _tries in rows], now)
        if is_right():
            PinAttempts.objects.filter(pk__in=[row.pk for row, tries in rows if tries == DEVICE_TRIES]).delete()
            return
        left = min(_count(row, tries, now, tournament, actor) for row, tries in rows)
    if left <= 0:
        raise PinLocked(int(LOCK.total_seconds()))
    more = _("还可以试 %(left)d 次。") % {"left": left} if left < DEVICE_TRIES else ""
    raise WrongPin(sentence + more, code="wrong-pin", at="pin", detail={"left": left})


def same_pin(typed: str, pin: str) -> bool:
    """Compare as typed on any keyboard: full-width digits and spaces do not matter."""
    return secrets.compare_digest(clean(typed).replace(" ", "").encode(), pin.encode())


def _row(key: str, now: datetime) -> PinAttempts:
    PinAttempts.objects.get_or_create(key=key, defaults={"last_at": now})
    return PinAttempts.objects.select_for_update().get(key=key)


def _refuse_locked(rows: list[PinAttempts], now: datetime) -> None:
    until = max((row.locked_until for row in rows if row.locked_until), default=now)
    if until > now:
        raise PinLocked(int((until - now).total_seconds()) + 1)


def _count(row: PinAttempts, tries: int, now: datetime, tournament: Tournament | None, actor: Actor) -> int:
    """One more wrong PIN; how many are left."""
    row.failures = 1 if now - row.last_at > FORGET else row.failures + 1
    row.last_at = now
    left = tries - row.failures
    if left <= 0:
        row.failures, row.locked_until = 0, now + LOCK
        audit.record(tournament, actor, "pass.lock", _told(row.key))
    row.save()
    return left


def _told(key: str) -> str:
    """Who is locked, in words; a device's own mark says nothing to a reader."""
    kind, _colon, value = key.partition(":")
    return _("地址 %(address)s") % {"address": value} if kind == "address" else _("一台设备")
