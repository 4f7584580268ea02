"""What the tournament stores; see docs/architecture.md."""

from .account import Account
from .audit import AuditEntry
from .draw import Draw, DrawAddendum, GroupPlace, Lot
from .job import Job
from .match import CheckIn, Confirmation, ConfirmedResult, LineUp, Match, MatchSlot
from .sheet import SheetEntry
from .stage import PlayTable, Stage
from .tournament import Department, DepartmentLink, Player, Team, Tournament

__all__ = [
    "Account",
    "AuditEntry",
    "CheckIn",
    "Confirmation",
    "ConfirmedResult",
    "Department",
    "DepartmentLink",
    "Draw",
    "DrawAddendum",
    "GroupPlace",
    "Job",
    "LineUp",
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
