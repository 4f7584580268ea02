"""Replaying `fairness/1`: every draw drawn again, every table ranked again, every side of a knockout followed back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.errors import ScoringError
from scoring.standings import checks, rank
from tournament.services.draw_differences import draw_differences

from .drawn import drawn_differences
from .knockouts import knockout_differences, read_knockouts
from .table_words import row_sentence, table_name, ties_sentence
from .writing import FORMAT

_TOP = ("format", "tournament", "data_version", "engine", "draws", "standings", "knockouts")
_DRAW = ("stage", "round", "record", "addenda")
_NAMES = ("names",)  # files of earlier versions have none
_TABLE = ("stage", "group", "document", "result")
_KNOCKOUT = ("stage", "matches", "places")


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
    checks.keys(document, frozenset(_TOP), _TOP, "")
    if document["format"] != FORMAT:
        checks.refuse("format", document["format"], f"“{FORMAT}”")
    draws = _listed(document, "draws", _DRAW, _NAMES)
    tables = _listed(document, "standings", _TABLE)
    knockouts = _listed(document, "knockouts", _KNOCKOUT)
    read_knockouts(knockouts)
    differences = [line for at, draw in draws for line in _of_draw(at, draw)]
    differences += [line for at, table in tables for line in _of_table(at, table, tables)]
    held_tables, held_knockouts = [table for _at, table in tables], [knockout for _at, knockout in knockouts]
    if not differences:  # else what was drawn or ranked is in doubt itself
        differences += [line for _at, draw in draws for line in drawn_differences(draw, held_tables, held_knockouts)]
    for knockout in held_knockouts:
        differences += knockout_differences(knockout, held_tables)
    matches = sum(len(knockout["matches"]) for knockout in held_knockouts)
    return Replayed(len(draws), len(tables), matches, tuple(dict.fromkeys(differences)))


def _listed(
    document: Mapping[str, Any], key: str, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> list[tuple[str, dict[str, Any]]]:
    found = [(f"{key}[{index}]", one) for index, one in enumerate(checks.a_list(document[key], key))]
    for at, one in found:
        checks.keys(one, frozenset(required + optional), required, at)
        for name in ("stage", "group"):
            if name in one and not isinstance(one[name], str):
                checks.refuse(f"{at}.{name}", one[name], _("文字"))
    return found


def _of_draw(at: str, draw: Mapping[str, Any]) -> Iterator[str]:
    words = _("%(stage)s的抽签，%(line)s")
    for line in _placed(f"{at}.record", draw["record"], draw_differences):
        yield words % {"stage": draw["stage"], "line": line}
    for index, added in enumerate(checks.a_list(draw["addenda"], f"{at}.addenda")):
        for line in _placed(f"{at}.addenda[{index}]", added, draw_differences):
            yield words % {"stage": draw["stage"], "line": line}


def _placed(at: str, record: Any, look: Any) -> Any:
    """What `look` finds in a record; its refusal with the record's place in front."""
    try:
        return look(record)
    except ScoringError as error:
        raise ScoringError(f"{at}.{error.at}" if error.at else at, error.message) from error


def _of_table(at: str, table: Mapping[str, Any], tables: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """The rows that differ, by their teams."""
    checks.keys(table["result"], frozenset(("rows", "open_ties")), ("rows", "open_ties"), f"{at}.result")
    found = _placed(f"{at}.document", table["document"], rank)
    held = _rows(table["result"]["rows"], f"{at}.result.rows")
    where = table_name(table["stage"], table["group"], [one for _at, one in tables])
    for row in found["rows"]:
        if row != held.get(row["team"]):
            yield row_sentence(where, row, held.get(row["team"]))
    for name in held.keys() - {row["team"] for row in found["rows"]}:
        yield _("%(where)s：%(team)s 不在参赛名单里") % {"where": where, "team": name}
    if len(held) != len(table["result"]["rows"]):
        yield _("%(where)s：有一队在文件里列了两次") % {"where": where}
    if found["open_ties"] != table["result"]["open_ties"]:
        yield ties_sentence(where, found["open_ties"], table["result"]["open_ties"])


def _rows(rows: Any, at: str) -> dict[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for index, row in enumerate(checks.a_list(rows, at)):
        if not isinstance(row, dict) or not isinstance(row.get("team"), str):
            checks.refuse(f"{at}[{index}]", row, _("一支队的一行"))
        found[row["team"]] = row
    return found
