"""Who changed what, when, from what to what."""

from django.conf import settings
from django.db import models


class AuditEntry(models.Model):
    """One change, written in the same transaction as the change itself and never edited."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.SET_NULL, null=True, blank=True, related_name="audit_entries"
    )
    at = models.DateTimeField()
    actor_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor_pass = models.UUIDField(null=True, blank=True)
    actor_name = models.CharField(max_length=60)
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=120)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = "操作记录"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"
