"""A tournament, its departments, teams and players."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Tournament(models.Model):
    """One competition (赛事).

    `details` holds what its notice says beyond the columns (organiser, who may enter, prizes, officials, agenda …),
    `quota` the rule by which departments get teams, `schedule_options` how the schedule was last laid out.
    """

    class Part(models.TextChoices):
        """What may be published, each by itself."""

        NOTICE = "notice", _("通知")
        TEAMS = "teams", _("参赛队")
        DRAW = "draw", _("分组与对阵")
        SCHEDULE = "schedule", _("赛程")
        RESULTS = "results", _("成绩与名次")

    slug = models.SlugField("网址名", unique=True, max_length=60)
    name = models.CharField("赛事名称", max_length=120)
    host = models.CharField("主办单位", max_length=120, blank=True)
    venue = models.CharField("比赛地点", max_length=120, blank=True)
    starts_at = models.DateTimeField("第一轮开始", null=True, blank=True)
    ends_on = models.DateField("最后一天", null=True, blank=True)
    details = models.JSONField("通知要素", default=dict, blank=True)
    entry_opens_at = models.DateTimeField("报名开始", null=True, blank=True)
    entry_closes_at = models.DateTimeField("报名截止", null=True, blank=True)
    change_minutes = models.PositiveIntegerField("第一轮前多少分钟截止更换（分钟）", default=60)
    quota = models.JSONField("名额办法", default=dict, blank=True)
    roster_size = models.PositiveSmallIntegerField("每队最多人数", default=2)
    schedule_options = models.JSONField("编排赛程的选项", default=dict, blank=True)
    published = models.JSONField("已发布的部分", default=list, blank=True)
    created_at = models.DateTimeField("建立时间", auto_now_add=True)

    class Meta:
        verbose_name = "赛事"
        ordering = ["-starts_at", "name"]

    def __str__(self) -> str:
        return self.name

    def is_published(self, part: str) -> bool:
        """True if the public may see this part."""
        return part in self.published


class Department(models.Model):
    """A department (部门/单位); `team_quota` is how many teams it may enter, empty for no limit."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="departments")
    name = models.CharField("单位名称", max_length=60)
    sort_key = models.CharField("拼音", max_length=200, blank=True)
    headcount = models.PositiveIntegerField("人数", null=True, blank=True)
    team_quota = models.PositiveIntegerField("名额", null=True, blank=True)
    contact = models.CharField("联系人", max_length=60, blank=True)
    phone = models.CharField("电话", max_length=40, blank=True)

    class Meta:
        verbose_name = "单位"
        ordering = ["sort_key", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="department_name_once")]

    def __str__(self) -> str:
        return self.name


class DepartmentLink(models.Model):
    """The address by which a department's own contact enters its teams: a secret token, revocable, no account."""

    department = models.ForeignKey(Department, on_delete=models.CASCADE, related_name="links")
    token = models.CharField("链接码", max_length=64, unique=True)
    created_at = models.DateTimeField("发出时间", auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField("收回时间", null=True, blank=True)
    last_used_at = models.DateTimeField("最近使用", null=True, blank=True)

    class Meta:
        verbose_name = "单位报名链接"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.department} {self.created_at:%Y-%m-%d}"


class Team(models.Model):
    """A team (队) of one department; on the waiting list (候补) while `waiting_since` is set."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    department = models.ForeignKey(Department, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField("队名", max_length=60)
    sort_key = models.CharField("拼音", max_length=200, blank=True)
    seed = models.PositiveIntegerField("种子", null=True, blank=True)
    withdrawn_at = models.DateTimeField("退赛时间", null=True, blank=True)
    withdrawn_reason = models.CharField("退赛原因", max_length=200, blank=True)
    waiting_since = models.DateTimeField("候补起", null=True, blank=True)
    over_quota_reason = models.CharField("超名额原因", max_length=200, blank=True)

    class Meta:
        verbose_name = "参赛队"
        ordering = ["sort_key", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once")]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A player (队员); `number` 1 sits N or E, 2 sits S or W, from 3 on reserves; who was replaced stays (`left_at`).

    `staff_number` (工号), where the office has one, tells two people of one name apart; `namesake` records that
    somebody said they are two people.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField("序号")
    name = models.CharField("姓名", max_length=60)
    staff_number = models.CharField("工号", max_length=30, blank=True)
    namesake = models.BooleanField("确认为同名不同人", default=False)
    left_at = models.DateTimeField("换下时间", null=True, blank=True)

    class Meta:
        verbose_name = "队员"
        ordering = ["team_id", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "number"], condition=Q(left_at__isnull=True), name="player_number_once"
            )
        ]

    def __str__(self) -> str:
        return self.name
