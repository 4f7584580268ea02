"""What would become of a list: each row's team, its name, and everything that speaks against it. No database here."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from tournament.services.people import Known, People, PlayerEntry, refuse_same_person
from tournament.services.quota_rule import needs_headcount
from tournament.services.registration import MAX_TEAMS
from tournament.services.team_names import follows, names_of

from .known import KnownDepartment, Registered
from .rows import Entry

Rename = tuple[int, str, str]
NAMESAKE, REASON, NEVER = "namesake", "reason", ""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What somebody decided about the rows: namesakes and rows left out by number, a reason to exceed quotas."""

    namesakes: frozenset[int] = frozenset()
    skipped: frozenset[int] = frozenset()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that speaks against a row; `may` says which decision allows it all the same."""

    at: str
    message: str
    code: str = "row"
    may: str = NEVER


@dataclass(slots=True)
class PlannedRow:
    """A row's team as it would be stored; `open` are the findings that no decision has answered."""

    entry: Entry
    name: str
    players: tuple[PlayerEntry, ...]
    skipped: bool = False
    new_department: bool = False
    findings: list[Finding] = field(default_factory=list)
    answered: frozenset[str] = frozenset()

    @property
    def over_quota(self) -> bool:
        """True where the department has no place left for this team."""
        return any(one.may == REASON for one in self.findings)

    @property
    def open(self) -> list[Finding]:
        """What still forbids this row."""
        return [] if self.skipped else [one for one in self.findings if one.may not in self.answered]


@dataclass(frozen=True, slots=True)
class Plan:
    """All rows; new departments in order; department pk → headcount to note; (team pk, old, new) of renamed teams."""

    rows: list[PlannedRow]
    departments: list[KnownDepartment]
    headcounts: dict[int, int]
    renames: list[Rename]

    @property
    def entered(self) -> list[PlannedRow]:
        """The rows that are not left out."""
        return [row for row in self.rows if not row.skipped]

    @property
    def troubled(self) -> list[PlannedRow]:
        """The rows that something still forbids."""
        return [row for row in self.rows if row.open]

    @property
    def fingerprint(self) -> str:
        """Tells two previews apart: the same as long as the same teams would come out with the same findings."""
        rows = [
            (row.entry, row.skipped, row.name, [(one.at, one.message) for one in row.findings]) for row in self.rows
        ]
        new = [(one.name, one.headcount) for one in self.departments]
        told = json.dumps([rows, new, sorted(self.headcounts.items()), self.renames], default=str)
        return hashlib.sha256(told.encode()).hexdigest()[:32]


def plan_rows(entries: Sequence[Entry], there: Registered, decisions: Decisions) -> Plan:
    """Go through the rows in order, each against what is there and the rows before it."""
    return _Planner(there, decisions).plan(entries)


class _Planner:
    def __init__(self, there: Registered, decisions: Decisions) -> None:
        self.there, self.decisions = there, decisions
        self.departments = deepcopy(there.departments)
        self.people = People([replace(one, team=f"“{one.team}”") for one in there.people])
        self.headcounts: dict[int, int] = {}
        self.count = there.teams

    def plan(self, entries: Sequence[Entry]) -> Plan:
        rows = [self._row(entry) for entry in entries]
        entered = [row for row in rows if not row.skipped]
        placed = [(row, self._department(row.entry)) for row in entered if row.entry.department]
        for check in (self._check_headcount, self._check_room, self._check_people):
            for row, department in placed:
                check(row, department)
        renames = self._name(placed)
        self._check_names(entered, renames)
        new = [one for one in self.departments.values() if one.is_new]
        return Plan(rows, new, self.headcounts, renames)

    def _row(self, entry: Entry) -> PlannedRow:
        return PlannedRow(
            entry,
            entry.team,
            entry.players,
            skipped=entry.number in self.decisions.skipped,
            new_department=bool(entry.department) and entry.department not in self.there.departments,
            findings=[Finding(fault.at, fault.message) for fault in entry.faults],
            answered=self._answers(entry),
        )

    def _answers(self, entry: Entry) -> frozenset[str]:
        named = NAMESAKE if entry.namesake or entry.number in self.decisions.namesakes else None
        reasoned = REASON if self.decisions.reason else None
        return frozenset(answer for answer in (named, reasoned) if answer)

    def _department(self, entry: Entry) -> KnownDepartment:
        if entry.department not in self.departments:
            made = KnownDepartment(-1 - len(self.departments), entry.department)
            self.departments[entry.department] = made
        return self.departments[entry.department]

    def _check_headcount(self, row: PlannedRow, department: KnownDepartment) -> None:
        given = row.entry.headcount
        if given is None or given == department.headcount:
            return
        if department.headcount is not None:
            facts = {"name": department.name, "known": department.headcount, "given": given}
            message = _("“%(name)s”的人数已是 %(known)s，这里又写 %(given)s；请只留一个。") % facts
            row.findings.append(Finding("headcount", message))
            return
        department.headcount = given
        if not department.is_new:
            self.headcounts[department.pk] = given

    def _check_room(self, row: PlannedRow, department: KnownDepartment) -> None:
        self.count += 1
        department.entered += 1
        if self.count > MAX_TEAMS:
            row.findings.append(Finding("team", _("一项赛事最多 %(most)s 队。") % {"most": MAX_TEAMS}))
        if said := self._no_room(department):
            row.findings.append(Finding("department", said, "quota", REASON))

    def _no_room(self, department: KnownDepartment) -> str:
        """The sentence where the department has no place for this team, or none."""
        allowed, rule = self.there.allowed(department), self.there.rule
        facts = {"name": department.name, "quota": allowed}
        if allowed is None and needs_headcount(rule):
            message = _("“%(name)s”的人数还没有填写，按名额办法算不出能报几队；请先填写人数，或写明理由。")
        elif allowed is None or department.entered <= allowed:
            return ""
        else:
            message = _("“%(name)s”的名额是 %(quota)s 队，已满；请调整名额，或写明超额的理由。")
        return message % facts

    def _check_people(self, row: PlannedRow, department: KnownDepartment) -> None:
        same = self.there.whole_teams.get((department.name, frozenset(one.name for one in row.players)))
        if same and NAMESAKE not in row.answered:
            message = _("这一队已经登记过（“%(team)s”）；不必再登记。") % {"team": same}
            row.findings.append(Finding("department", message, "same-team", NAMESAKE))
            return
        where = _("第 %(line)s 行") % {"line": row.entry.number}
        row.players = tuple(self._person(row, department, n, one, where) for n, one in enumerate(row.players, start=1))

    def _person(
        self, row: PlannedRow, department: KnownDepartment, n: int, person: PlayerEntry, where: str
    ) -> PlayerEntry:
        if not person.name:
            return person
        other = self.people.same_name(person, department.pk)
        if holder := self.people.same_number(person):
            refusal = refuse_same_person("number", person, holder, n - 1)
            row.findings.append(Finding(f"staff{n}", refusal.message, refusal.code))
        elif other:
            refusal = refuse_same_person("name", person, other, n - 1)
            row.findings.append(Finding(f"player{n}", refusal.message, refusal.code, NAMESAKE))
        self.people.add(Known(person.name, person.staff_number, department.pk, where))
        return replace(person, namesake=other is not None)

    def _name(self, placed: list[tuple[PlannedRow, KnownDepartment]]) -> list[Rename]:
        """Name the nameless after their departments, with the department's teams that carry its name already."""
        by_department: dict[int, list[PlannedRow]] = defaultdict(list)
        for row, department in placed:
            by_department[department.pk].append(row)
        renames: list[Rename] = []
        for department in self.departments.values():
            own = by_department[department.pk]
            if any(not row.entry.team for row in own):
                renames += self._name_department(department, own)
        return renames

    def _name_department(self, department: KnownDepartment, own: list[PlannedRow]) -> list[Rename]:
        """Teams that play come first, in the order of entry, then those withdrawn."""
        old = [team for team in department.teams if follows(team.name, department.name)]
        new = [row for row in own if not row.entry.team or follows(row.entry.team, department.name)]
        there = [team for team in old if not team.withdrawn]
        gone = [team for team in old if team.withdrawn]
        playing = len(there) + len(new)
        names = names_of(department.name, playing, playing + len(gone))
        for row, name in zip(new, names[len(there) :], strict=False):
            row.name = name
        pairs = zip(there + gone, names[: len(there)] + names[playing:], strict=True)
        renames = [(team.pk, team.name, name) for team, name in pairs if team.name != name]
        for _pk, _was, name in renames:
            if self.there.team_names.get(name, department.name) != department.name:
                own[0].findings.append(_name_taken(name))
        return renames

    def _check_names(self, rows: list[PlannedRow], renames: list[Rename]) -> None:
        """Every name once, as the tournament would stand afterwards."""
        changed = {was: name for _pk, was, name in renames}
        taken: dict[str, int] = {changed.get(name, name): 0 for name in self.there.team_names}
        for row in rows:
            if row.name and row.name in taken:
                row.findings.append(_name_taken(row.name, taken[row.name]))
            taken.setdefault(row.name, row.entry.number)


def _name_taken(name: str, line: int = 0) -> Finding:
    """The name belongs to another team, or (`line`) to another row of the list."""
    if line:
        message = _("队名“%(name)s”与第 %(line)s 行相同，请另起队名。") % {"name": name, "line": line}
    else:
        message = _("队名“%(name)s”已经用过，请给新队另起队名。") % {"name": name}
    return Finding("team", message, "team-name-taken")
