"""Entering a previewed list: locked, planned again as things stand now, stored as a whole or not at all."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Department, Player, Team, Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.entry_window import check_entry, is_drawn
from tournament.services.names import sort_key
from tournament.services.refusal import Conflict, Refusal
from tournament.services.tournaments import locked

from .known import KnownDepartment, registered
from .parcel import Parcel
from .plan import Decisions, Plan, PlannedRow, Rename, plan_rows

ACTION = "team.import"


def preview(tournament: Tournament, parcel: Parcel, decisions: Decisions) -> Plan:
    """What would become of the list as things stand; nothing is stored."""
    return plan_rows(parcel.entries, registered(tournament), decisions)


@transaction.atomic
def enter(tournament: Tournament, parcel: Parcel, decisions: Decisions, shown: str, actor: Actor) -> int:
    """Enter all rows that are not left out and return their number; the same parcel again changes nothing.

    After the draw, or outside the registration window without a reason, nothing is entered.
    `shown` is the fingerprint of the preview somebody looked at: where it would look different now, or a row is
    still in trouble, nothing is stored (`Conflict`, `Refusal`).
    """
    held = locked(tournament.pk)
    if (before := _entered_before(held, parcel)) is not None:
        return before
    _refuse_drawn(held)
    check_entry(held, actor, decisions.reason)
    plan = preview(held, parcel, decisions)
    _refuse_trouble(plan, shown)
    departments = _store_departments(held, plan)
    _rename(plan.renames)
    _store_teams(held, plan.entered, departments, decisions.reason)
    audit.record(held, actor, ACTION, _subject(parcel, plan), after=_told(parcel, plan), reason=decisions.reason)
    return len(plan.entered)


def _entered_before(held: Tournament, parcel: Parcel) -> int | None:
    """How many teams this very parcel brought, if it was entered already: a repeated press is no second list."""
    entry = AuditEntry.objects.filter(tournament=held, action=ACTION, after__key=parcel.key).first()
    return len(entry.after["teams"]) if entry and entry.after else None


def _refuse_drawn(held: Tournament) -> None:
    if is_drawn(held):
        message = _("已经抽签，不能再增减队或改种子；确需改动，请先撤销抽签。")
        raise Refusal(message, code="drawn", at="tournament")


def _refuse_trouble(plan: Plan, shown: str) -> None:
    if plan.fingerprint != shown:
        message = _("预览之后名单或已登记的情况有变化，还没有登记任何一队；请再看一遍下面的预览，无误再登记。")
        raise Conflict(message, code="preview-changed")
    if troubled := plan.troubled:
        message = _("还有 %(count)d 行没有解决，没有登记任何一队。") % {"count": len(troubled)}
        raise Refusal(message, code="rows")
    if not plan.entered:
        raise Refusal(_("每一行都选了不登记，没有可登记的队。"), code="empty")


def _store_departments(held: Tournament, plan: Plan) -> dict[str, int]:
    made = Department.objects.bulk_create(_department(held, one) for one in plan.departments)
    for pk, headcount in plan.headcounts.items():
        Department.objects.filter(pk=pk).update(headcount=headcount)
    names = {row.entry.department for row in plan.entered} - {one.name for one in made}
    known = Department.objects.filter(tournament=held).values_list("name", "pk") if names else []
    return {**dict(known), **{one.name: one.pk for one in made}}


def _department(held: Tournament, new: KnownDepartment) -> Department:
    return Department(tournament=held, name=new.name, sort_key=sort_key(new.name), headcount=new.headcount)


def _rename(renames: Sequence[Rename]) -> None:
    """Names are unique in a tournament: first out of each other's way, then to their new ones."""
    for pk, _was, _name in renames:
        Team.objects.filter(pk=pk).update(name=f"~{pk}")
    for pk, _was, name in renames:
        Team.objects.filter(pk=pk).update(name=name, sort_key=sort_key(name))


def _store_teams(held: Tournament, rows: list[PlannedRow], departments: dict[str, int], reason: str) -> None:
    teams = Team.objects.bulk_create(
        Team(
            tournament=held,
            department_id=departments[row.entry.department],
            name=row.name,
            sort_key=sort_key(row.name),
            over_quota_reason=reason if row.over_quota else "",
        )
        for row in rows
    )
    Player.objects.bulk_create(
        Player(team=team, number=n, name=one.name, staff_number=one.staff_number, namesake=one.namesake)
        for team, row in zip(teams, rows, strict=True)
        for n, one in enumerate(row.players, start=1)
    )


def _subject(parcel: Parcel, plan: Plan) -> str:
    facts = {"source": parcel.source, "teams": len(plan.entered), "departments": len(plan.departments)}
    return _("“%(source)s”：%(teams)d 队，新单位 %(departments)d 个") % facts


def _told(parcel: Parcel, plan: Plan) -> dict[str, object]:
    return {
        "key": parcel.key,
        "source": parcel.source,
        "departments": [one.name for one in plan.departments],
        "headcounts": {str(pk): headcount for pk, headcount in plan.headcounts.items()},
        "renamed": {was: name for _pk, was, name in plan.renames},
        "teams": {row.name: [one.name for one in row.players] for row in plan.entered},
        "skipped": [row.entry.number for row in plan.rows if row.skipped],
    }
