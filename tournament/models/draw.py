"""Draws as recorded, the places they gave, and lots drawn for ties."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Draw(models.Model):
    """A draw (抽签): its record with its result, who was present, when. Undone draws stay on record.

    `round` is 0 for a draw of the whole stage, else the one round it drew (redrawn knockout, Swiss). `revealed` counts
    the names the hall has seen of a draw shown one by one; once it is confirmed (null) its places and matches exist.
    """

    stage = models.ForeignKey("tournament.Stage", on_delete=models.CASCADE, related_name="draws")
    round = models.PositiveSmallIntegerField("轮次", default=0)
    record = models.JSONField("抽签记录")
    present = models.CharField("在场人员", max_length=200, blank=True)
    drawn_at = models.DateTimeField("抽签时间")
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField("撤销时间", null=True, blank=True)
    revealed = models.PositiveIntegerField("已揭晓", null=True, blank=True)

    class Meta:
        verbose_name = "抽签"
        ordering = ["-drawn_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "round"], condition=Q(undone_at__isnull=True), name="one_draw_in_force"
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.drawn_at:%Y-%m-%d %H:%M}"


class DrawAddendum(models.Model):
    """What was added to a draw later, without moving a drawn pair: a late team on a bye or on a place given up."""

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="addenda")
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT, related_name="+")
    record = models.JSONField("记录")
    reason = models.CharField("原因", max_length=200, blank=True)
    present = models.CharField("在场人员", max_length=200, blank=True)
    added_at = models.DateTimeField("时间")
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "抽签补记"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.draw} {self.team}"


class GroupPlace(models.Model):
    """A team's number in a group, as the draw in force gave it (derived; `manage.py verify` compares)."""

    stage = models.ForeignKey("tournament.Stage", on_delete=models.CASCADE, related_name="group_places")
    group = models.CharField("小组", max_length=4)
    number = models.PositiveSmallIntegerField("组内序号")
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "小组席位"
        ordering = ["stage_id", "group", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "group", "number"], name="group_number_once"),
            models.UniqueConstraint(fields=["stage", "team"], name="team_in_one_group"),
        ]

    def __str__(self) -> str:
        return f"{self.group}{self.number} {self.team}"


class Lot(models.Model):
    """A lot drawn to part teams that nothing else parts: team ids, best first. Kept for ever; the last one counts."""

    stage = models.ForeignKey("tournament.Stage", on_delete=models.CASCADE, related_name="lots")
    group = models.CharField("小组", max_length=4, blank=True)
    order = models.JSONField("抽签次序")
    present = models.CharField("在场人员", max_length=200, blank=True)
    drawn_at = models.DateTimeField("抽签时间")
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "名次抽签"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.stage} {self.group}"
