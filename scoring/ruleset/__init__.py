"""The ruleset document: what a notice says, as checked data."""

from scoring.ruleset.document import Ruleset, knob_exists
from scoring.ruleset.load import (
    changed,
    content_hash,
    for_stage,
    load_preset,
    parse_ruleset,
    preset_names,
    ruleset_document,
)

__all__ = [
    "Ruleset", "changed", "content_hash", "for_stage", "knob_exists", "load_preset", "parse_ruleset", "preset_names",
    "ruleset_document",
]  # fmt: skip
