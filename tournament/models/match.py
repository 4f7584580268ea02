"""A match, its two slots, the sides' confirmations and the confirmed result."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

SIDES = [("a", _("甲方")), ("b", _("乙方"))]


class Match(models.Model):
    """A match (场). What was written down is in its sheet entries; the columns from `version` on are its projection.

    `planned_at` keeps the first plan's hour where a delay moved `starts_at`; `called_at` says since when its teams are
    called to the table.
    """

    class Status(models.TextChoices):
        """From the first entry to the second pair of eyes."""

        SCHEDULED = "scheduled", _("未开始")
        PLAYING = "playing", _("进行中")
        LAST_HAND = "last-hand", _("最后一副")
        TIED = "tied", _("待决")
        FINISHED = "finished", _("待确认")
        CONFIRMED = "confirmed", _("已确认")
        VERIFIED = "verified", _("已核验")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    stage = models.ForeignKey("tournament.Stage", on_delete=models.CASCADE, related_name="matches")
    code = models.CharField("场次代号", max_length=20)
    round = models.PositiveSmallIntegerField("轮次")
    group = models.CharField("小组", max_length=4, blank=True)
    place = models.PositiveSmallIntegerField("决定的名次", null=True, blank=True)
    table = models.ForeignKey("tournament.PlayTable", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    starts_at = models.DateTimeField("开始", null=True, blank=True)
    ends_at = models.DateTimeField("结束", null=True, blank=True)
    planned_at = models.DateTimeField("原定开始", null=True, blank=True)
    called_at = models.DateTimeField("叫号时间", null=True, blank=True)

    version = models.PositiveIntegerField(default=0)
    status = models.CharField("状态", max_length=12, choices=Status.choices, default=Status.SCHEDULED)
    winner = models.CharField(max_length=1, choices=SIDES, blank=True)
    decided_by = models.CharField(max_length=24, blank=True)
    projection = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = "场次"
        ordering = ["stage_id", "round", "id"]
        constraints = [models.UniqueConstraint(fields=["stage", "code"], name="match_code_once")]

    def __str__(self) -> str:
        return f"{self.stage} {self.code}"

    @property
    def begun(self) -> bool:
        """True from its start entry on; a match that was voided has lines on its sheet and has not begun."""
        return self.status != Match.Status.SCHEDULED


class MatchSlot(models.Model):
    """One side of a match: where its team comes from, a ruling if the chief decided otherwise, the team that results.

    `best` reads the `source_rank`-th best of all teams at `source_place` of their groups (or of the losers of round
    `source_place`) in `source_stage`. `team` is derived (null while open) and compared by `manage.py verify`; it is
    never what people decide.
    """

    class Source(models.TextChoices):
        """Where a side's team comes from."""

        TEAM = "team", _("指定")
        WINNER = "winner", _("胜者")
        LOSER = "loser", _("负者")
        GROUP = "group", _("小组名次")
        BEST = "best", _("跨组择优")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="slots")
    side = models.CharField(max_length=1, choices=SIDES)
    source = models.CharField(max_length=8, choices=Source.choices)
    source_team = models.ForeignKey(
        "tournament.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    source_match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, blank=True, related_name="feeds")
    source_stage = models.ForeignKey(
        "tournament.Stage", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    source_group = models.CharField(max_length=4, blank=True)
    source_place = models.PositiveSmallIntegerField(null=True, blank=True)
    source_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    ruling_team = models.ForeignKey(
        "tournament.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    ruling_reason = models.CharField(max_length=200, blank=True)
    ruling_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="slots")

    class Meta:
        verbose_name = "席位"
        ordering = ["match_id", "side"]
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="match_side_once")]

    def __str__(self) -> str:
        return f"{self.match} {self.side}"


class LineUp(models.Model):
    """Who of a team's roster plays a match (上场名单): `number` 1 sits N or E, 2 sits S or W."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="line_ups")
    side = models.CharField(max_length=1, choices=SIDES)
    number = models.PositiveSmallIntegerField("座次")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "上场名单"
        ordering = ["match_id", "side", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_once_a_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.side}{self.number} {self.player}"


class CheckIn(models.Model):
    """A player seen at the table before the match (到场); taken back by deleting, both audited."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="check_ins")
    side = models.CharField(max_length=1, choices=SIDES)
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField("到场时间")
    actor_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor_pass = models.UUIDField(null=True, blank=True)
    actor_name = models.CharField(max_length=60)

    class Meta:
        verbose_name = "到场登记"
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="player_checks_in_once")]

    def __str__(self) -> str:
        return f"{self.match} {self.player}"


class Confirmation(models.Model):
    """A side's word that the sheet is right, at one version of it; a later entry makes it void."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="confirmations")
    side = models.CharField(max_length=1, choices=SIDES)
    version = models.PositiveIntegerField()
    actor_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor_pass = models.UUIDField(null=True, blank=True)
    actor_name = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        verbose_name = "双方确认"
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["match", "side", "version"], name="side_confirms_once")]

    def __str__(self) -> str:
        return f"{self.match} {self.side} v{self.version}"


class ConfirmedResult(models.Model):
    """The confirmed result of a match: one in force by constraint; it keeps the engine version that computed it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    version = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=20)
    result = models.JSONField()
    confirmed_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)
    verified_at = models.DateTimeField(null=True, blank=True)
    verified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    self_verified_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = "确认成绩"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(superseded_at__isnull=True), name="one_confirmed_result_a_match"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match} v{self.version}"
