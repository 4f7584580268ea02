"""Small checks of JSON values: each returns the value it was given, or refuses it in a sentence with its place."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from decimal import Decimal
from typing import Any, NoReturn

from scoring.errors import ScoringError
from scoring.standings.model import Number

MOST = 10_000
_LARGEST, _DECIMALS = 10**9, 6
_SHOWN = 40
_SIDES = frozenset({"a", "b"})


def refuse(at: str, found: Any, allowed: str) -> NoReturn:
    """Raise the sentence “found X; allowed is Y”."""
    text = json.dumps(found, ensure_ascii=False, default=str)
    raise ScoringError(at, f"这里是 {text if len(text) <= _SHOWN else text[:_SHOWN] + '…'}，应为{allowed}")


def keys(value: Any, allowed: Set[str], required: Sequence[str], at: str) -> None:
    """An object with no key but the allowed ones and all required ones."""
    if not isinstance(value, dict):
        refuse(at, value, "一个 JSON 对象")
    if not value.keys() <= allowed:
        unknown = "、".join(f"“{key}”" for key in value if key not in allowed)
        raise ScoringError(at, f"不认识的键{unknown}，可用的有：{'、'.join(sorted(allowed))}")
    for key in required:
        if key not in value:
            raise ScoringError(at, f"缺少“{key}”")


def a_list(value: Any, at: str) -> list[Any]:
    """A JSON list."""
    return value if isinstance(value, list) else refuse(at, value, "一个列表")


def names(value: Any, at: str) -> list[str]:
    """A list of texts, none empty and none twice."""
    seen: set[str] = set()
    for index, name in enumerate(a_list(value, at)):
        if not isinstance(name, str) or not name:
            refuse(f"{at}[{index}]", name, "不为空的文字")
        if name in seen:
            raise ScoringError(f"{at}[{index}]", f"“{name}”出现了两次，只能写一次")
        seen.add(name)
    return list(value)


def members(value: Any, at: str, teams: Collection[str]) -> list[str]:
    """A list of teams, none twice."""
    for index, name in enumerate(names(value, at)):
        if name not in teams:
            refuse(f"{at}[{index}]", name, "teams 里的一支队")
    return list(value)


def one_of(value: Any, allowed: Sequence[Any], at: str) -> Any:
    """One of a few texts (or null)."""
    if (value is None or isinstance(value, str)) and value in allowed:
        return value
    return refuse(at, value, "、".join("null" if one is None else f"“{one}”" for one in allowed) + " 之一")


def flag(value: Any, at: str) -> bool:
    """true or false."""
    return value if isinstance(value, bool) else refuse(at, value, "true 或 false")


def count(value: Any, at: str) -> int:
    """A whole number from 0."""
    return value if type(value) is int and 0 <= value <= MOST else refuse(at, value, f"0 到 {MOST} 的整数")


def number(value: Any, at: str) -> Number:
    """An exact number: a whole one as int, else a Decimal of at most six places."""
    if type(value) is int and -_LARGEST <= value <= _LARGEST:
        return value
    if isinstance(value, float | Decimal):
        exact = Decimal(str(value))
        if exact.is_finite() and abs(exact) <= _LARGEST and exact == round(exact, _DECIMALS):
            return int(exact) if exact == exact.to_integral_value() else exact
    return refuse(at, value, f"绝对值不超过 {_LARGEST}、至多 {_DECIMALS} 位小数的数")


def pair(row: Mapping[str, Any], key: str, at: str, read: Callable[[Any, str], Any], missing: Any) -> tuple[Any, Any]:
    """An object under `key` with `a`, `b` or both, each read by `read(value, place)`; `missing` where not given."""
    value = row.get(key)
    if value is None:
        return missing, missing
    keys(value, _SIDES, (), f"{at}.{key}")
    return (
        read(value["a"], f"{at}.{key}.a") if "a" in value else missing,
        read(value["b"], f"{at}.{key}.b") if "b" in value else missing,
    )
