"""Matches that ended level: the lot or the chief referee's ruling that decides them goes on the sheet."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import sheet as rules
from tournament.models import Match
from tournament.services.actor import Actor
from tournament.services.folded import folded
from tournament.services.locks import lock_match
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.sheet import append_entry

TEXT_LIMIT = 200


def decide_match(match_id: int, *, winner: str, text: str, actor: Actor, key: UUID) -> Match:
    """Write the lot or the decision that the sheet waits for; `winner` a, b or, for a decision, `none`.

    `text` gives a decision's reason. Sent again with the same `key`, it does nothing more.
    """
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("裁定只能由裁判长记录。"), code="chief-only")
    with transaction.atomic():
        match = lock_match(match_id)
        sheet = folded(match)
        if str(key) in sheet.numbers:
            return match
        payload = _payload(rules.next_step(sheet.state), winner, text.strip())
        after = UUID(sheet.last) if sheet.last else None
        return append_entry(match_id, entry_id=key, after=after, payload=payload, actor=actor).match


def _payload(step: str, winner: str, text: str) -> dict[str, str | None]:
    if step not in ("lot", "decision", "decider-match"):
        raise Conflict(_("本场现在没有要由裁判长决定的胜负。"), code="not-owed", at="winner")
    if winner not in ("a", "b") and not (winner == "none" and step != "lot"):
        raise Refusal(_("请选择胜方。"), code="no-choice", at="winner")
    if step == "lot":
        return {"type": "lot", "winner": winner}
    if not text or len(text) > TEXT_LIMIT:
        message = _("请写明裁定的理由，最多 %(limit)d 个字。") % {"limit": TEXT_LIMIT}
        raise Refusal(message, code="reason-needed", at="text")
    return {"type": "decision", "winner": None if winner == "none" else winner, "text": text}
