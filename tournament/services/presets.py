"""Tournament presets: whole competitions as TOML data beside the code, read and checked, never named in Python."""

import tomllib
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self

from django.utils.translation import gettext as _
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from scoring.ruleset.base import Text

from .details import Details
from .moving_dates import days_between, moved, moved_day, moved_details, moved_rounds
from .refusal import Refusal

_FOLDER = Path(__file__).resolve().parent.parent / "presets"


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class StagePlan(_Data):
    """A stage as it will be made; the fields are those of the `Stage` model."""

    name: str
    kind: Literal["groups", "knockout", "redraw", "swiss", "last-group"]
    slot_minutes: int = Field(default=60, ge=5, le=600)
    criteria: list[str] = []
    points: dict[str, int | float] = {}
    settings: dict[str, Any] = {}
    match_options: dict[str, Any] = {}


class DepartmentPlan(_Data):
    """A department and its teams, two players each, in the order of entry."""

    name: str
    headcount: int | None = Field(default=None, ge=1)
    team_quota: int | None = Field(default=None, ge=1)
    teams: list[tuple[str, str]] = []


class DrawPlan(_Data):
    """How the first stage's draw was held: groups of team names as typed in, team names by lot number, or a seed."""

    groups: list[list[str]] | None = None
    lots: list[str] | None = None
    seed: str | None = None
    present: str = ""


class TournamentPreset(_Data):
    """A documented competition; `demo` marks the one that a first start loads.

    Hours: one slot after the other from `starts_at` on; or one round a day at its hour (`daily`); or each round at
    its own of `round_starts`, rounds beyond them being announced later. `quota` and `details` are stored as they are.
    """

    title: Text
    name: str
    starts_at: AwareDatetime
    ends_on: date | None = None
    ruleset: str
    tables: int = Field(ge=1)
    stages: list[StagePlan]
    knockout_tables: bool = True
    daily: bool = False
    round_starts: list[AwareDatetime] = []
    changeover: int = Field(default=0, ge=0, le=240)
    demo: bool = False
    host: str = ""
    venue: str = ""
    entry_opens_at: AwareDatetime | None = None
    entry_closes_at: AwareDatetime | None = None
    change_minutes: int = Field(default=60, ge=0)
    roster_size: int = Field(default=2, ge=2, le=4)
    quota: dict[str, Any] = {}
    details: Details = Details()
    departments: list[DepartmentPlan] = []
    draw: DrawPlan | None = None

    @model_validator(mode="after")
    def _hours(self) -> Self:
        starts = self.round_starts
        if starts and (self.daily or starts[0] != self.starts_at or sorted(set(starts)) != starts):
            raise ValueError("“round_starts”应从 starts_at 起依次递增，且不与“daily”同用")
        return self

    def schedule_options(self) -> dict[str, Any]:
        """What laying out its schedule starts from, as `Tournament.schedule_options` keeps it."""
        return {
            "daily": self.daily,
            "round_starts": [start.isoformat() for start in self.round_starts],
            "changeover": self.changeover,
            "knockout_tables": self.knockout_tables,
        }

    def starting(self, starts_at: datetime) -> "TournamentPreset":
        """The same competition with all its dates moved to another start."""
        days = days_between(self.starts_at, starts_at)
        return self.model_copy(
            update={
                "starts_at": starts_at,
                "ends_on": moved_day(self.ends_on, days),
                "round_starts": moved_rounds(self.round_starts, starts_at),
                "entry_opens_at": moved(self.entry_opens_at, days),
                "entry_closes_at": moved(self.entry_closes_at, days),
                "details": moved_details(self.details, days),
            }
        )


def preset_keys() -> tuple[str, ...]:
    """The keys of all tournament presets, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def demo_keys() -> tuple[str, ...]:
    """The keys of the presets marked as demonstration, sorted."""
    return tuple(key for key in preset_keys() if preset_of(key).demo)


@cache
def preset_of(key: str) -> TournamentPreset:
    """The preset of this key; a key that does not exist is refused with those that do."""
    if key not in preset_keys():
        raise Refusal(
            _("没有名为“%(key)s”的赛事预设，现有：%(keys)s。") % {"key": key, "keys": _("、").join(preset_keys())},
            code="no-preset",
            at="preset",
        )
    with (_FOLDER / f"{key}.toml").open("rb") as file:
        return TournamentPreset.model_validate(tomllib.load(file))
