"""The score sheet's entries: append-only rows."""

import uuid

from django.conf import settings
from django.db import models


class SheetEntry(models.Model):
    """One line of a score sheet. Never updated, never deleted: a strike is an entry.

    `id` is made by the client and makes a retry harmless; `n` is given by the server; `after` is the entry it was
    written on top of. `payload` is the entry in the sheet's form without `n`, references by UUID.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    match = models.ForeignKey("tournament.Match", on_delete=models.PROTECT, related_name="entries")
    n = models.PositiveIntegerField()
    after = models.UUIDField(null=True, blank=True)
    type = models.CharField(max_length=16)
    payload = models.JSONField()
    schema_version = models.PositiveSmallIntegerField(default=1)
    team_a = models.ForeignKey("tournament.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    team_b = models.ForeignKey("tournament.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    actor_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor_pass = models.UUIDField(null=True, blank=True)
    actor_name = models.CharField(max_length=60)
    device_at = models.DateTimeField(null=True, blank=True)
    server_at = models.DateTimeField()

    class Meta:
        verbose_name = "记分表条目"
        ordering = ["match_id", "n"]
        constraints = [models.UniqueConstraint(fields=["match", "n"], name="entry_number_once")]

    def __str__(self) -> str:
        return f"{self.match} {self.n} {self.type}"
