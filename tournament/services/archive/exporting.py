"""A tournament's rows as the archive document; what can be computed goes along, to be compared when it is read back."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Prefetch
from django.utils import timezone

from scoring import ENGINE_VERSION
from tournament.models import (
    Account,
    AuditEntry,
    CheckIn,
    GroupPlace,
    LineUp,
    Match,
    MatchSlot,
    SheetEntry,
    Stage,
    Tournament,
)
from tournament.services.folding import sheet_entries
from tournament.services.schedule_options import without_undo
from tournament.services.standings import stage_standing

from . import document as doc

FACTS = (
    *("slug", "name", "host", "venue", "starts_at", "ends_on", "details", "entry_opens_at", "entry_closes_at"),
    *("change_minutes", "quota", "roster_size", "schedule_options"),
)
DEPARTMENT = ("name", "headcount", "team_quota", "contact", "phone")
PLAYER = ("number", "name", "staff_number", "namesake", "left_at")
TEAM = ("name", "seed", "withdrawn_at", "withdrawn_reason", "waiting_since", "over_quota_reason")
TABLE = ("number", "place", "hours")
STAGE = ("number", "name", "kind", "settings", "match_options", "criteria", "points", "slot_minutes")
MATCH = ("code", "round", "group", "place", "starts_at", "ends_at", "planned_at", "called_at")
RESULT = (
    *("version", "engine_version", "result", "confirmed_at", "superseded_at", "verified_at"),
    "self_verified_reason",
)
AUDIT = ("at", "action", "subject", "before", "after", "reason")


def archive_of(tournament: Tournament) -> dict[str, Any]:
    """The `tournament/1` document, JSON-able. The number of queries grows with the stages, not with the matches."""
    return Exporter(tournament).document().model_dump(mode="json", exclude_defaults=False)


class Exporter:
    """Reads one tournament; keeps who signed anything, so that each is listed once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.signers: dict[int, doc.Signer] = {}
        self.rosters: dict[int, list[int]] = defaultdict(list)

    def document(self) -> doc.Archive:
        """The whole archive."""
        held = self.tournament
        stages = list(held.stages.select_related("ruleset").order_by("number"))
        parts: dict[str, Any] = {
            "departments": [doc.Department(**_columns(row, DEPARTMENT)) for row in held.departments.all()],
            "teams": self._teams(),
            "tables": [doc.Table(**_columns(row, TABLE)) for row in held.tables.all()],
            "rulesets": {stage.ruleset.content_hash: stage.ruleset.document for stage in stages},
            "stages": [self._stage(stage) for stage in stages],
            "audit": [self._audit(row) for row in held.audit_entries.select_related("actor_user").order_by("pk")],
        }
        return doc.Archive(
            format=doc.FORMAT,
            engine=ENGINE_VERSION,
            exported_at=timezone.now(),
            tournament=self._facts(),
            accounts=list(self.signers.values()),
            **parts,
        )

    def _facts(self) -> doc.Facts:
        facts = _columns(self.tournament, FACTS)
        options = without_undo(facts.pop("schedule_options"))
        return doc.Facts(**facts, schedule_options=options)

    def _teams(self) -> list[doc.Team]:
        rows = self.tournament.teams.select_related("department").prefetch_related("players").order_by("pk")
        made = []
        for row in rows:
            players = list(row.players.all())
            self.rosters[row.pk] = [player.pk for player in players]
            roster = [doc.Player(**_columns(player, PLAYER)) for player in players]
            made.append(doc.Team(id=str(row.pk), department=row.department.name, players=roster, **_columns(row, TEAM)))
        return made

    def _stage(self, stage: Stage) -> doc.Stage:
        groups: dict[str, list[str]] = defaultdict(list)
        for place in GroupPlace.objects.filter(stage=stage).order_by("group", "number"):
            groups[place.group].append(str(place.team_id))
        standings = {
            group: {"rows": found["rows"], "open_ties": found["open_ties"]}
            for group, found in stage_standing(stage).items()
        }
        return doc.Stage(
            ruleset=stage.ruleset.content_hash,
            draws=self._draws(stage),
            groups=groups,
            lots=self._lots(stage),
            matches=[self._match(match) for match in _matches(stage)],
            standings=standings,
            **_columns(stage, STAGE),
        )

    def _draws(self, stage: Stage) -> list[doc.Draw]:
        rows = stage.draws.select_related("drawn_by").prefetch_related("addenda__added_by").order_by("pk")
        return [
            doc.Draw(
                **_columns(row, ("round", "record", "present", "drawn_at", "undone_at", "revealed")),
                drawn_by=self._signer(row.drawn_by),
                addenda=[
                    doc.Addendum(
                        team=str(one.team_id),
                        added_by=self._signer(one.added_by),
                        **_columns(one, ("record", "reason", "present", "added_at")),
                    )
                    for one in row.addenda.all()
                ],
            )
            for row in rows
        ]

    def _lots(self, stage: Stage) -> list[doc.Lot]:
        return [
            doc.Lot(
                **_columns(row, ("group", "present", "drawn_at")),
                order=[str(team) for team in row.order],
                drawn_by=self._signer(row.drawn_by) or "",
            )
            for row in stage.lots.select_related("drawn_by").order_by("pk")
        ]

    def _match(self, match: Match) -> doc.Match:
        rows = list(match.entries.all())
        return doc.Match(
            **_columns(match, MATCH),
            table=match.table.number if match.table else None,
            slots={slot.side: self._slot(slot) for slot in match.slots.all()},
            line_ups=[self._seat(seat) for seat in match.line_ups.all()],
            check_ins=[self._check_in(row) for row in match.check_ins.all()],
            sheet=[self._entry(row, entry) for row, entry in zip(rows, sheet_entries(rows), strict=True)],
            confirmations=[
                doc.Confirmation(**_columns(row, ("side", "version", "at")), by=self._signed(row))
                for row in match.confirmations.all()
            ],
            results=[
                doc.Result(**_columns(row, RESULT), verified_by=self._signer(row.verified_by))
                for row in match.results.all()
            ],
            status=match.status,
            result=match.projection,
        )

    def _slot(self, slot: MatchSlot) -> doc.Slot:
        source = slot.source_match
        return doc.Slot(
            source=slot.source,
            team=_name(slot.source_team_id),
            match=doc.MatchName(stage=source.stage.number, code=source.code) if source else None,
            stage=slot.source_stage.number if slot.source_stage else None,
            group=slot.source_group,
            place=slot.source_place,
            rank=slot.source_rank,
            ruling=self._ruling(slot) if slot.ruling_team_id or slot.ruling_by_id else None,
            resulting=_name(slot.team_id),
        )

    def _ruling(self, slot: MatchSlot) -> doc.Ruling:
        by = self._signer(slot.ruling_by)
        return doc.Ruling(team=_name(slot.ruling_team_id), reason=slot.ruling_reason, by=by)

    def _seat(self, seat: LineUp) -> doc.Seat:
        return doc.Seat(side=_side(seat.side), number=seat.number, **self._in_roster(seat))

    def _check_in(self, row: CheckIn) -> doc.CheckIn:
        return doc.CheckIn(side=_side(row.side), at=row.at, by=self._signed(row), **self._in_roster(row))

    def _in_roster(self, row: LineUp | CheckIn) -> dict[str, Any]:
        """The player of a row as a team and a position in its list."""
        team = row.player.team_id
        return {"team": str(team), "player": self.rosters[team].index(row.player_id)}

    def _entry(self, row: SheetEntry, entry: Mapping[str, Any]) -> doc.Entry:
        frozen = {"a": row.team_a_id, "b": row.team_b_id}
        return doc.Entry(
            entry=dict(entry),
            teams={_side(side): str(team) for side, team in frozen.items() if team},
            by=self._signed(row),
            **_columns(row, ("schema_version", "device_at", "server_at")),
        )

    def _audit(self, row: AuditEntry) -> doc.Audit:
        return doc.Audit(**_columns(row, AUDIT), by=self._signed(row))

    def _signer(self, account: Account | None) -> str | None:
        if account is None:
            return None
        known = self.signers
        made = known.get(account.pk) or doc.Signer(id=f"p{len(known) + 1}", name=account.display_name)
        return known.setdefault(account.pk, made).id

    def _signed(self, row: Any) -> doc.Signed:
        passed: UUID | None = row.actor_pass
        return doc.Signed(
            name=row.actor_name, account=self._signer(row.actor_user), table_pass=str(passed) if passed else None
        )


def _matches(stage: Stage) -> Iterable[Match]:
    """The stage's matches in the order they were made, with all that hangs on them."""
    slots = MatchSlot.objects.select_related("source_match__stage", "source_stage", "ruling_by")
    entries = SheetEntry.objects.select_related("actor_user").order_by("n")
    return (
        Match.objects.filter(stage=stage)
        .select_related("table")
        .prefetch_related(
            Prefetch("slots", slots),
            Prefetch("entries", entries),
            Prefetch("line_ups", LineUp.objects.select_related("player")),
            Prefetch("check_ins", CheckIn.objects.select_related("player", "actor_user")),
            "confirmations__actor_user",
            "results__verified_by",
        )
        .order_by("pk")
    )


def _columns(row: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _name(team_id: int | None) -> str | None:
    return None if team_id is None else str(team_id)


def _side(side: str) -> doc.Side:
    return "a" if side == "a" else "b"
