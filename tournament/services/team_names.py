"""Teams named by themselves: the department's name, with A, B, C … where it has several teams."""

from django.utils.translation import gettext as _

from tournament.models import Department, Team

from .match_words import group_letter
from .names import sort_key
from .refusal import Refusal


def name_by_themselves(department: Department, *, new: Team | None = None, formerly: str = "") -> None:
    """Give the department's teams that carry its (former) name their names anew, in the order of entry.

    A team with a name of its own keeps it; withdrawn teams take the letters after the others'. Raises `Refusal` where
    such a name belongs to another department's team.
    """
    stem = formerly or department.name
    own = [team for team in department.teams.order_by("id") if team == new or follows(team.name, stem)]
    own.sort(key=lambda team: team.withdrawn_at is not None)
    playing = sum(team.withdrawn_at is None for team in own)
    names = names_of(department.name, playing, len(own))
    _refuse_taken(department, own, names)
    changed = [(team, name) for team, name in zip(own, names, strict=True) if team.name != name]
    for team, _name in changed:  # out of each other's way first: names are unique in a tournament
        Team.objects.filter(pk=team.pk).update(name=f"~{team.pk}")
    for team, name in changed:
        _rename(team, name)


def name_next(department: Department, new: Team) -> None:
    """Name one team where the others' names stand already (after the draw): the first free letter."""
    taken = set(department.tournament.teams.exclude(pk=new.pk).values_list("name", flat=True))
    names = [department.name, *(department.name + group_letter(n) for n in range(2, len(taken) + 3))]
    if department.name + "A" in taken:
        names = names[1:]
    _rename(new, next(name for name in names if name not in taken))


def _rename(team: Team, name: str) -> None:
    Team.objects.filter(pk=team.pk).update(name=name, sort_key=sort_key(name))


def names_of(stem: str, playing: int, number: int) -> list[str]:
    """As many names as teams; one team that plays needs no letter, whoever withdrew."""
    letters = [stem + group_letter(index) for index in range(1, number + 1)]
    return [stem, *letters[1:]] if playing == 1 or number == 1 else letters


def follows(name: str, stem: str) -> bool:
    """True for a name that the department called `stem` gave its team."""
    rest = name.removeprefix(stem)
    return name.startswith(stem) and (not rest or (rest.isascii() and rest.isalpha() and rest.isupper()))


def _refuse_taken(department: Department, own: list[Team], names: list[str]) -> None:
    others = Team.objects.filter(tournament_id=department.tournament_id, name__in=names)
    if taken := others.exclude(pk__in=[team.pk for team in own]).first():
        raise Refusal(
            _("队名“%(name)s”已经用过，请给新队另起队名。") % {"name": taken.name}, code="team-name-taken", at="name"
        )
