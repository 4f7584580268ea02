"""What the chief referee can decide about matches: each says what it may touch, does it, and is followed downstream."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, Team, Tournament

from ..progress import Sources, fed_by
from ..refusal import Refusal
from .downstream import closure
from .rewriting import Draft, Ruling, rewrite
from .undrawing import later_rounds


class Operation(Protocol):
    """A decision. `carry` is called with every lock held, and again on rows read anew when it is only tried.

    `action` is its audit code, `subject` names it in the audit (`titles` are the matches'). `own` are matches whose
    sheets it writes itself,
    `reaches` the slots it may change: together they give what is locked. `carry` returns the slots to settle.
    `choosable`: whether matches already begun may be kept or replayed; else they refuse the decision.
    """

    @property
    def action(self) -> str: ...  # noqa: D102
    @property
    def choosable(self) -> bool: ...  # noqa: D102
    def subject(self, titles: Mapping[int, str]) -> str: ...  # noqa: D102
    def tournament_id(self) -> int: ...  # noqa: D102
    def own(self) -> set[int]: ...  # noqa: D102
    def reaches(self) -> Q: ...  # noqa: D102
    def carry(self, by: Ruling) -> Q: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Correction:
    """Another sheet for a match, or the chief referee's verdict on it."""

    match_id: int
    draft: Draft
    action: str = "match.correct"
    choosable: bool = True

    def subject(self, titles: Mapping[int, str]) -> str:
        """The match."""
        return titles[self.match_id]

    def tournament_id(self) -> int:
        """Of the match's tournament."""
        return self._match().stage.tournament_id

    def own(self) -> set[int]:
        """The match."""
        return {self.match_id}

    def reaches(self) -> Q:
        """What its result feeds."""
        return fed_by(self._match())

    def carry(self, by: Ruling) -> Q:
        """Rewrite the sheet."""
        if not self.draft.entries and not self.draft.anew:
            raise Refusal(_("还没有写任何更正：请划去、改写或补记，再看影响。"), code="nothing", at="")
        match = self._match()
        rewrite(match, self.draft, by)
        return fed_by(match)

    def _match(self) -> Match:
        found = Match.objects.select_related("stage__ruleset", "stage__tournament").filter(pk=self.match_id).first()
        if found is None:
            raise Refusal(_("没有这一场，可能抽签已撤销。"), code="no-match", at="match")
        return found


@dataclass(frozen=True, slots=True)
class SlotRuling:
    """Who plays on a side of a match not begun: a team, nobody (`team_id` null), or by its source again (`lift`)."""

    slot_id: int
    team_id: int | None = None
    lift: bool = False
    action: str = "slot.rule"
    choosable: bool = False

    def subject(self, titles: Mapping[int, str]) -> str:
        """The match and the side."""
        slot = self._slot()
        return f"{titles[slot.match_id]} {slot.get_side_display()}"

    def tournament_id(self) -> int:
        """Of the match's tournament."""
        return self._slot().match.stage.tournament_id

    def own(self) -> set[int]:
        """Writes no sheet."""
        return set()

    def reaches(self) -> Q:
        """The slot."""
        return Q(pk=self.slot_id)

    def carry(self, by: Ruling) -> Q:
        """Store the ruling, or take it away."""
        slot = self._slot()
        if slot.match.status != Match.Status.SCHEDULED:
            raise Refusal(_("本场已经开始，席位不能再改；请先更正本场。"), code="begun", at="team")
        if self.lift and not (slot.ruling_team_id or slot.ruling_by_id):
            raise Refusal(_("这个席位没有裁定可以撤销。"), code="no-ruling", at="team")
        team = None if self.lift or self.team_id is None else _eligible(slot, self.team_id)
        slot.ruling_team = team
        slot.ruling_reason = "" if self.lift else by.reason[:200]
        slot.ruling_by = None if self.lift else by.actor.user
        slot.save(update_fields=["ruling_team", "ruling_reason", "ruling_by"])
        return self.reaches()

    def _slot(self) -> MatchSlot:
        found = MatchSlot.objects.select_related("match__stage__tournament").filter(pk=self.slot_id).first()
        if found is None:
            raise Refusal(_("没有这个席位，可能抽签已撤销。"), code="no-slot", at="team")
        return found


def lock_ids(operation: Operation) -> set[int]:
    """The matches that an operation can change."""
    reached = operation.own() | closure(operation.reaches())
    return reached | later_rounds(reached)


def next_in_group(slot: MatchSlot) -> list[Team]:
    """Who may take the place of a slot's team, in the order of the group's standing: not withdrawn, not placed already.

    Empty for a slot that no group feeds, and while the group is not complete. A team tied with the next stands beside
    it in the list: the chief referee chooses.
    """
    if slot.source != MatchSlot.Source.GROUP or slot.source_stage_id is None:
        return []
    found = Sources([slot]).standings[slot.source_stage_id].get(slot.source_group)
    if found is None or not found.complete:
        return []
    fed = MatchSlot.objects.filter(match__stage=slot.match.stage_id, team__isnull=False)
    placed = set(fed.values_list("team_id", flat=True))
    ranked = [found.teams[row.team] for row in found.standing.rows]
    return [team for team in ranked if team.withdrawn_at is None and team.pk not in placed]


def _eligible(slot: MatchSlot, team_id: int) -> Team:
    tournament: Tournament = slot.match.stage.tournament
    team = tournament.teams.filter(pk=team_id).first()
    if team is None:
        raise Refusal(_("本赛事没有这支队。"), code="no-team", at="team")
    if team.withdrawn_at is not None:
        raise Refusal(_("“%(team)s”已退赛，不能递补。") % {"team": team.name}, code="withdrawn", at="team")
    other = MatchSlot.objects.filter(match=slot.match_id, team=team).exclude(pk=slot.pk)
    if other.exists():
        raise Refusal(_("“%(team)s”已在本场的另一方。") % {"team": team.name}, code="other-side", at="team")
    return team


def annotated(document: dict[str, Any], operation: Operation) -> dict[str, Any]:
    """The audit's document with what was decided."""
    if isinstance(operation, SlotRuling):
        return {**document, "team": operation.team_id, "lifted": operation.lift}
    return document
