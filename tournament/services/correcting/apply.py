"""Carrying a decision out: as it was shown, with a reason, as a whole or not at all."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import AuditEntry

from .. import audit
from ..actor import Actor
from ..refusal import Conflict, NotAllowed, Refusal
from .operations import Operation, annotated
from .preview import Preview, before_of, carry_out, hold, look, shown_of
from .rewriting import Ruling

REASON_LIMIT = 200


class Changed(Conflict):
    """Not done: what would happen is not (or no longer) what was shown, or a choice is owed. `preview` shows it now."""

    def __init__(self, message: str, preview: Preview, *, code: str, at: str = "") -> None:
        super().__init__(message, code=code, at=at)
        self.preview = preview


def apply(
    operation: Operation, *, token: str, choices: Mapping[int, str], reason: str, actor: Actor, key: UUID
) -> Preview:
    """Do what the preview with this token showed, and audit it; answers what was changed.

    `key` is the preview's: sent again, it does nothing a second time. Raises `NotAllowed` for anybody but the chief
    referee, `Changed` where the world is another than the one shown or a begun match has no choice, `Refusal`.
    """
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("更正与裁定只能由裁判长进行。"), code="chief-only")
    reason = _checked(reason)
    with transaction.atomic():
        tournament = hold(operation)
        by = Ruling(actor, reason, key, choices)
        done = AuditEntry.objects.filter(tournament=tournament, action=operation.action, after__key=str(key))
        if done.exists():
            raise Refusal(_("这一裁定已经执行过，没有再执行第二次。"), code="done")
        now = before_of(operation, tournament)
        _refuse_other_than_shown(operation, look(operation, now, by), token)
        changed = shown_of(carry_out(operation, now, by))
        before, after = _documents(changed)
        after = annotated(after, operation) | {"key": str(key)}
        audit.record(
            tournament,
            actor,
            operation.action,
            operation.subject(now.world.titles),
            before=before,
            after=after,
            reason=reason,
        )
        return changed


def _checked(reason: str) -> str:
    """The reason as it is kept and printed."""
    said = "".join(char for char in reason if char.isprintable()).strip()
    if not said:
        raise Refusal(_("请写明原因：更正与裁定的原因要存档。"), code="empty", at="reason")
    if len(said) > REASON_LIMIT:
        facts = {"length": len(said), "limit": REASON_LIMIT}
        raise Refusal(_("原因有 %(length)s 个字，最多 %(limit)s 个字。") % facts, code="too-long", at="reason")
    return said


def _refuse_other_than_shown(operation: Operation, shown: Preview, token: str) -> None:
    if shown.token != token:
        message = _("看过影响之后情况又有变化，没有执行；下面是现在的影响，请重新核对。")
        raise Changed(message, shown, code="changed")
    if shown.concerns and not operation.choosable:
        titles = _("、").join(one.title for one in shown.concerns)
        message = _("这些场次已经按原来的队开始，不能这样改：%(titles)s。请先更正这些场次。")
        raise Changed(message % {"titles": titles}, shown, code="begun")
    if shown.undecided:
        titles = _("、").join(one.title for one in shown.undecided)
        message = _("下列已开始的场次还没有选择“维持已赛”或“作废重赛”：%(titles)s。")
        raise Changed(message % {"titles": titles}, shown, code="choice-needed", at="choices")


def _documents(changed: Preview) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the audit keeps, before and after."""
    before = {
        "matches": [_kept(one) for one, _after in changed.own],
        "slots": [[one.title, one.side, one.before] for one in changed.slots],
        "places": [list(place) for place in changed.places_before],
    }
    after = {
        "matches": [_kept(one) for _before, one in changed.own],
        "slots": [[one.title, one.side, one.after] for one in changed.slots],
        "places": [list(place) for place in changed.places_after],
        "choices": {one.title: one.choice for one in changed.concerns if one.needed},
        "void_lots": list(changed.void_lots),
        "draws": list(changed.draws),
    }
    return before, after


def _kept(summary: Any) -> dict[str, Any]:
    return {key: value for key, value in asdict(summary).items() if key != "lines"}
