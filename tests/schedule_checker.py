"""Checks a schedule without the product's schedule code: pair by pair, and by playing results out at random."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from tournament.models import GroupPlace, Match, Tournament

ZONE = ZoneInfo("Asia/Shanghai")
PLAYED_OUT = 5


@dataclass
class Meeting:
    """A match: `sides` are ("team", t), ("winner", m), ("loser", m) or ("group", key, place)."""

    key: int
    sides: tuple[tuple, ...]
    start: datetime | None = None
    end: datetime | None = None
    table: int | None = None
    group: object = None


@dataclass
class Wishes:
    """What the schedule has to keep."""

    rest: int = 0
    changeover: int = 0
    breaks: Sequence[tuple[time, time]] = ()
    day_ends: time | None = None
    tables: Mapping[int, Sequence[tuple[time, time]]] = field(default_factory=dict)


def problems(meetings: Sequence[Meeting], wishes: Wishes | None = None, seed: int = 1) -> list[str]:
    """Everything wrong, in words for the reader of a failing test; empty if the schedule can be played."""
    wishes = wishes or Wishes()
    timed = [one for one in meetings if one.start is not None]
    found = [text for one in timed for text in _alone(one, wishes)]
    for number, one in enumerate(timed):
        for other in timed[number + 1 :]:
            gap = timedelta(minutes=wishes.changeover)
            same = one.table is not None and one.table == other.table
            if same and one.start < other.end + gap and other.start < one.end + gap:
                found.append(f"table {one.table}: {one.key} and {other.key}")
    chance = Random(seed)
    for _ in range(PLAYED_OUT):
        found += _played_out(meetings, timed, wishes, chance)
    return found


def _alone(one: Meeting, wishes: Wishes) -> Iterable[str]:
    for since, until in wishes.breaks:
        if minute(one.start) < minute_of(until) and minute_of(since) < minute(one.end):
            yield f"{one.key} in a break"
    if wishes.day_ends is not None and (
        minute(one.end) > minute_of(wishes.day_ends) or day_of(one.start) != day_of(one.end)
    ):
        yield f"{one.key} ends after closing time"
    spans = wishes.tables.get(one.table, ())
    if spans and not any(minute_of(a) <= minute(one.start) and minute(one.end) <= minute_of(b) for a, b in spans):
        yield f"{one.key} at table {one.table} out of its hours"


def _played_out(meetings: Sequence[Meeting], timed: Sequence[Meeting], wishes: Wishes, chance: Random) -> Iterable[str]:
    """Let chance decide every match; then each team goes its way through the hall."""
    teams = resolve(meetings, chance)
    for one in timed:
        for before in feeders(one, meetings):
            if before.start is not None and before.end > one.start:
                yield f"{one.key} begins before {before.key} is over"
    for number, one in enumerate(timed):
        for other in timed[number + 1 :]:
            for team in teams[one.key] & teams[other.key]:
                pause = timedelta(minutes=wishes.rest)
                if one.start < other.end + pause and other.start < one.end + pause:
                    yield f"team {team}: {one.key} and {other.key}"


def feeders(one: Meeting, meetings: Sequence[Meeting]) -> list[Meeting]:
    """The matches whose results name the sides."""
    wanted = {side[1] for side in one.sides if side[0] in ("winner", "loser")}
    groups = {side[1] for side in one.sides if side[0] == "group"}
    return [other for other in meetings if other.key in wanted or (other.group is not None and other.group in groups)]


def resolve(meetings: Sequence[Meeting], chance: Random) -> dict[int, set[int]]:
    """Who plays where if chance decides."""
    members: dict[object, list[int]] = {}
    for one in meetings:
        if one.group is not None:
            members.setdefault(one.group, []).extend(side[1] for side in one.sides)
    order = {group: chance.sample(sorted(set(teams)), len(set(teams))) for group, teams in members.items()}
    by_key = {one.key: one for one in meetings}
    result: dict[int, tuple[int, int]] = {}

    def outcome(key: int) -> tuple[int, int]:
        if key not in result:
            pair = [team_of(side) for side in by_key[key].sides]
            chance.shuffle(pair)
            result[key] = (pair[0], pair[1])
        return result[key]

    def team_of(side: tuple) -> int:
        if side[0] == "team":
            return side[1]
        if side[0] == "group":
            return order[side[1]][side[2] - 1]
        return outcome(side[1])[side[0] == "loser"]

    return {key: set(outcome(key)) for key in by_key}


def meetings_of(cup: Tournament) -> list[Meeting]:
    """A stored tournament's matches, from its rows."""
    found = []
    members = {(place.stage_id, place.group) for place in GroupPlace.objects.filter(stage__tournament=cup)}
    for match in Match.objects.filter(stage__tournament=cup).select_related("table").prefetch_related("slots"):
        sides = tuple(_side(slot) for slot in match.slots.all())
        group = (match.stage_id, match.group) if (match.stage_id, match.group) in members else None
        found.append(
            Meeting(match.pk, sides, match.starts_at, match.ends_at, match.table and match.table.number, group)
        )
    return found


def _side(slot: object) -> tuple:
    if slot.source == "team":
        return ("team", slot.source_team_id)
    if slot.source == "group":
        return ("group", (slot.source_stage_id, slot.source_group), slot.source_place)
    return (slot.source, slot.source_match_id)


def minute(moment: datetime) -> int:
    local = moment.astimezone(ZONE)
    return local.hour * 60 + local.minute


def minute_of(clock: time) -> int:
    return clock.hour * 60 + clock.minute


def day_of(moment: datetime) -> date:
    return moment.astimezone(ZONE).date()
