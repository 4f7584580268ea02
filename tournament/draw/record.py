"""The draw record `draw/1`: what it describes is drawn, or the result it holds is checked. Anyone can replay it."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from . import cross, groups, knockout, notes, placing, round_robin
from .document import ELIMINATION, Inputs, Team, known_keys, read
from .errors import DrawError
from .lots import Lots

RESULT_KEYS = {"slots": "签位", "groups": "分组", "rounds": "轮次", "matches": "对阵", "notes": "说明"}


def compute(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its `result`; a result it may hold is computed anew. Raises `DrawError`.

    Result of a single elimination: `slots` [team id or None], `matches`, `notes`. Of groups: `groups` [[team id]],
    `rounds` [[[id, id]]], `notes` and, where teams advance, `matches` of the knockout (rounds from 1).
    """
    inputs = read(record)
    result = _elimination(inputs) if inputs.method == ELIMINATION else _groups(inputs)
    return {**record, "result": result}


def check(record: Mapping[str, Any]) -> list[str]:
    """How the `result` a record holds differs from what is drawn, in words; empty if not at all. Raises `DrawError`."""
    held = record.get("result") if isinstance(record, Mapping) else None
    drawn = compute(record)["result"]
    if not isinstance(held, Mapping):
        raise DrawError("result", "抽签记录里没有可核对的结果（result）")
    known_keys("result", held, tuple(drawn))
    return [text for key, right in drawn.items() for text in _differences(key, held.get(key), right)]


def _elimination(inputs: Inputs) -> dict[str, Any]:
    teams = slots_of(inputs)
    sides: list[knockout.Side | None] = [None if team is None else {"team": team.id} for team in teams]
    return {
        "slots": [None if team is None else team.id for team in teams],
        "matches": knockout.bracket(sides, inputs.places, inputs.joint_third),
        "notes": notes.of_bracket(teams, inputs),
    }


def slots_of(inputs: Inputs) -> list[Team | None]:
    """The bracket's slots as drawn by the seed string or by lots; None = bye."""
    if inputs.order is not None:
        entrants, slots = list(inputs.order), placing.fixed(len(inputs.teams))
    else:
        lots = Lots(inputs.seed)
        entrants = lots.shuffled(range(len(inputs.teams)))
        slots = placing.place(departments_of(inputs, entrants), seeds_of(inputs, entrants), lots)
    teams = [inputs.teams[entrant] for entrant in entrants]
    return [None if slot is None else teams[slot] for slot in slots]


def _groups(inputs: Inputs) -> dict[str, Any]:
    if inputs.order is None:
        lots = Lots(inputs.seed)
        entrants = lots.shuffled(range(len(inputs.teams)))
        numbered = groups.drawn(departments_of(inputs, entrants), seeds_of(inputs, entrants), inputs.groups, lots)
    else:
        entrants = list(inputs.order)
        numbered = groups.in_reading_order(len(entrants), inputs.groups)
    teams = [[inputs.teams[entrants[number]] for number in group] for group in numbered]
    result: dict[str, Any] = {
        "groups": [[team.id for team in group] for group in teams],
        "rounds": _rounds([[team.id for team in group] for group in teams], inputs),
        "notes": notes.of_groups(teams, inputs),
    }
    if inputs.advance:
        sides = cross.sides(inputs.groups, inputs.advance, inputs.cross)
        result["matches"] = knockout.bracket(sides, inputs.places, inputs.joint_third)
    return result


def _rounds(teams: Sequence[Sequence[str]], inputs: Inputs) -> list[list[list[str]]]:
    """One list of rounds for all groups, group by group within a round; a smaller group ends earlier."""
    tables = {size: round_robin.rounds(size, inputs.pairs, inputs.legs) for size in {len(group) for group in teams}}
    of_groups = [[[[group[a - 1], group[b - 1]] for a, b in pairs] for pairs in tables[len(group)]] for group in teams]
    return [[pair for pairs in together for pair in pairs] for together in zip_longest(*of_groups, fillvalue=[])]


def departments_of(inputs: Inputs, entrants: Sequence[int]) -> list[int]:
    """The department of each entrant as a number; who has none, or is not protected, has a number of its own."""
    if not inputs.protect:
        return [-1 - position for position in entrants]
    departments = [team.department for team in inputs.teams]
    numbers: dict[str, int] = {}
    return [
        -1 - position if (name := departments[position]) is None else numbers.setdefault(name, len(numbers))
        for position in entrants
    ]


def seeds_of(inputs: Inputs, entrants: Sequence[int]) -> list[int]:
    """The seeded entrants, best first."""
    seeds = [team.seed for team in inputs.teams]
    seeded = [(seed, entrant) for entrant, at in enumerate(entrants) if (seed := seeds[at]) is not None]
    return [entrant for _seed, entrant in sorted(seeded)]


def _differences(key: str, held: Any, right: Any) -> list[str]:
    if notes.alike(key, held, right):
        return []
    words = RESULT_KEYS[key]
    if not isinstance(held, list) or len(held) != len(right):
        count = f"{len(held)} 项" if isinstance(held, list) else "缺少"
        return [f"result.{key}：{words}应有 {len(right)} 项，记录里{'为 ' if isinstance(held, list) else ''}{count}"]
    return [
        f"result.{key}[{index}]：{words}应为 {wanted}，记录里为 {found}"
        for index, (found, wanted) in enumerate(zip(held, right, strict=True))
        if found != wanted
    ]
