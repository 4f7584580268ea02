"""Work done in the background, as rows, so that a dead worker loses nothing."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """One piece of background work: kind, arguments, state, progress, result."""

    class State(models.TextChoices):
        """Where the work stands."""

        WAITING = "waiting", _("等待")
        RUNNING = "running", _("进行中")
        DONE = "done", _("完成")
        FAILED = "failed", _("失败")

    kind = models.CharField(max_length=40)
    arguments = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    message = models.CharField(max_length=300, blank=True)
    result_file = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "后台任务"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
