"""Sessions: the chief referee opens one for a stretch of play; its PIN lets passes open their tables."""

import secrets
from itertools import pairwise

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import TableSession
from tournament.models import Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.names import clean
from tournament.services.refusal import Conflict, Refusal
from tournament.services.tournaments import locked

NAME_LIMIT = 40


def session_of(tournament: Tournament) -> TableSession | None:
    """The session open now, if any."""
    return TableSession.objects.filter(tournament=tournament, closed_at=None).select_related("opened_by").first()


@transaction.atomic
def open_session(tournament: Tournament, actor: Actor, name: str = "") -> TableSession:
    """Begin a session with a PIN of its own; one a tournament. Without a name it is called by its day and half-day."""
    held = locked(tournament.pk)
    if found := session_of(held):
        message = _("“%(name)s”还开着；先结束它，再开始新的时段。")
        raise Conflict(message % {"name": found.name}, code="session-open", at="name")
    made = TableSession.objects.create(
        tournament=held, name=_name(name), pin=_new_pin(), opened_at=timezone.now(), opened_by=actor.user
    )
    audit.record(held, actor, "session.open", made.name)
    return made


@transaction.atomic
def close_session(tournament: Tournament, actor: Actor) -> TableSession:
    """End the session: its devices no longer read or write; what they had not sent waits until they join again."""
    found = _open_one(tournament)
    found.closed_at = timezone.now()
    found.save(update_fields=["closed_at"])
    audit.record(tournament, actor, "session.close", found.name)
    return found


@transaction.atomic
def renew_pin(tournament: Tournament, actor: Actor) -> TableSession:
    """Another PIN for the session open now; devices that have joined go on."""
    found = _open_one(tournament)
    found.pin = _new_pin(found.pin)
    found.save(update_fields=["pin"])
    audit.record(tournament, actor, "session.pin", found.name)
    return found


def is_weak(pin: str) -> bool:
    """Four equal digits, or four in a row up or down (0123, 9876)."""
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return len(steps) == 1 and steps <= {0, 1, -1}


def _new_pin(old: str = "") -> str:
    """Four digits no open session has, not easily guessed."""
    taken = {old, *TableSession.objects.filter(closed_at=None).values_list("pin", flat=True)}
    while True:
        pin = f"{secrets.randbelow(10_000):04}"
        if pin not in taken and not is_weak(pin):
            return pin


def _open_one(tournament: Tournament) -> TableSession:
    found = session_of(locked(tournament.pk))
    if found is None:
        raise Conflict(_("现在没有开着的时段；请先开始一个时段。"), code="no-session")
    return found


def _name(name: str) -> str:
    name = clean(name)
    if len(name) > NAME_LIMIT:
        message = _("时段名称有 %(length)d 个字，最多 %(limit)d 个字。") % {"length": len(name), "limit": NAME_LIMIT}
        raise Refusal(message, code="too-long", at="name")
    now = timezone.localtime()
    half = _("上午") if now.hour < 12 else _("下午") if now.hour < 18 else _("晚上")
    return name or _("%(month)d月%(day)d日%(half)s") % {"month": now.month, "day": now.day, "half": half}
