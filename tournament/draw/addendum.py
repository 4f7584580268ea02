"""A late team in a drawn bracket or group: it takes a bye or a place given up, by lot; no drawn pair moves.

The record `draw-addendum/1` holds everything its lot depends on: the draw as it stood (`slots` and `matches`, or
`groups`), the places that were `open`, the seed string or the slip drawn, and its result. Places are counted from 1:
slots from the top of the bracket, or places read group by group.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import knockout
from .document import THIRD_PLACES, known_keys, number, shown, text_of
from .errors import DrawError
from .lots import ALGORITHM, Lots

FORMAT = "draw-addendum/1"
BYE, PLACE = "bye", "place"
KINDS = (BYE, PLACE)
KEYS = ("format", "algorithm", "kind", "team", "open", "seed", "lot", "result")
BRACKET = ("slots", "matches", "places", "third_place")
GROUPS = ("groups",)
LATE_CODE = "x"
ANYBODY = "?"

Drawn = dict[str, Any]
Key = tuple[tuple[int, ...], int, int]


@dataclass(frozen=True, slots=True)
class _Inputs:
    """A record that can be computed; `places` are all places in order, None = bye."""

    kind: str
    team: str
    places: tuple[str | None, ...]
    open: tuple[int, ...]
    seed: str
    lot: int | None


def compute(record: Any) -> dict[str, Any]:
    """The record with its `result`; one it may hold is computed anew. Raises `DrawError`.

    `taken`: the place that fell to the team. Of a bracket: `slots` and `matches` as they are from now on, `added` (ids
    of new matches, x1, x2 …) and `changed` (ids of matches of which a side now comes from elsewhere). Of groups:
    `groups`.
    """
    inputs = _read(record)
    taken = inputs.open[_index(inputs)]
    if "groups" in record:
        result = {"taken": taken, "groups": _regrouped(record["groups"], taken, inputs.team)}
    else:
        slots = [inputs.team if at == taken else team for at, team in enumerate(inputs.places, start=1)]
        change = _played_for if inputs.kind == BYE else _handed_over
        result = {"taken": taken, "slots": slots, **change(record, slots, taken)}
    return {**record, "result": result}


def check(record: Any) -> list[str]:
    """How the result a record holds differs from what its inputs give, in words; empty if not. Raises `DrawError`."""
    right = compute(record)["result"]
    held = record.get("result")
    if not isinstance(held, Mapping):
        raise DrawError("result", "抽签补记里没有可核对的结果（result）")
    known_keys("result", held, tuple(right))
    return [
        f"result.{key}：应为 {shown(wanted)}，记录里为 {shown(held.get(key))}"
        for key, wanted in right.items()
        if held.get(key) != wanted
    ]


def applied(result: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    """A `draw/1` result as it stands after a computed addendum to it. Raises `DrawError` if that began elsewhere."""
    change = record["result"]
    if "groups" in record:
        if record["groups"] != result.get("groups"):
            raise DrawError("groups", "补记之前的分组与抽签及先前的补记不符")
        gone, comes = [team for group in record["groups"] for team in group][change["taken"] - 1], record["team"]["id"]
        rounds = [[[comes if one == gone else one for one in pair] for pair in pairs] for pairs in result["rounds"]]
        return {**result, "groups": change["groups"], "rounds": rounds}
    for key in ("slots", "matches"):
        if record[key] != result.get(key):
            raise DrawError(key, "补记之前的签位与抽签及先前的补记不符")
    return {**result, "slots": change["slots"], "matches": change["matches"]}


def touched(record: Any, place: int) -> list[str]:
    """The ids of the matches that change if the late team takes `place`: none of them may have begun."""
    slots = record.get("slots", ())
    if record["kind"] == BYE and len(slots) // 2 >= record.get("places", 1):  # losers of round 1 play no more
        other = {"team": slots[(place - 1) ^ 1]}
        return [match["id"] for match in record["matches"] if other in _sides(match)]
    given = {key: value for key, value in record.items() if key not in ("lot", "seed", "result")}
    given |= {"team": {"id": ANYBODY}, "open": [place]}
    return list(compute(given)["result"].get("changed", []))


def _index(inputs: _Inputs) -> int:
    """Which of the open places: the slip drawn, else the first number of the seed's stream; one place needs no lot."""
    if inputs.lot is not None:
        return inputs.lot - 1
    return Lots(inputs.seed).below(len(inputs.open)) if len(inputs.open) > 1 else 0


def _played_for(record: Mapping[str, Any], slots: Sequence[str | None], _taken: int) -> Drawn:
    """The bye becomes a match; everything else of the bracket stays where it was, under its old name."""
    sides: list[knockout.Side | None] = [None if team is None else {"team": team} for team in slots]
    joint = record.get("third_place") == "joint"
    anew = knockout.bracket(sides, record.get("places", 1), joint)
    old, new = _keyed(record["matches"], record["slots"]), _keyed(anew, slots)
    names = {key: match["id"] for key, match in old.items()}
    free = iter(_free_codes(names.values(), len(new) - len(old)))
    ids = {match["id"]: names.get(key) or next(free) for key, match in new.items()}
    matches = [_renamed(match, ids) for match in anew]
    before = {match["id"]: match for match in record["matches"]}
    return {
        "matches": matches,
        "added": [match["id"] for match in matches if match["id"] not in before],
        "changed": [one["id"] for one in matches if (was := before.get(one["id"])) and _sides(was) != _sides(one)],
    }


def _handed_over(record: Mapping[str, Any], _slots: Sequence[str | None], taken: int) -> Drawn:
    """The matches of the team that gave its place up are the late team's."""
    gone, comes = {"team": record["slots"][taken - 1]}, {"team": record["team"]["id"]}
    matches = [
        {**match, **{side: comes for side in "ab" if match[side] == gone}} if gone in _sides(match) else match
        for match in record["matches"]
    ]
    changed = [match["id"] for match in record["matches"] if gone in _sides(match)]
    return {"matches": matches, "added": [], "changed": changed}


def _regrouped(groups: Sequence[Sequence[str]], taken: int, team: str) -> list[list[str]]:
    places = iter(range(1, sum(map(len, groups)) + 1))
    return [[team if next(places) == taken else one for one in group] for group in groups]


def _keyed(matches: Sequence[Mapping[str, Any]], slots: Sequence[str | None]) -> dict[Key, Mapping[str, Any]]:
    """Matches by where they stand: the rounds in which their teams lost, their round, their number from the top."""
    slot = {team: index for index, team in enumerate(slots) if team is not None}
    keys: dict[str, Key] = {}
    for match in sorted(matches, key=lambda match: match["round"]):
        lost, entered, index = _entry(match["a"], keys, slot)
        keys[match["id"]] = (lost, match["round"], index >> (match["round"] - entered + 1))
    return {keys[match["id"]]: match for match in matches}


def _entry(side: Mapping[str, Any], keys: Mapping[str, Key], slot: Mapping[str, int]) -> Key:
    """Where a side enters: after which lost rounds, in which round, at which place of that round."""
    if "team" in side:
        return (), 1, slot[side["team"]]
    loses = "loser_of" in side
    lost, number_, index = keys[side["loser_of" if loses else "winner_of"]]
    return (*lost, number_) if loses else lost, number_ + 1, index


def _renamed(match: Mapping[str, Any], ids: Mapping[str, str]) -> Drawn:
    sides = {
        side: {kind: ids.get(value, value) if kind != "team" else value for kind, value in match[side].items()}
        for side in "ab"
    }
    return {**match, **sides, "id": ids[match["id"]]}


def _sides(match: Mapping[str, Any]) -> tuple[Any, Any]:
    return match["a"], match["b"]


def _free_codes(taken: Any, count: int) -> list[str]:
    known = set(taken)
    found: list[str] = []
    tried = 0
    while len(found) < count:
        tried += 1
        if (code := f"{LATE_CODE}{tried}") not in known:
            found.append(code)
    return found


def _read(record: Any) -> _Inputs:
    if not isinstance(record, Mapping):
        raise DrawError("", f"抽签补记应为一个对象，现为 {shown(record)}")
    if record.get("format") != FORMAT:
        raise DrawError("format", f"“{shown(record.get('format'))}”不可用；应为 {FORMAT}")
    known_keys("", record, KEYS + (GROUPS if "groups" in record else BRACKET))
    number(record, "algorithm", ALGORITHM, ALGORITHM)
    kind = record.get("kind")
    if kind not in KINDS or (kind == BYE and "groups" in record):
        raise DrawError("kind", f"“{shown(kind)}”不可用；应为 bye（淘汰赛的轮空位）或 place（退赛队的位置）")
    places = _grouped(record["groups"]) if "groups" in record else _bracket(record)
    free = _open(record.get("open"), places, kind)
    seed, lot = record.get("seed", ""), record.get("lot")
    if not isinstance(seed, str):
        raise DrawError("seed", f"“{shown(seed)}”不可用；应为一段文字")
    if lot is not None:
        lot = number(record, "lot", 1, len(free))
    elif len(free) > 1 and not seed.strip():
        raise DrawError("seed", "有几个位置可选而没有签号，须写种子")
    return _Inputs(str(kind), _team(record.get("team"), places), places, free, seed, lot)


def _team(team: Any, places: Sequence[str | None]) -> str:
    if not isinstance(team, Mapping):
        raise DrawError("team", f"队应为一个对象，现为 {shown(team)}")
    known_keys("team", team, ("id", "name", "department"))
    key = text_of(team, "id", "team.")
    if key in places:
        raise DrawError("team.id", f"“{key}”已经在抽签里")
    return key


def _grouped(groups: Any) -> tuple[str | None, ...]:
    if not isinstance(groups, list) or not all(isinstance(group, list) for group in groups):
        raise DrawError("groups", "分组应为若干组队编号的列表")
    return _distinct([team for group in groups for team in group], "groups", byes=False)


def _bracket(record: Mapping[str, Any]) -> tuple[str | None, ...]:
    """The slots, once the matches are seen to be a bracket's of just these slots."""
    listed = record.get("slots")
    if not isinstance(listed, list) or len(listed) < 2 or len(listed) & (len(listed) - 1):
        raise DrawError("slots", "签位应为 2、4、8……个的列表")
    slots = _distinct(listed, "slots", byes=True)
    if any(a is None and b is None for a, b in zip(slots[::2], slots[1::2], strict=True)):
        raise DrawError("slots", "两个相邻的签位不能都是轮空")
    number(record, "places", 1, len(slots), default=1)
    if record.get("third_place", "match") not in THIRD_PLACES:
        raise DrawError("third_place", f"“{shown(record.get('third_place'))}”不可用；可用 {'、'.join(THIRD_PLACES)}")
    _refuse_other_bracket(record, slots)
    return slots


def _refuse_other_bracket(record: Mapping[str, Any], slots: Sequence[str | None]) -> None:
    """The matches are those of the slots, whatever they are called."""
    sides: list[knockout.Side | None] = [None if team is None else {"team": team} for team in slots]
    right = knockout.bracket(sides, record.get("places", 1), record.get("third_place") == "joint")
    held = record.get("matches") or ()
    try:
        known = {key: match["id"] for key, match in _keyed(held, slots).items()}
        ids = {match["id"]: known[key] for key, match in _keyed(right, slots).items()}
        renamed = {one["id"]: one for one in (_renamed(match, ids) for match in right)}
        same = renamed == {one["id"]: one for one in held} and len(renamed) == len(held)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):
        same = False
    if not same:
        raise DrawError("matches", "场次与签位不符")


def _distinct(places: Sequence[Any], at: str, *, byes: bool) -> tuple[str | None, ...]:
    seen: set[str] = set()
    for index, team in enumerate(places):
        if team is None and byes:
            continue
        if not isinstance(team, str) or not team or team in seen:
            raise DrawError(f"{at}[{index}]", f"“{shown(team)}”不可用；应为队的编号，各一次")
        seen.add(team)
    return tuple(places)


def _open(listed: Any, places: Sequence[str | None], kind: Any) -> tuple[int, ...]:
    if not isinstance(listed, list) or not listed:
        raise DrawError("open", "没有空位可补：open 应列出至少一个位置")
    for index, place in enumerate(listed):
        if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= len(places):
            raise DrawError(f"open[{index}]", f"“{shown(place)}”不可用；应为 1 到 {len(places)} 的整数")
        if (places[place - 1] is None) != (kind == BYE) or place in listed[:index]:
            what = "轮空位" if kind == BYE else "有队的位置"
            raise DrawError(f"open[{index}]", f"{place} 号位不可用；应为{what}，各一次")
    return tuple(listed)
