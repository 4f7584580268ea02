"""Who goes on: slots are filled from confirmed results and decided places, and lots are recorded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import LineUp, Lot, Match, MatchSlot, Stage, Tournament

from . import audit, locks, protests
from .actor import Actor
from .best_placed import Best, best_of
from .group_open import group_still_open
from .kinds import BEST, ONE_TABLE, TABLES
from .questions import best_questions, drawn_questions, held_back
from .refusal import NotAllowed, Refusal
from .sides import OTHER, teams_of
from .spoken import running
from .standings import GroupStanding, group_standings, results_of

OPEN, DECIDED, TIED, DRAWN, NOBODY, PROTEST = "open", "decided", "tied", "drawn", "nobody", "protest"


@dataclass(frozen=True, slots=True)
class Coming:
    """Who comes into a slot: a team id once decided, else why not yet: `open`, `tied`, `drawn`, `protest` (a protest
    could still change who won), or `nobody` ever.
    """

    team_id: int | None
    why: str


class Sources:
    """What some slots depend on, loaded in a constant number of queries (six a stage of groups they read)."""

    def __init__(self, slots: Iterable[MatchSlot]) -> None:
        slots = list(slots)
        matches = {slot.source_match_id for slot in slots if slot.source_match_id}
        self.results = results_of(matches)
        self.sides = teams_of(matches)
        stage_ids = {slot.source_stage_id for slot in slots if slot.source_stage_id}
        stages = Stage.objects.select_related("ruleset").filter(pk__in=stage_ids)
        self.standings: dict[int, dict[str, GroupStanding]] = {
            stage.pk: group_standings(stage) for stage in stages if stage.kind in TABLES
        }
        doubtful = protests.disputed(Q(pk__in=matches) | Q(stage__in=stage_ids)) if matches or stage_ids else []
        self.disputed = {match.pk for match in doubtful}
        self.disputed_groups = {(match.stage_id, match.group) for match in doubtful if match.group}
        self.disputed_stages = {match.stage_id for match in doubtful}
        self.best: dict[int, Best] = {}
        self.seats: dict[int, dict[int, int | None] | None] = {}
        if any(slot.source == MatchSlot.Source.BEST for slot in slots):
            self._load_best(stages)

    def _load_best(self, stages: Iterable[Stage]) -> None:
        """Who has which seat of the best, by stage."""
        for stage in stages:
            if best := best_of(stage, self.standings.get(stage.pk)):
                self.best[stage.pk] = best
                self.seats[stage.pk] = best.seated(_seats(stage))

    def coming(self, slot: MatchSlot) -> Coming:
        """Who comes into the slot: the ruling if there is one, else what its source gives."""
        if slot.ruling_team_id:
            return Coming(slot.ruling_team_id, DECIDED)
        if slot.ruling_by_id:
            return Coming(None, NOBODY)  # a ruling without a team: nobody plays here
        if slot.source == MatchSlot.Source.TEAM:
            return Coming(slot.source_team_id, DECIDED if slot.source_team_id else OPEN)
        if slot.source == MatchSlot.Source.BEST:
            return self._of_best(slot)
        if slot.source == MatchSlot.Source.GROUP:
            return self._of_group(slot)
        return self._of_match(slot)

    def _of_match(self, slot: MatchSlot) -> Coming:
        result = self.results.get(slot.source_match_id or 0)
        if result is None:
            return Coming(None, OPEN)
        if slot.source_match_id in self.disputed:
            return Coming(None, PROTEST)
        if result["winner"] is None:
            return Coming(None, DRAWN if result["decided_by"] == "draw" else NOBODY)
        loses = slot.source == MatchSlot.Source.LOSER
        if loses and result["decided_by"] == "disqualification":
            return Coming(None, NOBODY)  # who is disqualified plays for no other place [A]
        side = OTHER[result["winner"]] if loses else result["winner"]
        team_id = self.sides[slot.source_match_id or 0][side]
        return Coming(team_id, DECIDED if team_id else NOBODY)

    def _of_best(self, slot: MatchSlot) -> Coming:
        best, seated = self.best.get(slot.source_stage_id or 0), self.seats.get(slot.source_stage_id or 0)
        if best is None or best.choice is None:
            return Coming(None, OPEN)
        if slot.source_stage_id in self.disputed_stages:
            return Coming(None, PROTEST)
        if seated is None:
            return Coming(None, TIED)
        team_id = seated.get(slot.source_rank or 0)
        return Coming(team_id, DECIDED if team_id else NOBODY)

    def _of_group(self, slot: MatchSlot) -> Coming:
        found = self.standings[slot.source_stage_id or 0].get(slot.source_group)
        if found is None or not found.complete:
            return Coming(None, OPEN)
        if (slot.source_stage_id, slot.source_group) in self.disputed_groups:
            return Coming(None, PROTEST)
        teams = found.at(slot.source_place or 0)
        if len(teams) == 1 and teams[0].name in found.inputs.disqualified:
            return Coming(None, NOBODY)  # who is disqualified goes no further [A]
        if len(teams) == 1:
            return Coming(teams[0].pk, DECIDED)
        return Coming(None, TIED if teams else NOBODY)


def fed_by(match: Match) -> Q:
    """The slots whose team depends on this match's result."""
    fed = Q(source_match=match.pk)
    if match.group:
        fed |= Q(source_stage=match.stage_id, source_group=match.group)
        fed |= Q(source_stage=match.stage_id, source=MatchSlot.Source.BEST)
    elif match.round == 1:
        fed |= Q(source_stage=match.stage_id, source=MatchSlot.Source.BEST)
    return fed


def _seats(stage: Stage) -> list[MatchSlot]:
    """The seats for the best of a stage, with the slots they face."""
    seats = MatchSlot.objects.filter(source=MatchSlot.Source.BEST, source_stage=stage).select_related("match")
    return list(seats.prefetch_related("match__slots__source_match"))


def nobody_comes(slot: MatchSlot) -> bool:
    """True if the slot stays empty for good, for instance because both sides of its match were absent."""
    return Sources([slot]).coming(slot).why == NOBODY


def settle_after(match: Match) -> list[Match]:
    """Fill the slots that this match's confirmed result decides; the matches that changed.

    The caller holds the locks of the stages and matches concerned. A match that has begun is never given another
    team here: that is the chief referee's ruling.
    """
    fed = MatchSlot.objects.filter(fed_by(match))
    return [] if group_still_open(match, fed) else _settle(fed.values_list("match_id", flat=True))


def settle_round(stage: Stage, number: int) -> None:
    """Fill the slots of a round just drawn; the caller holds the stage's lock."""
    _settle(Match.objects.filter(stage=stage, round=number).values_list("pk", flat=True))


def _settle(match_ids: Iterable[int]) -> list[Match]:
    """Both slots of each match anew from their sources, stored together."""
    matches = locks.lock_matches(match_ids)
    slots = list(MatchSlot.objects.filter(match_id__in=matches))
    sources = Sources(slots)
    changed = fill([slot for slot in slots if matches[slot.match_id].status == Match.Status.SCHEDULED], sources)
    return [matches[pk] for pk in sorted({slot.match_id for slot in changed})]


def fill(slots: Iterable[MatchSlot], sources: Sources) -> list[MatchSlot]:
    """Give slots of matches not begun the teams that come; those that changed. Their line-ups go with the old team."""
    changed = []
    for slot in slots:
        team_id = sources.coming(slot).team_id
        if slot.team_id != team_id:
            slot.team_id = team_id
            changed.append(slot)
    MatchSlot.objects.bulk_update(changed, ["team"])
    for slot in changed:
        LineUp.objects.filter(match=slot.match_id, side=slot.side).exclude(player__team=slot.team_id).delete()
    return changed


def record_lot(stage: Stage, group: str, order: Sequence[int], actor: Actor, present: str = "") -> Lot:
    """The chief referee records a lot drawn between tied teams: their ids, best first. Fills what waited for it.

    `order` names exactly one set that is still tied in a group whose matches are all confirmed; else `Refusal`.
    """
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("名次抽签只能由裁判长记录。"), code="chief-only")
    fed = MatchSlot.objects.filter(_fed_by_lot(stage, group))
    with transaction.atomic():
        locks.lock_stages({stage.pk, *fed.values_list("match__stage_id", flat=True)})
        _refuse_lot(stage, group, order)
        lot = Lot.objects.create(
            stage=stage, group=group, order=list(order), present=present[:200], drawn_at=timezone.now(),
            drawn_by=actor.user,
        )  # fmt: skip
        audit.record(stage.tournament, actor, "lot.record", f"{stage} {group}", after=lot.order)
        _settle(fed.values_list("match_id", flat=True))
        return lot


def _fed_by_lot(stage: Stage, group: str) -> Q:
    """The slots a lot in this group, or among the best of the stage, may fill."""
    best = Q(source_stage=stage, source=MatchSlot.Source.BEST)
    return best if group == BEST else best | Q(source_stage=stage, source_group=group)


def _refuse_best_lot(stage: Stage, order: Sequence[int]) -> None:
    best = best_of(stage)
    if best is None or best.choice is None:
        message = _("还有场次没有确认或组内名次未定，现在还不能抽签择优。")
        raise Refusal(message, code="not-complete", at="group")
    if sorted(order) not in [sorted(best.teams[name].pk for name in tie) for tie in best.ties()]:
        names = _("；").join(_("、").join(tie) for tie in best.ties()) or _("无")
        message = _("抽签次序必须恰好写全一组仍然并列的队（现在并列的：%(names)s）。")
        raise Refusal(message % {"names": names}, code="not-tied", at="order")


def _refuse_lot(stage: Stage, group: str, order: Sequence[int]) -> None:
    if group == BEST:
        _refuse_best_lot(stage, order)
        return
    found = group_standings(stage).get(group)
    if found is None:
        raise Refusal(_("本阶段没有“%(group)s”组。") % {"group": group}, code="no-group", at="group")
    if not found.complete:
        message = _("%(group)s组还有场次没有确认，全部确认后才能抽签定名次。")
        raise Refusal(message % {"group": group}, code="not-complete", at="group")
    owed = [[found.teams[name].pk for name in tie] for tie in found.standing.open_ties]
    if sorted(order) not in [sorted(tie) for tie in owed]:
        names = _("；").join(_("、").join(tie) for tie in found.standing.open_ties) or _("无")
        message = _("抽签次序必须恰好写全一组仍然并列的队（现在并列的：%(names)s）。")
        raise Refusal(message % {"names": names}, code="not-tied", at="order")


def open_questions(tournament: Tournament) -> list[dict[str, Any]]:
    """What waits for a person: each lot owed in a finished group or among the best, each drawn knockout match.

    Dicts of `kind` ("lot", "tied" where the criteria end without one, "drawn"), `stage`, `group`, `teams` (tied, in
    code-point order), `place` (the place they share), `blocks` (codes of the matches that wait), `message`.
    """
    waiting = MatchSlot.objects.filter(source_stage__tournament=tournament, team=None).select_related("match")
    slots = list(waiting.order_by("match_id", "side"))
    questions = []
    for stage in tournament.stages.select_related("ruleset"):
        standings = group_standings(stage) if stage.kind in TABLES else {}
        for group, found in standings.items():
            mine = [slot for slot in slots if (slot.source_stage_id, slot.source_group) == (stage.pk, group)]
            if found.complete:
                questions += _ties(stage, group, found, mine)
        seats = [slot for slot in slots if slot.source_stage_id == stage.pk and slot.source == MatchSlot.Source.BEST]
        questions += best_questions(stage, standings, seats) if seats else []
    return questions + drawn_questions(tournament)


def _ties(stage: Stage, group: str, found: GroupStanding, slots: Sequence[MatchSlot]) -> list[dict[str, Any]]:
    ranks: dict[int, list[str]] = {}
    for row in found.standing.rows:
        if row.tied:
            ranks.setdefault(row.rank, []).append(row.team)
    owed = {frozenset(tie) for tie in found.standing.open_ties}
    return [
        _question(stage, group, found, rank, names, frozenset(names) in owed, slots) for rank, names in ranks.items()
    ]


def _question(
    stage: Stage,
    group: str,
    found: GroupStanding,
    rank: int,
    names: Sequence[str],
    lot: bool,
    slots: Sequence[MatchSlot],
) -> dict[str, Any]:
    places = range(rank, rank + len(names))
    waiting = [slot.match for slot in slots if slot.source_place in places]
    return {
        "kind": "lot" if lot else "tied",
        "stage": stage,
        "group": group,
        "place": rank,
        "teams": [found.teams[name] for name in names],
        "blocks": list(dict.fromkeys(match.code for match in waiting)),
        "message": running([_tie_message(stage, group, rank, names, lot), held_back(waiting)]),
    }


def _tie_message(stage: Stage, group: str, rank: int, names: Sequence[str], lot: bool) -> str:
    alone = stage.kind in ONE_TABLE
    message = (
        _("%(stage)s第%(rank)d名并列：%(names)s；") if alone else _("%(stage)s%(group)s组第%(rank)d名并列：%(names)s；")
    )
    if lot:
        message += _("须抽签决定，请裁判长记录抽签结果。")
    else:
        message += _("本阶段的名次依据不含抽签，名次并列。")
    return message % {"stage": stage.name, "group": group, "rank": rank, "names": _("、").join(names)}
