"""One hand tried out before a ruleset is saved: what can be noted of it, and its reasoning step by step."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.offences import Resolved, discretionary, effect_at
from scoring.ruleset import Ruleset, parse_ruleset, ruleset_document
from scoring.ruleset.compiled import Rules, compile_rules
from scoring.ruleset.offence import Offence
from scoring.sheet import MatchState, fold, result
from scoring.words.describe import effect_text
from scoring.words.names import capture_name, level_name, side_name
from scoring.words.steps import offence_name

from .rule_preview import ORDERS, finish_of, order_words
from .spoken import said as heard

Options = list[tuple[str, str]]
PENALTIES = 3  # rows for penalties in the box
_MOST = 9  # so many times an offence has happened


@dataclass(frozen=True, slots=True)
class Field:
    """A control of the box: its name below `try.`, its label, what it holds; a choice has options, a number none."""

    name: str
    label: str
    value: str
    options: Options | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """The box: what is noted of the hand, and the penalties noted in it, a row each."""

    fields: list[Field]
    penalties: list[list[Field]]

    @property
    def mark(self) -> str:
        """Tells whether two boxes offer the same, whatever is typed in them."""
        controls = [*self.fields, *(field for row in self.penalties for field in row)]
        offered = repr([(field.name, field.options) for field in controls])
        return hashlib.sha256(offered.encode()).hexdigest()[:12]


def trial_of(ruleset: Ruleset, typed: Mapping[str, str], lang: str = "zh") -> Trial:
    """The box for this ruleset: only what it uses. `typed` holds the controls by name; see `try_hand`."""
    rules = compile_rules(ruleset, {})
    offered = _offered(rules, lang)
    fields = [Field(name, label, _value(typed, name, options), options) for name, label, options in offered]
    return Trial(fields, [_penalty_row(rules, typed, n, lang) for n in range(PENALTIES)] if ruleset.offences else [])


def _value(typed: Mapping[str, str], name: str, options: Options | None) -> str:
    """What was typed, where it is still on offer; else the usual."""
    if options is None:
        return typed.get(name, "0")
    first = options[0][0]
    return next((code for code, _words in options if code == typed.get(name)), first)


def _sides(lang: str) -> Options:
    return [("a", side_name(0, lang)), ("b", side_name(1, lang))]


def _offered(rules: Rules, lang: str) -> list[tuple[str, str, Options | None]]:
    levels: Options = [(level, level_name(level, lang)) for level in rules.ruleset.ladder.levels]
    found: list[tuple[str, str, Options | None]] = [
        ("declarer", _("坐庄"), _sides(lang)), ("level_a", _("甲方打"), levels), ("level_b", _("乙方打"), levels),
    ]  # fmt: skip
    if rules.points is None:
        orders = [(f"{side}-{place}", order_words(f"{side}-{place}")) for side in "ab" for place in ORDERS]
        return [*found, ("order", _("名次"), orders)]
    found += [
        ("points", _("台面分"), None),
        ("capture", _("抠底"), _captures(rules, lang)),
        ("kitty", _("底牌分（抠底时）"), None),
    ]  # fmt: skip
    return found + _special(rules, lang)


def _captures(rules: Rules, lang: str) -> Options:
    assert rules.points is not None
    shapes = ["single", "pair", "tractor-2", "tractor-3", "tractor-4"]
    shapes += ["five-ten-king"] if rules.points.capture.five_ten_king is not None else []
    return [("none", _("没有抠底")), *((shape, capture_name(shape, lang)) for shape in shapes)]


def _special(rules: Rules, lang: str) -> list[tuple[str, str, Options | None]]:
    """What only some rulesets note of a hand."""
    assert rules.points is not None
    found: list[tuple[str, str, Options | None]] = []
    if rules.points.demotions:
        cards = [("", _("不是级牌")), ("main", _("主级牌")), ("off", _("副级牌"))]
        found.append(("card", _("抠底的牌"), cards))
    if rules.points.special_bid is not None:
        found.append(("bid", _("亮一对红5"), [("", _("没有亮")), *_sides(lang)]))
    if rules.points.jokers is not None:
        counts = [(str(n), str(n)) for n in range(rules.ruleset.deck.decks + 1)]
        found += [("small", _("底牌扣小王（张）"), counts), ("big", _("底牌扣大王（张）"), counts)]
        found.append(("dry", _("干锅"), [("no", _("否")), ("yes", _("是"))]))
    return found


def _penalty_row(rules: Rules, typed: Mapping[str, str], n: int, lang: str) -> list[Field]:
    """Who did what, how many cards or times, and the how-manieth time in this match it is."""
    offences = [(one.code, offence_name(rules.ruleset, one.code, lang)) for one in rules.ruleset.offences]
    at = f"penalties.{n}"
    controls: list[tuple[str, str, Options]] = [
        ("offence", _("违例"), [("", "—"), *offences]),
        ("side", _("哪一方"), _sides(lang)),
        ("player", _("队员"), [("1", "1"), ("2", "2")]),
        ("count", _("几张或几次"), [(str(k), str(k)) for k in range(1, 31)]),
        ("time", _("本场第几次"), [(str(k), str(k)) for k in range(1, _MOST + 1)]),
    ]
    found = [
        Field(f"{at}.{key}", label, _value(typed, f"{at}.{key}", options), options) for key, label, options in controls
    ]
    if any(discretionary(one) for one in rules.ruleset.offences):
        found.append(Field(f"{at}.points", _("酌定罚几分"), typed.get(f"{at}.points", "0")))
    return found


def try_hand(ruleset: Ruleset, typed: Mapping[str, str], lang: str = "zh") -> tuple[list[str], str]:
    """What the noted penalties cost and the reasoning of the hand; a sentence instead where it cannot be played.

    typed: declarer, level_a, level_b, points, kitty, capture, card, bid, small, big, dry, order, and for n from 0
    penalties.n.offence, .side, .player, .count, .time, .points; what is missing has its usual value.
    """
    trial = trial_of(ruleset, typed, lang)
    said = {field.name: field.value for row in [trial.fields, *trial.penalties] for field in row}
    noted = [_Noted.of(ruleset, said, f"penalties.{n}") for n in range(PENALTIES) if said.get(f"penalties.{n}.offence")]
    try:
        played = _as_late(ruleset, noted)
        before = _folded(played, [_start(said), *(one.entry for one in noted)])
        costs = [
            _cost_words(played, done, one, lang)
            for done, one in zip(before.noted.resolved.values(), noted, strict=True)
        ]
        if _ended(before):
            return [*costs, _end_words(before, lang)], ""
        after = _folded(played, [_start(said), *(one.entry for one in noted), _hand(played, said)])
    except ScoringError as error:
        return [], heard(error.message)
    return [*costs, *(str(line) for line in result(after, lang)["hands"][-1]["reasoning"])], ""


@dataclass(frozen=True, slots=True)
class _Noted:
    """A penalty of the box: the entry, whose offence stands for the `time`-th of that kind in the match."""

    offence: Offence
    time: int
    entry: dict[str, Any]

    @classmethod
    def of(cls, ruleset: Ruleset, said: Mapping[str, str], at: str) -> "_Noted":
        offence = next(one for one in ruleset.offences if one.code == said[f"{at}.offence"])
        time = int(said[f"{at}.time"])
        entry: dict[str, Any] = {
            "type": "penalty", "side": said[f"{at}.side"], "player": int(said[f"{at}.player"]),
            "offence": _late_code(offence, time), "count": int(said[f"{at}.count"]),
        }  # fmt: skip
        points = _whole(said.get(f"{at}.points"))
        return cls(
            offence, time, {**entry, "effect": {"points": points}} if points and discretionary(offence) else entry
        )


def _late_code(offence: Offence, time: int) -> str:
    return offence.code if time == 1 else f"time-{time}-{offence.code}"


def _as_late(ruleset: Ruleset, noted: list[_Noted]) -> Ruleset:
    """The ruleset in which the noted offences are the times they are said to be, without the earlier ones."""
    later = {_late_code(one.offence, one.time): one for one in noted if one.time > 1}
    if not later:
        return ruleset
    document = ruleset_document(ruleset)
    for code, one in later.items():
        steps = range(one.time, max(one.time, len(one.offence.effects)) + 1)
        effects = tuple(effect_at(one.offence, step) for step in steps)
        own = {"code": code, "name": one.offence.name, "effects": effects}
        document["offences"].append(one.offence.model_copy(update=own).model_dump(mode="json"))
    return parse_ruleset(document)


def _folded(ruleset: Ruleset, entries: list[dict[str, Any]]) -> MatchState:
    return fold(ruleset, {}, [{"n": n, **entry} for n, entry in enumerate(entries, start=1)])


def _ended(state: MatchState) -> bool:
    """Whether the penalties leave no hand to play: it or the match is over, or both sides' offences void it."""
    found = state.noted.resolved.values()
    void = any(one.misdeal_if_both for one in found) and not state.play.pending
    return state.play.over is not None or void or any(one.ends_hand for one in found)


def _cost_words(ruleset: Ruleset, done: Resolved, noted: _Noted, lang: str) -> str:
    who = side_name(done.penalty.side, lang)
    if noted.offence.scope == "player":
        who = _("%(side)s%(player)s号队员") % {"side": who, "player": done.penalty.player}
    facts = {
        "who": who,
        "offence": offence_name(ruleset, noted.offence.code, lang),
        "time": noted.time + done.step - 1,
        "cost": effect_text(done.kind, done.points, done.levels, lang),
    }
    return _("%(who)s：%(offence)s，第%(time)s次 → %(cost)s") % facts


def _end_words(state: MatchState, lang: str) -> str:
    told = result(state, lang)
    if told["winner"] is not None:
        return _("比赛就此结束，%(side)s胜") % {"side": side_name("ab".index(told["winner"]), lang)}
    facts = {side: level_name(told["levels"][side], lang) for side in "ab"}
    stage = side_name("ab".index(told["declarer"]), lang)
    return _("本副就此结束，不再打：甲方打%(a)s，乙方打%(b)s，%(stage)s在台上") % {**facts, "stage": stage}


def _start(said: Mapping[str, str]) -> dict[str, Any]:
    levels = {"a": said["level_a"], "b": said["level_b"]}
    return {"type": "start", "declarer": said["declarer"], "levels": levels}


def _hand(ruleset: Ruleset, said: Mapping[str, str]) -> dict[str, Any]:
    hand: dict[str, Any] = {"type": "hand", "declarer": said["declarer"]}
    if "order" in said:
        side, _dash, place = said["order"].partition("-")
        return {**hand, "finish": finish_of(side, int(place))}
    hand["table_points"] = _whole(said["points"])
    if said["capture"] != "none":
        hand |= {"capture": said["capture"], "kitty_points": _whole(said["kitty"])}
        hand |= {"capture_level_card": said["card"]} if said.get("card") else {}
    if said.get("bid"):
        hand["special_bid"] = {"side": said["bid"], "kind": "red-five-pair"}
    if "small" in said:
        hand |= {
            "kitty_jokers": {"small": int(said["small"]), "big": int(said["big"])},
            "dry_kitty": said["dry"] == "yes",
        }
    return hand


def _whole(text: str | None) -> int | str:
    """A number as typed; anything else is left for the rules to refuse."""
    said = (text or "0").strip()
    return int(said) if said.isdecimal() and len(said) < 9 else said
