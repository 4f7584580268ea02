"""Checks of single values in an entry: each raises with the place and a Chinese sentence."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from scoring.errors import ScoringError
from scoring.ruleset.compiled import Rules

Check = Callable[[Any, str, Rules], None]
CAPTURE = re.compile(r"tractor-([2-9]|1[0-9]|20)")
SEATED = re.compile(r"[ab][12]")


def shown(value: Any) -> str:
    """A value as it stands in the file, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:37] + "…"


def refuse(at: str, value: Any, allowed: str) -> ScoringError:
    """The error for a value that is not allowed."""
    return ScoringError(at, f"读到的是{shown(value)}；{allowed}")


def choice(*allowed: str) -> Check:
    """One of a few words."""
    words = frozenset(allowed)

    def check(value: Any, at: str, rules: Rules) -> None:
        if not isinstance(value, str) or value not in words:
            raise refuse(at, value, f"可以写{'、'.join(allowed)}")

    return check


def whole(low: int, high: int) -> Check:
    """A whole number within limits."""

    def check(value: Any, at: str, rules: Rules) -> None:
        must_be_whole(value, at, low, high)

    return check


def must_be_whole(value: Any, at: str, low: int, high: int) -> None:
    """Refuse anything but a whole number within limits; needs no rules."""
    if type(value) is not int or not low <= value <= high:
        raise refuse(at, value, f"要写{low}到{high}的整数")


def text(value: Any, at: str, rules: Rules) -> None:
    """A sentence that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise refuse(at, value, "要写文字，不能为空")


def flag(value: Any, at: str, rules: Rules) -> None:
    """Yes or no."""
    if type(value) is not bool:
        raise refuse(at, value, "要写是或否（true/false）")


def instant(value: Any, at: str, rules: Rules) -> None:
    """A time with its zone, in ISO 8601."""
    try:
        zoned = isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        zoned = False
    if not zoned:
        raise refuse(at, value, "要写带时区的时间，如2011-11-25T13:10:00+08:00")


def points(value: Any, at: str, rules: Rules) -> None:
    """Card points: a multiple of 5, not above all the points of the packs."""
    if type(value) is not int or value % 5 or not 0 <= value <= rules.max_points:
        raise refuse(at, value, f"分数要是5的倍数，从0到{rules.max_points}")


def level(value: Any, at: str, rules: Rules) -> None:
    """A level of this ruleset's ladder."""
    if not isinstance(value, str) or value not in rules.number:
        raise refuse(at, value, f"级数可以写{'、'.join(rules.levels)}")


def keys(value: Any, at: str, allowed: Mapping[str, bool]) -> None:
    """An object with exactly these keys (True: required)."""
    if not isinstance(value, Mapping):
        raise refuse(at, value, "要写成一组项目")
    for key in value:
        if key not in allowed:
            raise ScoringError(at, f"不认识的一项“{key}”；可以有{'、'.join(allowed)}")
    for key, required in allowed.items():
        if required and key not in value:
            raise ScoringError(f"{at}.{key}", "缺少这一项")


def levels(value: Any, at: str, rules: Rules) -> None:
    """Both sides' levels."""
    keys(value, at, {"a": True, "b": True})
    for side in ("a", "b"):
        level(value[side], f"{at}.{side}", rules)


def capture(value: Any, at: str, rules: Rules) -> None:
    """How the kitty was captured."""
    plain = isinstance(value, str) and (value in ("none", "single", "pair") or CAPTURE.fullmatch(value))
    by_ten = value == "five-ten-king" and rules.points is not None and rules.points.capture.five_ten_king is not None
    if not (plain or by_ten):
        more = "、five-ten-king" if rules.points and rules.points.capture.five_ten_king else ""
        raise refuse(at, value, f"抠底可以写none、single、pair、tractor-2、tractor-3……{more}")


def jokers(value: Any, at: str, rules: Rules) -> None:
    """Jokers buried in the kitty, where the ruleset counts them."""
    _needs(rules.points is not None and rules.points.jokers is not None, at, "本规则不计底牌扣王")
    keys(value, at, {"small": False, "big": False})
    for name in value:
        whole(0, rules.ruleset.deck.decks)(value[name], f"{at}.{name}", rules)


def dry_kitty(value: Any, at: str, rules: Rules) -> None:
    """A dry kitty, where the ruleset knows it."""
    _needs(rules.points is not None and rules.points.jokers is not None, at, "本规则没有干锅")
    flag(value, at, rules)


def tribute_refused(value: Any, at: str, rules: Rules) -> None:
    """Tribute refused, where the ruleset has tribute."""
    _needs(rules.points is not None and rules.points.tribute is not None, at, "本规则没有进贡")
    flag(value, at, rules)


def special_bid(value: Any, at: str, rules: Rules) -> None:
    """A special bid the ruleset knows, and who showed it."""
    rule = rules.points.special_bid if rules.points else None
    known = rule.kind if rule else "red-five-pair"
    _needs(rule is not None, at, "本规则没有亮红五的升降")
    keys(value, at, {"side": True, "kind": True})
    choice("a", "b")(value["side"], f"{at}.side", rules)
    choice(known)(value["kind"], f"{at}.kind", rules)


def finish(value: Any, at: str, rules: Rules) -> None:
    """The four players in the order they finished."""
    order = value if isinstance(value, list | tuple) else ()
    good = all(isinstance(one, str) and SEATED.fullmatch(one) for one in order)
    if len(order) != 4 or not good or len(set(order)) != 4:
        raise refuse(at, value, "名次要写四名队员各一次，如a1、b2、a2、b1")


def effect(value: Any, at: str, rules: Rules) -> None:
    """What the referee chose for an offence at discretion."""
    keys(value, at, {"points": False, "levels": False, "disqualify": False})
    if len(value) != 1:
        raise refuse(at, value, "points、levels、disqualify 只写一项")
    for name, amount in value.items():
        if name == "points":
            points(amount, f"{at}.{name}", rules)
        elif name == "levels":
            whole(0, rules.top)(amount, f"{at}.{name}", rules)
        elif amount is not True:
            raise refuse(f"{at}.{name}", amount, "只能写true")


def numbers(value: Any, at: str, rules: Rules) -> None:
    """A list of entry numbers."""
    if not isinstance(value, list | tuple):
        raise refuse(at, value, "要写成一列编号")
    for index, one in enumerate(value):
        whole(1, 10**9)(one, f"{at}[{index}]", rules)


def entries(value: Any, at: str, rules: Rules) -> None:
    """A list of entries (checked one by one later)."""
    if not isinstance(value, list | tuple):
        raise refuse(at, value, "要写成一列记录")


def winner_or_none(value: Any, at: str, rules: Rules) -> None:
    """A side, or null for nobody."""
    if value is not None:
        choice("a", "b")(value, at, rules)


def _needs(condition: bool, at: str, message: str) -> None:
    if not condition:
        raise ScoringError(at, message)
