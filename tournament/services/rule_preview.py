"""What a ruleset does, before it is saved: a row for every total or finishing order, and one hand tried out."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from scoring.ruleset.compiled import compile_rules
from scoring.sheet import fold, result, transition_table
from scoring.words.names import capture_name, level_name

_ORDERS = {2: ["a1", "a2", "b1", "b2"], 3: ["a1", "b1", "a2", "b2"], 4: ["a1", "b1", "b2", "a2"]}


def effects_table(ruleset: Ruleset, lang: str = "zh") -> list[dict[str, Any]]:
    """The first hand of a match, side A declaring: {"what", "none", "captured"}, each a cell of `transition_table`.

    Rulesets by finishing order have one cell a row, `none`.
    """
    table = transition_table(ruleset, fold(ruleset, {}, []), lang)
    rows = table["sides"]["a"]["rows"]
    if table["kind"] == "finish":
        return [{"what": _order(key), "none": cell} for key, cell in rows.items()]
    pairs = zip(rows["none"], rows["captured"], strict=True)
    return [{"what": plain["total"], "none": plain, "captured": taken} for plain, taken in pairs]


def _order(key: str) -> str:
    side, place = key.split("-")
    name = _("甲方") if side == "a" else _("乙方")
    return _("%(side)s第一、第%(place)s名") % {"side": name, "place": place}


def choices(ruleset: Ruleset, lang: str = "zh") -> dict[str, Any]:
    """What a hand of this ruleset can be tried with: levels, captures, level cards, finishing orders."""
    rules = compile_rules(ruleset, {})
    if rules.points is None:
        sides = ((side, place) for side in ("a", "b") for place in _ORDERS)
        orders = [(f"{side}-{place}", _order(f"{side}-{place}")) for side, place in sides]
        return {"levels": _levels(ruleset, lang), "orders": orders}
    shapes = ["single", "pair", "tractor-2", "tractor-3", "tractor-4"]
    shapes += ["five-ten-king"] if rules.points.capture.five_ten_king is not None else []
    cards = [("", _("不是级牌")), ("main", _("主级牌")), ("off", _("副级牌"))]
    return {
        "levels": _levels(ruleset, lang),
        "captures": [("none", _("没有抠底")), *((shape, capture_name(shape, lang)) for shape in shapes)],
        "cards": cards if rules.points.demotions else [],
    }


def _levels(ruleset: Ruleset, lang: str) -> list[tuple[str, str]]:
    return [(level, level_name(level, lang)) for level in ruleset.ladder.levels]


def try_hand(ruleset: Ruleset, typed: Mapping[str, str], lang: str = "zh") -> tuple[list[str], str]:
    """The reasoning of one hand (empty with a sentence where it cannot be played).

    typed: declarer, level_a, level_b, points, kitty, capture, card, order; what is missing has its usual value.
    """
    try:
        state = fold(ruleset, {}, [_start(ruleset, typed), _hand(ruleset, typed)])
    except ScoringError as error:
        return [], error.message
    hands = result(state, lang)["hands"]
    return [str(line) for line in hands[-1]["reasoning"]], ""


def _start(ruleset: Ruleset, typed: Mapping[str, str]) -> dict[str, Any]:
    first = ruleset.ladder.levels[0]
    known = ruleset.ladder.levels
    levels = {side: typed.get(f"level_{side}") for side in ("a", "b")}
    return {
        "n": 1,
        "type": "start",
        "declarer": typed.get("declarer") or "a",
        "levels": {side: level if level in known else first for side, level in levels.items()},
    }


def _hand(ruleset: Ruleset, typed: Mapping[str, str]) -> dict[str, Any]:
    hand: dict[str, Any] = {"n": 2, "type": "hand", "declarer": typed.get("declarer") or "a"}
    if compile_rules(ruleset, {}).points is None:
        side, _dash, place = (typed.get("order") or "a-2").partition("-")
        order = _ORDERS.get(int(place) if place in ("2", "3", "4") else 2, [])
        swap = {"a": "b", "b": "a"}
        return {**hand, "finish": order if side == "a" else [swap[one[0]] + one[1] for one in order]}
    hand["table_points"] = _whole(typed.get("points"))
    capture = typed.get("capture") or "none"
    if capture != "none":
        hand |= {"capture": capture, "kitty_points": _whole(typed.get("kitty"))}
        if card := typed.get("card"):
            hand["capture_level_card"] = card
    return hand


def _whole(text: str | None) -> int | str:
    """A number as typed; anything else is left for the rules to refuse."""
    said = (text or "0").strip()
    return int(said) if said.isdecimal() and len(said) < 9 else said
