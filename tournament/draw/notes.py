"""What a draw had to give up, in words: colleagues who meet at once, seeds and byes that had to make way."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .document import Inputs, Team
from .groups import group_name, snake

# Records of earlier versions word their notes with half-width marks.
_HALF_WIDTH = str.maketrans("，：；（）", ",:;()")


def alike(key: str, one: Any, other: Any) -> bool:
    """Whether two values of a result's `key` are the same; `notes` also where only the width of their marks differs."""
    if key != "notes" or not (isinstance(one, list) and isinstance(other, list)):
        return bool(one == other)
    return [str(note).translate(_HALF_WIDTH) for note in one] == [str(note).translate(_HALF_WIDTH) for note in other]


def of_bracket(slots: Sequence[Team | None], inputs: Inputs, when: str = "首轮") -> list[str]:
    """The compromises of a bracket: clashes of its first round (called `when`), byes that went past the seeds."""
    clashes = [_clash(a, b, inputs, when) for a, b in zip(slots[::2], slots[1::2], strict=True) if _colleagues(a, b)]
    return clashes if inputs.order is not None else clashes + _seeds_without_bye(slots, when)


def of_groups(groups: Sequence[Sequence[Team]], inputs: Inputs) -> list[str]:
    """The compromises of a group draw: colleagues in one group, seeds out of the snake's order."""
    notes = [
        _together(department, count, group_name(index), inputs)
        for index, group in enumerate(groups)
        for department, count in Counter(team.department for team in group).items()
        if department is not None and count > 1
    ]
    return notes if inputs.order is not None else notes + _seeds_off_snake(groups)


def _colleagues(a: Team | None, b: Team | None) -> bool:
    return a is not None and b is not None and a.department is not None and a.department == b.department


def _clash(a: Team | None, b: Team | None, inputs: Inputs, when: str) -> str:
    if a is None or b is None:
        raise ValueError("a bye clashes with nobody")
    reason = _reason(inputs, f"该单位队数超过{when}对数，无法避免")
    return f"{when}同单位相遇：{a.department}（{a.name} – {b.name}）{reason}"


def _together(department: str, count: int, group: str, inputs: Inputs) -> str:
    reason = _reason(inputs, "该单位队数多于组数，无法避免")
    return f"{group}组有同单位 {count} 队：{department}{reason}"


def _reason(inputs: Inputs, unavoidable: str) -> str:
    if inputs.order is not None:
        return "；按签号入位，不作调整"
    return f"；{unavoidable}" if inputs.protect else "；本次抽签不要求同单位回避"


def _seeds_without_bye(slots: Sequence[Team | None], when: str) -> list[str]:
    """Seeds good enough for a bye that play all the same, because colleagues had to be kept apart."""
    byes = sum(1 for slot in slots if slot is None)
    return [
        f"{team.seed} 号种子 {team.name} {when}没有轮空：为使同单位分开，轮空给了别的队"
        for a, b in zip(slots[::2], slots[1::2], strict=True)
        for team in (a, b)
        if a is not None and b is not None and team is not None and team.seed is not None and team.seed <= byes
    ]


def _seeds_off_snake(groups: Sequence[Sequence[Team]]) -> list[str]:
    return [
        f"{team.seed} 号种子 {team.name} 蛇形应在{group_name(snake(team.seed - 1, len(groups)))}组，"
        f"为使同单位分开编入{group_name(index)}组"
        for index, group in enumerate(groups)
        for team in group
        if team.seed is not None and snake(team.seed - 1, len(groups)) != index
    ]
