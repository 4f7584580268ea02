"""The form of every entry type: which keys, which are required, and how each is checked."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import ScoringError
from scoring.hand import SIDES, HandFacts
from scoring.offences import Penalty, discretionary, known
from scoring.ruleset.compiled import Rules
from scoring.sheet import checks
from scoring.sheet.checks import Check, choice, refuse, whole

SIDE, NUMBER = choice("a", "b"), whole(1, 10**9)
FORMS: Mapping[str, Mapping[str, tuple[Check, bool]]] = {
    "start": {"at": (checks.instant, False), "levels": (checks.levels, False), "declarer": (SIDE, False)},
    "hand": {
        "declarer": (SIDE, True), "table_points": (checks.points, False), "kitty_points": (checks.points, False),
        "capture": (checks.capture, False), "declarer_seat": (choice("n", "e", "s", "w"), False),
        "trump": (choice("S", "H", "C", "D", "none"), False), "capture_level_card": (choice("main", "off"), False),
        "kitty_jokers": (checks.jokers, False), "dry_kitty": (checks.dry_kitty, False),
        "tribute_refused": (checks.tribute_refused, False), "special_bid": (checks.special_bid, False),
        "finish": (checks.finish, False), "declarer_override": (checks.text, False), "replaces": (NUMBER, False),
        "result": (choice("played", "void", "decider"), False),
    },
    "penalty": {
        "side": (SIDE, True), "offence": (checks.text, True), "count": (whole(1, 99), False),
        "player": (whole(1, 2), False), "note": (checks.text, False), "hand": (NUMBER, False),
        "effect": (checks.effect, False),
    },
    "strike": {"entry": (NUMBER, True), "reason": (checks.text, True)},
    "forfeit": {"side": (SIDE, True)},
    "retire": {"side": (SIDE, True)},
    "disqualify": {"side": (SIDE, True), "player": (whole(1, 2), False)},
    "pause": {"at": (checks.instant, True)},
    "resume": {"at": (checks.instant, True)},
    "extend": {"minutes": (whole(1, 600), True)},
    "time-up": {"at": (checks.instant, False), "cards_drawn": (checks.flag, True)},
    "note": {"text": (checks.text, True)},
    "protest": {"side": (SIDE, True), "text": (checks.text, True), "hand": (NUMBER, False)},
    "ruling": {
        "protest": (NUMBER, True), "text": (checks.text, True), "strike": (checks.numbers, False),
        "entries": (checks.entries, False), "final": (checks.flag, False),
    },
    "appeal": {"protest": (NUMBER, True), "text": (checks.text, True)},
    "decision": {"winner": (checks.winner_or_none, True), "text": (checks.text, True)},
    "lot": {"winner": (SIDE, True)},
}  # fmt: skip
ENTRY_TYPES = tuple(FORMS)
REQUIRED = {kind: tuple(key for key, (_, required) in form.items() if required) for kind, form in FORMS.items()}


def check_form(entry: Any, at: str, rules: Rules) -> str:
    """The entry's type, once every key and value has the right form."""
    if not isinstance(entry, Mapping):
        raise refuse(at, entry, "一条记录要写成一组项目")
    kind = entry.get("type")
    form = FORMS.get(kind) if isinstance(kind, str) else None
    if form is None or not isinstance(kind, str):
        raise refuse(f"{at}.type", kind, f"记录的种类可以写{'、'.join(ENTRY_TYPES)}")
    for key, value in entry.items():
        if key in ("n", "type"):
            continue
        if key not in form:
            raise ScoringError(at, f"“{kind}”里不认识的一项“{key}”；可以有{'、'.join(('n', 'type', *form))}")
        form[key][0](value, f"{at}.{key}", rules)
    for key in REQUIRED[kind]:
        if key not in entry:
            raise ScoringError(f"{at}.{key}", "缺少这一项")
    return kind


def hand_facts(entry: Mapping[str, Any], at: str, rules: Rules) -> HandFacts:
    """A hand entry as facts, its values checked against each other."""
    void = entry.get("result") == "void"
    if rules.finish is not None:
        _finish_only(entry, at, void)
    else:
        _points_only(entry, at, void, rules)
    jokers, bid = entry.get("kitty_jokers", {}), entry.get("special_bid")
    return HandFacts(
        declarer=SIDES.index(entry["declarer"]), table_points=entry.get("table_points", 0),
        kitty_points=entry.get("kitty_points", 0), capture=entry.get("capture", "none"),
        level_card=entry.get("capture_level_card"),
        small_jokers=jokers.get("small", 0), big_jokers=jokers.get("big", 0),
        dry_kitty=entry.get("dry_kitty", False), bid_by=None if bid is None else SIDES.index(bid["side"]),
        finish=tuple(entry.get("finish", ())),
    )  # fmt: skip


def _points_only(entry: Mapping[str, Any], at: str, void: bool, rules: Rules) -> None:
    if "finish" in entry:
        raise ScoringError(f"{at}.finish", "本规则按抓分结算，不写名次")
    if "table_points" not in entry and not void:
        raise ScoringError(f"{at}.table_points", "缺少这一项；没有打完的一副要写result为void")
    if entry.get("capture", "none") != "none" and "kitty_points" not in entry and not void:
        raise ScoringError(f"{at}.kitty_points", "抠了底就要写底牌分")
    total = entry.get("table_points", 0) + entry.get("kitty_points", 0)
    if total > rules.max_points:
        raise ScoringError(at, f"台面分加底牌分是{total}分；{rules.ruleset.deck.decks}副牌一共{rules.max_points}分")


def _finish_only(entry: Mapping[str, Any], at: str, void: bool) -> None:
    for key in ("table_points", "kitty_points", "capture", "capture_level_card"):
        if key in entry:
            raise ScoringError(f"{at}.{key}", "本规则按名次结算，不写分数和抠底")
    if "finish" not in entry and not void:
        raise ScoringError(f"{at}.finish", "缺少这一项；没有打完的一副要写result为void")


def penalty_facts(entry: Mapping[str, Any], n: int, key: int, at: str, rules: Rules) -> Penalty:
    """A penalty entry as facts: the offence known, the player named where the ladder needs one."""
    offence = known(rules, entry["offence"])
    if offence is None:
        codes = "、".join(dict.fromkeys((*rules.offences, "other")))
        raise refuse(f"{at}.offence", entry["offence"], f"本规则的违例有{codes}")
    if offence.scope == "player" and "player" not in entry:
        raise ScoringError(f"{at}.player", "这一违例按人累计，要写是哪一名队员（1或2）")
    effect = entry.get("effect")
    if effect is not None and not discretionary(offence):
        raise ScoringError(f"{at}.effect", "这一违例的处罚规则已写明，不由裁判另定")
    return Penalty(
        n=n, key=key, side=SIDES.index(entry["side"]), offence=offence.code, player=entry.get("player"),
        count=entry.get("count", 1), effect=None if effect is None else _effect(effect), hand=entry.get("hand"),
    )  # fmt: skip


def _effect(effect: Mapping[str, Any]) -> tuple[str, int]:
    kind, amount = next(iter(effect.items()))
    return kind, int(amount)
