"""Knockout, then a round robin of the last ones: the bracket is cut where so many are left, who then all meet."""

from collections.abc import Sequence
from typing import Any

from .errors import DrawError
from .knockout import Side, bracket
from .round_robin import rounds

LASTS = range(3, 9)
Meeting = dict[str, Any]


def knockout_then_group(
    sides: Sequence[Side | None], last: int, order: str | Sequence[Sequence[int]] = "berger", legs: int = 1
) -> dict[str, Any]:
    """{"matches": the knockout's, "group": [side], "rounds": [[[position, position]]]} for bracket slots `sides`.

    `last` is 3 to 8 and divides the slots; the bracket keeps the matches that leave so many, `group` says where each
    comes from (a winner, or a team that was only free), `rounds` pairs its positions from 1. Raises `DrawError`.
    """
    entrants = sum(1 for side in sides if side is not None)
    if last not in LASTS or entrants <= last or len(sides) % last:
        raise DrawError("last", f"{entrants} 队不能留下最后 {last} 队循环；可留 3 到 8 队，且须少于参赛队数")
    stretch = len(sides) // last
    kept: list[Meeting] = []
    group: list[Side] = []
    for start in range(0, len(sides), stretch):
        _add_section(sides[start : start + stretch], kept, group)
    _number(kept, group)
    return {
        "matches": kept,
        "group": group,
        "rounds": [[list(pair) for pair in pairs] for pairs in rounds(last, order, legs)],
    }


def _add_section(sides: Sequence[Side | None], kept: list[Meeting], group: list[Side]) -> None:
    """One stretch of the bracket, which sends its winner to the group; ids are made unique by a running offset."""
    matches = bracket(sides)
    offset = len(kept)
    for match in matches:
        kept.append({**match, "id": _moved(match["id"], offset), "place": None})
        for side in "ab":
            kept[-1][side] = _moved_side(match[side], offset)
    alone = [side for side in sides if side is not None]
    group.append({"winner_of": kept[-1]["id"]} if matches else alone[0])


def _number(kept: list[Meeting], group: list[Side]) -> None:
    """Number all matches by round."""
    kept.sort(key=lambda match: match["round"])
    ids = {match["id"]: f"m{number}" for number, match in enumerate(kept, start=1)}
    for match in kept:
        match["id"] = ids[match["id"]]
        match |= {side: _renamed(match[side], ids) for side in "ab"}
    group[:] = [_renamed(side, ids) for side in group]


def _moved(key: str, offset: int) -> str:
    return f"m{int(key[1:]) + offset}"


def _moved_side(side: Side, offset: int) -> Side:
    return {"winner_of": _moved(side["winner_of"], offset)} if "winner_of" in side else side


def _renamed(side: Side, ids: dict[str, str]) -> Side:
    return {"winner_of": ids[side["winner_of"]]} if "winner_of" in side else side
