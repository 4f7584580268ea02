"""Being on time: what the notice says, else the ruleset of the first stage."""

from dataclasses import dataclass

from tournament.models import Tournament

from .details import Details, details_of
from .rulesets import ruleset_of


@dataclass(frozen=True, slots=True)
class Lateness:
    """Minutes to be there before, minutes late at which a match is forfeit (0: at once), and from when these count.

    `counts_from` is `slot` (the scheduled start), `announced` (the start being announced), `chief` (the schedule or
    the chief referee's notice) or empty where nobody said; None where neither notice nor ruleset names minutes.
    """

    check_in_minutes: int | None
    forfeit_minutes: int | None
    counts_from: str


def lateness_of(tournament: Tournament, details: Details | None = None) -> Lateness:
    """What holds in a tournament: one query, for the first stage's ruleset."""
    said = details or details_of(tournament)
    check_in, forfeit = ruled(tournament)
    return Lateness(
        check_in_minutes=check_in if said.check_in_minutes is None else said.check_in_minutes,
        forfeit_minutes=forfeit if said.late_minutes is None else said.late_minutes,
        counts_from=said.late_from,
    )


def ruled(tournament: Tournament) -> tuple[int | None, int | None]:
    """What the ruleset alone says: minutes to be there before, minutes late at which a match is forfeit."""
    stage = tournament.stages.select_related("ruleset").first()
    if stage is None:
        return None, None
    time = ruleset_of(stage.ruleset).time
    return time.arrive_before_minutes, time.late.forfeit_after_minutes
