"""Read a `standings/1` document: every key checked, every refusal with its place and one Chinese sentence."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scoring.errors import ScoringError
from scoring.standings import checks
from scoring.standings.criteria import chosen
from scoring.standings.model import LADDER, PASSED, Meeting, Points
from scoring.standings.ranking import compute
from scoring.standings.withdrawal import apply_withdrawals

FORMAT = "standings/1"
LEVELS = (*LADDER, "small-joker", "big-joker", "flag")
_TOP = frozenset({"format", "criteria", "points", "teams", "matches", "lots", "ladder", "withdrawn", "disqualified"})
_MATCH = frozenset(Meeting._fields) - {"penalties"} | {"penalty_points"}
_POINTS = frozenset(Points._fields)
_NOTHING = (None, None)
_ZEROS = (0, 0)


def rank(document: Mapping[str, Any]) -> dict[str, Any]:
    """Rank the results of a `standings/1` document: `{"rows": […], "open_ties": […]}`; ScoringError with the place."""
    checks.keys(document, _TOP, ("format", "criteria", "teams", "matches"), "")
    if document["format"] != FORMAT:
        checks.refuse("format", document["format"], f"“{FORMAT}”")
    criteria = _criteria(document["criteria"])
    teams = checks.names(document["teams"], "teams")
    known = frozenset(teams)
    ladder = _ladder(document["ladder"]) if "ladder" in document else LADDER
    withdrawn = checks.members(document.get("withdrawn", []), "withdrawn", known)
    out = checks.members(document.get("disqualified", []), "disqualified", known)
    meetings = _meetings(document["matches"], known, {*ladder, PASSED})
    if any(criterion.needs_rounds for criterion in chosen(criteria)):
        _require_rounds(meetings, withdrawn)
    lots = checks.a_list(document.get("lots", []), "lots")
    drawn = [checks.members(lot, f"lots[{index}]", known) for index, lot in enumerate(lots)]
    points = _points(document.get("points", {}))
    return compute(criteria, points, teams, meetings, drawn, ladder, withdrawn, out).to_document()


def _criteria(value: Any) -> list[str]:
    keys: list[str] = checks.a_list(value, "criteria")
    if not keys:
        raise ScoringError("criteria", "没有名次依据，至少要写一项")
    chosen(keys)
    return keys


def _ladder(value: Any) -> list[str]:
    levels = checks.names(value, "ladder")
    for index, level in enumerate(levels):
        checks.one_of(level, LEVELS, f"ladder[{index}]")
    if not levels:
        raise ScoringError("ladder", "级数表是空的，至少要有一级")
    return levels


def _points(value: Any) -> Points:
    checks.keys(value, _POINTS, (), "points")
    return Points(**{key: checks.number(number, f"points.{key}") for key, number in value.items()})


def _meetings(value: Any, teams: Collection[str], levels: Collection[str]) -> list[Meeting]:
    rows = checks.a_list(value, "matches")
    return [_meeting(row, f"matches[{index}]", teams, levels) for index, row in enumerate(rows)]


def _meeting(row: Any, at: str, teams: Collection[str], levels: Collection[str]) -> Meeting:
    checks.keys(row, _MATCH, ("a", "b"), at)
    a, b = row["a"], row["b"]
    _sides(a, b, at, teams)
    forfeit = checks.one_of(row["forfeit"], ("a", "b", None), f"{at}.forfeit") if "forfeit" in row else None
    double = checks.flag(row["double_forfeit"], f"{at}.double_forfeit") if "double_forfeit" in row else False
    return Meeting(
        a,
        b,
        _winner(row, forfeit, double, at),
        levels=_levels(row, at, levels) if "levels" in row else _NOTHING,
        games=checks.pair(row, "games", at, checks.count, 0) if "games" in row else _ZEROS,
        score=checks.pair(row, "score", at, checks.number, None) if "score" in row else _NOTHING,
        penalties=checks.pair(row, "penalty_points", at, checks.number, 0) if "penalty_points" in row else _ZEROS,
        forfeit=forfeit,
        double_forfeit=double,
        round=_round(row["round"], f"{at}.round") if "round" in row else None,
        extra=checks.flag(row["extra"], f"{at}.extra") if "extra" in row else False,
        confirmed=checks.flag(row["confirmed"], f"{at}.confirmed") if "confirmed" in row else True,
    )


def _sides(a: Any, b: Any, at: str, teams: Collection[str]) -> None:
    if not (isinstance(a, str) and a in teams):
        checks.refuse(f"{at}.a", a, "teams 里的一支队")
    if b is not None and not (isinstance(b, str) and b in teams):
        checks.refuse(f"{at}.b", b, "teams 里的一支队，或 null（轮空）")
    if a == b:
        raise ScoringError(f"{at}.b", f"“{a}”不能与自己比赛，b 应是另一支队，或 null（轮空）")


def _winner(row: Mapping[str, Any], forfeit: Any, double: bool, at: str) -> Any:
    """The winner written down, or the one that follows from a bye or a forfeit."""
    if row["b"] is None:
        return _bye_winner(row, forfeit or double, at)
    winner = checks.one_of(row.get("winner"), ("a", "b", "draw", None), f"{at}.winner")
    if double:
        if forfeit:
            raise ScoringError(f"{at}.forfeit", "forfeit 与 double_forfeit 不能同时写：双方都弃权只写后者")
        return _only(winner, (None,), None, f"{at}.winner", "null（双方弃权，没有胜方）")
    if forfeit:
        other = "b" if forfeit == "a" else "a"
        written = winner if "winner" in row else other
        return _only(written, (other,), other, f"{at}.winner", f"弃权方的对手“{other}”，或者不写")
    if "winner" not in row:
        raise ScoringError(at, "缺少 winner：应为 a、b 或 draw，未赛的写 null")
    return winner


def _bye_winner(row: Mapping[str, Any], forfeited: Any, at: str) -> Any:
    if forfeited:
        raise ScoringError(at, "轮空的场次没有弃权，请去掉 forfeit 和 double_forfeit")
    return _only(row.get("winner"), ("a", None), "a", f"{at}.winner", "“a”、null，或者不写（轮空的是 a）")


def _only(winner: Any, allowed: Sequence[Any], result: Any, at: str, words: str) -> Any:
    if winner not in allowed:
        checks.refuse(at, winner, words)
    return result


def _levels(row: Mapping[str, Any], at: str, levels: Collection[str]) -> tuple[Any, Any]:
    """Both levels; the usual pair of known codes is let through at once."""
    value = row["levels"]
    if type(value) is dict and len(value) == 2:
        a, b = value.get("a"), value.get("b")
        if type(a) is str and type(b) is str and a in levels and b in levels:
            return a, b
    return checks.pair(row, "levels", at, lambda level, place: _level(level, place, levels), None)


def _level(value: Any, at: str, levels: Collection[str]) -> str | None:
    if value is None or (isinstance(value, str) and value in levels):
        return value
    return checks.refuse(at, value, "级数表里的一级、passed（已打过），或 null")


def _round(value: Any, at: str) -> int | None:
    if value is None or (type(value) is int and 1 <= value <= checks.MOST):
        return value
    return checks.refuse(at, value, f"1 到 {checks.MOST} 的整数")


def _require_rounds(meetings: Sequence[Meeting], withdrawn: Collection[str]) -> None:
    for index, meeting in enumerate(apply_withdrawals(meetings, withdrawn)):
        if meeting and meeting.decided and not meeting.extra and meeting.round is None:
            raise ScoringError(f"matches[{index}].round", "缺少轮次：所选的名次依据要按轮计算，应为不小于 1 的整数")
