"""The round being played: how many of its matches count already, and closing it once all do."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Match, Stage, Tournament
from tournament.services import audit
from tournament.services.actor import Actor
from tournament.services.locks import lock_stages
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.withdrawn import called_off

COUNTED = (Match.Status.CONFIRMED, Match.Status.VERIFIED)
ACTION = "round.close"


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a stage: `done` of `total` matches confirmed, `open` the tables (or codes) still owed."""

    stage: Stage
    number: int
    done: int
    total: int
    open: tuple[str, ...]

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
            facts = {"round": number, "tables": _("、").join(found[0].open)}
            raise Conflict(message % facts, code="open-tables", at="round")
        if (stage_id, number) not in closed_rounds(stage.tournament):
            subject = _("%(stage)s第%(round)d轮") % {"stage": stage.name, "round": number}
            audit.record(stage.tournament, actor, ACTION, subject, after={"stage": stage_id, "round": number})
        return found[0]


def _round(matches: list[Match], off: set[int]) -> Round:
    owed = [match for match in matches if match.status not in COUNTED and match.pk not in off]
    names = tuple(_place(match) for match in owed)
    return Round(matches[0].stage, matches[0].round, len(matches) - len(owed), len(matches), names)


def _place(match: Match) -> str:
    if match.table is None:
        return _("场次%(code)s") % {"code": match.code}
    return _("%(number)d号桌（%(status)s）") % {"number": match.table.number, "status": match.get_status_display()}
