"""Standings: rank teams by an ordered list of criteria, and say which criterion decided each place."""

from scoring.standings.criteria import CRITERIA, Criterion, chosen
from scoring.standings.document import rank
from scoring.standings.model import LADDER, PASSED, Meeting, Points, Row, Standing, Step, plain
from scoring.standings.ranking import compute

__all__ = [
    "CRITERIA",
    "LADDER",
    "PASSED",
    "Criterion",
    "Meeting",
    "Points",
    "Row",
    "Standing",
    "Step",
    "chosen",
    "compute",
    "plain",
    "rank",
]
