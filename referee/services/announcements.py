"""Announcements of the chief referee to all tables or one, and who has read them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import Acknowledgement, Announcement, Device, TablePass
from tournament.models import Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.names import required
from tournament.services.refusal import Conflict, Refusal
from tournament.services.tournaments import locked

from .passes import NotThere, names_of
from .sessions import session_of

TEXT_LIMIT = 200
LISTED = 30


@dataclass(slots=True)
class AnnouncementRow:
    """An announcement as the desk lists it: the devices that have read it, and those that have not yet."""

    announcement: Announcement
    acknowledged: list[Acknowledgement] = field(default_factory=list)
    waiting: list[Device] = field(default_factory=list)

    @property
    def waiting_text(self) -> str:
        """Who has not read it yet, by name and tables: 周裁判（3、4号桌）."""
        tables = [names_of(device.table_pass.tables.all()) for device in self.waiting]
        named = [
            _("%(name)s（%(tables)s）") % {"name": device.name, "tables": where}
            for device, where in zip(self.waiting, tables, strict=True)
        ]
        return _("、").join(dict.fromkeys(named))


@transaction.atomic
def announce(tournament: Tournament, text: str, actor: Actor, table: int | None = None) -> Announcement:
    """Say something to every table, or to one by its number; refused while no session is open to hear it."""
    held = locked(tournament.pk)
    text = required(text, _("公告内容"), at="text", limit=TEXT_LIMIT)
    where = None
    if table is not None:
        where = held.tables.filter(number=table).first() if 0 < table < 10_000 else None
        if where is None:
            message = _("没有 %(number)s 号桌；请从本赛事的桌号中选。") % {"number": table}
            raise Refusal(message, code="no-table", at="table")
    if session_of(held) is None:
        raise Conflict(_("现在没有开着的时段，没有人能看到公告；请先开始一个时段。"), code="no-session")
    made = Announcement.objects.create(
        tournament=held,
        table=where,
        text=text,
        at=timezone.now(),
        actor_user=actor.user,
        actor_name=actor.name[:60],
    )
    audit.record(held, actor, "announcement.make", text[:100], after={"table": table})
    return made


# What `pending` asks of a device, with what each value is compared with and its type.
READER: dict[str, Any] = {
    "table_pass": (TablePass._meta.pk, int),
    "device": (Device._meta.pk, UUID),
    "tournament": (Tournament._meta.pk, int),
    "since": (Announcement._meta.get_field("at"), datetime),
}


def reader_of(device: Device) -> dict[str, Any]:
    """The device as `pending` asks for it."""
    session = device.session
    values = (device.table_pass_id, device.pk, session.tournament_id, session.opened_at)
    return dict(zip(READER, values, strict=True))


def pending(*, table_pass: int, device: UUID, tournament: int, since: datetime) -> QuerySet[Announcement]:
    """What a device has still to acknowledge, oldest first: said in its session, to all or to one of its tables."""
    tables = TablePass.tables.through.objects.filter(tablepass_id=table_pass).values("playtable_id")
    read = Acknowledgement.objects.filter(announcement=OuterRef("pk"), device=device)
    said = Announcement.objects.filter(Q(table=None) | Q(table__in=tables), tournament_id=tournament, at__gte=since)
    return said.exclude(Exists(read)).select_related("table").order_by("id")


@transaction.atomic
def acknowledge(announcement_id: int, device: Device) -> None:
    """The device has read it; saying so twice is harmless."""
    found = Announcement.objects.filter(pk=announcement_id, tournament=device.session.tournament_id).first()
    if found is None or (found.table_id and not device.table_pass.tables.filter(pk=found.table_id).exists()):
        raise NotThere(_("没有这条公告。"), code="no-announcement")
    Acknowledgement.objects.get_or_create(announcement=found, device=device, defaults={"at": timezone.now()})


def listed(tournament: Tournament) -> list[AnnouncementRow]:
    """The last announcements, newest first, with who has read them and who of those let in now has not."""
    rows = Announcement.objects.filter(tournament=tournament).select_related("table", "actor_user")
    made = [AnnouncementRow(one) for one in rows.order_by("-id")[:LISTED]]
    by_id = {row.announcement.pk: row for row in made}
    for one in Acknowledgement.objects.filter(announcement__in=by_id).select_related("device").order_by("id"):
        by_id[one.announcement_id].acknowledged.append(one)
    inside = _inside(tournament)
    for row in made:
        read = {one.device_id for one in row.acknowledged}
        row.waiting = [device for device in inside if device.pk not in read and _hears(device, row.announcement)]
    return made


def announcement_view(one: Announcement) -> dict[str, Any]:
    """An announcement for a screen."""
    return {
        "id": one.pk,
        "text": one.text,
        "table": one.table.number if one.table else None,
        "by": one.actor_name,
        "at": one.at.isoformat(),
    }


def _inside(tournament: Tournament) -> list[Device]:
    """Devices let in now, with their tables."""
    rows = Device.objects.filter(
        session__tournament=tournament, session__closed_at=None, revoked_at=None, left_at=None
    ).filter(table_pass__revoked_at=None)
    return list(rows.select_related("session").prefetch_related("table_pass__tables").order_by("joined_at"))


def _hears(device: Device, one: Announcement) -> bool:
    at_table = one.table_id is None or any(table.pk == one.table_id for table in device.table_pass.tables.all())
    return at_table and one.at >= device.session.opened_at


def said_to_all(tournament: Tournament, count: int) -> list[Announcement]:
    """The last announcements to every table of the session open now, newest first; none between sessions."""
    session = session_of(tournament)
    if session is None:
        return []
    said = Announcement.objects.filter(tournament=tournament, table=None, at__gte=session.opened_at)
    return list(said.order_by("-id")[:count])
