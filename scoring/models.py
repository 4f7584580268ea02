"""Stored ruleset versions: immutable documents, unique by content."""

from django.db import models


class RulesetVersion(models.Model):
    """One version of a ruleset. Never edited: a change makes another version.

    `house_name` is the name of one that the house made or imported, once each in this house; presets (whose next
    release keeps the name) and the rulesets of an imported tournament have none.
    """

    name = models.CharField("名称", max_length=80)
    house_name = models.CharField("自定规则的名称", max_length=80, unique=True, null=True, editable=False)
    content_hash = models.CharField("内容摘要", max_length=64, unique=True)
    document = models.JSONField("规则文档")
    created_at = models.DateTimeField("建立时间", auto_now_add=True)

    class Meta:
        verbose_name = "规则版本"
        ordering = ["name", "-created_at"]

    def __str__(self) -> str:
        return self.name
