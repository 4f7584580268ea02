"""Questions for a person besides ties in groups: lots among the best n-th or best losers, knockout matches drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, Stage, Team, Tournament

from .best_placed import Best, best_of
from .fixtures import names_of, names_text
from .kinds import BEST, TABLES
from .sides import teams_of
from .standings import GroupStanding

CONFIRMED = (Match.Status.CONFIRMED, Match.Status.VERIFIED)


def best_questions(
    stage: Stage, standings: Mapping[str, GroupStanding], seats: Sequence[MatchSlot]
) -> list[dict[str, Any]]:
    """The lots owed among the best of a stage, in the form of `progress.open_questions`."""
    best = best_of(stage, standings if stage.kind in TABLES else None)
    return [_best_question(best, tie, seats) for tie in best.ties()] if best else []


def _best_question(best: Best, tie: Sequence[str], seats: Sequence[MatchSlot]) -> dict[str, Any]:
    assert best.choice is not None
    rank = next(row.rank for row in best.choice.rows if row.team in tie)
    blocks = list(dict.fromkeys(slot.match.code for slot in seats))
    message = _("%(stage)s择优第%(rank)d名并列：%(names)s；须抽签决定，请裁判长记录抽签结果。")
    facts = {"stage": best.stage.name, "rank": rank, "names": _("、").join(tie)}
    return {
        "kind": "lot",
        "stage": best.stage,
        "group": BEST,
        "place": rank,
        "teams": [best.teams[name] for name in tie],
        "blocks": blocks,
        "message": message % facts + held_back([slot.match for slot in seats]),
    }


def held_back(matches: Sequence[Match]) -> str:
    """Which matches wait for the answer, as a sentence to follow the question; empty where none does."""
    if not matches:
        return ""
    return _("在此之前这些场次不能开始：%(matches)s。") % {"matches": names_text(matches)}


def drawn_questions(tournament: Tournament) -> list[dict[str, Any]]:
    """Confirmed knockout matches that ended level without a winner: nobody goes on until the chief decides."""
    matches = Match.objects.filter(
        stage__tournament=tournament, group="", winner="", decided_by="draw", status__in=CONFIRMED
    )
    found = list(matches.select_related("stage").order_by("stage__number", "round", "pk"))
    sides = teams_of(match.pk for match in found)
    teams = Team.objects.select_related("department").in_bulk(
        [team for pair in sides.values() for team in pair.values() if team]
    )
    fed: dict[int | None, list[Match]] = {}
    for slot in MatchSlot.objects.filter(source_match__in=found).select_related("match").order_by("match_id", "side"):
        fed.setdefault(slot.source_match_id, []).append(slot.match)
    names = names_of(found) if found else {}
    return [
        _drawn(
            match,
            names[match.pk],
            [teams[team] for team in sides[match.pk].values() if team],
            fed.get(match.pk, []),
        )
        for match in found
    ]


def _drawn(match: Match, name: str, teams: Sequence[Team], waiting: Sequence[Match]) -> dict[str, Any]:
    facts = {"match": name, "names": _("、").join(team.name for team in teams)}
    message = _("%(match)s打平，没有胜者：%(names)s；须由裁判长裁定胜方。") % facts
    return {
        "kind": "drawn",
        "stage": match.stage,
        "group": "",
        "place": match.place,
        "teams": list(teams),
        "blocks": list(dict.fromkeys(one.code for one in waiting)),
        "message": message + held_back(waiting),
    }
