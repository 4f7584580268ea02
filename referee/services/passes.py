"""Table passes: made, listed and taken back by the chief referee; the devices that joined with them."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import Device, Holding, TablePass, TableSession
from tournament.models import PlayTable, Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.refusal import Refusal
from tournament.services.tournaments import locked

TOKEN_BYTES = 24  # 192 bits
MOST_TABLES = 6


class NotThere(Refusal):
    """No such pass, device or announcement."""

    status = 404


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device as the desk lists it; `state` is open, left, revoked or ended, `tables` and `holds` table numbers."""

    id: UUID
    name: str
    tables: list[int]
    holds: list[int]
    joined_at: datetime
    seen_at: datetime
    unsent: int
    state: str


@dataclass(slots=True)
class PassRow:
    """A pass in force as the desk lists it."""

    table_pass: TablePass
    tables: list[PlayTable]
    devices: int = field(default=0)

    @property
    def name(self) -> str:
        """The tables in words."""
        return names_of(self.tables)


@transaction.atomic
def make_pass(tournament: Tournament, numbers: Sequence[int], actor: Actor) -> TablePass:
    """One pass for these table numbers (one to six)."""
    held = locked(tournament.pk)
    wanted = sorted(set(numbers))
    if not 1 <= len(wanted) <= MOST_TABLES:
        message = _("一张通行证可以开 1 到 %(most)d 张桌，这里选了 %(count)d 张。")
        raise Refusal(message % {"most": MOST_TABLES, "count": len(wanted)}, code="tables", at="tables")
    tables = list(held.tables.filter(number__in=[number for number in wanted if 0 < number < 10_000]))
    if len(tables) < len(wanted):
        unknown = sorted(set(wanted) - {table.number for table in tables})
        message = _("没有 %(number)s 号桌；请从本赛事的桌号中选。") % {"number": unknown[0]}
        raise Refusal(message, code="no-table", at="tables")
    return _make(held, tables, actor)


@transaction.atomic
def make_each(tournament: Tournament, actor: Actor) -> list[TablePass]:
    """A pass for every table that no pass in force opens by itself."""
    held = locked(tournament.pk)
    single = {row.tables[0].pk for row in pass_rows(held) if len(row.tables) == 1}
    return [_make(held, [table], actor) for table in held.tables.order_by("number") if table.pk not in single]


@transaction.atomic
def revoke_pass(pass_id: int, actor: Actor) -> TablePass:
    """Take a pass back: the printed code opens nothing more, and its devices are let in no more, at once."""
    found = TablePass.objects.filter(pk=pass_id).first()
    if found is None:
        raise NotThere(_("没有这张通行证。"), code="no-pass")
    held = locked(found.tournament_id)
    if TablePass.objects.filter(pk=pass_id, revoked_at=None).update(revoked_at=timezone.now()):
        audit.record(held, actor, "pass.revoke", names_of(found.tables.all()))
    found.refresh_from_db()
    return found


@transaction.atomic
def revoke_device(device_id: UUID, actor: Actor) -> Device:
    """Let one device in no more, at once; the pass stays."""
    found = Device.objects.select_related("table_pass").filter(pk=device_id).first()
    if found is None:
        raise NotThere(_("没有这台设备。"), code="no-device")
    held = locked(found.table_pass.tournament_id)
    if Device.objects.filter(pk=device_id, revoked_at=None).update(revoked_at=timezone.now()):
        Holding.objects.filter(device=found).delete()
        audit.record(held, actor, "device.revoke", f"{found.name} {names_of(found.table_pass.tables.all())}")
    found.refresh_from_db()
    return found


def pass_rows(tournament: Tournament) -> list[PassRow]:
    """Passes in force with their tables and how many devices are in by them, by table number; three queries."""
    found = TablePass.objects.filter(tournament=tournament, revoked_at=None).prefetch_related("tables")
    rows = {one.pk: PassRow(one, sorted(one.tables.all(), key=lambda table: table.number)) for one in found}
    inside = Device.objects.filter(
        table_pass__in=rows, session__closed_at=None, revoked_at=None, left_at=None
    ).values_list("table_pass", flat=True)
    for pass_id in inside:
        rows[pass_id].devices += 1
    return sorted(rows.values(), key=lambda row: ([table.number for table in row.tables], row.table_pass.pk))


def table_paths(tournament: Tournament) -> dict[int, str]:
    """By table number the path its pass opens, of the pass for the fewest tables; two queries."""
    found = TablePass.objects.filter(tournament=tournament, revoked_at=None).prefetch_related("tables")
    by_size = sorted(found, key=lambda one: (-len(one.tables.all()), one.pk))
    return {table.number: reverse("join:card", args=[one.token]) for one in by_size for table in one.tables.all()}


def devices_of(tournament: Tournament) -> list[DeviceRow]:
    """Devices of the session open now, else of the last one; four queries however many."""
    session = TableSession.objects.filter(tournament=tournament).order_by("-id").first()
    if session is None:
        return []
    rows = Device.objects.filter(session=session).select_related("table_pass")
    rows = rows.prefetch_related("table_pass__tables", "holdings__table")
    return [_device_row(one, session) for one in rows.order_by("joined_at", "id")]


def names_of(tables: Iterable[PlayTable]) -> str:
    """Tables in words: 3、4号桌."""
    return _("%(number)s号桌") % {
        "number": _("、").join(str(number) for number in sorted(one.number for one in tables))
    }


def _device_row(device: Device, session: TableSession) -> DeviceRow:
    if device.revoked_at or device.table_pass.revoked_at:
        state = "revoked"
    else:
        state = "left" if device.left_at else "ended" if session.closed_at else "open"
    return DeviceRow(
        id=device.pk,
        name=device.name,
        tables=sorted(table.number for table in device.table_pass.tables.all()),
        holds=sorted(one.table.number for one in device.holdings.all()) if state == "open" else [],
        joined_at=device.joined_at,
        seen_at=device.seen_at,
        unsent=device.unsent,
        state=state,
    )


def _make(tournament: Tournament, tables: Sequence[PlayTable], actor: Actor) -> TablePass:
    made = TablePass.objects.create(
        tournament=tournament, token=secrets.token_urlsafe(TOKEN_BYTES), created_by=actor.user
    )
    made.tables.set(tables)
    audit.record(tournament, actor, "pass.make", names_of(tables))
    return made
