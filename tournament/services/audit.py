"""Audit entries, written in the transaction of the change."""

from typing import Any

from django.utils import timezone

from tournament.models import AuditEntry, Tournament

from .actor import Actor


def record(
    tournament: Tournament | None,
    actor: Actor,
    action: str,
    subject: str,
    *,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditEntry:
    """Write one audit entry; `action` is a short code such as `team.add`, `subject` names the thing in words."""
    return AuditEntry.objects.create(
        tournament=tournament,
        at=timezone.now(),
        action=action,
        subject=subject[:120],
        before=before,
        after=after,
        reason=reason[:300],
        **actor.columns(),
    )
