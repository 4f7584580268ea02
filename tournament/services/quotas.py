"""Places (名额): how many teams each department may enter and has entered, and whether one more may."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.models import Department, Tournament

from . import audit
from .actor import Actor
from .quota_rule import QuotaRule, needs_headcount, rule_from, teams_allowed
from .refusal import Refusal
from .tournaments import locked


def allowed_for(department: Department, rule: QuotaRule) -> int | None:
    """The department's own quota where one is set, else what the rule gives."""
    return department.team_quota if department.team_quota is not None else teams_allowed(rule, department.headcount)


@transaction.atomic
def set_quota(tournament: Tournament, document: Mapping[str, Any], actor: Actor) -> Tournament:
    """Change the tournament's rule; teams entered already stay, those beyond it are shown as such."""
    rule = rule_from(document)
    held = locked(tournament.pk)
    before, held.quota = held.quota, rule.document()
    held.save(update_fields=["quota"])
    if before != held.quota:
        audit.record(held, actor, "quota.change", held.name, before=before, after=held.quota)
    return held


def check_room(held: Tournament, department: Department, reason: str = "", *, contact: bool = False) -> bool:
    """May one more team enter? True if it goes beyond the quota for a reason; `Refusal` if it may not.

    Call it with the tournament held and the department as it is now. Teams withdrawn or waiting take no place.
    """
    rule = rule_from(held.quota)
    allowed = allowed_for(department, rule)
    if allowed is None and not needs_headcount(rule):
        return False
    if allowed is not None and entered(department) < allowed:
        return False
    if reason and not contact:
        return True
    raise _no_room(department, allowed, contact)


def entered(department: Department) -> int:
    """The department's teams that take a place."""
    return department.teams.filter(withdrawn_at=None, waiting_since=None).count()


@dataclass(frozen=True, slots=True)
class QuotaRow:
    """A department in the table: `allowed` None = no limit or not known (`unknown`); `left` below 0 = beyond."""

    department: Department
    allowed: int | None
    unknown: bool
    entered: int
    waiting: int

    @property
    def left(self) -> int | None:
        """Places left."""
        return None if self.allowed is None else self.allowed - self.entered

    @property
    def beyond(self) -> int:
        """Teams beyond the quota."""
        return max(0, -(self.left or 0))


def quota_table(tournament: Tournament, rule: QuotaRule | None = None) -> list[QuotaRow]:
    """Every department with what the rule (or one tried) gives it; one query."""
    rule = rule or rule_from(tournament.quota)
    departments = _counted(tournament.departments.order_by("sort_key", "id"))
    return [_row(department, rule) for department in departments]


def place_of(department: Department) -> QuotaRow:
    """One department's row."""
    rule = rule_from(department.tournament.quota)
    return _row(_counted(Department.objects.filter(pk=department.pk)).get(), rule)


def _counted(departments: QuerySet[Department]) -> QuerySet[Any]:
    here = Q(teams__withdrawn_at=None)
    return departments.annotate(
        takes=Count("teams", filter=here & Q(teams__waiting_since=None)),
        waits=Count("teams", filter=here & Q(teams__waiting_since__isnull=False)),
    )


def _row(department: Any, rule: QuotaRule) -> QuotaRow:
    allowed = allowed_for(department, rule)
    return QuotaRow(department, allowed, allowed is None and needs_headcount(rule), department.takes, department.waits)


def _no_room(department: Department, allowed: int | None, contact: bool) -> Refusal:
    facts = {"name": department.name, "quota": allowed}
    if allowed is None:
        message = _("“%(name)s”的人数还没有填写，按名额办法算不出能报几队；请先填写人数，或写明理由。")
        if contact:
            message = _("“%(name)s”的人数还没有登记，算不出能报几队；请与主办单位联系。")
        return Refusal(message % facts, code="headcount", at="department")
    message = _("“%(name)s”的名额是 %(quota)s 队，已满；请调整名额，或写明超额的理由。")
    if contact:
        message = _("“%(name)s”的名额是 %(quota)s 队，已经报满；需要增加名额，请与主办单位联系。")
    return Refusal(message % facts, code="quota", at="department")
