"""What the tournament stores; see docs/architecture.md."""

from .account import Account
from .audit import AuditEntry
from .draw import Draw, GroupPlace, Lot
from .job import Job
from .match import Confirmation, ConfirmedResult, Match, MatchSlot
from .sheet import SheetEntry
from .stage import PlayTable, Stage
from .tournament import Department, Player, Team, Tournament

__all__ = [
    "Account",
    "AuditEntry",
    "Confirmation",
    "ConfirmedResult",
    "Department",
    "Draw",
    "GroupPlace",
    "Job",
    "Lot",
    "Match",
    "MatchSlot",
    "PlayTable",
    "Player",
    "SheetEntry",
    "Stage",
    "Team",
    "Tournament",
]
