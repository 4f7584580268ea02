"""A fairness file's knockouts: every side followed back to the match or table it comes from, every place recounted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import checks

from ..sides import OTHER
from .table_words import table_name

_MATCH = ("id", "a", "b", "winner", "decided_by", "decides")
_SIDE = ("from", "team", "ruling")
Match = Mapping[str, Any]
Tables = Sequence[Mapping[str, Any]]


def read_knockouts(knockouts: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    """Refuse what cannot be read, by its place."""
    for at, knockout in knockouts:
        for index, match in enumerate(checks.a_list(knockout["matches"], f"{at}.matches")):
            _read_match(f"{at}.matches[{index}]", match)
        for index, row in enumerate(checks.a_list(knockout["places"], f"{at}.places")):
            _read_place(f"{at}.places[{index}]", row)


def _read_match(at: str, match: Any) -> None:
    _keys(match, _MATCH, at)
    _text(match["id"], f"{at}.id")
    checks.one_of(match["winner"], ("a", "b", None), f"{at}.winner")
    checks.a_list(match["decides"], f"{at}.decides")
    for side in "ab":
        _keys(match[side], _SIDE, f"{at}.{side}")
        if match[side]["team"] is not None:
            _text(match[side]["team"], f"{at}.{side}.team")
        if not isinstance(match[side]["from"], dict | None):
            checks.refuse(f"{at}.{side}.from", match[side]["from"], _("一个 JSON 对象或 null"))


def _read_place(at: str, row: Any) -> None:
    _keys(row, ("rank", "team"), at)
    if not isinstance(row["rank"], int) or not isinstance(row["team"], str):
        checks.refuse(at, row, _("名次是整数，队名是文字"))


def _keys(value: Any, keys: tuple[str, ...], at: str) -> None:
    checks.keys(value, frozenset(keys), keys, at)


def _text(value: Any, at: str) -> None:
    if not isinstance(value, str) or not value:
        checks.refuse(at, value, _("不为空的文字"))


def knockout_differences(knockout: Mapping[str, Any], tables: Tables) -> Iterator[str]:
    """The sides that are not who comes from there, and the places that no match gives."""
    matches = {match["id"]: match for match in knockout["matches"]}
    if len(matches) != len(knockout["matches"]):
        yield _("%(stage)s：有一场在文件里列了两次") % {"stage": knockout["stage"]}
    for match in knockout["matches"]:
        for side in "ab":
            yield from _of_side(knockout["stage"], match, side, matches, tables)
    yield from _of_places(knockout)


def side_name(stage: str, match: Match, side: str) -> str:
    """淘汰赛 m3（甲队 – 乙队）的甲方."""
    teams = {one: match[one]["team"] or _("待定") for one in "ab"}
    words = (
        _("%(stage)s %(match)s（%(a)s – %(b)s）的甲方")
        if side == "a"
        else _("%(stage)s %(match)s（%(a)s – %(b)s）的乙方")
    )
    return words % {"stage": stage, "match": match["id"], **teams}


def _of_side(stage: str, match: Match, side: str, matches: Mapping[str, Match], tables: Tables) -> Iterator[str]:
    held = match[side]
    if held["from"] is None or held["ruling"] or held["team"] is None:
        return
    facts = {"side": side_name(stage, match, side), "team": held["team"]}
    try:
        origin, teams = _origin(held["from"], matches, tables)
    except LookupError as missing:
        yield _("%(side)s应来自%(origin)s，文件里却没有") % {**facts, "origin": missing.args[0]}
        return
    if teams is not None and held["team"] not in teams:
        right = _("、").join(teams) or _("还没有人")
        words = _("%(side)s应为 %(right)s（%(origin)s），文件里为 %(team)s")
        yield words % {**facts, "right": right, "origin": origin}


def _origin(origin: Match, matches: Mapping[str, Match], tables: Tables) -> tuple[str, list[str] | None]:
    """Where a side comes from in words, and the teams that may stand there; None where the file cannot tell.

    Raises `LookupError` with the words where what it comes from is not in the file.
    """
    for key, words in (("winner_of", _("%(match)s 的胜者")), ("loser_of", _("%(match)s 的负者"))):
        if key in origin:
            said = words % {"match": origin[key]}
            if origin[key] not in matches:
                raise LookupError(said)
            return said, _leaving(matches[origin[key]], loser=key == "loser_of")
    if "place" not in origin:
        return "", None
    return _of_table(origin, tables)


def _of_table(origin: Match, tables: Tables) -> tuple[str, list[str]]:
    stage, group, place = str(origin.get("stage")), str(origin.get("group", "")), origin["place"]
    held = [table["result"]["rows"] for table in tables if (table["stage"], table["group"]) == (stage, group)]
    said = _("%(table)s第 %(place)s 名") % {"table": table_name(stage, group, tables), "place": place}
    if not held:
        raise LookupError(said)
    return said, [row["team"] for row in held[0] if row.get("rank") == place]


def _leaving(match: Match, *, loser: bool) -> list[str]:
    """The team that left this match by this way: nobody while it has no winner."""
    if match["winner"] not in OTHER:
        return []
    team = match[OTHER[match["winner"]] if loser else match["winner"]]["team"]
    return [] if team is None else [team]


def _of_places(knockout: Mapping[str, Any]) -> Iterator[str]:
    """The places that its matches do not give, or give to another team."""
    given = {one for match in knockout["matches"] for one in _given(match)}
    held = {(row["rank"], row["team"]) for row in knockout["places"]}
    for place, team in sorted(given ^ held):
        facts = {"stage": knockout["stage"], "rank": place, "team": team}
        right = (place, team) in given
        words = _("%(stage)s：第 %(rank)s 名应有 %(team)s") if right else _("%(stage)s：第 %(rank)s 名不是 %(team)s")
        yield words % facts


def _given(match: Match) -> Iterator[tuple[int, str]]:
    """The places a match gives to its winner and its loser."""
    if match["winner"] in OTHER:
        for place, side in zip(match["decides"], (match["winner"], OTHER[match["winner"]]), strict=False):
            if isinstance(place, int) and match[side]["team"] is not None:
                yield place, str(match[side]["team"])
