"""The draw that a `draw/1` record describes, and the check of one that holds its result already."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from . import bracket, cross, group_options, groups, round_robin
from .checking import check_places, check_record, refuse

Record = Mapping[str, Any]


def compute(record: Record) -> dict[str, Any]:
    """The record with its `result`; ScoringError where the record is not a `draw/1` one.

    The result of the same record is always the same (seed and algorithm version are in it).
    """
    method = check_record(record)
    return {**record, "result": METHODS[method](record)}


def check(record: Record) -> list[str]:
    """What of the record's stored `result` differs from the computed one, in words; empty if it is right."""
    stored, computed = record.get("result"), compute(record)["result"]
    if not isinstance(stored, Mapping):
        refuse("result", "记录里没有结果(result),无从核对。")
        return []
    keys = sorted(set(stored) | set(computed))
    return [f"result.{key}:记录与重新计算的不同。" for key in keys if stored.get(key) != computed.get(key)]


def _groups(record: Record) -> dict[str, Any]:
    options = group_options.read(record)
    teams = [{**team, "department": team.get("department") or "", "seed": team.get("seed")} for team in record["teams"]]
    places, third = check_places(record, max(options.groups * options.advance, 1), 1)
    drawn = _drawn_groups(record, teams, options.groups)
    result: dict[str, Any] = {"groups": drawn, "rounds": _rounds(drawn, options)}
    if options.advance:
        result["matches"] = bracket.matches(_slots(options), places, third)
    return {**result, "notes": _clashes(drawn, teams) if record.get("protect") or record.get("lots") else []}


def _drawn_groups(record: Record, teams: Sequence[Mapping[str, Any]], count: int) -> list[list[str]]:
    if record.get("lots") is not None:
        return groups.by_lots(teams, count, record["lots"])
    return groups.drawn(teams, count, str(record.get("seed", "")), protect=record.get("protect") == "department")


def _slots(options: group_options.GroupOptions) -> list[bracket.Side | None]:
    if isinstance(options.cross, str):
        return cross.standard(options.groups, options.advance)
    return cross.explicit(options.cross)


def _rounds(drawn: Sequence[Sequence[str]], options: group_options.GroupOptions) -> list[list[list[str]]]:
    """One list of rounds for all groups: round r holds the r-th round of every group that has one."""
    tables = [round_robin.rounds(len(group), options.order, options.legs) for group in drawn]
    return [
        [
            [group[a - 1], group[b - 1]]
            for group, table in zip(drawn, tables, strict=True)
            if number < len(table)
            for a, b in table[number]
        ]
        for number in range(max(map(len, tables)))
    ]


def _clashes(drawn: Sequence[Sequence[str]], teams: Sequence[Mapping[str, Any]]) -> list[str]:
    """In words, which colleagues share a group."""
    department = {team["id"]: team["department"] for team in teams}
    notes = []
    for index, group in enumerate(drawn):
        count = Counter(department[team] for team in group if department[team])
        for name in sorted(name for name, number in count.items() if number > 1):
            notes.append(f"{cross.group_letter(index)}组有{name}的{count[name]}队:同单位未能全部分开。")
    return notes


METHODS = {"groups": _groups}
