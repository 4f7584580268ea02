"""Add up, team by team, what the counted matches gave."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.standings.model import PASSED, Meeting, Number, Points

Pairs = dict[str, dict[str, Number]]


@dataclass(slots=True)
class Totals:
    """The sums of one team over its counted matches."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: Number = 0
    levels_in_wins: int = 0
    levels_in_losses: int = 0
    levels_total: int = 0
    level_difference: int = 0
    penalties: Number = 0
    forfeits: int = 0
    opponents: list[str] = field(default_factory=list)
    opponents_points: Number = 0
    rounds: dict[int, Number] = field(default_factory=dict)
    last_round: int = 0


def add_up(
    teams: Iterable[str], meetings: Sequence[Meeting], points: Points, ladder: Sequence[str]
) -> dict[str, Totals]:
    """Totals of every team over `meetings`, which are the counted ones without extra matches."""
    steps = {**{level: step for step, level in enumerate(ladder)}, PASSED: len(ladder)}
    totals = {team: Totals() for team in teams}
    for meeting in meetings:
        _add(meeting, totals, points, steps, len(ladder))
    last_round = max((meeting.round or 0 for meeting in meetings), default=0)
    for team in totals.values():
        team.opponents_points = sum(totals[opponent].points for opponent in team.opponents)
        team.last_round = last_round
    return totals


def points_of(meeting: Meeting, points: Points) -> tuple[Number, Number]:
    """The match points of both sides: the score where given, else by how the match ended."""
    if meeting.b is None:
        a: Number = points.win if points.bye is None else points.bye
        b: Number = 0
    elif meeting.double_forfeit:
        a = b = points.double_forfeit
    elif meeting.winner == "draw":
        a = b = points.draw
    else:
        lost = points.forfeit if meeting.forfeit else points.loss
        a, b = (points.win, lost) if meeting.winner == "a" else (lost, points.win)
    score_a, score_b = meeting.score
    return a if score_a is None else score_a, b if score_b is None else score_b


def points_against(meetings: Iterable[Meeting], points: Points) -> Pairs:
    """Points each team took from each opponent: {team: {opponent: points}}; a missing pair never met."""
    against: Pairs = {}
    for meeting in meetings:
        if meeting.b is None:
            continue
        of_a, of_b = points_of(meeting, points)
        row_a, row_b = against.setdefault(meeting.a, {}), against.setdefault(meeting.b, {})
        row_a[meeting.b] = row_a.get(meeting.b, 0) + of_a
        row_b[meeting.a] = row_b.get(meeting.a, 0) + of_b
    return against


def _add(meeting: Meeting, totals: Mapping[str, Totals], points: Points, steps: Mapping[str, int], length: int) -> None:
    a = totals[meeting.a]
    points_a, points_b = points_of(meeting, points)
    level_a, level_b = _height(meeting, 0, steps, length), _height(meeting, 1, steps, length)
    _add_result(a, meeting.winner if meeting.b is not None else "a", "a", level_a)
    _add_side(a, points_a, meeting, 0)
    if meeting.b is None:
        return
    b = totals[meeting.b]
    _add_result(b, meeting.winner, "b", level_b)
    _add_side(b, points_b, meeting, 1)
    a.opponents.append(meeting.b)
    b.opponents.append(meeting.a)
    if level_a is not None and level_b is not None:
        a.level_difference += level_a - level_b
        b.level_difference += level_b - level_a


def _add_result(team: Totals, winner: str | None, side: str, level: int | None) -> None:
    """Count the match and its level; no winner means that both sides lost."""
    team.played += 1
    climbed = level or 0
    team.levels_total += climbed
    if winner == side:
        team.won += 1
        team.levels_in_wins += climbed
    elif winner == "draw":
        team.drawn += 1
    else:
        team.lost += 1
        team.levels_in_losses += climbed


def _add_side(team: Totals, points: Number, meeting: Meeting, index: int) -> None:
    team.points += points
    team.penalties += meeting.penalties[index]
    if meeting.double_forfeit or meeting.forfeit == "ab"[index]:
        team.forfeits += 1
    if meeting.round is not None:
        team.rounds[meeting.round] = team.rounds.get(meeting.round, 0) + points


def _height(meeting: Meeting, index: int, steps: Mapping[str, int], length: int) -> int | None:
    """Steps above the first level plus whole ladders for games won; None where the match says neither."""
    level, games = meeting.levels[index], meeting.games[index]
    if level is None:
        return games * length if games else None
    return steps[level] + games * length
