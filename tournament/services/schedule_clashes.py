"""What clashes in a tournament's schedule, as it stands or after a change, each in a sentence."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import schedule
from tournament.models import Match, Stage, Team, Tournament
from tournament.schedule import Clash, Game

from .match_words import titles_of
from .schedule_options import ScheduleOptions, options_of
from .schedule_rows import Row, games_of, placed_of, rows_of, stages_of, usable_of

Spot = tuple[int | None, datetime]


@dataclass(frozen=True, slots=True)
class Trouble:
    """A clash in words, and the ids of the matches concerned."""

    sentence: str
    matches: tuple[int, ...]


def clash_sentences(tournament: Tournament) -> list[str]:
    """What clashes in the schedule as it stands, a sentence each; empty if nothing does."""
    return [trouble.sentence for trouble in troubles_of(tournament)]


def troubles_of(tournament: Tournament) -> list[Trouble]:
    """The same with the matches concerned."""
    rows = rows_of(tournament)
    return in_words(tournament, _found(tournament, rows, stages_of(tournament)), rows)


def new_troubles(tournament: Tournament, spots: Mapping[int, Spot]) -> list[Trouble]:
    """What would newly clash if these matches stood at these tables (number, None = none yet) and hours.

    Looks only at what is near in time, at the bracket and at the groups concerned: its cost does not grow with a
    stage of thousands of matches.
    """
    stages = stages_of(tournament)
    rows = rows_of(tournament, _near(tournament, spots, stages))
    before = {trouble.sentence for trouble in in_words(tournament, _found(tournament, rows, stages, spots), rows)}
    moved = moved_rows(rows, stages, spots)
    after = in_words(tournament, _found(tournament, moved, stages, spots), moved)
    return [trouble for trouble in after if trouble.sentence not in before]


def moved_rows(rows: Sequence[Row], stages: Mapping[int, Stage], spots: Mapping[int, Spot]) -> list[Row]:
    """The rows with these matches at their new tables and hours."""
    minutes = {game.key: game.minutes for game in games_of(rows, stages)}
    return [_moved(row, *spots[row.pk], minutes[row.pk]) if row.pk in spots else row for row in rows]


def in_words(tournament: Tournament, clashes: Sequence[Clash], rows: Sequence[Row]) -> list[Trouble]:
    """Each clash as a sentence; times are those of the rows."""
    if not clashes:
        return []
    by_pk = {row.pk: row for row in rows}
    titles = _titles(tournament, {key for clash in clashes for key in (clash.first, clash.second)})
    names = Team.objects.in_bulk([clash.subject for clash in clashes if clash.reason in ("team", "rest", "possible")])
    found = [
        Trouble(_sentence(clash, by_pk, titles, names), tuple(sorted({clash.first, clash.second}))) for clash in clashes
    ]
    return list(dict.fromkeys(found))


def _found(
    tournament: Tournament, rows: Sequence[Row], stages: Mapping[int, Stage], about: Collection[int] | None = None
) -> list[Clash]:
    options = options_of(tournament)
    limits = {"rest": options.rest, "changeover": options.changeover}
    found = schedule.clashes(
        games_of(rows, stages), placed_of(rows), **limits, day=options.day, usable=usable_of(tournament)
    )
    return found if about is None else [one for one in found if one.first in about or one.second in about]


def _near(tournament: Tournament, spots: Mapping[int, Spot], stages: Mapping[int, Stage]) -> Q:
    """The matches that may clash with these ones, where they are and where they would be."""
    options, rows = options_of(tournament), rows_of(tournament, Q(pk__in=list(spots)))
    margin = timedelta(minutes=max(options.rest, options.changeover))
    near = Q(pk__in=list(spots)) | Q(group="")
    for row in rows + moved_rows(rows, stages, spots):
        if row.starts_at and row.ends_at:
            near |= Q(starts_at__lt=row.ends_at + margin, ends_at__gt=row.starts_at - margin)
        for side in row.sides:
            if side.stage and row.starts_at:
                near |= Q(stage_id=side.stage, ends_at__gt=row.starts_at - margin)
    return near


def _moved(row: Row, table: int | None, start: datetime, minutes: int) -> Row:
    start = timezone.localtime(start)
    return replace(row, table=table, starts_at=start, ends_at=start + timedelta(minutes=minutes))


def _titles(tournament: Tournament, keys: Collection[int]) -> dict[int, str]:
    wanted = Q(group="") | Q(pk__in=list(keys))
    matches = Match.objects.filter(wanted, stage__tournament=tournament).select_related("stage")
    return {pk: title.full for pk, title in titles_of(list(matches.prefetch_related("slots"))).items()}


def _sentence(clash: Clash, rows: Mapping[int, Row], titles: Mapping[int, str], teams: Mapping[int, Team]) -> str:
    name = teams[clash.subject].name if clash.subject in teams else ""
    facts = {
        "first": titles[clash.first],
        "second": titles[clash.second],
        "when": _hours(*(rows[key] for key in dict.fromkeys((clash.first, clash.second)))),
        "subject": clash.subject,
        "team": name,
    }
    return _template(clash.reason, named=bool(name)) % facts


def _template(reason: str, *, named: bool) -> str:
    """The sentence of a reason; `named` where it is about one team and not about whoever comes out of a match."""
    if reason == "table":
        return _("%(subject)s号桌重了：%(first)s与%(second)s时间重叠（%(when)s）。")
    if reason == "changeover":
        return _("%(subject)s号桌来不及换场：%(first)s与%(second)s之间少于场间间隔（%(when)s）。")
    if reason == "team":
        return _("%(team)s同时有两场：%(first)s与%(second)s（%(when)s）。")
    if reason == "possible":
        if named:
            return _("%(team)s可能同时有两场：%(first)s与%(second)s（%(when)s）。")
        return _("同一支队可能同时有两场：%(first)s与%(second)s（%(when)s）。")
    if reason == "rest":
        if named:
            return _("%(team)s休息不足：%(first)s与%(second)s之间少于规定的休息时间（%(when)s）。")
        return _("%(first)s结束后休息不足，就要打%(second)s（%(when)s）。")
    if reason == "closed":
        return _("%(first)s排在%(subject)s号桌不可用的时间（%(when)s）。")
    if reason == "break":
        return _("%(first)s碰到休息时间或超过每天最晚结束时间（%(when)s）。")
    return _("%(second)s开始时，%(first)s还没有结束（%(when)s），不知道谁上场。")


def _hours(*rows: Row) -> str:
    spans = []
    for row in rows:
        assert row.starts_at
        assert row.ends_at
        start, end = timezone.localtime(row.starts_at), timezone.localtime(row.ends_at)
        spans.append(f"{start:%m-%d %H:%M}–{end:%H:%M}")
    return _("、").join(spans)


def slot_minutes(options: ScheduleOptions, games: Sequence[Game]) -> int:
    """The step between two starts on the grid: the longest match and the changeover."""
    return max((game.minutes for game in games), default=60) + options.changeover
