"""Reading a `draw/1` record: every refusal names the place, what was found and what is allowed."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.errors import ScoringError

COMMON = {"format", "algorithm", "seed", "method", "teams", "protect", "lots", "result", "places", "third_place"}
OF_METHOD = {"single-elimination": set[str](), "groups": {"groups", "group_size", "legs", "order", "advance", "cross"}}
TEAM_KEYS = {"id", "name", "department", "seed"}
PLACES = (1, 2, 4, 6, 8, 16)


def refuse(at: str, message: str) -> None:
    """Raise the one error of the pure layer."""
    raise ScoringError(at, message)


def one_of(record: Mapping[str, Any], key: str, allowed: Sequence[Any], default: Any) -> Any:
    """The value of a key that must be one of a few."""
    value = record.get(key, default)
    if isinstance(value, bool) or value not in allowed:
        refuse(key, f"{key} 是 {value!r},只能是 {'、'.join(str(one) for one in allowed)}。")
    return value


def whole(record: Mapping[str, Any], key: str, low: int, high: int) -> int:
    """A whole number between two bounds."""
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        refuse(key, f"{key} 是 {value!r},应为 {low} 到 {high} 的整数。")
    return int(value)  # type: ignore[arg-type]


def check_record(record: Any) -> str:
    """Check all but the options of the method; returns the method."""
    if not isinstance(record, Mapping):
        refuse("", "抽签记录应为一个 JSON 对象。")
    one_of(record, "format", ["draw/1"], None)
    one_of(record, "algorithm", [1], 1)
    method = str(one_of(record, "method", list(OF_METHOD), None))
    unknown = sorted(set(record) - COMMON - OF_METHOD[method])
    if unknown:
        refuse("", f"不认识的项目 {'、'.join(unknown)};可用:{'、'.join(sorted(COMMON | OF_METHOD[method]))}。")
    if not isinstance(record.get("seed", ""), str):
        refuse("seed", f"seed 是 {record['seed']!r},应为一段文字。")
    one_of(record, "protect", ["department", None], None)
    _check_teams(record.get("teams"))
    _check_lots(record)
    return method


def _check_teams(teams: Any) -> None:
    if not isinstance(teams, list) or len(teams) < 2:
        refuse("teams", "teams 应为至少两队的列表。")
    for index, team in enumerate(teams):
        _check_team(team, f"teams[{index}]")
    for key in ("id", "seed"):
        _check_once(teams, key)
    seeds = sorted(team["seed"] for team in teams if team.get("seed") is not None)
    if seeds != list(range(1, len(seeds) + 1)):
        refuse("teams", f"种子号是 {seeds},应从 1 起连续编号,每号一次。")


def _check_team(team: Any, at: str) -> None:
    if not isinstance(team, Mapping):
        refuse(at, "应为一个对象,含 id、name、department、seed。")
    unknown = sorted(set(team) - TEAM_KEYS)
    if unknown:
        refuse(at, f"不认识的项目 {'、'.join(unknown)};可用:id、name、department、seed。")
    if not isinstance(team.get("id"), str) or not team["id"]:
        refuse(f"{at}.id", f"id 是 {team.get('id')!r},应为非空文字。")
    for key in ("name", "department"):
        if team.get(key) is not None and not isinstance(team[key], str):
            refuse(f"{at}.{key}", f"{key} 是 {team[key]!r},应为文字。")
    seed = team.get("seed")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or seed < 1):
        refuse(f"{at}.seed", f"seed 是 {seed!r},应为从 1 起的整数或 null。")


def _check_once(teams: Sequence[Mapping[str, Any]], key: str) -> None:
    seen: dict[Any, int] = {}
    for index, team in enumerate(teams):
        value = team.get(key)
        if value is not None and value in seen:
            refuse(f"teams[{index}].{key}", f"{key} {value!r} 与 teams[{seen[value]}] 重复,每个只能出现一次。")
        seen[value] = index


def _check_lots(record: Mapping[str, Any]) -> None:
    lots = record.get("lots")
    if lots is None:
        return
    if not isinstance(lots, Mapping):
        refuse("lots", "lots 应为 {队 id: 签号}。")
    wanted = {team["id"] for team in record["teams"]}
    if odd := sorted(set(lots) ^ wanted):
        refuse("lots", f"签号应每队一个;多出或缺少:{'、'.join(odd)}。")
    if sorted(map(str, lots.values())) != sorted(str(number) for number in range(1, len(wanted) + 1)):
        refuse("lots", f"签号应为 1 到 {len(wanted)},每号一次。")


def check_places(record: Mapping[str, Any], most: int, default: int) -> tuple[int, str]:
    """Places and third place of a knockout among `most` teams."""
    places = int(one_of(record, "places", PLACES, default))
    if places > most:
        refuse("places", f"places 是 {places},不能多于参赛队数 {most}。")
    third = str(one_of(record, "third_place", ["match", "joint"], "match"))
    if third == "joint" and places < 4:
        refuse("third_place", f"并列第三(joint)要求 places 至少为 4,现为 {places}。")
    return places, third
