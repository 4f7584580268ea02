"""A team withdraws while the tournament is played, and comes back before anything followed from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid5

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Draw, GroupPlace, Match, MatchSlot, Team, Tournament

from .correcting import Draft, SlotRuling, next_in_group
from .correcting.downstream import any_of
from .correcting.rewriting import Ruling, rewrite
from .progress import NOBODY, Sources, fed_by
from .refusal import Refusal
from .sides import teams_of

AT_PLAY = (Match.Status.PLAYING, Match.Status.LAST_HAND, Match.Status.TIED)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A team drops out. The match it is playing ends by its retirement; in its group the rule of the standing applies
    (before half its matches: annulled; after: the rest forfeited). Where it was qualified and its knockout match has
    not begun, the next of its group comes up (`fill`), or it forfeits; elsewhere it forfeits its next match.
    """

    team_id: int
    fill: bool = True
    action: str = "team.withdraw"
    choosable: bool = True

    def subject(self, titles: Mapping[int, str]) -> str:
        """The team."""
        return _team(self.team_id).name

    def tournament_id(self) -> int:
        """Of the team's tournament."""
        return _team(self.team_id).tournament_id

    def own(self) -> set[int]:
        """The matches it plays or was to play."""
        return {match.pk for match in _open_matches(self.team_id)}

    def reaches(self) -> Q:
        """What its group and its matches feed, and its own places."""
        return _touched(_team(self.team_id))

    def carry(self, by: Ruling) -> Q:
        """Note the withdrawal, then end or hand over what it leaves open."""
        team = _team(self.team_id)
        if team.withdrawn_at is not None:
            raise Refusal(_("“%(team)s”已经退赛。") % {"team": team.name}, code="withdrawn", at="team")
        touched = _touched(team)
        team.withdrawn_at, team.withdrawn_reason = timezone.now(), by.reason[:200]
        team.save(update_fields=["withdrawn_at", "withdrawn_reason"])
        for match in _open_matches(team.pk):
            if match.status in AT_PLAY:
                side = _side(match, team)
                rewrite(match, Draft(({"type": "retire", "side": side},)), _for(by, match))
            elif not match.group:
                self._leave(match, team, by)
        return touched

    def _leave(self, match: Match, team: Team, by: Ruling) -> None:
        """A knockout match not begun: the next of the group comes up, else it is forfeited if the opponent is known."""
        slot = match.slots.get(team=team)
        following = next_in_group(slot) if self.fill else []
        if following:
            SlotRuling(slot.pk, following[0].pk).carry(by)
        elif not match.slots.filter(team=None).exists():
            rewrite(match, Draft(({"type": "forfeit", "side": slot.side},)), _for(by, match))


@dataclass(frozen=True, slots=True)
class Return:
    """A withdrawal is taken back, as long as nothing was played, forfeited or filled because of it."""

    team_id: int
    action: str = "team.return"
    choosable: bool = False

    def subject(self, titles: Mapping[int, str]) -> str:
        """The team."""
        return _team(self.team_id).name

    def tournament_id(self) -> int:
        """Of the team's tournament."""
        return _team(self.team_id).tournament_id

    def own(self) -> set[int]:
        """Writes no sheet."""
        return set()

    def reaches(self) -> Q:
        """What its group feeds."""
        return _touched(_team(self.team_id))

    def carry(self, by: Ruling) -> Q:
        """The team counts again."""
        team = _team(self.team_id)
        if team.withdrawn_at is None:
            raise Refusal(_("“%(team)s”没有退赛。") % {"team": team.name}, code="not-withdrawn", at="team")
        if not _was_drawn(team):
            message = _("“%(team)s”在抽签前退出，没有参加抽签；请在报名页处理。")
            raise Refusal(message % {"team": team.name}, code="not-drawn", at="team")
        _refuse_consequences(team)
        team.withdrawn_at, team.withdrawn_reason = None, ""
        team.save(update_fields=["withdrawn_at", "withdrawn_reason"])
        return _touched(team)


def due(tournament: Tournament) -> list[dict[str, Any]]:
    """What waits for the chief referee because a side will not come: matches not begun, by id.

    Dicts of `match`, `slots` (those whose team withdrew or where nobody comes) with `following` (who may take the
    place, best first), and `forfeits`: the sides to be recorded as absent, empty while the opponent is not yet known.
    """
    matches = Match.objects.filter(stage__tournament=tournament, status=Match.Status.SCHEDULED, group="")
    slots = list(MatchSlot.objects.filter(match__in=matches).select_related("match__stage", "team"))
    sources = Sources(slots)
    nobody = {slot.pk for slot in slots if slot.team_id is None and sources.coming(slot).why == NOBODY}
    gone = {slot.pk for slot in slots if slot.team is not None and slot.team.withdrawn_at is not None}
    by_match: dict[int, list[MatchSlot]] = {}
    for slot in slots:
        by_match.setdefault(slot.match_id, []).append(slot)
    return [_due(pair, nobody, gone) for pair in by_match.values() if any(slot.pk in nobody | gone for slot in pair)]


def _due(pair: list[MatchSlot], nobody: set[int], gone: set[int]) -> dict[str, Any]:
    absent = [slot for slot in pair if slot.pk in nobody | gone]
    known = all(slot.team_id is not None or slot.pk in nobody for slot in pair)
    return {
        "match": pair[0].match,
        "slots": [{"slot": slot, "following": next_in_group(slot) if slot.pk in gone else []} for slot in absent],
        "forfeits": [slot.side for slot in absent] if known else [],
    }


def _team(team_id: int) -> Team:
    found = Team.objects.select_related("tournament").filter(pk=team_id).first()
    if found is None:
        raise Refusal(_("没有这支队。"), code="no-team", at="team")
    return found


def _was_drawn(team: Team) -> bool:
    """Whether the team has a place by a draw in force; one that is free in round 1 may have no match yet."""
    if MatchSlot.objects.filter(source_team=team).exists():
        return True
    draws = Draw.objects.filter(stage__tournament=team.tournament_id, undone_at=None, revealed=None)
    records = draws.values_list("record", flat=True)
    return any(one["id"] == str(team.pk) for record in records for one in record.get("teams", ()))


def _open_matches(team_id: int) -> list[Match]:
    """The team's matches that are at play or still to come, in the order of play."""
    matches = Match.objects.filter(slots__team=team_id, status__in=[Match.Status.SCHEDULED, *AT_PLAY])
    return list(matches.select_related("stage__ruleset", "stage__tournament").order_by("stage__number", "round", "pk"))


def _touched(team: Team) -> Q:
    """The slots that its group, its open matches and its own places decide."""
    places = GroupPlace.objects.filter(team=team).values_list("stage_id", "group")
    of_group = [match for stage, group in places for match in Match.objects.filter(stage=stage, group=group)[:1]]
    fed = any_of(fed_by(match) for match in [*of_group, *_open_matches(team.pk)])
    return fed | Q(team=team, match__status=Match.Status.SCHEDULED)


def _side(match: Match, team: Team) -> str:
    return next(side for side, pk in teams_of([match.pk])[match.pk].items() if pk == team.pk)


def _for(by: Ruling, match: Match) -> Ruling:
    """The same ruling with entry ids of its own for each match it writes on."""
    return Ruling(by.actor, by.reason, uuid5(by.key, str(match.pk)), by.choices)


def _refuse_consequences(team: Team) -> None:
    """What has already followed from the withdrawal has to be taken back first, by its own means."""
    ended = Match.objects.filter(slots__team=team, decided_by__in=["forfeit", "both-lose", "retirement"])
    later = ended.filter(results__superseded_at=None, results__confirmed_at__gte=team.withdrawn_at).first()
    if later is not None:
        message = _("%(match)s已因退赛判定，请先更正那一场，再恢复参赛。")
        raise Refusal(message % {"match": later}, code="followed", at="team")
    ruled = MatchSlot.objects.filter(match__stage__tournament=team.tournament_id, ruling_by__isnull=False)
    for slot in ruled.select_related("match__stage"):
        if slot.ruling_team_id != team.pk and _came_from(slot) == team.pk:
            message = _("%(match)s的席位已另有裁定，请先撤销席位裁定，再恢复参赛。")
            raise Refusal(message % {"match": slot.match}, code="followed", at="team")


def _came_from(slot: MatchSlot) -> int | None:
    """The team the slot's source gives, were there no ruling."""
    slot.ruling_team_id = slot.ruling_by_id = None
    return Sources([slot]).coming(slot).team_id
