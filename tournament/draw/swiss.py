"""Swiss rounds (积分编排): highest against highest, no pair twice, at most one bye each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from .document import known_keys, number, shown, text_of
from .errors import DrawError
from .lots import ALGORITHM, Lots
from .matching import Matching

FORMAT = "swiss/1"
KEYS = ("format", "algorithm", "seed", "round", "teams", "protect", "lots", "result")
TEAM_KEYS = ("id", "name", "department", "points", "met", "had_bye", "named_first")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team before the round: its points, whom it has met, whether it had its bye, how often it was named first."""

    id: str
    name: str
    department: str | None
    points: Fraction
    met: frozenset[str]
    had_bye: bool
    named_first: int


def compute(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record of one Swiss round with its `result` {"pairs": [[id, id]], "bye": id or None, "notes": [str]}.

    A record: format "swiss/1", algorithm 1, seed, round, protect ("department" or None) and teams
    [{"id", "name", "department", "points", "met": [id], "had_bye", "named_first": times}]. From the top, each team
    meets the highest it has not met such that everybody else can still be paired; equals are ordered by lot,
    those of another department first. The bye is the lowest team's that had none. `lots` {id: number}, drawn by hand,
    order the equals instead of the seed. Raises `DrawError`.
    """
    if not isinstance(record, Mapping):
        raise DrawError("", f"编排记录应为一个对象，现为 {shown(record)}")
    known_keys("", record, KEYS)
    if record.get("format") != FORMAT:
        raise DrawError("format", f"“{shown(record.get('format'))}”不可用；可用 {FORMAT}")
    number(record, "algorithm", ALGORITHM, ALGORITHM)
    number(record, "round", 1, 10_000)
    if record.get("protect", "department") not in ("department", None):
        raise DrawError("protect", f"“{shown(record['protect'])}”不可用；应为 department（同单位回避）或空")
    teams = _teams(record.get("teams"))
    protect = record.get("protect", "department") is not None
    return {**record, "result": _paired(_by_lot(record, teams), protect=protect)}


def _by_lot(record: Mapping[str, Any], teams: Sequence[Entrant]) -> list[Entrant]:
    """The teams as lots order them: the numbers drawn by hand, or else the seed."""
    if record.get("lots") is None:
        return Lots(text_of(record, "seed", "")).shuffled(teams)
    lots = record["lots"]
    if not isinstance(lots, Mapping):
        raise DrawError("lots", f"签号应为 {{队编号: 号码}}，现为 {shown(lots)}")
    if unknown := [key for key in lots if key not in {team.id for team in teams}]:
        raise DrawError("lots", f"“{shown(unknown[0])}”不是参赛队的编号")
    numbers = [number(lots, team.id, 1, len(teams), at="lots.") for team in teams]
    if len(set(numbers)) < len(numbers):
        raise DrawError("lots", f"签号应为 1 到 {len(teams)}，各一次")
    return [team for _number, team in sorted(zip(numbers, teams, strict=True), key=lambda one: one[0])]


def _paired(drawn: Sequence[Entrant], *, protect: bool) -> dict[str, Any]:
    order = sorted(drawn, key=lambda team: -team.points)
    matching = Matching(
        [[k for k in range(len(order)) if k != i and _may_meet(order[i], order[k])] for i in range(len(order))]
    )
    bye = _bye(order, matching) if len(order) % 2 else None
    if bye is None and not matching.complete():
        raise DrawError("teams", "没有既不重复相遇、又人人有对手的编排；请减少轮数或改用别的赛制")
    pairs = [_named(order[a], order[b]) for a, b in _from_the_top(order, matching, protect=protect)]
    return {
        "pairs": [[a.id, b.id] for a, b in pairs],
        "bye": None if bye is None else order[bye].id,
        "notes": [note for a, b in pairs for note in _notes(a, b)],
    }


def _may_meet(a: Entrant, b: Entrant) -> bool:
    return b.id not in a.met and a.id not in b.met


def _bye(order: Sequence[Entrant], matching: Matching) -> int:
    """Take out the lowest team that had no bye and without which the others can be paired."""
    for index in reversed(range(len(order))):
        if order[index].had_bye:
            continue
        before = list(matching.mate)
        matching.take_out(index)
        if matching.complete():
            return index
        matching.out.clear()
        matching.mate = before
    raise DrawError("teams", "没有既不重复相遇、又不重复轮空的编排；请减少轮数或改用别的赛制")


def _from_the_top(order: Sequence[Entrant], matching: Matching, *, protect: bool) -> list[tuple[int, int]]:
    heights = {points: level for level, points in enumerate(sorted({team.points for team in order}, reverse=True))}
    levels = [heights[team.points] for team in order]
    pairs: list[tuple[int, int]] = []
    for top in range(len(order)):
        if top not in matching.out:
            opponent = next(
                one for one in _candidates(order, levels, top, matching, protect=protect) if _fix(matching, top, one)
            )
            pairs.append((top, opponent))
    return pairs


def _candidates(
    order: Sequence[Entrant], levels: Sequence[int], top: int, matching: Matching, *, protect: bool
) -> list[int]:
    """Whom the highest team left may meet, the best choice first."""
    team = order[top]
    return sorted(
        (one for one in matching.neighbours[top] if one not in matching.out),
        key=lambda one: (levels[one], protect and _colleagues(team, order[one]), one),
    )


def _fix(matching: Matching, a: int, b: int) -> bool:
    """Pair two for good if everybody else can still be paired."""
    before = list(matching.mate)
    left = matching.take_out(a, b)
    if not left or matching.augment(left[0]):
        return True
    matching.out -= {a, b}
    matching.mate = before
    return False


def _named(a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
    """Who was named first less often is named first now; the higher if equal."""
    return (b, a) if b.named_first < a.named_first else (a, b)


def _colleagues(a: Entrant, b: Entrant) -> bool:
    return a.department is not None and a.department == b.department


def _notes(a: Entrant, b: Entrant) -> list[str]:
    notes = []
    if _colleagues(a, b):
        notes.append(f"同单位相遇：{a.department}（{a.name} – {b.name}）")
    if a.points != b.points:
        notes.append(f"不同分相遇：{a.name}（{_plain(a.points)}分）– {b.name}（{_plain(b.points)}分）")
    return notes


def _plain(points: Fraction) -> str:
    return str(points.numerator) if points.denominator == 1 else str(float(points))


def _teams(listed: Any) -> list[Entrant]:
    if not isinstance(listed, list) or len(listed) < 2:
        raise DrawError("teams", f"“{shown(listed)}”不可用；应为至少 2 队的列表")
    teams: list[Entrant] = []
    for found in listed:
        try:
            teams.append(_team(found))
        except DrawError as error:
            raise DrawError(f"teams[{len(teams)}]{error.at}", error.message) from None
    ids = [team.id for team in teams]
    for index, team in enumerate(teams):
        if team.id in ids[:index]:
            raise DrawError(f"teams[{index}].id", f"“{team.id}”重复；每队的编号只能出现一次")
    return teams


def _team(found: Any) -> Entrant:
    if not isinstance(found, Mapping):
        raise DrawError("", f"队应为一个对象，现为 {shown(found)}")
    known_keys("", found, TEAM_KEYS)
    key = text_of(found, "id", ".")
    points, met, had_bye = found.get("points", 0), found.get("met", []), found.get("had_bye", False)
    if isinstance(points, bool) or not isinstance(points, int | float) or not isfinite(points):
        raise DrawError(".points", f"“{shown(points)}”不可用；应为积分（数）")
    if not isinstance(met, list) or not all(isinstance(one, str) for one in met):
        raise DrawError(".met", f"“{shown(met)}”不可用；应为已交过手的队的编号列表")
    if not isinstance(had_bye, bool):
        raise DrawError(".had_bye", f"“{shown(had_bye)}”不可用；应为 true 或 false（是否已轮空）")
    return Entrant(
        id=key,
        name=key if found.get("name") is None else text_of(found, "name", "."),
        department=None if found.get("department") is None else text_of(found, "department", "."),
        points=Fraction(str(points)),
        met=frozenset(met),
        had_bye=had_bye,
        named_first=number(found, "named_first", 0, 10_000, default=0, at="."),
    )
