"""What kinds of stage have in common: which keep a table, which are drawn round by round, how teams go on."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Stage

TABLES = (Stage.Kind.GROUPS, Stage.Kind.SWISS, Stage.Kind.LAST_GROUP)
BY_ROUND = (Stage.Kind.REDRAW, Stage.Kind.SWISS)
ONE_TABLE = (Stage.Kind.SWISS, Stage.Kind.LAST_GROUP)
ALL = "A"  # the one group of a stage that has a single table
BEST = "best"  # where lots among the best n-th or the best losers are kept, in place of a group


def is_plain(settings: Mapping[str, Any]) -> bool:
    """Whether `draw/1` covers how groups feed the knockout: the same number of each group and nobody else."""
    advance = settings.get("advance")
    return not settings.get("best") and (advance is None or isinstance(advance, int))


def kind_words(stage: Stage) -> str:
    """How a stage is played, as the choice of the format calls it."""
    settings = stage.settings
    if stage.kind == Stage.Kind.KNOCKOUT and settings.get("until"):
        return _("淘汰到最后 %(count)d 队") % {"count": settings["until"]}
    if stage.kind == Stage.Kind.KNOCKOUT:
        return _("单淘汰，首轮负者择优复活") if settings.get("best_losers") else _("单淘汰")
    if stage.kind == Stage.Kind.GROUPS:
        return _("循环赛（不分组）") if settings.get("groups") == 1 else _("小组循环")
    if stage.kind == Stage.Kind.SWISS:
        return _("积分编排（瑞士制）")
    return _("单淘汰，每轮重新抽签") if stage.kind == Stage.Kind.REDRAW else _("最后几队循环")
