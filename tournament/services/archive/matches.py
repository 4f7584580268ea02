"""Matches, slots, line-ups and score sheets out of an archive: bulk rows, each sheet folded under its own rules."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from tournament.models import (
    CheckIn,
    Confirmation,
    ConfirmedResult,
    LineUp,
    Match,
    MatchSlot,
    Player,
    PlayTable,
    SheetEntry,
    Stage,
    Team,
)
from tournament.services.references import to_ids
from tournament.services.refusal import Refusal

from . import document as doc
from . import places
from .signers import Signers

COLUMNS = {"code", "round", "group", "place", "starts_at", "ends_at", "planned_at", "called_at"}


class MatchMaker:
    """Makes the matches stage by stage, then all slots, which may name matches of other stages."""

    def __init__(
        self,
        teams: Mapping[str, Team],
        players: Mapping[str, list[Player]],
        tables: Mapping[int, PlayTable],
        signers: Signers,
    ) -> None:
        self.teams, self.players, self.tables, self.signers = teams, players, tables, signers
        self.made: dict[tuple[int, str], Match] = {}
        self.stages: dict[int, Stage] = {}
        self.pending: list[tuple[Match, doc.Match, str]] = []

    def matches_of(self, stage: Stage, plan: doc.Stage, at: str) -> None:
        """The stage's matches with sheets, confirmations and results."""
        self.stages[stage.number] = stage
        rows = [self._match(stage, match, f"{at}.matches[{n}]") for n, match in enumerate(plan.matches)]
        Match.objects.bulk_create(rows)
        for index, (row, match) in enumerate(zip(rows, plan.matches, strict=True)):
            self.made[stage.number, match.code] = row
            self.pending.append((row, match, f"{at}.matches[{index}]"))
        of_stage = self.pending[-len(rows) :] if rows else []
        SheetEntry.objects.bulk_create(entry for one in of_stage for entry in self._entries(*one))
        Confirmation.objects.bulk_create(row for one in of_stage for row in self._confirmations(*one))
        ConfirmedResult.objects.bulk_create(row for one in of_stage for row in self._results(*one))

    def slots(self) -> None:
        """Every match's two slots, its line-ups and who checked in."""
        rows = [self._slot(*one, side) for one in self.pending for side in one[1].slots]
        MatchSlot.objects.bulk_create(rows)
        LineUp.objects.bulk_create(seat for one in self.pending for seat in self._seats(*one))
        CheckIn.objects.bulk_create(row for one in self.pending for row in self._check_ins(*one))

    def _match(self, stage: Stage, match: doc.Match, at: str) -> Match:
        if match.table is not None and match.table not in self.tables:
            raise places.refuse(f"{at}.table", _("没有%(number)s号桌。") % {"number": match.table})
        if match.status not in Match.Status.values:
            facts = {"status": match.status, "allowed": _("、").join(Match.Status.values)}
            raise places.refuse(f"{at}.status", _("没有“%(status)s”这种状态，可以写%(allowed)s。") % facts)
        if set(match.slots) != {"a", "b"}:
            raise places.refuse(f"{at}.slots", _("要有 a、b 两方。"))
        return Match(
            stage=stage,
            table=self.tables[match.table] if match.table is not None else None,
            version=match.sheet[-1].entry.get("n", 0) if match.sheet else 0,
            status=match.status,
            winner=match.result.get("winner") or "",
            decided_by=match.result.get("decided_by") or "",
            projection=match.result,
            **match.model_dump(include=COLUMNS),
        )

    def _entries(self, row: Match, match: doc.Match, at: str) -> Iterable[SheetEntry]:
        ids: dict[int, UUID] = {}
        last: UUID | None = None
        for index, line in enumerate(match.sheet):
            place = f"{at}.sheet[{index}]"
            payload = dict(line.entry)
            if payload.pop("n", None) != index + 1:
                raise places.refuse(f"{place}.entry.n", _("条目要从 1 起连续编号，这里应为 %(n)d。") % {"n": index + 1})
            ids[index + 1] = uuid4()
            yield SheetEntry(
                pk=ids[index + 1],
                match=row,
                n=index + 1,
                after=last,
                type=str(payload.get("type", ""))[:16],
                payload=self._payload(payload, ids, place),
                team_a=self._team(line.teams.get("a"), f"{place}.teams.a"),
                team_b=self._team(line.teams.get("b"), f"{place}.teams.b"),
                **self.signers.columns(line.by, f"{place}.by"),
                **line.model_dump(include={"schema_version", "device_at", "server_at"}),
            )
            last = ids[index + 1]

    def _payload(self, payload: Mapping[str, Any], ids: Mapping[int, UUID], at: str) -> dict[str, Any]:
        try:
            return to_ids(payload, ids)
        except Refusal as refusal:
            raise places.refuse(f"{at}.entry.{refusal.at}", refusal.message) from refusal

    def _confirmations(self, row: Match, match: doc.Match, at: str) -> Iterable[Confirmation]:
        for index, one in enumerate(match.confirmations):
            by = self.signers.columns(one.by, f"{at}.confirmations[{index}].by")
            yield Confirmation(match=row, **by, **one.model_dump(include={"side", "version", "at"}))

    def _results(self, row: Match, match: doc.Match, at: str) -> Iterable[ConfirmedResult]:
        for index, one in enumerate(match.results):
            by = self.signers.of(one.verified_by, f"{at}.results[{index}].verified_by")
            yield ConfirmedResult(match=row, verified_by=by, **one.model_dump(exclude={"verified_by"}))

    def _slot(self, row: Match, match: doc.Match, at: str, side: doc.Side) -> MatchSlot:
        slot, place = match.slots[side], f"{at}.slots.{side}"
        if slot.source not in MatchSlot.Source.values:
            facts = {"source": slot.source, "allowed": _("、").join(MatchSlot.Source.values)}
            raise places.refuse(f"{place}.source", _("没有“%(source)s”这种来源，可以写%(allowed)s。") % facts)
        ruling = slot.ruling
        return MatchSlot(
            match=row,
            side=side,
            source=slot.source,
            source_team=self._team(slot.team, f"{place}.team"),
            source_match=self._found_match(slot.match, f"{place}.match"),
            source_stage=self._found_stage(slot.stage, f"{place}.stage"),
            source_group=slot.group,
            source_place=slot.place,
            source_rank=slot.rank,
            ruling_team=self._team(ruling.team, f"{place}.ruling.team") if ruling else None,
            ruling_reason=ruling.reason if ruling else "",
            ruling_by=self.signers.of(ruling.by, f"{place}.ruling.by") if ruling else None,
            team=self._team(slot.resulting, f"{place}.resulting"),
        )

    def _seats(self, row: Match, match: doc.Match, at: str) -> Iterable[LineUp]:
        for index, seat in enumerate(match.line_ups):
            player = self._player(seat, f"{at}.line_ups[{index}]")
            yield LineUp(match=row, side=seat.side, number=seat.number, player=player)

    def _check_ins(self, row: Match, match: doc.Match, at: str) -> Iterable[CheckIn]:
        for index, one in enumerate(match.check_ins):
            place = f"{at}.check_ins[{index}]"
            by = self.signers.columns(one.by, f"{place}.by")
            yield CheckIn(match=row, side=one.side, player=self._player(one, place), at=one.at, **by)

    def _player(self, named: doc.Seat | doc.CheckIn, at: str) -> Player:
        roster = self.players.get(named.team, [])
        if named.player >= len(roster):
            raise places.refuse(at, _("名单里没有这名队员。"))
        return roster[named.player]

    def _team(self, team: str | None, at: str) -> Team | None:
        if team is None:
            return None
        if team not in self.teams:
            raise places.refuse(at, _("没有编号为“%(id)s”的队。") % {"id": team})
        return self.teams[team]

    def _found_match(self, name: doc.MatchName | None, at: str) -> Match | None:
        if name is None:
            return None
        if (name.stage, name.code) not in self.made:
            facts = {"stage": name.stage, "code": name.code}
            raise places.refuse(at, _("第%(stage)s阶段没有场次“%(code)s”。") % facts)
        return self.made[name.stage, name.code]

    def _found_stage(self, number: int | None, at: str) -> Stage | None:
        if number is None:
            return None
        if number not in self.stages:
            raise places.refuse(at, _("没有第%(stage)s阶段。") % {"stage": number})
        return self.stages[number]
