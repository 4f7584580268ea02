"""Players as they are entered: names and staff numbers checked, and one person kept out of a second team."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Department, LineUp, Match, Player, Team, Tournament

from .names import clean, required
from .refusal import Refusal

AT_TABLE = 2
MOST_IN_ROSTER = 4
NAME_LIMIT = 60
NUMBER_LIMIT = 30


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """One player as entered; `namesake` says that somebody of the same name in the department is another person."""

    name: str
    staff_number: str = ""
    namesake: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """A player who is in a team already; `team` is the team's name as a sentence says it."""

    name: str
    staff_number: str
    department_id: int
    team: str


class People:
    """Who is in which team, so that the same person is found: by staff number, else by name within a department."""

    def __init__(self, known: Iterable[Known] = ()) -> None:
        self._by_number: dict[str, Known] = {}
        self._by_name: dict[tuple[int, str], list[Known]] = {}
        for one in known:
            self.add(one)

    def add(self, one: Known) -> None:
        """Note a player as taken."""
        if one.staff_number:
            self._by_number.setdefault(one.staff_number.casefold(), one)
        self._by_name.setdefault((one.department_id, one.name.casefold()), []).append(one)

    def same_number(self, person: PlayerEntry) -> Known | None:
        """Who has this staff number already: the same person, whatever the name."""
        return self._by_number.get(person.staff_number.casefold()) if person.staff_number else None

    def same_name(self, person: PlayerEntry, department_id: int) -> Known | None:
        """Who of the department has this name and no staff number that tells the two apart."""
        alike = self._by_name.get((department_id, person.name.casefold()), [])
        return next((one for one in alike if not (one.staff_number and person.staff_number)), None)


def checked_people(tournament: Tournament, players: Sequence[str | PlayerEntry]) -> list[PlayerEntry]:
    """The players with names and numbers cleaned; two, or up to the tournament's roster. `at` is `players[i]`."""
    most = max(AT_TABLE, tournament.roster_size)
    if not AT_TABLE <= len(players) <= most:
        facts = {"found": len(players), "wanted": AT_TABLE if most == AT_TABLE else f"{AT_TABLE}–{most}"}
        raise Refusal(_("一队 %(wanted)s 名队员，现有 %(found)s 名。") % facts, code="players", at="players")
    return [checked_person(one, index) for index, one in enumerate(players)]


def checked_person(player: str | PlayerEntry, index: int) -> PlayerEntry:
    """One player cleaned; `index` from 0 names the field in a refusal."""
    given = PlayerEntry(player) if isinstance(player, str) else player
    what = _("队员%(number)d姓名") % {"number": index + 1}
    name = required(given.name, what, at=f"players[{index}]", limit=NAME_LIMIT)
    return PlayerEntry(name, _staff_number(given.staff_number, index), given.namesake)


def settled_people(
    department: Department, people: Sequence[PlayerEntry], own: Team | None, *, same_name_ok: bool = False
) -> list[PlayerEntry]:
    """The players, each marked as a namesake where one is; `Refusal` where one is in another team already.

    The same staff number is the same person. The same name in a department is asked about (code `same-name`), unless
    `same_name_ok` or the player's own mark answers it.
    """
    known, settled = People(_known(department, people, own)), []
    for index, person in enumerate(people):
        settled.append(_settled(known, department, person, index, same_name_ok))
        known.add(Known(person.name, person.staff_number, department.pk, _("本队")))
    return settled


def store_players(team: Team, people: Sequence[PlayerEntry]) -> None:
    """Make the team's present players exactly these, in this order; who was replaced earlier stays on record."""
    present = team.players.filter(left_at=None)
    _take_out(present.filter(number__gt=len(people)))
    have = {player.number: player for player in present}
    for number, person in enumerate(people, start=1):
        values = {"name": person.name, "staff_number": person.staff_number, "namesake": person.namesake}
        if number in have:
            Player.objects.filter(pk=have[number].pk).update(**values)
        else:
            Player.objects.create(team=team, number=number, **values)


def present_players(team: Team) -> list[Player]:
    """The team's players who have not been replaced, by their numbers."""
    return sorted((one for one in team.players.all() if one.left_at is None), key=lambda one: one.number)


def refuse_same_person(kind: Literal["number", "name"], person: PlayerEntry, other: Known, index: int) -> Refusal:
    """What is said where a person is in a team already."""
    facts = {"name": person.name, "number": person.staff_number, "team": other.team, "other": other.name}
    if kind == "number":
        message = _("“%(name)s”的工号 %(number)s 已在%(team)s中（%(other)s）：一人只能参加一队。") % facts
        return Refusal(message, code="same-person", at=f"players[{index}].staff_number")
    message = _("“%(name)s”已在%(team)s中：一人只能参加一队；若是同名的两个人，请勾选“同名不同人”。") % facts
    return Refusal(message, code="same-name", at="players", detail={"player": index})


def _take_out(players: QuerySet[Player]) -> None:
    """Who has played stays on record as gone; anybody else leaves no trace but the audit's."""
    gone = list(players.values_list("pk", flat=True))
    LineUp.objects.filter(player__in=gone, match__status=Match.Status.SCHEDULED).delete()
    played = list(LineUp.objects.filter(player__in=gone).values_list("player", flat=True))
    Player.objects.filter(pk__in=played).update(left_at=timezone.now())
    Player.objects.filter(pk__in=set(gone) - set(played)).delete()


def _settled(known: People, department: Department, person: PlayerEntry, index: int, allowed: bool) -> PlayerEntry:
    if other := known.same_number(person):
        raise refuse_same_person("number", person, other, index)
    other = known.same_name(person, department.pk)
    if other and not allowed and not person.namesake:
        raise refuse_same_person("name", person, other, index)
    return replace(person, namesake=other is not None)


def _known(department: Department, people: Sequence[PlayerEntry], own: Team | None) -> list[Known]:
    """Players of other teams who could be one of these; who was replaced or whose team withdrew is free."""
    numbers = [person.staff_number for person in people if person.staff_number]
    same = Q(name__in=[person.name for person in people], team__department=department)
    for number in numbers:
        same |= Q(staff_number__iexact=number)
    rows = Player.objects.filter(same, team__tournament_id=department.tournament_id, left_at=None)
    rows = rows.filter(team__withdrawn_at=None).exclude(team=own).select_related("team")
    return [Known(one.name, one.staff_number, one.team.department_id, one.team.name) for one in rows]


def _staff_number(text: str, index: int) -> str:
    number = clean(text).replace(" ", "")
    if len(number) > NUMBER_LIMIT:
        facts = {"number": number[:20], "length": len(number), "limit": NUMBER_LIMIT}
        message = _("工号“%(number)s…”有 %(length)s 个字，最多 %(limit)s 个字。") % facts
        raise Refusal(message, code="too-long", at=f"players[{index}].staff_number")
    return number
