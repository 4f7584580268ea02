"""Registration links (报名链接): by a secret address a department's contact enters its teams, without an account."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Department, DepartmentLink, Tournament

from . import audit
from .actor import Actor
from .refusal import Refusal
from .tournaments import locked

TOKEN_BYTES = 24  # 192 bits
USED_EVERY = timedelta(minutes=1)


class NoSuchLink(Refusal):
    """An address nobody was given."""

    status = 404


class LinkRevoked(Refusal):
    """An address that was taken back."""

    status = 410


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A department and its link in force, if any."""

    department: Department
    link: DepartmentLink | None


@transaction.atomic
def issue(department: Department, actor: Actor) -> DepartmentLink:
    """A new link for the department; one in force before it is taken back (the address that went round is void)."""
    held = locked(department.tournament_id)
    renewed = _take_back(department)
    made = _make(department, actor)
    audit.record(held, actor, "link.issue", department.name, after={"link": made.pk, "renewed": renewed})
    return made


@transaction.atomic
def issue_all(tournament: Tournament, actor: Actor) -> int:
    """A link for every department without one in force; how many were made."""
    held = locked(tournament.pk)
    rows = [row.department for row in link_rows(held) if row.link is None]
    for department in rows:
        made = _make(department, actor)
        audit.record(held, actor, "link.issue", department.name, after={"link": made.pk, "renewed": False})
    return len(rows)


@transaction.atomic
def revoke(department: Department, actor: Actor) -> None:
    """Take the department's link back; its address answers from now on that it was taken back."""
    held = locked(department.tournament_id)
    if not _take_back(department):
        raise Refusal(_("“%s”没有在用的报名链接。") % department.name, code="no-link", at="department")
    audit.record(held, actor, "link.revoke", department.name)


def link_rows(tournament: Tournament) -> list[LinkRow]:
    """Every department with its link in force; two queries."""
    in_force = DepartmentLink.objects.filter(revoked_at=None).order_by("-id")
    departments = tournament.departments.prefetch_related(Prefetch("links", in_force, to_attr="in_force"))
    return [LinkRow(one, next(iter(one.in_force), None)) for one in departments.order_by("sort_key", "id")]


def link_of(token: str) -> DepartmentLink:
    """The link in force of this token, with its department and tournament; `NoSuchLink` or `LinkRevoked`."""
    possible = token.isascii() and token.isprintable()  # PostgreSQL takes no NUL
    links = DepartmentLink.objects.select_related("department__tournament")
    found = links.filter(token=token).first() if possible else None
    if found is None:
        raise NoSuchLink(_("没有这个报名链接，请核对网址，或向主办单位索取。"), code="no-link")
    if found.revoked_at is not None:
        raise LinkRevoked(_("这个报名链接已经收回，请向主办单位索取新的链接。"), code="revoked")
    return found


def note_use(link: DepartmentLink) -> None:
    """Remember that the link was opened now, at most once a minute."""
    now = timezone.now()
    if link.last_used_at is None or now - link.last_used_at >= USED_EVERY:
        DepartmentLink.objects.filter(pk=link.pk).update(last_used_at=now)


def contact_of(link: DepartmentLink) -> Actor:
    """The department's contact as the author of a write."""
    return Actor.program(_("%s 联系人") % link.department.name[:50])


def _make(department: Department, actor: Actor) -> DepartmentLink:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return DepartmentLink.objects.create(department=department, token=token, created_by=actor.user)


def _take_back(department: Department) -> bool:
    return bool(department.links.filter(revoked_at=None).update(revoked_at=timezone.now()))
