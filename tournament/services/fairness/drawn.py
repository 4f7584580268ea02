"""Whether the teams a fairness file's draw put into groups or a bracket are those that its tables and matches name."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.draw import addendum
from tournament.draw.groups import group_name

from ..spoken import said
from .knockouts import side_name
from .table_words import table_name

Listed = Sequence[Mapping[str, Any]]


def drawn_differences(draw: Mapping[str, Any], tables: Listed, knockouts: Listed) -> Iterator[str]:
    """Groups and first matches in which others stand than were drawn. `names` of the draw are the teams' names now."""
    names = draw.get("names")
    if not isinstance(names, Mapping) or draw["round"]:
        return
    result: Mapping[str, Any] = draw["record"]["result"]
    try:
        for added in draw["addenda"]:
            result = addendum.applied(result, added)
    except ScoringError as error:
        yield _("%(stage)s的抽签，%(line)s") % {"stage": draw["stage"], "line": said(error.message)}
        return
    if "groups" in result:
        yield from _of_groups(draw["stage"], result["groups"], names, tables)
    else:
        yield from _of_bracket(draw["stage"], result.get("matches", ()), names, knockouts)


def _of_groups(stage: str, groups: Any, names: Mapping[str, Any], tables: Listed) -> Iterator[str]:
    held = {table["group"]: table["document"]["teams"] for table in tables if table["stage"] == stage}
    for index, ids in enumerate(groups):
        listed = held.get(group_name(index))
        drawn = [str(names.get(str(one), one)) for one in ids]
        if listed is not None and sorted(listed) != sorted(drawn):
            facts = {"where": table_name(stage, group_name(index), tables), "drawn": _("、").join(drawn)}
            yield _("%(where)s：抽签抽入的是%(drawn)s，名次表里是%(listed)s") % {
                **facts,
                "listed": _("、").join(listed),
            }


def _of_bracket(stage: str, drawn: Any, names: Mapping[str, Any], knockouts: Listed) -> Iterator[str]:
    held = {match["id"]: match for one in knockouts if one["stage"] == stage for match in one["matches"]}
    for match in drawn:
        for side in "ab":
            found = held.get(match["id"])
            if found is None or "team" not in match[side] or found[side]["ruling"]:
                continue
            team = str(names.get(str(match[side]["team"]), match[side]["team"]))
            if found[side]["team"] not in (None, team):
                facts = {"side": side_name(stage, found, side), "drawn": team, "team": found[side]["team"]}
                yield _("%(side)s抽签抽得 %(drawn)s，文件里为 %(team)s") % facts
