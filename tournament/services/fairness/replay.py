"""Replaying `fairness/1`: every draw drawn again, every table ranked again, every side of a knockout followed back."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.errors import ScoringError
from scoring.standings import checks, rank
from tournament.draw import addendum
from tournament.draw.replay import check

from .writing import FORMAT

_TOP = ("format", "tournament", "data_version", "engine", "draws", "standings", "knockouts")
_DRAW = ("stage", "round", "record", "addenda")
_TABLE = ("stage", "group", "document", "result")
_KNOCKOUT = ("stage", "matches", "places")
_MATCH = ("id", "a", "b", "winner", "decided_by", "decides")
_SIDE = ("from", "team", "ruling")
OTHER = {"a": "b", "b": "a"}


@dataclass(frozen=True, slots=True)
class Replayed:
    """What was replayed, counted, and every difference in words."""

    draws: int
    tables: int
    matches: int
    differences: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What was looked at and whether it agrees."""
        parts = [
            ngettext("抽签 %(count)d 次", "抽签 %(count)d 次", self.draws) % {"count": self.draws},
            ngettext("名次表 %(count)d 张", "名次表 %(count)d 张", self.tables) % {"count": self.tables},
            ngettext("淘汰赛 %(count)d 场", "淘汰赛 %(count)d 场", self.matches) % {"count": self.matches},
        ]
        count = len(self.differences)
        facts = {"what": _("、").join(parts), "count": count}
        if not count:
            return _("一致：%(what)s，重算的结果与文件所载全部相同。") % facts
        words = ngettext(
            "不一致：%(what)s，其中 %(count)d 处不同。", "不一致：%(what)s，其中 %(count)d 处不同。", count
        )
        return words % facts


def replay(document: Any) -> Replayed:
    """Replay a whole file. `ScoringError` names the place of what cannot be read."""
    _keys(document, _TOP, "")
    if document["format"] != FORMAT:
        checks.refuse("format", document["format"], f"“{FORMAT}”")
    draws = _listed(document, "draws", _DRAW)
    tables = _listed(document, "standings", _TABLE)
    knockouts = _listed(document, "knockouts", _KNOCKOUT)
    differences = [line for at, draw in draws for line in _of_draw(at, draw)]
    differences += [line for at, table in tables for line in _of_table(at, table)]
    places = {(table["stage"], table["group"]): table["result"]["rows"] for _at, table in tables}
    differences += [line for at, knockout in knockouts for line in _of_knockout(at, knockout, places)]
    matches = sum(len(knockout["matches"]) for _at, knockout in knockouts)
    return Replayed(len(draws), len(tables), matches, tuple(differences))


def _keys(value: Any, keys: tuple[str, ...], at: str) -> None:
    checks.keys(value, frozenset(keys), keys, at)


def _listed(document: Mapping[str, Any], key: str, keys: tuple[str, ...]) -> list[tuple[str, dict[str, Any]]]:
    found = [(f"{key}[{index}]", one) for index, one in enumerate(checks.a_list(document[key], key))]
    for at, one in found:
        _keys(one, keys, at)
    return found


def _of_draw(at: str, draw: Mapping[str, Any]) -> Iterator[str]:
    words = _("%(stage)s的抽签：%(line)s")
    with_place = f"{at}.record"
    for line in _placed(with_place, draw["record"], check):
        yield words % {"stage": draw["stage"], "line": line}
    for index, added in enumerate(checks.a_list(draw["addenda"], f"{at}.addenda")):
        for line in _placed(f"{at}.addenda[{index}]", added, addendum.check):
            yield words % {"stage": draw["stage"], "line": line}


def _placed(at: str, record: Any, look: Any) -> list[str]:
    """What `look` finds in a record; its refusal with the record's place in front."""
    try:
        found: list[str] = look(record)
    except ScoringError as error:
        raise ScoringError(f"{at}.{error.at}" if error.at else at, error.message) from error
    return found


def _of_table(at: str, table: Mapping[str, Any]) -> Iterator[str]:
    """The rows that differ, by their teams."""
    _keys(table["result"], ("rows", "open_ties"), f"{at}.result")
    found = _placed(f"{at}.document", table["document"], rank)
    held = {row.get("team"): row for row in checks.a_list(table["result"]["rows"], f"{at}.result.rows")}
    where = {"stage": table["stage"], "group": table["group"]}
    for row in found["rows"]:  # type: ignore[call-overload]
        if row != held.get(row["team"]):
            facts = {**where, "team": row["team"], "rank": row["rank"], "held": _rank_in(held.get(row["team"]))}
            yield _("%(stage)s %(group)s：%(team)s 重算为第 %(rank)d 名（%(held)s）") % facts + _reasons(row, held)
    for name in held.keys() - {row["team"] for row in found["rows"]}:  # type: ignore[call-overload]
        yield _("%(stage)s %(group)s：%(team)s 不在参赛名单里") % {**where, "team": name}
    if found["open_ties"] != table["result"]["open_ties"]:  # type: ignore[call-overload]
        yield _("%(stage)s %(group)s：待抽签的并列与重算不同") % where


def _rank_in(row: Mapping[str, Any] | None) -> str:
    return _("文件里为第 %(rank)s 名") % {"rank": row.get("rank")} if row else _("文件里没有这一队")


def _reasons(row: Mapping[str, Any], held: Mapping[str, Any]) -> str:
    """Which facts of the row differ."""
    other = held.get(row["team"]) or {}
    return _("；不同的项：%(keys)s") % {"keys": _("、").join(sorted(key for key in row if row[key] != other.get(key)))}


def _of_knockout(at: str, knockout: Mapping[str, Any], places: Mapping[tuple[str, str], Any]) -> Iterator[str]:
    matches = {}
    for index, match in enumerate(checks.a_list(knockout["matches"], f"{at}.matches")):
        _keys(match, _MATCH, f"{at}.matches[{index}]")
        for side in "ab":
            _keys(match[side], _SIDE, f"{at}.matches[{index}].{side}")
        matches[match["id"]] = match
    for match in matches.values():
        for side in "ab":
            expected = _expected(match[side], matches, places)
            if expected is not None and match[side]["team"] not in expected:
                facts = {
                    "stage": knockout["stage"],
                    "match": match["id"],
                    "side": {"a": _("甲方"), "b": _("乙方")}[side],
                }
                shown = {"should": _("、").join(map(str, expected)), "team": match[side]["team"] or _("空")}
                words = _("%(stage)s %(match)s %(side)s：应为 %(should)s，文件里为 %(team)s")
                yield words % {**facts, **shown}
    checks.a_list(knockout["places"], f"{at}.places")
    yield from _of_places(at, knockout, matches.values())


def _of_places(at: str, knockout: Mapping[str, Any], matches: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The places that its matches do not give, or give to another team."""
    given = {one for match in matches for one in _given(match)}
    held = {_place_in(f"{at}.places[{index}]", row) for index, row in enumerate(knockout["places"])}
    for place, team in sorted(given ^ held):
        facts = {"stage": knockout["stage"], "rank": place, "team": team}
        right = (place, team) in given
        yield (
            _("%(stage)s：第 %(rank)s 名应有 %(team)s") if right else _("%(stage)s：第 %(rank)s 名不是 %(team)s")
        ) % facts


def _place_in(at: str, row: Any) -> tuple[int, str]:
    _keys(row, ("rank", "team"), at)
    if not isinstance(row["rank"], int) or not isinstance(row["team"], str):
        checks.refuse(at, row, _("名次是整数，队名是文字"))
    return row["rank"], row["team"]


def _given(match: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The places a match gives to its winner and its loser."""
    if match["winner"] in OTHER:
        for place, side in zip(match["decides"], (match["winner"], OTHER[match["winner"]]), strict=False):
            if isinstance(place, int) and match[side]["team"] is not None:
                yield place, str(match[side]["team"])


def _expected(
    side: Mapping[str, Any], matches: Mapping[str, Any], places: Mapping[tuple[str, str], Any]
) -> list[str | None] | None:
    """The teams that may stand on this side; None where nothing in the file says (a draw, a ruling, an open match)."""
    origin = side["from"]
    if origin is None or side["ruling"] or side["team"] is None:
        return None
    for key in ("winner_of", "loser_of"):
        if key in origin:
            return _from_match(matches.get(origin[key]), loser=key == "loser_of")
    rows = places.get((origin["stage"], origin.get("group", "")))
    if rows is None or "place" not in origin:
        return None
    return [row["team"] for row in rows if row["rank"] == origin["place"]]


def _from_match(match: Mapping[str, Any] | None, *, loser: bool) -> list[str | None]:
    """The team that left this match by this way: nobody while it has no winner."""
    if match is None or match["winner"] not in OTHER:
        return []
    return [match[OTHER[match["winner"]] if loser else match["winner"]]["team"]]
