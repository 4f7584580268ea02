"""A tournament, its departments, teams and players."""

from django.db import models


class Tournament(models.Model):
    """One competition (赛事)."""

    class Part(models.TextChoices):
        """What may be published, each by itself."""

        TEAMS = "teams", "参赛队"
        DRAW = "draw", "分组与对阵"
        SCHEDULE = "schedule", "赛程"
        RESULTS = "results", "成绩与名次"

    slug = models.SlugField("网址名", unique=True, max_length=60)
    name = models.CharField("赛事名称", max_length=120)
    host = models.CharField("主办单位", max_length=120, blank=True)
    venue = models.CharField("比赛地点", max_length=120, blank=True)
    starts_at = models.DateTimeField("第一轮开始", null=True, blank=True)
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

    class Meta:
        verbose_name = "单位"
        ordering = ["sort_key", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="department_name_once")]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A team (队) of one department."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    department = models.ForeignKey(Department, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField("队名", max_length=60)
    sort_key = models.CharField("拼音", max_length=200, blank=True)
    seed = models.PositiveIntegerField("种子", null=True, blank=True)
    withdrawn_at = models.DateTimeField("退赛时间", null=True, blank=True)

    class Meta:
        verbose_name = "参赛队"
        ordering = ["sort_key", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once")]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A player (队员); `number` 1 sits N or E, 2 sits S or W."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField("序号")
    name = models.CharField("姓名", max_length=60)

    class Meta:
        verbose_name = "队员"
        ordering = ["team_id", "number"]
        constraints = [models.UniqueConstraint(fields=["team", "number"], name="player_number_once")]

    def __str__(self) -> str:
        return self.name
