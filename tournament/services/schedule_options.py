"""How a tournament's schedule is laid out, as one validated document: `Tournament.schedule_options`."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from typing import Any, Self

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tournament.models import Tournament
from tournament.schedule import Day

from .refusal import Refusal

MAX_BREAKS, MAX_ROUNDS = 6, 40
YEARS = (2000, 2100)
UNDO_STEPS, UNDO_PLACES = 20, 600


class Place(BaseModel):
    """Where a match stood before a move and where the move put it: (table's number, start, planned start)."""

    model_config = ConfigDict(frozen=True)

    match: int
    before: tuple[int | None, datetime | None, datetime | None]
    after: tuple[int | None, datetime | None, datetime | None]


class ScheduleOptions(BaseModel):
    """Minutes, clock times of the venue, and the moves that can be undone (latest last)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    daily: bool = False
    round_starts: tuple[datetime, ...] = Field(default=(), max_length=MAX_ROUNDS)
    changeover: int = Field(default=0, ge=0, le=240)
    knockout_tables: bool = True
    rest: int = Field(default=0, ge=0, le=600)
    breaks: tuple[tuple[time, time], ...] = Field(default=(), max_length=MAX_BREAKS)
    day_opens: time | None = None
    day_ends: time | None = None
    undo: tuple[tuple[Place, ...], ...] = ()

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if any(since >= until for since, until in self.breaks):
            raise ValueError("breaks")
        if self.day_opens and self.day_ends and self.day_opens >= self.day_ends:
            raise ValueError("day_ends")
        return self

    @property
    def day(self) -> Day:
        """How long a day is played."""
        return Day(self.day_opens, self.day_ends, self.breaks)


def options_of(tournament: Tournament) -> ScheduleOptions:
    """The options last used; the defaults where none are stored or a key cannot be read."""
    stored = tournament.schedule_options if isinstance(tournament.schedule_options, dict) else {}
    while True:
        try:
            return ScheduleOptions.model_validate(stored)
        except ValidationError as error:
            bad = {str(one["loc"][0]) for one in error.errors() if one["loc"]} or set(stored)
            stored = {key: value for key, value in stored.items() if key not in bad}


def checked_options(**values: Any) -> ScheduleOptions:
    """The options out of values given by name; what cannot be is refused at its field."""
    try:
        options = ScheduleOptions(**values)
    except ValidationError as error:
        raise _refusal(error) from error
    for moment in options.round_starts:
        refuse_far(moment, "round_starts")
    if list(options.round_starts) != sorted(set(options.round_starts)):
        raise Refusal(_("各轮开始时间应从早到晚，不重复。"), code="rounds", at="round_starts")
    if options.daily and options.round_starts:
        message = _("“每天只赛一轮”和“各轮开始时间”只能选一样。")
        raise Refusal(message, code="daily-and-rounds", at="round_starts")
    return options


def keep_options(tournament: Tournament, options: ScheduleOptions) -> None:
    """Remember the options; the caller holds the tournament."""
    tournament.schedule_options = options.model_dump(mode="json")
    tournament.save(update_fields=["schedule_options"])


def with_undo(options: ScheduleOptions, places: Sequence[Place]) -> ScheduleOptions:
    """The options with one more move that can be undone; the oldest are forgotten beyond what fits."""
    steps = [*options.undo, tuple(places)][-UNDO_STEPS:]
    while len(steps) > 1 and sum(map(len, steps)) > UNDO_PLACES:
        del steps[0]
    return options.model_copy(update={"undo": tuple(steps)})


def without_undo(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The stored document without the moves to undo: they name matches by ids that hold in one database only."""
    return {key: value for key, value in stored.items() if key != "undo"}


def refuse_far(moment: datetime, at: str) -> None:
    """Refuse a moment in a year nobody means."""
    if not YEARS[0] <= moment.year < YEARS[1]:
        message = _("年份 %(year)s 不在 %(first)s 到 %(last)s 之间。")
        facts = {"year": moment.year, "first": YEARS[0], "last": YEARS[1] - 1}
        raise Refusal(message % facts, code="far", at=at)


def _refusal(error: ValidationError) -> Refusal:
    first = error.errors()[0]
    at = str(first["loc"][0]) if first["loc"] else str(first.get("ctx", {}).get("error", ""))
    if at == "breaks":
        message = _("休息时间应写成 12:00-13:00，先早后晚，最多 %(most)d 段。") % {"most": MAX_BREAKS}
    elif at == "day_ends":
        message = _("每天最晚结束时间应晚于开始时间。")
    elif at == "round_starts":
        message = _("各轮开始时间最多 %(most)d 个。") % {"most": MAX_ROUNDS}
    else:
        message = _("编排选项不在允许的范围内：场间间隔 0 到 240 分钟，队间休息 0 到 600 分钟。")
    return Refusal(message, code="options", at=at)
