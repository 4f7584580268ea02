"""The round being played: how many of its matches count already, and closing it once all do."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Match, Stage, Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.fixtures import told_of
from tournament.services.locks import lock_stages
from tournament.services.protests import disputed
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.withdrawn import called_off

COUNTED = (Match.Status.CONFIRMED, Match.Status.VERIFIED)
ACTION = "round.close"


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a stage: `done` of `total` matches confirmed, `open` those still owed."""

    stage: Stage
    number: int
    done: int
    total: int
    open: tuple[Match, ...]

    @property
    def closable(self) -> bool:
        """True once every match of it counts."""
        return not self.open


def rounds_of(tournament: Tournament) -> list[Round]:
    """Every round that has matches, in the order of play; three queries."""
    matches = Match.objects.filter(stage__tournament=tournament).select_related("stage", "table")
    off = called_off(Match.objects.filter(stage__tournament=tournament))
    found: dict[tuple[int, int], list[Match]] = {}
    for match in matches.order_by("stage__number", "round", "table__number", "pk"):
        found.setdefault((match.stage.number, match.round), []).append(match)
    return [_round(played, off) for played in found.values()]


def round_now(tournament: Tournament) -> Round | None:
    """The first round that is not closed; null where all are. A round is closed by the chief referee's word."""
    closed = closed_rounds(tournament)
    return next((one for one in rounds_of(tournament) if (one.stage.pk, one.number) not in closed), None)


def closed_rounds(tournament: Tournament) -> set[tuple[int, int]]:
    """(stage id, round) of every round closed; one query."""
    entries = AuditEntry.objects.filter(tournament=tournament, action=ACTION).values_list("after", flat=True)
    return {(after["stage"], after["round"]) for after in entries if after}


def close_round(stage_id: int, number: int, actor: Actor) -> Round:
    """Close a round: refused while a table of it is open, naming them. Closed twice is closed once."""
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("一轮比赛由裁判长结束。"), code="chief-only")
    with transaction.atomic():
        stage = lock_stages([stage_id]).get(stage_id)
        if stage is None:
            raise Refusal(_("没有这个阶段。"), code="no-stage", at="round")
        found = [one for one in rounds_of(stage.tournament) if (one.stage.pk, one.number) == (stage_id, number)]
        if not found:
            raise Refusal(_("没有这一轮。"), code="no-round", at="round")
        if not found[0].closable:
            message = _("第%(round)d轮还不能结束，这些桌没有确认成绩：%(tables)s。")
            facts = {"round": number, "tables": _("、").join(_places(found[0].open))}
            raise Conflict(message % facts, code="open-tables", at="round")
        _refuse_doubtful(stage, number)
        if (stage_id, number) not in closed_rounds(stage.tournament):
            subject = _("%(stage)s第%(round)d轮") % {"stage": stage.name, "round": number}
            audit.record(stage.tournament, actor, ACTION, subject, after={"stage": stage_id, "round": number})
        return found[0]


def _round(matches: list[Match], off: set[int]) -> Round:
    owed = [match for match in matches if match.status not in COUNTED and match.pk not in off]
    return Round(matches[0].stage, matches[0].round, len(matches) - len(owed), len(matches), tuple(owed))


def _refuse_doubtful(stage: Stage, number: int) -> None:
    """A round is not over while a protest in it could change who won."""
    found = disputed(Q(stage=stage, round=number))
    if found:
        message = _("第%(round)d轮还不能结束，这些场次的抗议可能改变胜负，请先裁定：%(matches)s。")
        facts = {"round": number, "matches": _("、").join(told_of(found).values())}
        raise Conflict(message % facts, code="open-protests", at="round")


def _places(matches: Sequence[Match]) -> list[str]:
    """Where the matches are played, or what they are called, and how far they are."""
    names = told_of([match for match in matches if match.table is None])
    return [_place(match, names.get(match.pk, "")) for match in matches]


def _place(match: Match, name: str) -> str:
    if match.table is None:
        return _("%(match)s：%(status)s") % {"match": name, "status": match.get_status_display()}
    return _("%(number)d号桌（%(status)s）") % {"number": match.table.number, "status": match.get_status_display()}
