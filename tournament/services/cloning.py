"""A new tournament after last year's: everything that was arranged, nothing that was drawn or played."""

import re
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Department, Player, PlayTable, Stage, Team, Tournament

from . import audit
from .actor import Actor
from .details import details_of
from .moving_dates import days_between, moved, moved_day, moved_details, moved_rounds
from .names import required
from .schedule_options import without_undo
from .tournaments import facts_of, free_slug, locked
from .typography import full_width

_YEAR = re.compile(r"(?<!\d)(19|20)\d\d(?!\d)")
_STAGE = ("number", "name", "kind", "ruleset_id", "settings", "match_options", "criteria", "points", "slot_minutes")
_DEPARTMENT = ("name", "sort_key", "headcount", "team_quota", "contact", "phone")


@transaction.atomic
def clone_tournament(
    source: Tournament, *, name: str, starts_at: datetime, actor: Actor, with_teams: bool = False
) -> Tournament:
    """A copy of a tournament's notice, stages, tables and departments, its dates moved to the new start.

    With `with_teams` its teams and their present players come along, without seeds; withdrawn and waiting ones stay
    behind. No draw, schedule, match, result or publication is copied. Raises `Refusal`.
    """
    held = locked(source.pk)
    name = full_width(required(name, _("赛事名称"), at="name", limit=120))
    made = Tournament.objects.create(slug=free_slug(name, starts_at), name=name, **_facts(held, starts_at))
    Stage.objects.bulk_create(Stage(tournament=made, **_picked(stage, _STAGE)) for stage in held.stages.all())
    _copy_tables(held, made, days_between(held.starts_at, starts_at) if held.starts_at else None)
    departments = _copy_departments(held, made)
    if with_teams:
        _copy_teams(held, made, departments)
    after = {**facts_of(made), "from": held.slug, "with_teams": with_teams}
    audit.record(made, actor, "tournament.clone", made.name, after=after)
    return made


def next_name(source: Tournament) -> str:
    """A name to propose: the year in the old one counted on, else the name with the next year."""
    year = _YEAR.search(source.name)
    if year:
        return f"{source.name[: year.start()]}{int(year[0]) + 1}{source.name[year.end() :]}"
    then = source.starts_at or timezone.now()
    return _("%(name)s（%(year)d年）") % {"name": source.name[:100], "year": timezone.localtime(then).year + 1}


def _facts(held: Tournament, starts_at: datetime) -> dict[str, Any]:
    """The columns, dates moved by whole days; without a start before there is nothing to move them by."""
    days = days_between(held.starts_at, starts_at) if held.starts_at else None
    dated = days is not None
    return {
        "host": held.host,
        "venue": held.venue,
        "starts_at": starts_at,
        "ends_on": moved_day(held.ends_on, days or 0) if dated else None,
        "entry_opens_at": moved(held.entry_opens_at, days or 0) if dated else None,
        "entry_closes_at": moved(held.entry_closes_at, days or 0) if dated else None,
        "change_minutes": held.change_minutes,
        "roster_size": held.roster_size,
        "quota": held.quota,
        "details": moved_details(details_of(held), days).document(),
        "schedule_options": _options(held, starts_at),
    }


def _options(held: Tournament, starts_at: datetime) -> dict[str, Any]:
    options = without_undo(held.schedule_options)
    if kept := options.get("round_starts"):
        rounds = moved_rounds([datetime.fromisoformat(start) for start in kept], starts_at)
        options["round_starts"] = [start.isoformat() for start in rounds]
    return options


def _picked(row: Any, fields: tuple[str, ...]) -> dict[str, Any]:
    return {field: getattr(row, field) for field in fields}


def _copy_tables(held: Tournament, made: Tournament, days: int | None) -> None:
    """Tables with their places and hours; hours on dates move like every other date."""
    PlayTable.objects.bulk_create(
        PlayTable(
            tournament=made,
            number=table.number,
            place=table.place,
            hours=[[_moved_hour(hour, days or 0) for hour in span] for span in table.hours] if days is not None else [],
        )
        for table in held.tables.all()
    )


def _moved_hour(hour: str, days: int) -> str:
    """An ISO date with its hour so many days later; an hour of the clock alone stays as it is."""
    if "T" not in hour:
        return hour
    when = datetime.fromisoformat(hour)
    return (when + timedelta(days=days)).isoformat()


def _copy_departments(held: Tournament, made: Tournament) -> dict[int, Department]:
    """The new departments by the old ones' ids."""
    old = list(held.departments.all())
    new = Department.objects.bulk_create(Department(tournament=made, **_picked(one, _DEPARTMENT)) for one in old)
    return {before.pk: after for before, after in zip(old, new, strict=True)}


def _copy_teams(held: Tournament, made: Tournament, departments: dict[int, Department]) -> None:
    old = list(held.teams.filter(withdrawn_at=None, waiting_since=None).prefetch_related("players").order_by("pk"))
    new = Team.objects.bulk_create(
        Team(
            tournament=made,
            department=departments[team.department_id],
            name=team.name,
            sort_key=team.sort_key,
            over_quota_reason=team.over_quota_reason,
        )
        for team in old
    )
    Player.objects.bulk_create(
        Player(
            team=after,
            number=player.number,
            name=player.name,
            staff_number=player.staff_number,
            namesake=player.namesake,
        )
        for before, after in zip(old, new, strict=True)
        for player in before.players.all()
        if player.left_at is None
    )
