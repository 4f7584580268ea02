"""Making a tournament, changing its facts, its tables and what the public may see."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import GroupPlace, Match, PlayTable, Stage, Tournament

from . import audit
from .actor import Actor
from .details import Details, changed, details_of
from .fixtures import named
from .moving_dates import moved_rounds
from .names import clean, initials, required
from .notice_checks import COLUMNS, refuse_contradictions
from .presets import StagePlan, preset_of
from .refusal import Refusal
from .rulesets import chosen_version
from .typography import full_width

MAX_TABLES = 200
_RESERVED = {
    "new",
    "import",
    "rules",
    "format-plan",
    "api",
    "console",
    "i18n",
    "login",
    "logout",
    "office",
    "static",
    "board",
    "join",
    "pass",
    "t",
    "admin",
    "chief",
    "entry",
}
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_TEXTS = ("host", "venue")


def locked(tournament_id: int) -> Tournament:
    """The tournament, held until the transaction ends; what changes entries or the draw goes through here."""
    return Tournament.objects.select_for_update(of=("self",), no_key=True).get(pk=tournament_id)


@transaction.atomic
def create_tournament(
    *,
    name: str,
    starts_at: datetime | None,
    ruleset: str,
    stages: Sequence[StagePlan],
    tables: int,
    actor: Actor,
    slug: str = "",
    host: str = "",
    venue: str = "",
    **more: Any,
) -> Tournament:
    """A new tournament with its stages and tables 1 … n; `slug` is made up if empty.

    All stages play under `ruleset`: a preset's name, or a stored version's number. `more` are further columns.
    """
    name = full_width(required(name, _("赛事名称"), at="name", limit=120))
    made = Tournament.objects.create(
        slug=checked_slug(slug) if slug else free_slug(name, starts_at),
        name=name,
        host=full_width(clean(host))[:120],
        venue=full_width(clean(venue))[:120],
        starts_at=starts_at,
        **more,
    )
    _make_stages(made, ruleset, stages)
    _number_tables(made, tables)
    audit.record(made, actor, "tournament.create", made.name, after=facts_of(made))
    return made


def create_from_preset(
    key: str, *, actor: Actor, slug: str = "", name: str = "", starts_at: datetime | None = None
) -> Tournament:
    """The stages, tables and facts of a preset as a new tournament, without its teams; `slug` is the key if empty.

    With another start all its dates move, the hours of the clock stay.
    """
    preset = preset_of(key)
    if starts_at is not None:
        preset = preset.starting(starts_at)
    return create_tournament(
        name=name or preset.name,
        starts_at=preset.starts_at,
        ruleset=preset.ruleset,
        stages=preset.stages,
        tables=preset.tables,
        actor=actor,
        slug=slug or numbered_slug(key),
        host=preset.host,
        venue=preset.venue,
        ends_on=preset.ends_on,
        entry_opens_at=preset.entry_opens_at,
        entry_closes_at=preset.entry_closes_at,
        change_minutes=preset.change_minutes,
        roster_size=preset.roster_size,
        quota=preset.quota,
        details=preset.details.document(),
        schedule_options=preset.schedule_options(),
    )


@transaction.atomic
def change_tournament(tournament: Tournament, actor: Actor, **facts: Any) -> Tournament:
    """Change what the notice says: columns (`COLUMNS`) and fields of `Details`, all or nothing; raises `Refusal`.

    The schedule laid out already stays until it is laid out anew; rounds' hours not yet laid out move with the start.
    """
    if unknown := facts.keys() - set(COLUMNS) - Details.model_fields.keys():
        raise TypeError(f"not a fact: {sorted(unknown)}")
    held = locked(tournament.pk)
    before, started = facts_of(held), held.starts_at
    for field in facts.keys() & set(COLUMNS):
        setattr(held, field, full_width(clean(facts[field]))[:120] if field in _TEXTS else facts[field])
    held.name = full_width(required(held.name, _("赛事名称"), at="name", limit=120))
    refuse_contradictions(held, facts)
    details = {field: value for field, value in facts.items() if field in Details.model_fields}
    held.details = changed(details_of(held), details).document()
    _move_rounds(held, started)
    held.save(update_fields=[*COLUMNS, "details", "schedule_options"])
    if before != facts_of(held):
        audit.record(held, actor, "tournament.change", held.name, before=before, after=facts_of(held))
    return held


def _move_rounds(held: Tournament, started: datetime | None) -> None:
    """Hours of rounds kept for the schedule follow a start that moved."""
    kept = held.schedule_options.get("round_starts")
    if kept and started and held.starts_at and held.starts_at != started:
        rounds = moved_rounds([datetime.fromisoformat(start) for start in kept], held.starts_at)
        held.schedule_options = {**held.schedule_options, "round_starts": [start.isoformat() for start in rounds]}


@transaction.atomic
def set_tables(tournament: Tournament, count: int, actor: Actor) -> None:
    """Have tables 1 … `count`; a table with matches on it is not taken away."""
    held = locked(tournament.pk)
    before = held.tables.count()
    if before != count:
        _number_tables(held, count)
        audit.record(held, actor, "tables.change", held.name, before=before, after=count)


def refuse_few_tables(tournament: Tournament) -> None:
    """Refuse where groups stay at the table of their number and there are more groups than tables."""
    tables = tournament.tables.count()
    for stage in tournament.stages.all():
        groups = GroupPlace.objects.filter(stage=stage).values("group").distinct().count()
        if stage.settings.get("groups_at_tables") and groups > tables:
            message = _("各组固定在一张桌时，组数不能多于桌数：现有 %(groups)s 组、%(tables)s 张桌。")
            raise Refusal(message % {"groups": groups, "tables": tables}, code="few-tables", at="tables")


@transaction.atomic
def publish(tournament: Tournament, parts: Iterable[str], actor: Actor) -> Tournament:
    """Show the public exactly these parts (values of `Tournament.Part`)."""
    held = locked(tournament.pk)
    wanted = set(parts)
    if unknown := wanted - set(Tournament.Part.values):
        allowed = _("、").join(map(str, Tournament.Part.labels))
        message = _("没有“%(part)s”这个发布项，可发布：%(allowed)s。") % {
            "part": sorted(unknown)[0],
            "allowed": allowed,
        }
        raise Refusal(message, code="unknown-part", at="parts")
    before, held.published = held.published, [part for part in Tournament.Part.values if part in wanted]
    held.save(update_fields=["published"])
    if before != held.published:
        audit.record(held, actor, "tournament.publish", held.name, before=before, after=held.published)
    return held


def facts_of(tournament: Tournament) -> dict[str, Any]:
    """The facts a person may change, columns as text and the details as stored, for the audit."""
    columns = {field: str(getattr(tournament, field) or "") for field in COLUMNS}
    return {**columns, "details": tournament.details}


def free_slug(name: str, starts_at: datetime | None) -> str:
    """An address nobody has yet, out of the name's pinyin initials and the year."""
    year = str(starts_at.year) if starts_at else ""
    return numbered_slug("-".join(part for part in (initials(name)[:30] or "saishi", year) if part))


def numbered_slug(stem: str) -> str:
    """An address nobody has yet: the stem, or with a number behind it."""
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True)) | _RESERVED
    number = 1
    while (slug := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return slug


def checked_slug(slug: str) -> str:
    """The address if it may be used and nobody has it yet, else `Refusal`."""
    if not _SLUG.fullmatch(slug):
        rule = _("网址名“%(slug)s”不合要求：只能用小写字母、数字和连字符，以字母或数字开头，最多 60 个。")
        message = rule % {"slug": slug}
        raise Refusal(message, code="bad-slug", at="slug")
    if slug in _RESERVED or Tournament.objects.filter(slug=slug).exists():
        raise Refusal(_("网址名“%(slug)s”已被占用，请换一个。") % {"slug": slug}, code="slug-taken", at="slug")
    return slug


def _make_stages(made: Tournament, ruleset: str, stages: Sequence[StagePlan]) -> None:
    version = chosen_version(ruleset)
    for number, plan in enumerate(stages, start=1):
        Stage.objects.create(tournament=made, number=number, ruleset=version, **plan.model_dump())


def _number_tables(tournament: Tournament, count: int) -> None:
    if not 1 <= count <= MAX_TABLES:
        message = _("桌数 %(count)s 不在 1 到 %(most)s 之间。") % {"count": count, "most": MAX_TABLES}
        raise Refusal(message, code="bad-tables", at="tables")
    surplus = tournament.tables.filter(number__gt=count)
    if used := Match.objects.filter(table__in=surplus).select_related("table").first():
        facts = {"table": str(used.table), "code": named(used)}
        message = _("%(table)s还排着场次 %(code)s，不能减掉；请先把它移到别的桌。") % facts
        raise Refusal(message, code="table-in-use", at="tables")
    surplus.delete()
    have = set(tournament.tables.values_list("number", flat=True))
    PlayTable.objects.bulk_create(
        PlayTable(tournament=tournament, number=number) for number in range(1, count + 1) if number not in have
    )
