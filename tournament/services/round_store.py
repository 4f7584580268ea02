"""Rounds as rows: all matches of all rounds from the first draw on, their sides open until their round is drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.models import CheckIn, GroupPlace, LineUp, Match, MatchSlot, Stage

from .kinds import ALL
from .round_records import planned, sources

EMPTY: dict[str, Any] = {"source": "team", "source_team_id": None, "source_match_id": None, "team_id": None}
UNRULED: dict[str, Any] = {"ruling_team": None, "ruling_reason": "", "ruling_by": None}


def open_rounds(stage: Stage, record: Mapping[str, Any]) -> None:
    """The rows of a stage whose round 1 is drawn: its table's members, every match, the sides of round 1."""
    teams = [int(team["id"]) for team in record["teams"]]
    if stage.kind == Stage.Kind.SWISS:
        GroupPlace.objects.bulk_create(
            GroupPlace(stage=stage, group=ALL, number=number, team_id=team) for number, team in enumerate(teams, 1)
        )
    for number, places in enumerate(planned(stage, len(teams), record), start=1):
        _create(stage, number, places)
    fill_round(stage, record)


def fill_round(stage: Stage, record: Mapping[str, Any]) -> None:
    """Give the round's matches the sides drawn; matches that are not played after all (a withdrawal) go."""
    drawn = sources(record)
    matches = {match.code: match for match in Match.objects.filter(stage=stage, round=record["round"])}
    surplus = [match.pk for code, match in matches.items() if code not in {code for code, _place, _sides in drawn}]
    MatchSlot.objects.filter(match__in=surplus).delete()
    Match.objects.filter(pk__in=surplus).delete()
    before = _winners(stage, record["round"] - 1)
    slots = {(slot.match_id, slot.side): slot for slot in MatchSlot.objects.filter(match__in=matches.values())}
    changed = []
    for code, _place, sides in drawn:
        for side, source in zip("ab", sides, strict=True):
            slot = slots[matches[code].pk, side]
            for column, value in _columns(source, before).items():
                setattr(slot, column, value)
            changed.append(slot)
    MatchSlot.objects.bulk_update(changed, ["source", "source_team", "source_match", "team"])


def empty_round(stage: Stage, number: int, count: int) -> None:
    """Take the sides of round `number` back, and what was noted for them: rulings, line-ups, arrivals, the call to the
    table. Of a Swiss round of `count` teams matches that had gone come back.
    """
    MatchSlot.objects.filter(match__stage=stage, match__round=number).update(**EMPTY, **UNRULED)
    for noted in (LineUp, CheckIn):
        noted.objects.filter(match__stage=stage, match__round=number).delete()
    Match.objects.filter(stage=stage, round=number).update(called_at=None)
    have = Match.objects.filter(stage=stage, round=number).count()
    if stage.kind == Stage.Kind.SWISS:
        _create(stage, number, [None] * (count // 2), have)


def change_rounds(stage: Stage, rounds: int, count: int) -> None:
    """Have so many Swiss rounds of `count` teams: later ones go, missing ones come with open sides."""
    surplus = Match.objects.filter(stage=stage, round__gt=rounds)
    MatchSlot.objects.filter(match__in=surplus).delete()
    surplus.delete()
    have = set(Match.objects.filter(stage=stage).values_list("round", flat=True))
    for number in range(1, rounds + 1):
        if number not in have:
            _create(stage, number, [None] * (count // 2))


def _create(stage: Stage, number: int, places: Sequence[int | None], have: int = 0) -> None:
    group = ALL if stage.kind == Stage.Kind.SWISS else ""
    made = [
        Match(stage=stage, code=f"r{number}m{at}", round=number, group=group, place=place)
        for at, place in enumerate(places, start=1)
        if at > have
    ]
    Match.objects.bulk_create(made)
    MatchSlot.objects.bulk_create(MatchSlot(match=match, side=side, source="team") for match in made for side in "ab")


def _winners(stage: Stage, number: int) -> dict[str, Match]:
    return {match.code: match for match in Match.objects.filter(stage=stage, round=number)}


def _columns(source: Mapping[str, str], before: Mapping[str, Match]) -> dict[str, Any]:
    """The slot's columns; the team of a winner is filled by the caller's settling."""
    if "team" in source:
        team = int(source["team"])
        return {**EMPTY, "source_team_id": team, "team_id": team}
    kind, code = next(iter(source.items()))
    return {**EMPTY, "source": kind, "source_match_id": before[code].pk}
