"""Draws as pure functions: the same record always gives the same draw."""

from scoring.errors import ScoringError

DrawError = ScoringError

__all__ = ["DrawError"]
