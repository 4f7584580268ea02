"""What a ruleset does, before it is saved: a row for every total or finishing order."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from scoring.sheet import fold, transition_table

from .sides import OTHER

ORDERS = {2: ["a1", "a2", "b1", "b2"], 3: ["a1", "b1", "a2", "b2"], 4: ["a1", "b1", "b2", "a2"]}


def effects_table(ruleset: Ruleset, lang: str = "zh") -> list[dict[str, Any]]:
    """The first hand of a match, side A declaring: {"what", "none", "captured"}, each a cell of `transition_table`.

    Rulesets by finishing order have one cell a row, `none`.
    """
    table = transition_table(ruleset, fold(ruleset, {}, []), lang)
    rows = table["sides"]["a"]["rows"]
    if table["kind"] == "finish":
        return [{"what": order_words(key), "none": cell} for key, cell in rows.items()]
    pairs = zip(rows["none"], rows["captured"], strict=True)
    return [{"what": plain["total"], "none": plain, "captured": taken} for plain, taken in pairs]


def order_words(key: str) -> str:
    """A finishing order by the winner's side and the partner's place, `a-2`, in words."""
    side, place = key.split("-")
    name = _("甲方") if side == "a" else _("乙方")
    return _("%(side)s第一、第%(place)s名") % {"side": name, "place": place}


def finish_of(side: str, place: int) -> list[str]:
    """The four players in an order that gives the winner's partner this place (2, 3 or 4)."""
    order = ORDERS[place]
    return order if side == "a" else [OTHER[one[0]] + one[1] for one in order]
