"""A knockout whose first round brings the winners and the best losers on, so many that the next round is full."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from . import document, groups, knockout, notes
from .document import ELIMINATION, Inputs, Team, known_keys, shown
from .errors import DrawError
from .lots import Lots
from .placing import place
from .record import departments_of, seeds_of

FORMAT = "losers/1"
KEYS = ("format", "algorithm", "seed", "teams", "protect", "lots", "places", "third_place", "result")
STANDARD = "standard"
LOSERS = -1


def wanted(count: int) -> int:
    """How many losers fill the second round of a knockout of `count` teams up to 2, 4, 8, 16 …"""
    on = -(-count // 2)
    return (1 << (on - 1).bit_length()) - on


def compute(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its `result` {"pairs": [[id, id]], "bye": id or None, "matches", "notes"}. Raises `DrawError`.

    A record has the keys of a single elimination in `draw/1`. Of an odd number of teams one is free in round 1: the
    best seed, else by lot (with paper lots the last). Matches are as in `draw/1`; a best loser is
    {"best": 1, "rank": n}: the n-th best of round 1.
    """
    if not isinstance(record, Mapping):
        raise DrawError("", f"抽签记录应为一个对象，现为 {shown(record)}")
    known_keys("", record, KEYS)
    if record.get("format") != FORMAT:
        raise DrawError("format", f"“{shown(record.get('format'))}”不可用；可用 {FORMAT}")
    passed = {key: value for key, value in record.items() if key not in ("format", "result")}
    inputs = document.read({**passed, "format": document.FORMAT, "method": ELIMINATION})
    pairs = _pairs(inputs)
    first, entrants = _first_round(pairs)
    losers = wanted(len(inputs.teams))
    if inputs.places > len(entrants) + losers:
        raise DrawError("places", f"第 2 轮有 {len(entrants) + losers} 队，不能决出前 {inputs.places} 名")
    slots = [team for pair in pairs for team in (pair if len(pair) > 1 else [pair[0], None])]
    return {
        **record,
        "result": {
            "pairs": [[team.id for team in pair] for pair in pairs if len(pair) > 1],
            "bye": next((pair[0].id for pair in pairs if len(pair) == 1), None),
            "matches": first + _later(pairs, entrants, losers, inputs, len(first))
            if len(entrants) > 1
            else _final(first),
            "notes": notes.of_bracket(slots, inputs, "第1轮"),
        },
    }


def _pairs(inputs: Inputs) -> list[list[Team]]:
    """Who meets in round 1: colleagues apart, seeds in different pairs; one team alone where the number is odd."""
    count = len(inputs.teams)
    if inputs.order is not None:
        return [[inputs.teams[one] for one in inputs.order[at : at + 2]] for at in range(0, count, 2)]
    lots = Lots(inputs.seed)
    entrants = lots.shuffled(range(count))
    free = [_free(inputs, entrants)] if count % 2 else []
    playing = [one for one in entrants if one not in free]
    drawn = groups.drawn(departments_of(inputs, playing), seeds_of(inputs, playing), count // 2, lots)
    pairs = [[inputs.teams[playing[one]] for one in pair] for pair in drawn]
    return pairs + [[inputs.teams[one]] for one in free]


def _free(inputs: Inputs, entrants: Sequence[int]) -> int:
    """Who is free in round 1: the best seed, else the first drawn; of a department too large to be kept apart first."""
    departments = departments_of(inputs, entrants)
    sizes = Counter(departments)
    large = [one for one, of in zip(entrants, departments, strict=True) if sizes[of] > len(entrants) // 2]
    seeds = {entrants[at]: place for place, at in enumerate(seeds_of(inputs, entrants))}
    return min(large or entrants, key=lambda one: seeds.get(one, len(seeds)))


def _first_round(pairs: Sequence[Sequence[Team]]) -> tuple[list[dict[str, Any]], list[knockout.Side]]:
    """The matches of round 1, and what each pair sends on."""
    matches: list[dict[str, Any]] = []
    entrants: list[knockout.Side] = []
    for pair in pairs:
        if len(pair) == 1:
            entrants.append({"team": pair[0].id})
            continue
        key = f"m{len(matches) + 1}"
        a, b = ({"team": team.id} for team in pair)
        matches.append({"id": key, "round": 1, "a": a, "b": b, "place": None})
        entrants.append({"winner_of": key})
    return matches, entrants


def _final(matches: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Two teams: their only match decides."""
    return [{**match, "place": 1} for match in matches]


def _later(
    pairs: Sequence[Sequence[Team]], entrants: Sequence[knockout.Side], losers: int, inputs: Inputs, played: int
) -> list[dict[str, Any]]:
    """The bracket of round 2 and on: pairs of seeds apart, best losers spread; ids and rounds go on from round 1."""
    sides = [*entrants, *({"best": 1, "rank": rank} for rank in range(1, losers + 1))]
    best = [min((team.seed for team in pair if team.seed), default=0) for pair in pairs]
    seeds = sorted((at for at, seed in enumerate(best) if seed), key=lambda at: best[at])
    apart = [*range(len(entrants)), *([LOSERS] * losers)]
    slots = place(apart, seeds, Lots(STANDARD if inputs.order is not None else f"{inputs.seed} 2"))
    numbered: list[knockout.Side | None] = [{"entrant": str(one)} for one in slots]
    return [
        {
            **match,
            "id": _moved(match["id"], played),
            "round": match["round"] + 1,
            "a": _side(match["a"], sides, played),
            "b": _side(match["b"], sides, played),
        }
        for match in knockout.bracket(numbered, inputs.places, inputs.joint_third)
    ]


def _moved(key: str, played: int) -> str:
    return f"m{int(key[1:]) + played}"


def _side(side: knockout.Side, sides: Sequence[knockout.Side], played: int) -> knockout.Side:
    if "entrant" in side:
        return sides[int(side["entrant"])]
    return {kind: _moved(key, played) for kind, key in side.items()}
