"""Replacing a player once the draw is held: who was replaced stays on record and may not return."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import LineUp, Match, Player, Team

from . import audit
from .actor import Actor
from .entry_window import check_change, is_drawn
from .fixtures import named
from .line_ups import keep_as_played
from .people import PlayerEntry, checked_person, settled_people
from .refusal import Refusal
from .tournaments import locked

IN_PLAY = (Match.Status.PLAYING, Match.Status.LAST_HAND, Match.Status.TIED, Match.Status.FINISHED)


@transaction.atomic
def replace(
    team: Team,
    number: int,
    new: PlayerEntry,
    actor: Actor,
    *,
    reason: str = "",
    same_name_ok: bool = False,
    contact: bool = False,
) -> Player:
    """Another person takes the place of player `number`; the matches played keep who played them.

    Before the draw the entry is simply changed (`change_team`). Refused: too late without an account's reason, while
    a match of the team is being played [A], a person of another team, one who was replaced before [A].
    """
    held = locked(team.tournament_id)
    team.refresh_from_db()
    old = _leaving(team, number)
    if not is_drawn(held):
        raise Refusal(_("还没有抽签，请直接修改队员。"), code="not-drawn", at="name")
    check_change(held, actor, reason, contact=contact)
    _refuse_in_play(team)
    person = checked_person(new, number - 1)
    refuse_returned(team, [person], anyway=same_name_ok or person.namesake)
    others = [PlayerEntry(one.name, one.staff_number, True) for one in _staying(team, old)]
    person = settled_people(team.department, [*others, person], team, same_name_ok=same_name_ok)[-1]
    keep_as_played(team)
    made = _put_in(team, old, person)
    facts = {"number": number, "name": old.name}
    audit.record(
        held, actor, "player.replace", team.name, before=facts, after={**facts, "name": made.name}, reason=reason
    )
    return made


def refuse_returned(team: Team, people: Sequence[PlayerEntry], *, anyway: bool = False) -> None:
    """Refuse who was replaced earlier in this tournament, in whatever team of the department."""
    for person in people:
        gone = _gone(team, person)
        if gone is None or (anyway and not (person.staff_number and gone.staff_number)):
            continue
        facts = {"name": person.name, "team": gone.team.name}
        message = _("“%(name)s”已从%(team)s换下，不能再上场；若是同名的另一人，请勾选“同名不同人”。") % facts
        raise Refusal(message, code="returned", at="players")


def _gone(team: Team, person: PlayerEntry) -> Player | None:
    same = Q(team__department=team.department_id, name__iexact=person.name)
    if person.staff_number:
        same = Q(staff_number__iexact=person.staff_number) | (same & Q(staff_number=""))
    gone = Player.objects.filter(same, team__tournament=team.tournament_id, left_at__isnull=False)
    return gone.select_related("team").first()


def _leaving(team: Team, number: int) -> Player:
    if team.withdrawn_at is not None:
        raise Refusal(_("“%s”已经退赛，不能换人。") % team.name, code="withdrawn", at="team")
    old = team.players.filter(number=number, left_at=None).first()
    if old is None:
        facts = {"team": team.name, "number": number}
        raise Refusal(_("“%(team)s”没有 %(number)s 号队员。") % facts, code="no-player", at="number")
    return old


def _staying(team: Team, old: Player) -> list[Player]:
    return list(team.players.filter(left_at=None).exclude(pk=old.pk).order_by("number"))


def _refuse_in_play(team: Team) -> None:
    playing = Match.objects.filter(slots__team=team, status__in=IN_PLAY).first()
    if playing:
        facts = {"team": team.name, "code": named(playing)}
        message = _("“%(team)s”的场次 %(code)s 正在进行，成绩确认后才能换人。") % facts
        raise Refusal(message, code="in-play", at="number")


def _put_in(team: Team, old: Player, person: PlayerEntry) -> Player:
    """The new player at the old one's place, and in the line-ups of matches still to come."""
    old.left_at = timezone.now()
    old.save(update_fields=["left_at"])
    made = Player.objects.create(
        team=team, number=old.number, name=person.name, staff_number=person.staff_number, namesake=person.namesake
    )
    LineUp.objects.filter(player=old, match__status=Match.Status.SCHEDULED).update(player=made)
    return made
