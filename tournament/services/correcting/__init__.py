"""Corrections and rulings by the chief referee: previewed, then applied as a whole (design rule 6)."""

from .apply import Changed, apply
from .operations import Correction, Operation, SlotRuling, next_in_group
from .preview import Preview, preview
from .rewriting import KEEP, REPLAY, Draft, id_of

__all__ = [
    "KEEP", "REPLAY", "Changed", "Correction", "Draft", "Operation", "Preview", "SlotRuling", "apply", "id_of",
    "next_in_group", "preview",
]  # fmt: skip
