"""Reading a draw record: every key known, every value in its range, or a refusal that names the place."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .errors import DrawError
from .lots import ALGORITHM
from .round_robin import ORDERS

FORMAT = "draw/1"
ELIMINATION, GROUPS = "single-elimination", "groups"
METHODS = (ELIMINATION, GROUPS)
PLACES = (1, 2, 4, 6, 8, 16)
THIRD_PLACES = ("match", "joint")
LEAST_FOR_THIRD = 4
COMMON_KEYS = ("format", "algorithm", "seed", "method", "teams", "protect", "lots", "result")
BRACKET_KEYS = ("places", "third_place")
GROUP_KEYS = ("groups", "group_size", "legs", "order", "advance", "cross")
TEAM_KEYS = ("id", "name", "department", "seed")
_TEAM_KEYS = frozenset(TEAM_KEYS)


class Team(NamedTuple):
    """A team to be drawn; `seed` 1 is the best."""

    id: str
    name: str
    department: str | None
    seed: int | None


@dataclass(frozen=True, slots=True)
class Inputs:
    """A record that can be drawn. `order` holds teams' positions as lots put them, None where a seed string draws."""

    method: str
    seed: str
    teams: tuple[Team, ...]
    protect: bool
    order: tuple[int, ...] | None
    places: int
    joint_third: bool
    groups: int
    legs: int
    pairs: str | Sequence[Sequence[int]]
    advance: int
    cross: str | Sequence[Sequence[str]]


def read(record: Any) -> Inputs:
    """The inputs of a `draw/1` record. Raises `DrawError`."""
    if not isinstance(record, Mapping):
        raise DrawError("", f"抽签记录应为一个对象，现为 {shown(record)}")
    _choice(record, "format", (FORMAT,))
    number(record, "algorithm", ALGORITHM, ALGORITHM)
    method = _choice(record, "method", METHODS)
    known_keys("", record, COMMON_KEYS + BRACKET_KEYS + (GROUP_KEYS if method == GROUPS else ()))
    teams = _teams(record)
    groups = _groups(record, len(teams)) if method == GROUPS else 0
    advance = _advance(record, len(teams) // groups) if groups else 0
    _refuse_bracket_keys(record, method, advance)
    places = _places(record, advance * groups if groups else len(teams))
    order = _lots(record, teams)
    return Inputs(
        method=method,
        seed=_seed(record, needed=order is None),
        teams=teams,
        protect=_protect(record),
        order=order,
        places=places,
        joint_third=_joint_third(record, places),
        groups=groups,
        legs=number(record, "legs", 1, 2, default=1),
        pairs=_order(record, len(teams), groups),
        advance=advance,
        cross=_cross(record),
    )


def known_keys(at: str, found: Mapping[str, Any], allowed: Collection[str]) -> None:
    """Refuse a key that is not allowed, naming it."""
    for key in found:
        if key not in allowed:
            raise DrawError(at, f"不认识的键“{key}”；可用 {'、'.join(allowed)}")


def shown(value: Any) -> str:
    """A value found, short enough for a sentence."""
    text = "空" if value is None else str(value)
    return text if len(text) <= 40 else text[:40] + "……"


def number(found: Mapping[str, Any], key: str, least: int, most: int, default: int | None = None, at: str = "") -> int:
    """The whole number at `key`, from `least` to `most`. Raises `DrawError`."""
    value = found.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        allowed = str(least) if least == most else f"{least} 到 {most} 的整数"
        raise DrawError(at + key, f"“{shown(value)}”不可用；应为 {allowed}")
    return value


def text_of(found: Mapping[str, Any], key: str, at: str) -> str:
    """The text at `key`, not empty. Raises `DrawError`."""
    value = found.get(key)
    if not isinstance(value, str) or not value.strip():
        raise DrawError(at + key, f"“{shown(value)}”不可用；应为不为空的文字")
    return value


def _choice(record: Mapping[str, Any], key: str, allowed: Sequence[str], default: str | None = None) -> str:
    value = record.get(key, default)
    if not isinstance(value, str) or value not in allowed:
        raise DrawError(key, f"“{shown(value)}”不可用；可用 {'、'.join(allowed)}")
    return value


def _seed(record: Mapping[str, Any], *, needed: bool) -> str:
    value = record.get("seed")
    if value is None and not needed:
        return ""
    if not isinstance(value, str):
        raise DrawError("seed", f"“{shown(value)}”不可用；应为一段文字（如抽签的时间加地点）")
    return value


def _protect(record: Mapping[str, Any]) -> bool:
    value = record.get("protect", "department")
    if value not in ("department", None):
        raise DrawError("protect", f"“{shown(value)}”不可用；应为 department（同单位回避）或空")
    return value is not None


def _teams(record: Mapping[str, Any]) -> tuple[Team, ...]:
    listed = record.get("teams")
    if not isinstance(listed, list) or len(listed) < 2:
        count = f"{len(listed)} 队" if isinstance(listed, list) else shown(listed)
        raise DrawError("teams", f"现为 {count}；应为至少 2 队的列表")
    teams: list[Team] = []
    for found in listed:
        try:
            teams.append(_team(found))
        except DrawError as error:
            raise DrawError(f"teams[{len(teams)}]{error.at}", error.message) from None
    _refuse_doubles(teams)
    _refuse_seeds(teams)
    return tuple(teams)


def _team(found: Any) -> Team:
    """One team; the error's place is relative to it."""
    if type(found) is dict and found.keys() <= _TEAM_KEYS and (plain := _plain_team(found)):
        return plain
    if not isinstance(found, dict):
        raise DrawError("", f"队应为一个对象，现为 {shown(found)}")
    known_keys("", found, TEAM_KEYS)
    key = text_of(found, "id", ".")
    name = key if found.get("name") is None else text_of(found, "name", ".")
    department = None if found.get("department") is None else text_of(found, "department", ".")
    seed = found.get("seed")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or seed < 1):
        raise DrawError(".seed", f"种子号“{shown(seed)}”不可用；应为 1、2、3……或空")
    return Team(key, name, department, seed)


def _plain_team(found: dict[str, Any]) -> Team | None:
    """A team written out in full, without a seed, as nearly all are: read at a glance; None for any other."""
    key, name, department = found.get("id"), found.get("name"), found.get("department")
    if type(key) is str and type(name) is str and type(department) is str and found.get("seed") is None:
        return Team(key, name, department, None) if key.strip() and name.strip() and department.strip() else None
    return None


def _refuse_doubles(teams: Sequence[Team]) -> None:
    seen: set[str] = set()
    for index, team in enumerate(teams):
        if team.id in seen:
            raise DrawError(f"teams[{index}].id", f"“{team.id}”重复；每队的编号只能出现一次")
        seen.add(team.id)


def _refuse_seeds(teams: Sequence[Team]) -> None:
    seeded = [(team.seed, index) for index, team in enumerate(teams) if team.seed is not None]
    for wanted, (seed, index) in enumerate(sorted(seeded), start=1):
        if seed != wanted:
            raise DrawError(f"teams[{index}].seed", f"种子号 {seed} 不可用；种子号应为 1 到 {len(seeded)}，各一次")


def _lots(record: Mapping[str, Any], teams: Sequence[Team]) -> tuple[int, ...] | None:
    lots = record.get("lots")
    if lots is None:
        return None
    if not isinstance(lots, Mapping):
        raise DrawError("lots", f"签号应为 {{队编号: 号码}}，现为 {shown(lots)}")
    position = {team.id: index for index, team in enumerate(teams)}
    holder: dict[int, str] = {}
    for key in lots:
        if key not in position:
            raise DrawError("lots", f"“{key}”不是参赛队的编号")
        drawn = number(lots, key, 1, len(teams), at="lots.")
        if drawn in holder:
            raise DrawError(f"lots.{key}", f"{drawn} 号签已由“{holder[drawn]}”抽得；每个号码只能出现一次")
        holder[drawn] = key
    if missing := [team.name for team in teams if team.id not in lots]:
        raise DrawError("lots", f"{'、'.join(missing)} 没有签号；每队都要有一个")
    return tuple(position[holder[drawn]] for drawn in range(1, len(teams) + 1))


def _groups(record: Mapping[str, Any], teams: int) -> int:
    if ("groups" in record) == ("group_size" in record):
        raise DrawError("groups", "groups（组数）与 group_size（每组队数）须写且只写一个")
    if "groups" in record:
        return number(record, "groups", 1, teams // 2)
    size = number(record, "group_size", 2, teams)
    groups = -(-teams // size)
    if teams // groups < 2:
        raise DrawError("group_size", f"{teams} 队按每组 {size} 队分为 {groups} 组，有的组只有 1 队；请改用别的队数")
    return groups


def _advance(record: Mapping[str, Any], smallest: int) -> int:
    if "advance" not in record:
        if "cross" in record:
            raise DrawError("cross", "没有 advance（每组出线队数），不能写 cross")
        return 0
    return number(record, "advance", 1, smallest)


def _refuse_bracket_keys(record: Mapping[str, Any], method: str, advance: int) -> None:
    for key in BRACKET_KEYS:
        if key in record and method == GROUPS and not advance:
            raise DrawError("", f"不认识的键“{key}”；小组赛写了 advance（每组出线队数）才能写它")


def _places(record: Mapping[str, Any], entrants: int) -> int:
    value = record.get("places", 1)
    allowed = [places for places in PLACES if places <= max(entrants, 1)]
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise DrawError("places", f"“{shown(value)}”不可用；{entrants} 队可决出前 {'、'.join(map(str, allowed))} 名")
    return value


def _joint_third(record: Mapping[str, Any], places: int) -> bool:
    joint = _choice(record, "third_place", THIRD_PLACES, "match") == "joint"
    if joint and places < LEAST_FOR_THIRD:
        raise DrawError("third_place", f"并列第三须决出至少前 4 名，现为前 {places} 名")
    return joint


def _order(record: Mapping[str, Any], teams: int, groups: int) -> str | Sequence[Sequence[int]]:
    order = record.get("order", "berger")
    if isinstance(order, str) or not isinstance(order, list):
        if order not in ORDERS:
            raise DrawError(
                "order", f"“{shown(order)}”不可用；可用 berger、rotation 或逐场写明，如 [[1, 2], [1, 3], [2, 3]]"
            )
        return str(order)
    if groups and teams % groups:
        raise DrawError("order", f"{teams} 队分 {groups} 组，各组队数不同；自定次序要求各组队数相同")
    for index, pair in enumerate(order):
        _pair(f"order[{index}]", pair, int, "两个序号")
    return order


def _cross(record: Mapping[str, Any]) -> str | Sequence[Sequence[str]]:
    cross = record.get("cross", "standard")
    if cross == "standard":
        return "standard"
    if not isinstance(cross, list):
        raise DrawError("cross", f'“{shown(cross)}”不可用；应为 standard 或逐对写明，如 [["1A", "1B"]]')
    for index, pair in enumerate(cross):
        _pair(f"cross[{index}]", pair, str, "两个出线名次")
    return cross


def _pair(at: str, pair: Any, kind: type, what: str) -> None:
    right = isinstance(pair, list) and len(pair) == 2
    if not right or any(not isinstance(one, kind) or isinstance(one, bool) for one in pair):
        raise DrawError(at, f"“{shown(pair)}”不可用；应为{what}")
