"""The shape of `tournament/1`: one class for each thing an archive holds; unknown keys are errors that name them."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

FORMAT: Literal["tournament/1"] = "tournament/1"

Number = Annotated[int, Field(ge=0, le=2_000_000_000)]
Small = Annotated[int, Field(ge=0, le=32_000)]
Side = Literal["a", "b"]
Text = Annotated[str, Field(max_length=400)]
Reference = Annotated[str, Field(max_length=40)]
Json = dict[str, Any]


class Row(BaseModel):
    """What all parts share: strict about keys, as written about types."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Signer(Row):
    """Somebody with an account who signed something; `id` is how the other parts name the person."""

    id: Reference
    name: Text


class Signed(Row):
    """Who wrote: `account` of a signer, or `table_pass`, or the name alone."""

    name: Text
    account: Reference | None = None
    table_pass: Text | None = None


class Department(Row):
    """A department."""

    name: Text
    headcount: Number | None = None
    team_quota: Number | None = None
    contact: Text = ""
    phone: Text = ""


class Player(Row):
    """A player of a roster, also one who was replaced."""

    number: Small
    name: Text
    staff_number: Text = ""
    namesake: bool = False
    left_at: AwareDatetime | None = None


class Team(Row):
    """A team; `id` is what draw records, slots and lots call it."""

    id: Reference
    name: Text
    department: Text
    seed: Number | None = None
    withdrawn_at: AwareDatetime | None = None
    withdrawn_reason: Text = ""
    waiting_since: AwareDatetime | None = None
    over_quota_reason: Text = ""
    players: list[Player] = []


class Table(Row):
    """A table in the hall."""

    number: Number
    place: Text = ""
    hours: list[Any] = []


class Addendum(Row):
    """What was added to a draw later."""

    team: Reference
    record: Json
    reason: Text = ""
    present: Text = ""
    added_at: AwareDatetime
    added_by: Reference | None = None


class Draw(Row):
    """A draw with its record; one that was undone has the time of it."""

    round: Small = 0
    record: Json
    present: Text = ""
    drawn_at: AwareDatetime
    drawn_by: Reference | None = None
    undone_at: AwareDatetime | None = None
    revealed: Small | None = None
    addenda: list[Addendum] = []


class Lot(Row):
    """A lot between tied teams, best first."""

    group: Text = ""
    order: list[Reference]
    present: Text = ""
    drawn_at: AwareDatetime
    drawn_by: Reference


class MatchName(Row):
    """A match, named by the number of its stage and its code."""

    stage: Small
    code: Text


class Ruling(Row):
    """A slot's team as the chief referee decided; null for nobody."""

    team: Reference | None = None
    reason: Text = ""
    by: Reference | None = None


class Slot(Row):
    """One side of a match and where its team comes from; `resulting` is the team that came of it."""

    source: Text
    team: Reference | None = None
    match: MatchName | None = None
    stage: Small | None = None
    group: Text = ""
    place: Small | None = None
    rank: Small | None = None
    ruling: Ruling | None = None
    resulting: Reference | None = None


class Seat(Row):
    """Who of a roster plays: the team's player by position in its list, from 0."""

    side: Side
    number: Small
    team: Reference
    player: Small


class CheckIn(Row):
    """Somebody seen at the table before the match: the team's player by position in its list, from 0."""

    side: Side
    team: Reference
    player: Small
    at: AwareDatetime
    by: Signed


class Entry(Row):
    """One line of a score sheet: `entry` as in `scoresheet/1`, the teams it froze, who wrote it and when."""

    entry: Json
    teams: dict[Side, Reference] = {}
    schema_version: Small = 1
    by: Signed
    device_at: AwareDatetime | None = None
    server_at: AwareDatetime


class Confirmation(Row):
    """A side's word that the sheet is right."""

    side: Side
    version: Number
    by: Signed
    at: AwareDatetime


class Result(Row):
    """A confirmed result, the one in force or one that was superseded."""

    version: Number
    engine_version: Text
    result: Json
    confirmed_at: AwareDatetime
    superseded_at: AwareDatetime | None = None
    verified_at: AwareDatetime | None = None
    verified_by: Reference | None = None
    self_verified_reason: Text = ""


class Match(Row):
    """A match with its sheet; `status` and `result` are compared with what the sheet gives."""

    code: Text
    round: Small
    group: Text = ""
    place: Small | None = None
    table: Number | None = None
    starts_at: AwareDatetime | None = None
    ends_at: AwareDatetime | None = None
    planned_at: AwareDatetime | None = None
    called_at: AwareDatetime | None = None
    slots: dict[Side, Slot]
    line_ups: list[Seat] = []
    check_ins: list[CheckIn] = []
    sheet: list[Entry] = []
    confirmations: list[Confirmation] = []
    results: list[Result] = []
    status: Text
    result: Json = {}


class Stage(Row):
    """A stage: its rules (a key of `rulesets`), draws, groups, lots, matches and standings."""

    number: Small
    name: Text
    kind: Text
    ruleset: Text
    settings: Json = {}
    match_options: Json = {}
    criteria: list[str] = []
    points: Json = {}
    slot_minutes: Number = 60
    draws: list[Draw] = []
    groups: dict[str, list[Reference]] = {}
    lots: list[Lot] = []
    matches: list[Match] = []
    standings: Json = {}


class Facts(Row):
    """What the notice says."""

    slug: Text
    name: Text
    host: Text = ""
    venue: Text = ""
    starts_at: AwareDatetime | None = None
    ends_on: date | None = None
    details: Json = {}
    entry_opens_at: AwareDatetime | None = None
    entry_closes_at: AwareDatetime | None = None
    change_minutes: Number = 60
    quota: Json = {}
    roster_size: Small = 2
    schedule_options: Json = {}


class Audit(Row):
    """One change on record."""

    at: AwareDatetime
    by: Signed
    action: Text
    subject: Text
    before: Any = None
    after: Any = None
    reason: Text = ""


class Archive(Row):
    """The whole document."""

    format: Literal["tournament/1"]
    engine: Text
    exported_at: AwareDatetime
    tournament: Facts
    accounts: list[Signer] = []
    departments: list[Department] = []
    teams: list[Team] = []
    tables: list[Table] = []
    rulesets: dict[str, Json] = {}
    stages: list[Stage] = []
    audit: list[Audit] = []
