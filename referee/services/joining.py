"""Joining: a pass's secret address (or a table number) and the session's PIN let a device in, under a typed name."""

import re
import secrets
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import Device, TablePass, TableSession
from tournament.models import PlayTable
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.names import required
from tournament.services.refusal import Refusal
from tournament.services.tournaments import locked

from . import holding
from .devices import hash_of
from .passes import NotThere, names_of
from .pins import Visitor, check_pin, same_pin

SECRET_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")
NAME_LIMIT = 20


class PassRevoked(Refusal):
    """The printed code was taken back."""

    status = 410


@dataclass(frozen=True, slots=True)
class Joined:
    """A device let in; the secret is told this once."""

    device: Device
    secret: str
    tables: list[PlayTable]


def pass_of(token: str) -> TablePass:
    """The pass in force with this token; `NotThere` or `PassRevoked`."""
    rows = TablePass.objects.select_related("tournament")
    found = rows.filter(token=token).first() if _TOKEN.fullmatch(token) else None
    if found is None:
        raise NotThere(_("没有这个二维码对应的通行证：请核对网址，或改用桌号加入。"), code="no-pass", at="token")
    if found.revoked_at is not None:
        raise PassRevoked(_("这张桌卡已经收回：请向裁判长要新的桌卡。"), code="revoked", at="token")
    return found


def tables_of(table_pass: TablePass) -> list[PlayTable]:
    """The tables a pass opens, by number."""
    return list(table_pass.tables.order_by("number"))


def join_by_token(token: str, pin: str, name: str, visitor: Visitor, old: Device | None = None) -> Joined:
    """Let a device in by the pass's token; `old` is what this browser was before, which leaves.

    Raises `Refusal` (what is missing), `WrongPin`, `PinLocked`, `NotThere`, `PassRevoked`.
    """
    name = _name(name)
    found = pass_of(token)
    session = TableSession.objects.filter(tournament=found.tournament_id, closed_at=None).first()
    if session is None:
        raise Refusal(_("现在没有开放的时段：请等裁判长开始，再输入 PIN。"), code="no-session", at="pin")
    sentence = _("PIN 不对：请看裁判长台上现在显示的四位数字。")
    check_pin(
        visitor,
        lambda: same_pin(pin, session.pin),
        sentence=sentence,
        tournament=found.tournament,
        actor=Actor.program(name),
    )
    return _admit(found, session, name, old)


def join_by_table(table: int, pin: str, name: str, visitor: Visitor, old: Device | None = None) -> Joined:
    """The same by table number, for a card printed before the server's address changed; the PIN names the session."""
    name = _name(name)
    if not TableSession.objects.filter(closed_at=None).exists():
        raise Refusal(_("现在没有开放的时段：请等裁判长开始，再输入 PIN。"), code="no-session", at="pin")
    session = _session_at(table, pin)
    sentence = _("桌号或 PIN 不对：请核对桌号，并看裁判长台上现在显示的四位数字。")
    check_pin(visitor, lambda: session is not None, sentence=sentence, tournament=None, actor=Actor.program(name))
    assert session is not None
    found = TablePass.objects.filter(tournament=session.tournament_id, tables__number=table, revoked_at=None)
    newest = found.select_related("tournament").order_by("-id").first()
    if newest is None:
        message = _("%(table)d号桌还没有通行证：请裁判长先做桌卡。")
        raise Refusal(message % {"table": table}, code="no-pass", at="table")
    return _admit(newest, session, name, old)


def _session_at(table: int, pin: str) -> TableSession | None:
    """The open session of this PIN in a tournament that has this table."""
    if not 0 < table < 10_000:
        return None
    here = TableSession.objects.filter(closed_at=None, tournament__tables__number=table)
    return next((one for one in here if same_pin(pin, one.pin)), None)


@transaction.atomic
def _admit(table_pass: TablePass, session: TableSession, name: str, old: Device | None) -> Joined:
    held = locked(session.tournament_id)
    if not TableSession.objects.filter(pk=session.pk, closed_at=None).exists():
        raise Refusal(_("时段刚刚结束：请等裁判长开始新的时段。"), code="no-session", at="pin")
    if not TablePass.objects.filter(pk=table_pass.pk, revoked_at=None).exists():
        raise PassRevoked(_("这张桌卡已经收回：请向裁判长要新的桌卡。"), code="revoked", at="token")
    if old is not None:
        holding.leave(old)
    secret, now = secrets.token_urlsafe(SECRET_BYTES), timezone.now()
    device = Device.objects.create(
        table_pass=table_pass, session=session, secret_hash=hash_of(secret), name=name, joined_at=now, seen_at=now
    )
    tables = tables_of(table_pass)
    taken = holding.take_free(tables, device)
    after = {"holds": [table.number for table in taken], "session": session.name}
    audit.record(held, Actor(name=name, pass_id=device.pk), "pass.join", names_of(tables), after=after)
    return Joined(device, secret, tables)


def _name(name: str) -> str:
    return required(name, _("姓名"), at="name", limit=NAME_LIMIT)
