"""Stages of a tournament and its tables."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class PlayTable(models.Model):
    """A table (桌) in the hall; `hours` lists [from, to] as ISO times in which it may be used, empty for always."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField("桌号")
    place = models.CharField("位置", max_length=60, blank=True)
    hours = models.JSONField("可用时间", default=list, blank=True)

    class Meta:
        verbose_name = "牌桌"
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return gettext("%(number)s号桌") % {"number": self.number}


class Stage(models.Model):
    """A stage (阶段) played under one ruleset version.

    `settings` holds the draw's options as `draw/1` names them (order, legs, advance, cross, places, third_place,
    group_size …), `match_options` a sheet's `match` overrides, `criteria` the ordered standings criteria,
    `points` the match points of `standings/1`.
    """

    class Kind(models.TextChoices):
        """The shapes a stage can have."""

        GROUPS = "groups", _("小组循环")
        KNOCKOUT = "knockout", _("淘汰")
        REDRAW = "redraw", _("每轮重抽淘汰")
        SWISS = "swiss", _("积分编排")
        LAST_GROUP = "last-group", _("末段循环")

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField("序号")
    name = models.CharField("阶段名称", max_length=40)
    kind = models.CharField("赛制", max_length=12, choices=Kind.choices)
    ruleset = models.ForeignKey("scoring.RulesetVersion", on_delete=models.PROTECT, related_name="stages")
    settings = models.JSONField("编排选项", default=dict, blank=True)
    match_options = models.JSONField("本阶段每场的限定", default=dict, blank=True)
    criteria = models.JSONField("名次依据", default=list, blank=True)
    points = models.JSONField("场分", default=dict, blank=True)
    slot_minutes = models.PositiveIntegerField("每场时段（分钟）", default=60)

    class Meta:
        verbose_name = "阶段"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.UniqueConstraint(fields=["tournament", "name"], name="stage_name_once"),
        ]

    def __str__(self) -> str:
        return self.name
