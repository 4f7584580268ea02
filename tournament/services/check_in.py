"""Who is there: players checked in at the table before their match, a line each, taken back the same way."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import CheckIn, Match, Player

from . import audit
from .actor import Actor
from .fixtures import names_text
from .line_ups import SIDES, teams_playing
from .locks import lock_match
from .refusal import Refusal


@dataclass(frozen=True, slots=True)
class Attendance:
    """A side of a match: its players in seat order with who is there since when; empty while the side is open."""

    players: tuple[Player, ...]
    since: dict[int, datetime]

    @property
    def complete(self) -> bool:
        """True once everybody who plays is there."""
        return bool(self.players) and all(player.pk in self.since for player in self.players)

    @property
    def missing(self) -> list[str]:
        """Names of those not there."""
        return [player.name for player in self.players if player.pk not in self.since]


def attendance_of(match_ids: Iterable[int]) -> dict[int, dict[str, Attendance]]:
    """By match and side; six queries however many matches."""
    ids = list(match_ids)
    since: dict[int, dict[int, datetime]] = defaultdict(dict)
    for match_id, player_id, at in CheckIn.objects.filter(match_id__in=ids).values_list("match_id", "player_id", "at"):
        since[match_id][player_id] = at
    playing = teams_playing(ids)
    return {
        pk: {side: _attendance(found[1] if (found := playing[pk][side]) else [], since[pk]) for side in SIDES}
        for pk in ids
    }


@transaction.atomic
def check_in(match_id: int, side: str, player_ids: Sequence[int] | None, actor: Actor) -> Attendance:
    """Check players of a side in (all who play where none is named); who is there already stays as he came.

    Raises `Refusal` once the match has begun, while the side is open, or for a player who does not play it.
    """
    match, there = _held(match_id, side)
    known = {player.pk: player for player in there.players}
    wanted = list(known) if player_ids is None else list(player_ids)
    if strangers := [pk for pk in wanted if pk not in known]:
        names = _("、").join(player.name for player in there.players)
        message = _("编号 %(id)s 不是本场这一方的上场队员，可登记：%(names)s。")
        raise Refusal(message % {"id": strangers[0], "names": names}, code="not-playing", at="player")
    new = [pk for pk in wanted if pk not in there.since]
    now = timezone.now()
    CheckIn.objects.bulk_create(
        CheckIn(match=match, side=side, player=known[pk], at=now, **actor.columns()) for pk in new
    )
    if new:
        _record(match, actor, "checkin.add", [known[pk].name for pk in new])
    return Attendance(there.players, {**there.since, **dict.fromkeys(new, now)})


@transaction.atomic
def take_back(match_id: int, side: str, player_ids: Sequence[int] | None, actor: Actor) -> Attendance:
    """Somebody was checked in by mistake (all of the side where none is named)."""
    match, there = _held(match_id, side)
    gone = set(there.since if player_ids is None else player_ids) & set(there.since)
    CheckIn.objects.filter(match=match, player_id__in=gone).delete()
    if gone:
        _record(match, actor, "checkin.remove", [player.name for player in there.players if player.pk in gone])
    return Attendance(there.players, {pk: at for pk, at in there.since.items() if pk not in gone})


def _held(match_id: int, side: str) -> tuple[Match, Attendance]:
    match = lock_match(match_id)
    if side not in SIDES:
        raise Refusal(_("一方填的是“%(side)s”，只能是 a 或 b。") % {"side": side}, code="side", at="side")
    if match.status != Match.Status.SCHEDULED:
        raise Refusal(_("本场已经开赛，到场登记不再改动。"), code="begun", at="match")
    there = attendance_of([match_id])[match_id][side]
    if not there.players:
        raise Refusal(_("本场这一方还没有确定是哪一队，不能登记到场。"), code="open", at="side")
    return match, there


def _record(match: Match, actor: Actor, action: str, names: Sequence[str]) -> None:
    audit.record(match.stage.tournament, actor, action, names_text([match]), after=list(names))


def _attendance(players: Sequence[Player], since: dict[int, datetime]) -> Attendance:
    return Attendance(tuple(players), {player.pk: since[player.pk] for player in players if player.pk in since})
