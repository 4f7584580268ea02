"""Writing `fairness/1`: the published draws, tables and knockouts of a tournament with all they follow from.

`{"format", "tournament": {"slug", "name"}, "data_version", "engine", "draws", "standings", "knockouts"}`:
a draw is `{"stage", "round", "record", "addenda"}`; a standing `{"stage", "group", "document", "result"}` with a
`standings/1` document; a knockout `{"stage", "matches", "places"}`, a match of it `{"id", "a", "b", "winner",
"decided_by", "decides": the places of its winner and loser or null}`, and each side `{"from": …, "team": name or null,
"ruling": whether the chief referee decided it}`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring import ENGINE_VERSION
from scoring.standings import plain
from scoring.standings.document import FORMAT as STANDINGS
from scoring.standings.model import Meeting
from tournament.models import Match, MatchSlot, Stage, Tournament
from tournament.services.data_version import data_version
from tournament.services.fixtures import slots_of
from tournament.services.kinds import TABLES
from tournament.services.public_draws import draws_shown
from tournament.services.shown import Shown
from tournament.services.standings import GroupStanding, Inputs, group_standings, places_decided, placings, results_of

FORMAT = "fairness/1"


def fairness_document(tournament: Tournament, shown: Shown) -> dict[str, Any]:
    """The file as far as `shown` allows: draws with the draw; tables and knockouts with the results."""
    stages = list(tournament.stages.select_related("ruleset")) if shown.results else []
    return {
        "format": FORMAT,
        "tournament": {"slug": tournament.slug, "name": tournament.name},
        "data_version": data_version(tournament),
        "engine": ENGINE_VERSION,
        "draws": [
            {
                "stage": draw.stage.name,
                "round": draw.round,
                "record": draw.record,
                "addenda": [one.record for one in draw.addenda.all()],
            }
            for draw in draws_shown(tournament, shown)
        ],
        "standings": [table for stage in stages if stage.kind in TABLES for table in _tables(stage)],
        "knockouts": [_knockout(stage) for stage in stages if stage.kind not in TABLES],
    }


def _tables(stage: Stage) -> Iterable[dict[str, Any]]:
    for group, found in group_standings(stage).items():
        yield {
            "stage": stage.name,
            "group": group,
            "document": standings_document(found.inputs),
            "result": _result(found),
        }


def _result(found: GroupStanding) -> dict[str, Any]:
    return found.standing.to_document()


def standings_document(inputs: Inputs) -> dict[str, Any]:
    """What a standing was ranked from, as `manage.py standings` reads it."""
    return {
        "format": STANDINGS,
        "criteria": list(inputs.criteria),
        "points": dict(inputs.points),
        "teams": list(inputs.teams),
        "matches": [_meeting(meeting) for meeting in inputs.meetings],
        "lots": [list(lot) for lot in inputs.lots],
        "ladder": list(inputs.ladder),
        "withdrawn": sorted(inputs.withdrawn),
        **({"disqualified": sorted(inputs.disqualified)} if inputs.disqualified else {}),
    }


def _meeting(meeting: Meeting) -> dict[str, Any]:
    """A match with the keys that say something."""
    if meeting.b is None:
        return {"a": meeting.a, "b": None, "winner": "a", "round": meeting.round}
    found: dict[str, Any] = {"a": meeting.a, "b": meeting.b, "winner": meeting.winner, "round": meeting.round}
    if meeting.forfeit:
        found["forfeit"] = meeting.forfeit
    if meeting.double_forfeit:
        found["double_forfeit"] = True
    if meeting.decided:
        found |= {
            "levels": _sides(meeting.levels),
            "games": _sides(meeting.games),
            "penalty_points": _sides([plain(one) for one in meeting.penalties]),
        }
    if None not in meeting.score:
        found["score"] = _sides([plain(one) for one in meeting.score])
    return found


def _sides(pair: Sequence[Any]) -> dict[str, Any]:
    return dict(zip("ab", pair, strict=True))


def _knockout(stage: Stage) -> dict[str, Any]:
    matches = Match.objects.filter(stage=stage).order_by("round", "pk")
    loaded = list(matches.prefetch_related("slots__team", "slots__source_match", "slots__source_stage"))
    results, decided = results_of(match.pk for match in loaded), places_decided(stage, loaded)
    return {
        "stage": stage.name,
        "matches": [_match(match, results.get(match.pk), decided[match.pk]) for match in loaded],
        "places": [{"rank": place, "team": team.name} for place, team in placings(stage)],
    }


def _match(match: Match, result: Mapping[str, Any] | None, decides: Sequence[int | None]) -> dict[str, Any]:
    slots = slots_of(match)
    return {
        "id": match.code,
        **{side: _side(slots[side]) for side in "ab" if side in slots},
        "winner": result["winner"] if result else None,
        "decided_by": result["decided_by"] if result else None,
        "decides": list(decides),
    }


def _side(slot: MatchSlot) -> dict[str, Any]:
    return {
        "from": _origin(slot),
        "team": slot.team.name if slot.team else None,
        "ruling": slot.ruling_team_id is not None,
    }


def _origin(slot: MatchSlot) -> dict[str, Any] | None:
    """Where the side's team comes from; None where a draw names it."""
    if slot.source in (MatchSlot.Source.WINNER, MatchSlot.Source.LOSER) and slot.source_match:
        return {f"{slot.source}_of": slot.source_match.code}
    if slot.source == MatchSlot.Source.GROUP and slot.source_stage:
        return {"stage": slot.source_stage.name, "group": slot.source_group, "place": slot.source_place}
    if slot.source == MatchSlot.Source.BEST and slot.source_stage:
        return {"stage": slot.source_stage.name, "best": slot.source_place, "rank": slot.source_rank}
    return None
