"""The best n-th placed or best losers as a table: how they compare, who goes on, in the words of pages."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import plain
from scoring.words.standings import criterion_name
from tournament.models import Stage

from .best_placed import Best, best_of
from .keypad import reader
from .match_words import group_text, ordinal
from .spoken import all_said

LOT = "lot"


def best_table(stage: Stage) -> dict[str, Any] | None:
    """`title`, `rule` in words, `criteria`, `rows`, `open`, `lot_owed`, `notes`; None for a stage without such seats.

    A row: `rank`, `team`, `values`, `decided`, `on` (True, False, None while a lot is owed).
    """
    best = best_of(stage)
    if best is None:
        return None
    rows = best.choice.rows if best.choice else ()
    keys = [key for key in stage.criteria if rows and key in rows[0].values]
    return {
        "title": _title(stage),
        "rule": _rule(stage, best),
        "criteria": [criterion_name(key, reader()) for key in keys],
        "rows": [_row(best, row, keys) for row in rows],
        "open": best.choice is None,
        "lot_owed": bool(best.ties()),
        "notes": all_said(best.choice.notes) if best.choice else [],
    }


def _title(stage: Stage) -> str:
    if stage.kind == Stage.Kind.KNOCKOUT:
        return _("%(stage)s：首轮负者择优") % {"stage": stage.name}
    place = ordinal(int(stage.settings["advance"]) + 1)
    return _("%(stage)s：各组第%(place)s名择优") % {"stage": stage.name, "place": place}


def _rule(stage: Stage, best: Best) -> str:
    """How many go on and how they compare, one sentence."""
    if stage.kind == Stage.Kind.KNOCKOUT:
        return _("首轮的负者取最好的 %(count)d 队补足下一轮；弃权的负者不取。") % {"count": best.count}
    if stage.settings.get("unequal") == "average":
        return _("各组此名次取最好的 %(count)d 队；各组队数不同时，各项按每场平均比较。") % {"count": best.count}
    return _("各组此名次取最好的 %(count)d 队；各组队数不同时，较大的组里与末位各队的成绩不计。") % {
        "count": best.count
    }


def _row(best: Best, row: Any, keys: list[str]) -> dict[str, Any]:
    tied = any(row.team in tie for tie in best.ties())
    values = [row.values[key] for key in keys]
    return {
        "rank": row.rank,
        "team": row.team,
        "origin": _origin(best, row.team),
        "values": ["–" if value is None else _shown(value) for value in values],
        "decided": criterion_name(row.decided_by, reader()) if row.decided_by else _("并列") if tied else "",
        "on": None if tied else row.rank <= best.count,
    }


def _origin(best: Best, team: str) -> str:
    """The group, or the match lost."""
    if best.stage.kind == Stage.Kind.KNOCKOUT:
        return _("第%d场") % int(best.origins[team].removeprefix("m"))
    return group_text(best.stage, best.origins[team])


def _shown(value: Any) -> Any:
    """A whole number, or one with two decimals (an average)."""
    return plain(int(value)) if value == int(value) else f"{float(value):.2f}"
