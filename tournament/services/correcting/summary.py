"""One match in a few lines, hand by hand: what stands on each side of a before/after."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.words import offence_name
from scoring.words.names import level_name
from tournament.models import Match, Team

from ..folded import folded
from ..keypad import reader
from ..match_rules import rules_of
from ..result_words import decided_text, side_score
from ..sides import teams_of


@dataclass(frozen=True, slots=True)
class Line:
    """A hand or a penalty: its number or name, the points, the levels after it, the reasoning."""

    label: str
    points: str
    levels: str
    why: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A match: status in words, teams and scores (a, b), the winner's name, what decided, its lines, its version."""

    status: str
    teams: tuple[str, str]
    scores: tuple[str, str]
    winner: str
    decided: str
    lines: tuple[Line, ...]
    version: int


def summary_of(match_id: int) -> Summary:
    """The match as it stands in the database now."""
    match = Match.objects.select_related("stage__ruleset").get(pk=match_id)
    sides = teams_of([match_id])[match_id]
    names = dict(Team.objects.filter(pk__in=[pk for pk in sides.values() if pk]).values_list("pk", "name"))
    state = folded(match).state
    told = rules.result(state, reader())
    teams = {side: names.get(pk or 0, "") for side, pk in sides.items()}
    scores = {side: side_score(told, side) for side in "ab"}
    winner = teams[told["winner"]] if told["winner"] else ""
    return Summary(
        match.get_status_display(),
        (teams["a"], teams["b"]),
        (scores["a"], scores["b"]),
        winner,
        decided_text(told["decided_by"]),
        _lines(match, told, state.where),
        match.version,
    )


def _lines(match: Match, told: Mapping[str, Any], where: Mapping[int, int]) -> tuple[Line, ...]:
    """In the sheet's order: a hand written anew stands where the old one stood."""
    found = [(hand["n"], _hand(number, hand)) for number, hand in enumerate(told["hands"], start=1)]
    found += [(one["n"], _penalty(match, one)) for one in told["penalties"]]
    return tuple(line for _n, line in sorted(found, key=lambda pair: where.get(pair[0], pair[0])))


def _hand(number: int, hand: Mapping[str, Any]) -> Line:
    points = "" if hand["attackers_points"] is None else str(hand["attackers_points"])
    levels = " : ".join(level_name(hand["levels"][side], reader()) for side in "ab")
    return Line(_("第%d副") % number, points, levels, "；".join(hand["reasoning"]))


def _penalty(match: Match, one: Mapping[str, Any]) -> Line:
    side = {"a": _("甲方"), "b": _("乙方")}[one["side"]]
    name = offence_name(rules_of(match), one["offence"], reader())
    return Line(f"{side} {name}", str(one["points"] or ""), "", "")
