"""When teams may be entered and players changed: the registration window, the hour changes end, and the draw."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Draw, Tournament

from . import audit
from .actor import Actor
from .notice_checks import refuse_contradictions
from .refusal import Refusal
from .tournaments import locked

ALWAYS, BEFORE, OPEN, CLOSED = "always", "before", "open", "closed"
_RULES = ("entry_opens_at", "entry_closes_at", "change_minutes", "roster_size")


@dataclass(frozen=True, slots=True)
class Window:
    """Where the window stands at one moment; `change_until` None = no hour of round 1 is known."""

    state: str
    opens_at: datetime | None
    closes_at: datetime | None
    change_until: datetime | None
    changes_open: bool

    @property
    def is_open(self) -> bool:
        """True where teams may be entered without anybody's leave."""
        return self.state in (ALWAYS, OPEN)


def window_of(tournament: Tournament, now: datetime | None = None) -> Window:
    """The window at `now` (aware; the present if None). It opens at its first moment and is closed at its last."""
    now = now or timezone.now()
    opens, closes = tournament.entry_opens_at, tournament.entry_closes_at
    state = ALWAYS if opens is None and closes is None else OPEN
    if opens is not None and now < opens:
        state = BEFORE
    elif closes is not None and now >= closes:
        state = CLOSED
    until = tournament.starts_at - timedelta(minutes=tournament.change_minutes) if tournament.starts_at else None
    return Window(state, opens, closes, until, until is None or now < until)


def check_entry(tournament: Tournament, actor: Actor, reason: str = "", *, contact: bool = False) -> None:
    """Refuse an entry (or withdrawal) outside the window: a contact always, an account unless it gives a reason."""
    window = window_of(tournament)
    if window.is_open or _may_anyway(actor, reason, contact):
        return
    before = window.state == BEFORE
    facts = {"when": _moment(window.opens_at if before else window.closes_at)}
    if contact:
        message = (
            _("报名 %(when)s 才开始。") if before else _("报名已于 %(when)s 截止；如有特殊情况，请与主办单位联系。")
        )
    elif before:
        message = _("报名 %(when)s 才开始；工作人员提前登记，请写明理由。")
    else:
        message = _("报名已于 %(when)s 截止；工作人员补报，请写明理由。")
    raise Refusal(message % facts, code=f"window-{window.state}", at="reason")


def check_change(tournament: Tournament, actor: Actor, reason: str = "", *, contact: bool = False) -> None:
    """Refuse changes of players and names from `change_minutes` before round 1 on: as `check_entry` does."""
    window = window_of(tournament)
    if contact and window.state == BEFORE:
        raise Refusal(_("报名 %s 才开始。") % _moment(window.opens_at), code="window-before", at="reason")
    if window.changes_open or _may_anyway(actor, reason, contact):
        return
    facts: dict[str, Any] = {"when": _moment(window.change_until), "minutes": tournament.change_minutes}
    message = _("第一轮前 %(minutes)d 分钟（%(when)s）起不再更换；工作人员更换，请写明理由。")
    if contact:
        message = _("第一轮前 %(minutes)d 分钟（%(when)s）起不再更换；如有特殊情况，请与主办单位联系。")
    raise Refusal(message % facts, code="changes-closed", at="reason")


@transaction.atomic
def set_entry_rules(tournament: Tournament, actor: Actor, **rules: Any) -> Tournament:
    """Change any of `entry_opens_at`, `entry_closes_at`, `change_minutes`, `roster_size`."""
    held = locked(tournament.pk)
    before = _facts(held)
    for field in _RULES:
        setattr(held, field, rules.get(field, getattr(held, field)))
    refuse_contradictions(held, _RULES)
    held.save(update_fields=list(_RULES))
    if before != _facts(held):
        audit.record(held, actor, "entry.rules", held.name, before=before, after=_facts(held))
    return held


def is_drawn(tournament: Tournament) -> bool:
    """True while a draw of this tournament is in force."""
    return Draw.objects.filter(stage__tournament=tournament, undone_at__isnull=True).exists()


def _may_anyway(actor: Actor, reason: str, contact: bool) -> bool:
    """Staff with a reason, and the program itself."""
    return not contact and (bool(reason.strip()) or actor.user is None)


def _moment(when: datetime | None) -> str:
    return timezone.localtime(when).strftime("%Y-%m-%d %H:%M") if when else ""


def _facts(tournament: Tournament) -> dict[str, str]:
    return {field: str(getattr(tournament, field) or "") for field in _RULES}
