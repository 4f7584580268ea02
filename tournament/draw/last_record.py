"""The record of a knockout whose last ones play a round robin: sections of the bracket, one place in the group each."""

from collections.abc import Mapping
from typing import Any

from . import document, groups, notes
from .document import ELIMINATION, Inputs, Team, known_keys, number, shown
from .errors import DrawError
from .last_group import LASTS, knockout_then_group
from .lots import Lots
from .placing import fixed, place
from .record import departments_of, seeds_of, slots_of
from .round_robin import ORDERS

FORMAT = "last/1"
KEYS = ("format", "algorithm", "seed", "teams", "protect", "lots", "last", "order", "legs", "result")
OWN = ("format", "last", "order", "legs", "result")
Slots = list[Team | None]


def compute(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its `result` {"slots", "matches", "group", "rounds", "notes"}. Raises `DrawError`.

    A record: format "last/1", seed, teams, protect and lots as in `draw/1`; `last` 3 to 8, fewer than the teams;
    `order` "berger" or "rotation" and `legs` of the round robin. The bracket has `last` sections of equal width, so
    that byes are in round 1 only; `group` says of each number whose place it is, `rounds` pairs the numbers.
    """
    if not isinstance(record, Mapping):
        raise DrawError("", f"抽签记录应为一个对象，现为 {shown(record)}")
    known_keys("", record, KEYS)
    if record.get("format") != FORMAT:
        raise DrawError("format", f"“{shown(record.get('format'))}”不可用；可用 {FORMAT}")
    passed = {key: value for key, value in record.items() if key not in OWN}
    inputs = document.read({**passed, "format": document.FORMAT, "method": ELIMINATION})
    last = number(record, "last", LASTS[0], LASTS[-1])
    if record.get("order", "berger") not in ORDERS:
        raise DrawError("order", f"“{shown(record['order'])}”不可用；可用 {'、'.join(ORDERS)}")
    if len(inputs.teams) <= last:
        raise DrawError("last", f"{len(inputs.teams)} 队不能先淘汰到最后 {last} 队；最后循环的队数须少于参赛队数")
    slots = slots_of(inputs) if last & (last - 1) == 0 else _sections(inputs, last)
    sides = [None if team is None else {"team": team.id} for team in slots]
    drawn = knockout_then_group(sides, last, record.get("order", "berger"), number(record, "legs", 1, 2, default=1))
    found = {"slots": [None if team is None else team.id for team in slots], **drawn}
    return {**record, "result": {**found, "notes": notes.of_bracket(slots, inputs)}}


def _sections(inputs: Inputs, last: int) -> Slots:
    """Sections that differ by one team at most: seeds and colleagues spread over them, then placed within each."""
    count = len(inputs.teams)
    width = 1 << (-(-count // last) - 1).bit_length()
    if inputs.order is not None:
        parts = [[inputs.order[one] for one in part] for part in groups.in_reading_order(count, last)]
        return [team for part in parts for team in _wide([_team(inputs, part, at) for at in _fixed(len(part))], width)]
    lots = Lots(inputs.seed)
    entrants = lots.shuffled(range(count))
    departments, seeds = departments_of(inputs, entrants), seeds_of(inputs, entrants)
    slots: Slots = []
    for part in groups.drawn(departments, seeds, last, lots):
        inside = [part.index(seed) for seed in seeds if seed in part]
        placed = place([departments[one] for one in part], inside, lots) if len(part) > 1 else [0]
        slots += _wide([_team(inputs, [entrants[one] for one in part], at) for at in placed], width)
    return slots


def _fixed(count: int) -> list[int | None]:
    return fixed(count) if count > 1 else [0]


def _team(inputs: Inputs, part: list[int], at: int | None) -> Team | None:
    return None if at is None else inputs.teams[part[at]]


def _wide(slots: Slots, width: int) -> Slots:
    """The section as wide as the others: where half as wide would do, everybody in it is free in round 1."""
    free: Slots = [None] * (width // len(slots) - 1)
    return [one for slot in slots for one in (slot, *free)]
