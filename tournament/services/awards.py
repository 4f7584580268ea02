"""Who is awarded what: the decided places with their prizes and players, once every result has been verified."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, Player, Team, Tournament

from .details import Prize, details_of
from .match_words import ordinal
from .rounds import due_round
from .standings import final_placings
from .withdrawn import called_off


@dataclass(frozen=True, slots=True)
class Award:
    """A place with its team and present players; `title` the prize's or 第三名, `award` what is given, may be empty.

    `place` is 0 for taking part.
    """

    place: int
    title: str
    award: str
    team: Team
    players: tuple[str, ...]


def is_final(tournament: Tournament) -> bool:
    """True once places are decided, nothing is left to play or to draw, and another person verified every result."""
    held = Match.objects.filter(stage__tournament=tournament)
    left = held.exclude(status=Match.Status.VERIFIED)
    if not held.exists() or left.exclude(status=Match.Status.SCHEDULED).exists():
        return False
    known = left.annotate(known=Count("slots", filter=Q(slots__team__isnull=False))).filter(known=2)
    if set(known.values_list("pk", flat=True)) - called_off(held):
        return False
    due = due_round(tournament)
    return (due is None or due.number is None) and bool(final_placings(tournament))


def awards_of(tournament: Tournament) -> list[Award]:
    """The awarded places, best first. Where the notice lists prizes, only places that have one."""
    prizes = details_of(tournament).prizes
    placed = final_placings(tournament)
    players = _players([team.pk for _place, team in placed])
    found = []
    for place, team in placed:
        prize = next((one for one in prizes if one.first <= place <= one.last), None)
        if prize or not prizes:
            found.append(_award(place, prize, team, players))
    return found


def taking_part(tournament: Tournament) -> list[Award]:
    """Teams that played and won nothing, where the notice promises something for taking part."""
    if not details_of(tournament).participation:
        return []
    won = [one.team.pk for one in awards_of(tournament)]
    drawn = Team.objects.filter(Exists(MatchSlot.objects.filter(team=OuterRef("pk"))))
    teams = list(
        drawn.filter(tournament=tournament, withdrawn_at=None)
        .exclude(pk__in=won)
        .select_related("department")
        .order_by("department__sort_key", "department_id", "sort_key", "id")
    )
    players = _players([team.pk for team in teams])
    return [Award(0, _("参与奖"), "", team, players.get(team.pk, ())) for team in teams]


def last_day(tournament: Tournament) -> date:
    """The day the awards are dated: the last match's, else the notice's last or first day, else today."""
    held = Match.objects.filter(stage__tournament=tournament, starts_at__isnull=False)
    last = held.order_by("-starts_at").values_list("starts_at", flat=True).first()
    planned = tournament.ends_on or (timezone.localdate(tournament.starts_at) if tournament.starts_at else None)
    return timezone.localdate(last) if last else planned or timezone.localdate()


def _award(place: int, prize: Prize | None, team: Team, players: Mapping[int, tuple[str, ...]]) -> Award:
    title = prize.title if prize else _("第%(place)s名") % {"place": ordinal(place)}
    return Award(place, title, prize.award if prize else "", team, players.get(team.pk, ()))


def _players(team_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """The present players' names by team, in their order; one query."""
    found: dict[int, tuple[str, ...]] = {}
    present = Player.objects.filter(team_id__in=team_ids, left_at=None).order_by("team_id", "number")
    for team_id, name in present.values_list("team_id", "name"):
        found[team_id] = (*found.get(team_id, ()), name)
    return found
