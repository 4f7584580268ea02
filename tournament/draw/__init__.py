"""Draws as pure functions: the same record always gives the same draw."""

from .errors import DrawError

__all__ = ["DrawError"]
