"""What the page of line-ups lists: every match whose teams are known, with who plays and who could."""

from dataclasses import dataclass

from tournament.models import LineUp, Match, Player, Team, Tournament

from .fixtures import matches_of
from .line_ups import SIDES, teams_playing
from .match_words import titles_of
from .people import present_players


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side: its team, who plays (seat 1 first), the team's present players; `chosen` = somebody named them."""

    side: str
    team: Team
    playing: list[Player]
    present: list[Player]
    chosen: bool


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match with the sides whose team is known."""

    match: Match
    title: str
    sides: list[SideRow]

    @property
    def cells(self) -> list[SideRow | None]:
        """Side a, then side b; None while open."""
        known = {one.side: one for one in self.sides}
        return [known.get(side) for side in SIDES]

    @property
    def begun(self) -> bool:
        """True once something stands on its sheet."""
        return self.match.status != Match.Status.SCHEDULED


def line_up_rows(tournament: Tournament) -> list[MatchRow]:
    """Every match with a known side, in the order of play; the same number of queries whatever their number."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    playing = teams_playing(match.pk for match in matches)
    named = set(LineUp.objects.filter(match__in=[one.pk for one in matches]).values_list("match_id", "side"))
    rows = []
    for match in matches:
        sides = [
            SideRow(side, found[0], found[1], present_players(found[0]), (match.pk, side) in named)
            for side in SIDES
            if (found := playing[match.pk][side])
        ]
        if sides:
            rows.append(MatchRow(match, titles[match.pk].full, sides))
    return rows
