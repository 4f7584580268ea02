"""Who stands at which table: sessions with their PIN, table passes, the devices that joined, announcements."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class TableSession(models.Model):
    """A stretch of play (场次时段) in which passes open tables; its PIN is shown on the chief referee's desk."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="table_sessions")
    name = models.CharField("名称", max_length=40)
    pin = models.CharField("PIN", max_length=4)
    opened_at = models.DateTimeField("开始时间")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField("结束时间", null=True, blank=True)

    class Meta:
        verbose_name = "裁判时段"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(closed_at__isnull=True), name="one_open_session_a_tournament"
            ),
            models.UniqueConstraint(
                fields=["pin"], condition=Q(closed_at__isnull=True), name="a_pin_names_one_open_session"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.name}"


class TablePass(models.Model):
    """A table pass (牌桌通行证): a secret address, printed as a QR code, for one to six tables; revocable.

    The token only says which tables: without the PIN of the session open now it opens nothing.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="table_passes")
    token = models.CharField("码", max_length=64, unique=True)
    tables = models.ManyToManyField("tournament.PlayTable", related_name="passes")
    created_at = models.DateTimeField("发出时间", auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField("收回时间", null=True, blank=True)

    class Meta:
        verbose_name = "牌桌通行证"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.tournament} {self.pk}"


class Device(models.Model):
    """A phone that joined with a pass and the session's PIN; its name signs what it writes.

    The id signs entries (`actor_pass`); of the secret only the hash is stored. `unsent` is what it last said waits in
    its outbox, `seen_at` is at most some seconds old while it is there. `silent_from` and `silent_until` are its last
    silence that was too long for one that is there, once it is over.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    table_pass = models.ForeignKey(TablePass, on_delete=models.CASCADE, related_name="devices")
    session = models.ForeignKey(TableSession, on_delete=models.CASCADE, related_name="devices")
    secret_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField("姓名", max_length=30)
    joined_at = models.DateTimeField("加入时间")
    seen_at = models.DateTimeField("最近联系")
    unsent = models.PositiveIntegerField("未上传", default=0)
    silent_from = models.DateTimeField("失联起", null=True, blank=True)
    silent_until = models.DateTimeField("失联止", null=True, blank=True)
    left_at = models.DateTimeField("离开时间", null=True, blank=True)
    revoked_at = models.DateTimeField("收回时间", null=True, blank=True)

    class Meta:
        verbose_name = "裁判设备"
        ordering = ["joined_at", "id"]

    def __str__(self) -> str:
        return self.name


class Holding(models.Model):
    """Which device writes at a table; one a table. It counts while the device is let in."""

    table = models.OneToOneField("tournament.PlayTable", on_delete=models.CASCADE, related_name="holding")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="holdings")
    since = models.DateTimeField("起")

    class Meta:
        verbose_name = "执笔"
        ordering = ["table_id"]

    def __str__(self) -> str:
        return f"{self.table} {self.device}"


class PinAttempts(models.Model):
    """Wrong PINs typed on one device (or from one address, by those without a cookie); see `services.pins`."""

    key = models.CharField(max_length=80, unique=True)
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()
    locked_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "PIN 错误"
        ordering = ["-last_at"]

    def __str__(self) -> str:
        return f"{self.key} {self.failures}"


class Announcement(models.Model):
    """A word of the chief referee to all tables, or to one; each device acknowledges it."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="announcements")
    table = models.ForeignKey(
        "tournament.PlayTable", on_delete=models.CASCADE, null=True, blank=True, related_name="announcements"
    )
    text = models.CharField("内容", max_length=200)
    at = models.DateTimeField("时间")
    actor_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor_name = models.CharField(max_length=60)

    class Meta:
        verbose_name = "公告"
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.text


class Acknowledgement(models.Model):
    """A device has read an announcement."""

    announcement = models.ForeignKey(Announcement, on_delete=models.CASCADE, related_name="acknowledgements")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="acknowledgements")
    at = models.DateTimeField("时间")

    class Meta:
        verbose_name = "公告回执"
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["announcement", "device"], name="acknowledged_once")]

    def __str__(self) -> str:
        return f"{self.announcement} {self.device}"


class LateProposal(models.Model):
    """What a table proposes about a late side; the chief referee decides, the sheet shows what was decided.

    `verdict` is `forfeit-a`, `forfeit-b`, `forfeit-both` or `start`; for the last, `clock_from` says from when the
    clock should run (`planned` or `actual`). Only a refusal is stored as an answer: everything else is on the sheet.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    match = models.ForeignKey("tournament.Match", on_delete=models.CASCADE, related_name="late_proposals")
    verdict = models.CharField("建议", max_length=12)
    clock_from = models.CharField("计时", max_length=8, blank=True)
    reason = models.CharField("理由", max_length=200, blank=True)
    at = models.DateTimeField("时间")
    actor_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor_pass = models.UUIDField(null=True, blank=True)
    actor_name = models.CharField(max_length=60)
    answer = models.CharField("不同意的理由", max_length=200, blank=True)
    answered_at = models.DateTimeField("答复时间", null=True, blank=True)
    answered_by = models.CharField("答复人", max_length=60, blank=True)

    class Meta:
        verbose_name = "迟到处理建议"
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.match} {self.verdict}"
