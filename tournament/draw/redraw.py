"""A knockout drawn anew each round: one record a round, only the first with byes."""

from collections.abc import Mapping
from typing import Any

from . import document, notes
from .document import ELIMINATION, known_keys, number, shown
from .errors import DrawError
from .record import slots_of

FORMAT = "redraw/1"
KEYS = ("format", "algorithm", "seed", "round", "teams", "protect", "lots", "third", "from", "absent", "result")
PASSED_ON = ("algorithm", "seed", "protect", "lots")


def compute(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record of one round with its `result` {"pairs": [[id, id]], "byes": [id], "matches", "notes"}.

    A record: format "redraw/1", algorithm 1, seed, round, protect, lots and teams as in `draw/1`; the teams are those
    still in, seeds keep the numbers they had. From round 2 on their number is a power of two, so nobody is free.
    With two teams left, `third` [id, id] may name the losing semi-finalists, who meet for third place.
    `from` {id: match} says of which match of the round before a team is the winner (in `third`: the loser);
    `absent` {id: team} says who withdrew while free in round 1: nobody comes to the place drawn for that id.
    Matches are as in `draw/1`, ids "r2m1" … Raises `DrawError`.
    """
    if not isinstance(record, Mapping):
        raise DrawError("", f"抽签记录应为一个对象，现为 {shown(record)}")
    known_keys("", record, KEYS)
    if record.get("format") != FORMAT:
        raise DrawError("format", f"“{shown(record.get('format'))}”不可用；可用 {FORMAT}")
    turn = number(record, "round", 1, 99)
    inputs = document.read(_as_elimination(record))
    count = len(inputs.teams)
    _refuse_origins(record, turn)
    if turn > 1 and count & (count - 1):
        raise DrawError("teams", f"第 {turn} 轮有 {count} 队；只有第 1 轮可有轮空，以后各轮应为 2、4、8、16……队")
    slots = slots_of(inputs)
    couples = list(zip(slots[::2], slots[1::2], strict=True))
    pairs = [[a.id, b.id] for a, b in couples if a is not None and b is not None]
    byes = [team.id for a, b in couples if a is None or b is None for team in (a, b) if team is not None]
    return {
        **record,
        "result": {
            "pairs": pairs,
            "byes": byes,
            "matches": _matches(turn, pairs, _third(record, count, {team.id for team in inputs.teams}), count),
            "notes": notes.of_bracket(slots, inputs, f"第{turn}轮"),
        },
    }


def _refuse_origins(record: Mapping[str, Any], turn: int) -> None:
    for key, what in (("from", "上一轮的场次"), ("absent", "轮空后退赛的队")):
        origins = record.get(key, {})
        named = isinstance(origins, Mapping) and all(
            isinstance(one, str) and one for pair in origins.items() for one in pair
        )
        if not named or (origins and turn == 1):
            raise DrawError(key, f"“{shown(origins)}”不可用；第 2 轮起应为 {{队编号: {what}}}")


def _as_elimination(record: Mapping[str, Any]) -> dict[str, Any]:
    """The round as a `draw/1` record; the seeds left are numbered 1, 2, 3 … again in their order."""
    passed = {key: record[key] for key in PASSED_ON if key in record}
    teams = record.get("teams")
    if isinstance(teams, list):
        seeds = [team.get("seed") for team in teams if isinstance(team, Mapping)]
        left = sorted({seed for seed in seeds if isinstance(seed, int) and not isinstance(seed, bool) and seed > 0})
        again = {seed: place for place, seed in enumerate(left, start=1)}
        teams = [_renumbered(team, again) for team in teams]
    return {"format": document.FORMAT, "method": ELIMINATION, **passed, "teams": teams}


def _renumbered(team: Any, again: Mapping[int, int]) -> Any:
    if not isinstance(team, dict) or not isinstance(team.get("seed"), int) or isinstance(team["seed"], bool):
        return team
    return {**team, "seed": again.get(team["seed"], team["seed"])}


def _third(record: Mapping[str, Any], count: int, playing: set[str]) -> list[str] | None:
    third = record.get("third")
    if third is None:
        return None
    named = isinstance(third, list) and len(third) == 2 and all(isinstance(one, str) and one for one in third)
    if not named or third[0] == third[1] or playing & set(third):
        raise DrawError("third", f"“{shown(third)}”不可用；应为两支半决赛负队的编号")
    if count != 2:
        raise DrawError("third", f"本轮还有 {count} 队；只剩 2 队决赛时才有三、四名决赛")
    return list(third)


def _matches(turn: int, pairs: list[list[str]], third: list[str] | None, count: int) -> list[dict[str, Any]]:
    """The round's matches; the final (place 1) after the match for third place."""
    place = 1 if count == 2 else None
    listed: list[tuple[list[str], int | None]] = [(third, 3)] if third else []
    listed += [(pair, place) for pair in pairs]
    return [
        {"id": f"r{turn}m{number}", "round": turn, "a": {"team": a}, "b": {"team": b}, "place": place}
        for number, ((a, b), place) in enumerate(listed, start=1)
    ]
