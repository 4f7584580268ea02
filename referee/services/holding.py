"""Who writes at a table: one device at a time; another may take over with the PIN, and both are told."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import Device, Holding
from tournament.models import Match, PlayTable
from tournament.services import audit
from tournament.services.refusal import Refusal
from tournament.services.tournaments import locked

from .devices import actor_of_device, is_let_in
from .pins import Visitor, check_pin, same_pin

WITH_DEVICE = ("device__table_pass", "device__session")


def holders_of(table_ids: Iterable[int]) -> dict[int, Holding]:
    """The devices that write at these tables, let in now; one query. Tables nobody writes at are left out."""
    rows = Holding.objects.filter(table__in=list(table_ids)).select_related(*WITH_DEVICE)
    return {one.table_id: one for one in rows if is_let_in(one.device)}


def take_free(tables: Sequence[PlayTable], device: Device) -> list[PlayTable]:
    """Give the device those of the tables nobody writes at; in the caller's transaction, the tournament locked."""
    held = holders_of(table.pk for table in tables)
    free = [table for table in tables if table.pk not in held]
    for table in free:
        _give(table.pk, device)
    return free


@transaction.atomic
def claim(table_id: int, device: Device) -> Holding:
    """The device takes the table if nobody writes there; returns who writes there then."""
    locked(device.table_pass.tournament_id)
    return holders_of([table_id]).get(table_id) or _give(table_id, device)


def take_over(match: Match, pin: str, device: Device, visitor: Visitor) -> None:
    """The device writes at the match's table from now on, whoever did before; needs the session's PIN."""
    table = match.table
    if table is None:
        raise Refusal(_("这一场还没有安排牌桌，不用接管。"), code="no-table", at="match")
    check_pin(
        visitor,
        lambda: same_pin(pin, device.session.pin),
        sentence=_("PIN 不对：请看裁判长台上现在显示的四位数字。"),
        tournament=device.table_pass.tournament,
        actor=actor_of_device(device),
    )
    with transaction.atomic():
        held = locked(device.table_pass.tournament_id)
        before = holders_of([table.pk]).get(table.pk)
        if before is None or before.device_id != device.pk:
            _give(table.pk, device)
            was = before.device.name if before else ""
            audit.record(held, actor_of_device(device), "table.take-over", str(table), before=was, after=device.name)


@transaction.atomic
def leave(device: Device) -> None:
    """The device goes: its tables are free, its secret opens nothing more."""
    held = locked(device.table_pass.tournament_id)
    Holding.objects.filter(device=device).delete()
    if Device.objects.filter(pk=device.pk, left_at=None).update(left_at=timezone.now()):
        audit.record(held, actor_of_device(device), "device.leave", device.name)


def _give(table_id: int, device: Device) -> Holding:
    given = {"device": device, "since": timezone.now()}
    return Holding.objects.update_or_create(table_id=table_id, defaults=given)[0]
