"""An archive becomes a tournament again, whole or not at all: rows first, then everything is computed and compared."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.models import AuditEntry, Department, Player, PlayTable, Stage, Team, Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.details import Details, changed
from tournament.services.names import sort_key
from tournament.services.quota_rule import rule_from
from tournament.services.refusal import Refusal
from tournament.services.rulesets import version_of
from tournament.services.schedule_options import without_undo
from tournament.services.tournaments import checked_slug

from ..spoken import said
from . import checking, places
from . import document as doc
from .matches import MatchMaker
from .renaming import renamed
from .signers import Signers

FACTS = ("name", "host", "venue", "starts_at", "ends_on", "details", "entry_opens_at", "entry_closes_at")
DOCUMENTS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "quota": rule_from,
    "details": lambda held: changed(Details(), held),
}
BROKEN = (AttributeError, DataError, IndexError, KeyError, OverflowError, TypeError, ValueError)  # a part in odd form
MORE_FACTS = ("change_minutes", "quota", "roster_size", "schedule_options")


def import_archive(raw: Any, actor: Actor, *, slug: str = "") -> Tournament:
    """The tournament an archive holds, unpublished, under its own address or `slug`.

    Raises `Refusal` with the place in the file: for what breaks the schema, names something that is not there, or
    where a stored result, standing or slot is not what the score sheets and draws give. Nothing is stored then.
    """
    archive = places.read(raw)
    try:
        with transaction.atomic():
            made = Importer(archive, slug).store()
            checking.refuse_differences(made, archive)
            audit.record(made, actor, "tournament.import", made.name, after={"exported_at": str(archive.exported_at)})
            return made
    except IntegrityError as error:
        message = _("存档里有重复的编号（如同一桌号、队名或场次代号写了两次），没有导入。")
        raise Refusal(message, code="archive-twice") from error
    except BROKEN as error:
        raise Refusal(_("存档的内容前后对不上，无法恢复，没有导入。"), code="archive-broken") from error


class Importer:
    """Stores an archive's rows inside the caller's transaction; ids of the file are looked up by name of the part."""

    def __init__(self, archive: doc.Archive, slug: str) -> None:
        self.archive, self.slug = archive, slug or archive.tournament.slug
        self.ids: dict[str, str] = {}

    def store(self) -> Tournament:
        """All rows; results are not compared yet."""
        made = self._facts()
        self.signers = Signers(self.archive.accounts, made.slug)
        self.players: dict[str, list[Player]] = {}
        self.teams = self._teams(made, self._departments(made))
        self.tables = self._tables(made)
        stages = [self._stage(made, index, plan) for index, plan in enumerate(self.archive.stages)]
        self._matches(stages)
        self._draws(stages)
        self._audit(made)
        return made

    def _facts(self) -> Tournament:
        facts = self.archive.tournament
        for part, read in DOCUMENTS.items():
            try:
                read(getattr(facts, part))
            except Refusal as refusal:
                raise places.refuse(f"tournament.{part}.{refusal.at}".rstrip("."), refusal.message) from refusal
        values = {name: getattr(facts, name) for name in (*FACTS, *MORE_FACTS)}
        values["schedule_options"] = without_undo(values["schedule_options"])
        return Tournament.objects.create(slug=checked_slug(self.slug), **values)

    def _departments(self, made: Tournament) -> dict[str, Department]:
        rows = [
            Department(tournament=made, sort_key=sort_key(row.name), **row.model_dump())
            for row in self.archive.departments
        ]
        return {row.name: row for row in Department.objects.bulk_create(rows)}

    def _teams(self, made: Tournament, departments: Mapping[str, Department]) -> dict[str, Team]:
        rows: dict[str, Team] = {}
        for index, team in enumerate(self.archive.teams):
            at = f"teams[{index}]"
            if team.id in rows:
                raise places.refuse(f"{at}.id", _("编号“%(id)s”写了两次。") % {"id": team.id})
            if team.department not in departments:
                raise places.refuse(f"{at}.department", _("没有名为“%(name)s”的单位。") % {"name": team.department})
            values = team.model_dump(exclude={"id", "department", "players"})
            rows[team.id] = Team(
                tournament=made, department=departments[team.department], sort_key=sort_key(team.name), **values
            )
        Team.objects.bulk_create(rows.values())
        self.ids = {old: str(row.pk) for old, row in rows.items()}
        self._players(rows)
        return rows

    def _players(self, rows: Mapping[str, Team]) -> None:
        for team in self.archive.teams:
            self.players[team.id] = [Player(team=rows[team.id], **player.model_dump()) for player in team.players]
        Player.objects.bulk_create(player for roster in self.players.values() for player in roster)

    def _tables(self, made: Tournament) -> dict[int, PlayTable]:
        rows = [PlayTable(tournament=made, **row.model_dump()) for row in self.archive.tables]
        return {row.number: row for row in PlayTable.objects.bulk_create(rows)}

    def _stage(self, made: Tournament, index: int, plan: doc.Stage) -> Stage:
        at = f"stages[{index}]"
        if plan.ruleset not in self.archive.rulesets:
            raise places.refuse(f"{at}.ruleset", _("rulesets 里没有“%(key)s”。") % {"key": plan.ruleset})
        if plan.kind not in Stage.Kind.values:
            facts = {"kind": plan.kind, "allowed": _("、").join(Stage.Kind.values)}
            raise places.refuse(f"{at}.kind", _("没有“%(kind)s”这种赛制，可以写%(allowed)s。") % facts)
        try:
            version = version_of(self.archive.rulesets[plan.ruleset])
        except ScoringError as error:
            raise places.refuse(f"rulesets.{plan.ruleset[:8]}.{error.at}", said(error.message)) from error
        kept = ("number", "name", "kind", "settings", "match_options", "criteria", "points", "slot_minutes")
        return Stage.objects.create(tournament=made, ruleset=version, **{name: getattr(plan, name) for name in kept})

    def _matches(self, stages: list[Stage]) -> None:
        maker = MatchMaker(self.teams, self.players, self.tables, self.signers)
        for index, (stage, plan) in enumerate(zip(stages, self.archive.stages, strict=True)):
            maker.matches_of(stage, plan, f"stages[{index}]")
        maker.slots()

    def _draws(self, stages: list[Stage]) -> None:
        for index, (stage, plan) in enumerate(zip(stages, self.archive.stages, strict=True)):
            at = f"stages[{index}]"
            for group, members in plan.groups.items():
                for number, team in enumerate(members, start=1):
                    place = f"{at}.groups.{group}[{number - 1}]"
                    stage.group_places.create(group=group, number=number, team=self._team(team, place))
            for number, draw in enumerate(plan.draws):
                self._draw(stage, draw, f"{at}.draws[{number}]")
            for number, lot in enumerate(plan.lots):
                order = [self._team(team, f"{at}.lots[{number}].order").pk for team in lot.order]
                by = self.signers.required(lot.drawn_by, f"{at}.lots[{number}].drawn_by")
                values = lot.model_dump(exclude={"order", "drawn_by"})
                stage.lots.create(order=order, drawn_by=by, **values)

    def _draw(self, stage: Stage, draw: doc.Draw, at: str) -> None:
        row = stage.draws.create(
            record=renamed(draw.record, self.ids),
            drawn_by=self.signers.of(draw.drawn_by, f"{at}.drawn_by"),
            **draw.model_dump(include={"round", "present", "drawn_at", "undone_at", "revealed"}),
        )
        for index, one in enumerate(draw.addenda):
            place = f"{at}.addenda[{index}]"
            row.addenda.create(
                team=self._team(one.team, f"{place}.team"),
                record=renamed(one.record, self.ids),
                added_by=self.signers.of(one.added_by, f"{place}.added_by"),
                **one.model_dump(include={"reason", "present", "added_at"}),
            )

    def _team(self, team: str, at: str) -> Team:
        if team not in self.teams:
            raise places.refuse(at, _("没有编号为“%(id)s”的队。") % {"id": team})
        return self.teams[team]

    def _audit(self, made: Tournament) -> None:
        rows = [
            AuditEntry(
                tournament=made,
                **row.model_dump(exclude={"by"}),
                **self.signers.columns(row.by, f"audit[{index}].by"),
            )
            for index, row in enumerate(self.archive.audit)
        ]
        AuditEntry.objects.bulk_create(rows)
