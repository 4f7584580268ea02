"""One match in a few lines, hand by hand: what stands on each side of a before/after."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.sheet import MatchState
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
    """A match: status in words, teams and scores (a, b), the winner's name, what decided, its lines, its version, and
    what to mind (a player out).
    """

    status: str
    teams: tuple[str, str]
    scores: tuple[str, str]
    winner: str
    decided: str
    lines: tuple[Line, ...]
    version: int
    notes: tuple[str, ...] = ()


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
        _lines(match, told, state),
        match.version,
        tuple(told["warnings"]),
    )


def _lines(match: Match, told: Mapping[str, Any], state: MatchState) -> tuple[Line, ...]:
    """In the sheet's order: a hand written anew, by a ruling too, stands where the old one stood."""
    hands, penalties = _places(state, "hand"), _places(state, "penalty")
    found = [(_next(hands, hand["n"]), _hand(number, hand)) for number, hand in enumerate(told["hands"], start=1)]
    found += [(_next(penalties, one["n"]), _penalty(match, one)) for one in told["penalties"]]
    return tuple(line for _place, line in sorted(found, key=lambda pair: pair[0]))


def _next(places: dict[int, list[int]], n: int) -> int:
    """The next place of what entry `n` wrote; behind all others where it has none."""
    found = places.get(n)
    return found.pop(0) if found else sys.maxsize


def _places(state: MatchState, kind: str) -> dict[int, list[int]]:
    """Where what counts of this kind stands, by the n of the entry that wrote it; a ruling may write several."""
    found: dict[int, list[int]] = {}
    for place, slot in enumerate(state.slots):
        if slot.kind == kind and not slot.struck and slot.data.get("result") != "void":
            found.setdefault(slot.n, []).append(place)
    return found


def _hand(number: int, hand: Mapping[str, Any]) -> Line:
    points = "" if hand["attackers_points"] is None else str(hand["attackers_points"])
    levels = " : ".join(level_name(hand["levels"][side], reader()) for side in "ab")
    return Line(_("第%d副") % number, points, levels, _("；").join(hand["reasoning"]))


def _penalty(match: Match, one: Mapping[str, Any]) -> Line:
    side = {"a": _("甲方"), "b": _("乙方")}[one["side"]]
    name = offence_name(rules_of(match), one["offence"], reader())
    return Line(f"{side} {name}", str(one["points"] or ""), "", "")
