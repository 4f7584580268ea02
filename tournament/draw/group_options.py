"""The options of a draw in groups, read and checked."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .checking import one_of, refuse, whole
from .cross import group_letter
from .groups import sizes


@dataclass(frozen=True, slots=True)
class GroupOptions:
    """What a `groups` record asks for; `cross` is "standard" or pairs such as ["1A", "1C"]."""

    groups: int
    legs: int
    order: str | list[list[int]]
    advance: int
    cross: str | list[list[str]]


def read(record: Mapping[str, Any]) -> GroupOptions:
    """Check and read the options; ScoringError names the place."""
    teams = len(record["teams"])
    groups = _groups(record, teams)
    per_group = sizes(teams, groups)
    advance = whole(record, "advance", 1, min(per_group)) if record.get("advance") is not None else 0
    return GroupOptions(
        groups=groups,
        legs=int(one_of(record, "legs", [1, 2], 1)),
        order=_order(record.get("order", "berger"), per_group),
        advance=advance,
        cross=_cross(record.get("cross", "standard"), groups, advance),
    )


def _groups(record: Mapping[str, Any], teams: int) -> int:
    if ("groups" in record) == ("group_size" in record):
        refuse("groups", "groups(组数)与 group_size(每组队数)应填且只填一个。")
    if "groups" in record:
        return whole(record, "groups", 1, teams // 2)
    return -(-teams // whole(record, "group_size", 2, teams))


def _order(order: Any, per_group: Sequence[int]) -> str | list[list[int]]:
    if order in ("berger", "rotation"):
        return str(order)
    size = per_group[0]
    if len(set(per_group)) > 1:
        refuse("order", "各组队数不同,不能用逐场写明的次序;可用 berger、rotation。")
    wanted = Counter((low, high) for low in range(1, size) for high in range(low + 1, size + 1))
    if not isinstance(order, list) or Counter(map(_pair, order)) != wanted:
        refuse("order", f"order 应为 berger、rotation,或写明 {size} 队每两队一场的序号对,如 [[1,2],[1,3],[2,3]]。")
    return [list(pair) for pair in order]


def _pair(pair: Any) -> tuple[Any, ...]:
    whole_numbers = isinstance(pair, list) and all(type(one) is int for one in pair)
    return tuple(sorted(pair)) if whole_numbers else ()


def _cross(cross: Any, groups: int, advance: int) -> str | list[list[str]]:
    if cross == "standard":
        if advance > 2:
            refuse("cross", f'每组出线 {advance} 队时,交叉对阵须逐对写明,如 [["1A","3B"]]。')
        return "standard"
    wanted = sorted(f"{place}{group_letter(group)}" for group in range(groups) for place in range(1, advance + 1))
    pairs = isinstance(cross, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in cross)
    if not pairs or sorted(str(name) for pair in cross for name in pair) != wanted:
        refuse("cross", f"cross 应为 standard,或成对写明每个出线席位各一次:{'、'.join(wanted)}。")
    if len(cross) & (len(cross) - 1):
        refuse("cross", f"逐对写明时应有 1、2、4、8 …对,现有 {len(cross)} 对;其余情形用 standard。")
    return [list(pair) for pair in cross]
