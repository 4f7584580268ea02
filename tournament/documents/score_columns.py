"""The columns of a paper score sheet: what a ruleset asks of a hand, with the choices to ring printed in the cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.services.keypad import capture_choices, keypad


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A column: its head, its share of the width, the text printed in every row (choices to ring), if any."""

    title: str
    share: float
    choices: str = ""


def columns_of(ruleset: Ruleset, games: int) -> tuple[ScoreColumn, ...]:
    """The columns in the order in which a referee writes and the page 录入纸质记分表 asks.

    `games` is how many games win the match.
    """
    facts = keypad(ruleset)
    sides = f"{_('甲')} {_('乙')}"
    before = [ScoreColumn(_("副"), 7)]
    before += [ScoreColumn(_("局"), 8)] if games > 1 else []
    before += [ScoreColumn(_("庄家"), 12, sides), ScoreColumn(_("打几"), 10)]
    after = [
        ScoreColumn(_("升级方"), 12.5, sides),
        ScoreColumn(_("升几级"), 12.5),
        ScoreColumn(_("甲方级数"), 13),
        ScoreColumn(_("乙方级数"), 13),
    ]
    if facts["finish"]:
        order = [_("头游"), _("二游"), _("三游"), _("末游")]
        who = " ".join(f"{side}{seat}" for side in (_("甲"), _("乙")) for seat in (1, 2))
        return (*before, *(ScoreColumn(name, 23, who) for name in order), *after)
    return (*before, *_points(facts, sides), *after)


def _points(facts: Mapping[str, Any], sides: str) -> list[ScoreColumn]:
    captures = [_short(code, facts["one_capture"]) for code in capture_choices(facts)]
    found = [
        ScoreColumn(_("台面分"), 15),
        ScoreColumn(_("抠底"), 3 + 6 * len(captures), " ".join(captures)),
        ScoreColumn(_("底牌分"), 13),
    ]
    if facts["level_card_captures"]:
        found.append(ScoreColumn(_("级牌抠底"), 20, " ".join((_("主级"), _("副级")))))
    extras = {
        "kitty_jokers": ScoreColumn(_("底牌有王"), 19, _("小__大__")),
        "dry_kitty": ScoreColumn(_("干锅"), 9, "□"),
        "special_bid": ScoreColumn(_("亮红五"), 12, sides),
        "tribute_refused": ScoreColumn(_("免贡"), 9, "□"),
    }
    found += [extras[name] for name in facts["extras"]]
    return [*found, ScoreColumn(_("判罚分"), 13), ScoreColumn(_("合计"), 13)]


def _short(code: str, one: str) -> str:
    """A capture as it is ringed on paper; `one` stands for all where they count alike."""
    if code == one:
        return _("抠")
    if code.startswith("tractor-"):
        return _("%(pairs)s连") % {"pairs": code.removeprefix("tractor-")}
    return {"none": _("无"), "single": _("单"), "pair": _("对"), "five-ten-king": "510K"}[code]
