"""Matches laid out over tables and hours, what clashes in a layout, what a delay moves. Pure: times are arguments."""

from .clashes import clashes, possible_teams
from .delay import ALL, NONE, PUSH, delayed, hall_delayed
from .hours import ANY_DAY, Day, Usable, hours, round_hours
from .kinds import Clash, Game, Placed
from .layout import lay_out

__all__ = [
    "ALL",
    "ANY_DAY",
    "NONE",
    "PUSH",
    "Clash",
    "Day",
    "Game",
    "Placed",
    "Usable",
    "clashes",
    "delayed",
    "hall_delayed",
    "hours",
    "lay_out",
    "possible_teams",
    "round_hours",
]
