"""A draw's result as rows: places in groups, matches, slots. Bulk writes: a few queries for any number of teams."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournament.models import GroupPlace, Match, MatchSlot, Stage

from .bulk import insert_rows
from .kinds import ALL
from .match_words import group_letter

Side = Mapping[str, Any]
SOURCE_COLUMNS = (
    "source", "source_team_id", "team_id", "source_match_id", "source_stage_id", "source_group", "source_place",
    "source_rank",
)  # fmt: skip
_NOTHING = {name: "" if name == "source_group" else None for name in SOURCE_COLUMNS}


def store_result(stage: Stage, after: Stage | None, result: Mapping[str, Any]) -> None:
    """Store what a draw's result says of this stage and, where teams go on to another, of the one after it."""
    if stage.kind == Stage.Kind.KNOCKOUT:
        matches = store_bracket(stage, None, result["matches"])
        if after is not None and "group" in result:
            _store_last_group(after, matches, result)
        return
    places = _store_places(stage, result["groups"])
    _store_rounds(stage, places, result["rounds"])
    if after is not None and result.get("matches"):
        store_bracket(after, stage, result["matches"])


def _store_places(stage: Stage, groups: Sequence[Sequence[str]]) -> dict[str, tuple[str, int]]:
    """Store who is number k of which group; returns (group, k) by team id."""
    places = {
        team: (group_letter(index), number)
        for index, group in enumerate(groups, start=1)
        for number, team in enumerate(group, start=1)
    }
    GroupPlace.objects.bulk_create(
        GroupPlace(stage=stage, group=group, number=number, team_id=int(team))
        for team, (group, number) in places.items()
    )
    return places


def _store_rounds(
    stage: Stage, places: Mapping[str, tuple[str, int]], rounds: Iterable[Iterable[Sequence[str]]]
) -> None:
    """Group matches are coded by group and numbers: A1-2 is number 1 against number 2."""
    pairs = [(number, pair) for number, pairs in enumerate(rounds, start=1) for pair in pairs]
    codes = [_code(places, *pair) for _number, pair in pairs]
    rounds_of = [(number, places[pair[0]][0]) for number, pair in pairs]
    matches = _insert_matches(
        stage, [(code, number, group, None) for code, (number, group) in zip(codes, rounds_of, strict=True)]
    )
    insert_rows(
        MatchSlot,
        ("match_id", "side", "source", "source_team_id", "team_id"),
        [
            (matches[code], side, "team", int(team), int(team))
            for code, (_number, pair) in zip(codes, pairs, strict=True)
            for side, team in zip("ab", pair, strict=True)
        ],
    )


def _code(places: Mapping[str, tuple[str, int]], first: str, second: str) -> str:
    group, number = places[first]
    return f"{group}{number}-{places[second][1]}"


def _store_last_group(stage: Stage, before: Mapping[str, int], result: Mapping[str, Any]) -> None:
    """The round robin of the last ones: number k is who comes from the k-th section of the knockout `before`."""
    pairs = [(number, pair) for number, pairs in enumerate(result["rounds"], start=1) for pair in pairs]
    matches = _insert_matches(stage, [(f"{ALL}{a}-{b}", number, ALL, None) for number, (a, b) in pairs])
    _insert_slots(
        (matches[f"{ALL}{a}-{b}"], side, _source(result["group"][number - 1], before, None, stage))
        for _round, (a, b) in pairs
        for side, number in zip("ab", (a, b), strict=True)
    )


def store_bracket(stage: Stage, groups: Stage | None, drawn: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Store a knockout's matches and slots; `groups` is the stage its teams come from. Returns match ids by code."""
    matches = _insert_matches(stage, [(str(one["id"]), one["round"], "", one["place"]) for one in drawn])
    _insert_slots(
        (matches[str(one["id"])], side, _source(one[side], matches, groups, stage)) for one in drawn for side in "ab"
    )
    return matches


def _insert_matches(stage: Stage, rows: Sequence[tuple[str, int, str, int | None]]) -> dict[str, int]:
    """Insert matches as (code, round, group, place); their ids by code."""
    insert_rows(Match, ("stage_id", "code", "round", "group", "place"), [(stage.pk, *row) for row in rows])
    return dict(Match.objects.filter(stage=stage).order_by().values_list("code", "pk"))


def _insert_slots(rows: Iterable[tuple[int, str, Mapping[str, Any]]]) -> None:
    """Insert slots as (match id, side, source)."""
    insert_rows(
        MatchSlot,
        ("match_id", "side", *SOURCE_COLUMNS),
        [(match, side, *(source.get(name, _NOTHING[name]) for name in SOURCE_COLUMNS)) for match, side, source in rows],
    )


def _source(side: Side, matches: Mapping[str, int], groups: Stage | None, stage: Stage) -> dict[str, Any]:
    """The slot's columns for one side of a drawn match."""
    if "team" in side:
        return {"source": "team", "source_team_id": int(side["team"]), "team_id": int(side["team"])}
    if "winner_of" in side:
        return {"source": "winner", "source_match_id": matches[str(side["winner_of"])]}
    if "loser_of" in side:
        return {"source": "loser", "source_match_id": matches[str(side["loser_of"])]}
    if "best" in side:
        rank = {"source_place": side["best"], "source_rank": side["rank"]}
        return {"source": "best", "source_stage_id": (groups or stage).pk, **rank}
    place = {"source_group": side["group"], "source_place": side["place"]}
    return {"source": "group", "source_stage_id": groups.pk if groups else None, **place}
