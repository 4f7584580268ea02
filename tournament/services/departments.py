"""Departments: who may enter teams, how many people they have, whom to ask."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Department, Tournament

from . import audit
from .actor import Actor
from .entry_window import is_drawn
from .names import clean, required, sort_key
from .people import NAME_LIMIT
from .refusal import Refusal
from .team_names import name_by_themselves
from .tournaments import locked

PHONE_LIMIT = 40
MOST_PEOPLE, MOST_TEAMS = 1_000_000, 512
_FACTS = ("name", "headcount", "team_quota", "contact", "phone")


@transaction.atomic
def add_department(
    tournament: Tournament,
    name: str,
    actor: Actor,
    *,
    headcount: int | None = None,
    team_quota: int | None = None,
    contact: str = "",
    phone: str = "",
) -> Department:
    """A new department; its name occurs once in a tournament. `team_quota` None = what the tournament's rule gives."""
    held = locked(tournament.pk)
    name = required(name, _("单位名称"), at="name", limit=NAME_LIMIT)
    _refuse_known(held, name)
    made = Department(tournament=held, name=name, sort_key=sort_key(name))
    _set_size(made, headcount, team_quota)
    _set_contact(made, contact, phone)
    made.save()
    audit.record(held, actor, "department.add", name, after={"headcount": headcount, "team_quota": team_quota})
    return made


@transaction.atomic
def change_department(
    department: Department,
    actor: Actor,
    *,
    name: str,
    headcount: int | None,
    team_quota: int | None,
    contact: str | None = None,
    phone: str | None = None,
) -> Department:
    """Change a department; teams named after it follow as long as no draw is held. None keeps contact and phone."""
    held = locked(department.tournament_id)
    name = required(name, _("单位名称"), at="name", limit=NAME_LIMIT)
    if name != department.name:
        _refuse_known(held, name)
    before = _facts(department)
    old, department.name, department.sort_key = department.name, name, sort_key(name)
    _set_size(department, headcount, team_quota)
    _set_contact(department, contact, phone)
    department.save(update_fields=[*_FACTS, "sort_key"])
    if not is_drawn(held):
        name_by_themselves(department, formerly=old)
    audit.record(held, actor, "department.change", name, before=before, after=_facts(department))
    return department


@transaction.atomic
def set_sizes(tournament: Tournament, sizes: Mapping[int, tuple[int | None, int | None]], actor: Actor) -> int:
    """Headcounts and own quotas of many departments {id: (headcount, team_quota)} at once; how many changed."""
    held, changed = locked(tournament.pk), 0
    for department in held.departments.filter(pk__in=list(sizes)):
        before = _facts(department)
        _set_size(department, *sizes[department.pk])
        if before == _facts(department):
            continue
        department.save(update_fields=["headcount", "team_quota"])
        audit.record(held, actor, "department.change", department.name, before=before, after=_facts(department))
        changed += 1
    return changed


@transaction.atomic
def remove_department(department: Department, actor: Actor) -> None:
    """Remove a department without teams."""
    held = locked(department.tournament_id)
    if count := department.teams.count():
        facts = {"name": department.name, "count": count}
        message = _("“%(name)s”还有 %(count)s 队，不能删除；请先删除这些队。") % facts
        raise Refusal(message, code="department-in-use", at="department")
    audit.record(held, actor, "department.remove", department.name, before={"team_quota": department.team_quota})
    department.delete()


def _facts(department: Department) -> dict[str, Any]:
    return {field: getattr(department, field) for field in _FACTS}


def _set_size(department: Department, headcount: int | None, team_quota: int | None) -> None:
    for number, most, at in ((headcount, MOST_PEOPLE, "headcount"), (team_quota, MOST_TEAMS, "team_quota")):
        if number is not None and not 0 <= number <= most:
            facts = {"name": department.name, "number": str(number)[:20], "most": most}
            message = _("“%(name)s”的人数或名额 %(number)s 不对，应在 0 到 %(most)d 之间。") % facts
            raise Refusal(message, code="bad-number", at=at)
    department.headcount, department.team_quota = headcount, team_quota


def _set_contact(department: Department, contact: str | None, phone: str | None) -> None:
    for field, text, limit in (("contact", contact, NAME_LIMIT), ("phone", phone, PHONE_LIMIT)):
        if text is None:
            continue
        if len(cleaned := clean(text)) > limit:
            facts = {"text": cleaned[:20], "limit": limit}
            raise Refusal(_("“%(text)s…”太长，最多 %(limit)d 个字。") % facts, code="too-long", at=field)
        setattr(department, field, cleaned)


def _refuse_known(tournament: Tournament, name: str) -> None:
    if tournament.departments.filter(name=name).exists():
        raise Refusal(_("单位“%(name)s”已经登记过。") % {"name": name}, code="department-known", at="name")
