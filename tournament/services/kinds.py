"""What kinds of stage have in common: which keep a table, which are drawn round by round, how teams go on."""

from collections.abc import Mapping
from typing import Any

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
