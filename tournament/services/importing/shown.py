"""A plan as a page shows it: each row's cells as they would be stored, what is wrong with them, what may be decided."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from .headings import DEPARTMENT, HEADCOUNT, TEAM, heading
from .plan import NAMESAKE, REASON, Decisions, Plan, PlannedRow

MOST_TICKS = 400  # a browser form holds only so many fields
MOST_LINKS = 40


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One value; `small` stands beside it (a staff number, 新), `bad` where something is wrong with it."""

    text: str
    small: str = ""
    bad: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One row; `state` is ok, trouble or skipped; `ask` offers the namesake tick, `may_skip` leaving the row out."""

    number: int
    state: str
    cells: tuple[ShownCell, ...]
    messages: tuple[str, ...]
    ask: bool
    namesake: bool
    may_skip: bool


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """The page: headings, rows, the numbers of those in trouble (the first few), and what goes with the list.

    Where there are too many rows to tick, `kept` holds the decisions so far as hidden fields.
    """

    headings: tuple[str, ...]
    rows: tuple[ShownRow, ...]
    entered: int
    skipped: int
    troubled: int
    links: tuple[int, ...]
    known: int
    departments: tuple[str, ...]
    renames: tuple[tuple[str, str], ...]
    asks_reason: bool
    ticks: bool
    kept: tuple[tuple[str, str], ...]
    fingerprint: str


def shown_plan(plan: Plan, decisions: Decisions) -> ShownPlan:
    """Everything a template needs; it decides nothing."""
    most = max((len(row.players) for row in plan.rows), default=2)
    keys = [DEPARTMENT, HEADCOUNT, TEAM, *(f"player{n}" for n in range(1, most + 1))]
    troubled = [row.entry.number for row in plan.troubled]
    ticks = sum(bool(row.findings) or row.skipped for row in plan.rows) <= MOST_TICKS
    return ShownPlan(
        headings=tuple(heading(key) for key in keys),
        rows=tuple(_row(row, keys, decisions) for row in plan.rows),
        entered=len(plan.entered),
        skipped=len(plan.rows) - len(plan.entered),
        troubled=len(troubled),
        links=tuple(troubled[:MOST_LINKS]),
        known=len(known_rows(plan)),
        departments=tuple(one.name for one in plan.departments),
        renames=tuple((was, name) for _pk, was, name in plan.renames),
        asks_reason=bool(decisions.reason) or any(one.may == REASON for row in plan.entered for one in row.findings),
        ticks=ticks,
        kept=() if ticks else _kept(decisions),
        fingerprint=plan.fingerprint,
    )


def _kept(decisions: Decisions) -> tuple[tuple[str, str], ...]:
    fields = {"namesake": decisions.namesakes, "skip": decisions.skipped}
    return tuple((name, ",".join(map(str, sorted(numbers)))) for name, numbers in fields.items() if numbers)


def known_rows(plan: Plan) -> frozenset[int]:
    """The rows whose team is registered already, and which are not left out yet."""
    return frozenset(row.entry.number for row in plan.troubled if any(one.code == "same-team" for one in row.open))


def _row(row: PlannedRow, keys: list[str], decisions: Decisions) -> ShownRow:
    findings = [] if row.skipped else row.findings
    bad = {one.at for one in findings}
    return ShownRow(
        number=row.entry.number,
        state="skipped" if row.skipped else "trouble" if row.open else "ok",
        cells=tuple(_cell(row, key, bad) for key in keys),
        messages=tuple(dict.fromkeys(one.message for one in findings)),
        ask=any(one.may == NAMESAKE for one in findings) or row.entry.number in decisions.namesakes,
        namesake=NAMESAKE in row.answered,
        may_skip=bool(row.findings) or row.skipped,
    )


def _cell(row: PlannedRow, key: str, bad: set[str]) -> ShownCell:
    entry = row.entry
    if key == DEPARTMENT:
        return ShownCell(entry.department, _("新单位") if row.new_department else "", key in bad)
    if key == HEADCOUNT:
        return ShownCell("" if entry.headcount is None else str(entry.headcount), "", key in bad)
    if key == TEAM:
        return ShownCell(row.name, "" if entry.team or not row.name else _("自动"), key in bad)
    n = int(key.removeprefix("player"))
    wrong = bool({key, f"staff{n}"} & bad)
    if n > len(row.players):
        return ShownCell("", bad=wrong)
    return ShownCell(row.players[n - 1].name, row.players[n - 1].staff_number, wrong)
