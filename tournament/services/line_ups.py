"""Line-ups (上场名单): which two of a team's players play a match; without one, the team's first two."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import LineUp, Match, Player, SheetEntry, Team

from . import audit
from .actor import Actor
from .fixtures import names_text
from .locks import lock_match
from .people import AT_TABLE, present_players
from .refusal import NotAllowed, Refusal
from .sides import teams_of
from .tournaments import locked

SIDES = ("a", "b")
Playing = tuple[Team, list[Player]] | None


def players_of_match(match: Match) -> dict[str, list[Player]]:
    """Who plays the match by side, seat 1 (N or E) first; empty where the side is still open."""
    return {side: found[1] if found else [] for side, found in teams_playing([match.pk])[match.pk].items()}


def teams_playing(match_ids: Iterable[int]) -> dict[int, dict[str, Playing]]:
    """Each side's team with the two who play, None while the side is open; five queries however many matches."""
    ids = list(match_ids)
    sides = teams_of(ids)
    teams = _teams(pk for by_side in sides.values() for pk in by_side.values() if pk)
    named: dict[tuple[int, str], list[Player]] = {}
    for one in LineUp.objects.filter(match_id__in=ids).select_related("player").order_by("number"):
        named.setdefault((one.match_id, one.side), []).append(one.player)
    return {
        pk: {side: _playing(named.get((pk, side)), teams.get(sides[pk][side] or 0)) for side in SIDES} for pk in ids
    }


@transaction.atomic
def set_line_up(match_id: int, side: str, player_ids: Sequence[int], actor: Actor, reason: str = "") -> list[Player]:
    """Name the two players of a side, seat 1 first: before the match anybody in charge, then the chief for a reason."""
    tournament_id = Match.objects.filter(pk=match_id).values_list("stage__tournament_id", flat=True).first()
    held = locked(tournament_id) if tournament_id else None
    match = lock_match(match_id)
    if held is None or held.roster_size <= AT_TABLE:
        message = _("本赛事每队 %d 人，全队上场，不用排上场名单。") % AT_TABLE
        raise Refusal(message, code="no-roster", at="side")
    _refuse_begun(match, actor, reason)
    players = _chosen(_team_of(match, side), player_ids)
    before = [one.name for one in players_of_match(match)[side]]
    LineUp.objects.filter(match=match, side=side).delete()
    _store(match.pk, side, players)
    subject, after = names_text([match]), [one.name for one in players]
    audit.record(held, actor, "lineup.set", subject, before={side: before}, after={side: after}, reason=reason)
    return players


def keep_as_played(team: Team) -> None:
    """Write down who played the team's matches that have begun and name no line-up, before its players change."""
    for match_id, side in _begun(team):
        if not LineUp.objects.filter(match_id=match_id, side=side).exists():
            _store(match_id, side, present_players(team)[:AT_TABLE])


def _teams(ids: Iterable[int]) -> dict[int, Team]:
    return Team.objects.prefetch_related("players").in_bulk(set(ids))


def _playing(named: list[Player] | None, team: Team | None) -> Playing:
    """The players named if they are the team's (a slot may have got another team since), else its first two."""
    if team is None:
        return None
    if named and all(one.team_id == team.pk for one in named):
        return team, named
    return team, present_players(team)[:AT_TABLE]


def _begun(team: Team) -> list[tuple[int, str]]:
    begun = SheetEntry.objects.exclude(match__status=Match.Status.SCHEDULED)
    found = [(pk, "a") for pk in begun.filter(team_a=team).values_list("match_id", flat=True).distinct()]
    return found + [(pk, "b") for pk in begun.filter(team_b=team).values_list("match_id", flat=True).distinct()]


def _store(match_id: int, side: str, players: Sequence[Player]) -> None:
    LineUp.objects.bulk_create(
        LineUp(match_id=match_id, side=side, number=number, player=one) for number, one in enumerate(players, start=1)
    )


def _refuse_begun(match: Match, actor: Actor, reason: str) -> None:
    if match.status == Match.Status.SCHEDULED:
        return
    if actor.user is not None and not actor.is_chief:
        raise NotAllowed(_("比赛已经开始，上场名单只能由裁判长更改。"), code="chief-only", at="side")
    if not reason.strip():
        raise Refusal(_("比赛已经开始，更改上场名单请写明理由。"), code="no-reason", at="reason")


def _team_of(match: Match, side: str) -> Team:
    if side not in SIDES:
        raise Refusal(_("请选甲方（a）或乙方（b）。"), code="bad-side", at="side")
    team_id = teams_of([match.pk])[match.pk][side]
    if team_id is None:
        raise Refusal(_("这一方的参赛队还没有产生。"), code="no-team", at="side")
    return _teams([team_id])[team_id]


def _chosen(team: Team, player_ids: Sequence[int]) -> list[Player]:
    if len(player_ids) != AT_TABLE or len(set(player_ids)) != AT_TABLE:
        raise Refusal(_("请选两名不同的队员。"), code="two-players", at="players")
    mine = {one.pk: one for one in present_players(team)}
    if any(pk not in mine for pk in player_ids):
        facts = {"team": team.name, "names": _("、").join(one.name for one in mine.values())}
        message = _("上场队员应是“%(team)s”现有的队员：%(names)s。") % facts
        raise Refusal(message, code="not-in-team", at="players")
    return [mine[pk] for pk in player_ids]
