"""The rule by which departments get teams (名额办法): a validated document, what it gives, and its words."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from .names import clean
from .people import AT_TABLE
from .refusal import Refusal

FREE, PER_HEAD, TIERS, FIXED, PERCENT = "free", "per-head", "tiers", "fixed", "percent"
KEYS: dict[str, tuple[str, ...]] = {
    FREE: (),
    PER_HEAD: ("people", "min", "max"),
    TIERS: ("tiers", "min", "max"),
    FIXED: ("teams",),
    PERCENT: ("percent", "of", "rounding", "min", "max"),
}
PLAYERS, TEAMS = "players", "teams"
UP, DOWN, NEAREST = "up", "down", "nearest"
PEOPLE = 15
MOST_PEOPLE, MOST_TEAMS, MOST_TIERS = 1_000_000, 512, 20


@dataclass(frozen=True, slots=True)
class QuotaRule:
    """A rule; which fields count depends on `kind` (see `KEYS`).

    `tiers` are (up to how many people, teams) in rising order, the last may be open (None) and counts beyond its end
    as well [A]; `percent` of the members are `of` players or teams, a team of two players, rounded once and last [A].
    """

    kind: str = FREE
    people: int = PEOPLE
    tiers: tuple[tuple[int | None, int], ...] = ()
    teams: int = 1
    percent: Fraction = Fraction(0)
    of: str = PLAYERS
    rounding: str = UP
    min: int | None = None
    max: int | None = None

    def document(self) -> dict[str, Any]:
        """The rule as it is stored in `Tournament.quota`."""
        values = {
            "people": self.people,
            "tiers": [{"up_to": up_to, "teams": teams} for up_to, teams in self.tiers],
            "teams": self.teams,
            "percent": _number(self.percent),
            "of": self.of,
            "rounding": self.rounding,
            "min": self.min,
            "max": self.max,
        }
        return {"kind": self.kind} | {key: values[key] for key in KEYS[self.kind] if values[key] is not None}


def rule_from(document: Mapping[str, Any]) -> QuotaRule:
    """The rule of a document, an empty one being no limit; `Refusal` with `at` = the key that is wrong."""
    kind = document.get("kind", FREE) if document else FREE
    if not isinstance(kind, str) or kind not in KEYS:
        message = _("没有“%(kind)s”这种名额办法，可选：%(kinds)s。") % {
            "kind": str(kind)[:20],
            "kinds": _("、").join(KEYS),
        }
        raise Refusal(message, code="quota-kind", at="kind")
    if unknown := set(document) - {"kind", *KEYS[kind]}:
        message = _("名额办法“%(kind)s”没有“%(key)s”一项。") % {"kind": kind, "key": str(min(unknown, key=str))[:20]}
        raise Refusal(message, code="quota-key", at="kind")
    rule = QuotaRule(kind, **{key: _READ[key](document[key]) for key in KEYS[kind] if document.get(key) is not None})
    _refuse_missing(rule, document)
    if rule.min is not None and rule.max is not None and rule.min > rule.max:
        message = _("至少 %(min)d 队比至多 %(max)d 队还多。") % {"min": rule.min, "max": rule.max}
        raise Refusal(message, code="quota-range", at="max")
    return rule


def teams_allowed(rule: QuotaRule, headcount: int | None) -> int | None:
    """Teams a department of so many people may enter: None = no limit, or (headcount rules) headcount not known."""
    if rule.kind == FREE:
        return None
    if rule.kind == FIXED:
        return rule.teams
    if headcount is None:
        return None
    teams = _by_headcount(rule, headcount)
    teams = max(teams, rule.min or 0)
    return teams if rule.max is None else min(teams, rule.max)


def needs_headcount(rule: QuotaRule) -> bool:
    """True where the rule reads the headcount."""
    return rule.kind in (PER_HEAD, TIERS, PERCENT)


def rule_words(rule: QuotaRule) -> str:
    """The rule as a sentence for people."""
    words = _kind_words(rule)
    if needs_headcount(rule) and rule.min:
        words += _("，至少 %d 队") % rule.min
    if needs_headcount(rule) and rule.max is not None:
        words += _("，至多 %d 队") % rule.max
    return words


def _by_headcount(rule: QuotaRule, headcount: int) -> int:
    if rule.kind == PER_HEAD:
        return -(-headcount // rule.people)
    if rule.kind == TIERS:
        fitting = (teams for up_to, teams in rule.tiers if up_to is None or headcount <= up_to)
        return next(fitting, rule.tiers[-1][1])
    exact = headcount * rule.percent / 100 / (AT_TABLE if rule.of == PLAYERS else 1)
    return _rounded(exact, rule.rounding)


def _rounded(exact: Fraction, rounding: str) -> int:
    if rounding == UP:
        return -(-exact.numerator // exact.denominator)
    return (exact + Fraction(1, 2)) // 1 if rounding == NEAREST else exact // 1


def _kind_words(rule: QuotaRule) -> str:
    if rule.kind == FREE:
        return _("不限队数")
    if rule.kind == FIXED:
        return _("每个单位 1 队") if rule.teams == 1 else _("每个单位 %d 队") % rule.teams
    if rule.kind == PER_HEAD:
        return _("每 %(people)d 人一队，不足 %(people)d 人按 %(people)d 人计") % {"people": rule.people}
    if rule.kind == TIERS:
        return _("按人数分档：%s") % _("；").join(_tier_words(rule))
    facts = {"percent": _number(rule.percent), "rounding": ROUNDING[rule.rounding]()}
    if rule.of == PLAYERS:
        return _("队员不超过人数的 %(percent)s%%，两人一队，%(rounding)s") % facts
    return _("队数为人数的 %(percent)s%%,%(rounding)s") % facts


ROUNDING = {UP: lambda: _("有零头进一"), DOWN: lambda: _("有零头舍去"), NEAREST: lambda: _("四舍五入")}


def _tier_words(rule: QuotaRule) -> list[str]:
    words = []
    for up_to, teams in rule.tiers:
        facts = {"up_to": up_to, "teams": teams}
        words.append((_("再多的 %(teams)d 队") if up_to is None else _("%(up_to)d 人以内 %(teams)d 队")) % facts)
    return words


def whole_number(text: str) -> int | None:
    """The whole number somebody typed, full-width digits too; None where it is none or has more than nine digits."""
    digits = clean(text)
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _whole(at: str, what: str, least: int, most: int, value: Any) -> int:
    number = whole_number(value) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        facts = {"what": what, "value": str(value)[:20], "least": least, "most": most}
        message = _("%(what)s“%(value)s”不对，应是 %(least)d 到 %(most)d 的整数。") % facts
        raise Refusal(message, code="quota-number", at=at)
    return number


def _tiers(value: Any) -> tuple[tuple[int | None, int], ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_TIERS:
        raise Refusal(_("请写 1 到 %d 档，每档是人数和队数。") % MOST_TIERS, code="quota-tiers", at="tiers")
    tiers = tuple(_tier(one) for one in value)
    limits = [up_to for up_to, _teams in tiers]
    closed = [limit for limit in limits if limit is not None]
    if closed != sorted(set(closed)) or None in limits[:-1]:
        raise Refusal(_("各档的人数要从小到大，“再多的”只能是最后一档。"), code="quota-tiers", at="tiers")
    return tiers


def _tier(value: Any) -> tuple[int | None, int]:
    if not isinstance(value, Mapping) or not {"teams"} <= set(value) <= {"up_to", "teams"}:
        raise Refusal(_("每档是“人数以内”和“队数”两项。"), code="quota-tiers", at="tiers")
    up_to = value.get("up_to")
    limit = None if up_to is None else _whole("tiers", _("人数"), 1, MOST_PEOPLE, up_to)
    return limit, _whole("tiers", _("队数"), 0, MOST_TEAMS, value["teams"])


def _percent(value: Any) -> Fraction:
    try:
        number = Decimal(clean(str(value))) if not isinstance(value, bool) else Decimal(0)
    except InvalidOperation:
        number = Decimal(0)
    if not number.is_finite() or not 0 < number <= 100 or number != round(number, 2):
        message = _("百分比“%s”不对，应大于 0、不超过 100，最多两位小数。") % str(value)[:20]
        raise Refusal(message, code="quota-number", at="percent")
    return Fraction(number)


def _choice(at: str, allowed: tuple[str, ...], value: Any) -> str:
    if not isinstance(value, str) or value not in allowed:
        facts = {"value": str(value)[:20], "allowed": _("、").join(allowed)}
        raise Refusal(_("“%(value)s”不在可选之列：%(allowed)s。") % facts, code="quota-choice", at=at)
    return value


_READ: dict[str, Any] = {
    "people": lambda value: _whole("people", _("每队人数基数"), 1, MOST_PEOPLE, value),
    "tiers": _tiers,
    "teams": lambda value: _whole("teams", _("队数"), 0, MOST_TEAMS, value),
    "percent": _percent,
    "of": lambda value: _choice("of", (PLAYERS, TEAMS), value),
    "rounding": lambda value: _choice("rounding", (UP, DOWN, NEAREST), value),
    "min": lambda value: _whole("min", _("至少队数"), 0, MOST_TEAMS, value),
    "max": lambda value: _whole("max", _("至多队数"), 0, MOST_TEAMS, value),
}


def _refuse_missing(rule: QuotaRule, document: Mapping[str, Any]) -> None:
    """Tiers and percent have no number of their own to fall back on."""
    wanted = {TIERS: "tiers", PERCENT: "percent", FIXED: "teams"}.get(rule.kind)
    if wanted and document.get(wanted) is None:
        what = {"tiers": _("各档的人数和队数"), "percent": _("百分比"), "teams": _("队数")}[wanted]
        raise Refusal(_("请填写%s。") % what, code="quota-missing", at=wanted)
