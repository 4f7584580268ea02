"""Every reason, warning and next step in words: (code, parameters, source) → a Chinese or English sentence."""

from scoring.words.everyday import offence_words
from scoring.words.reasons import reason_text, reasons_text
from scoring.words.steps import next_step_text, offence_name
from scoring.words.warnings import warning_text

__all__ = ["next_step_text", "offence_name", "offence_words", "reason_text", "reasons_text", "warning_text"]
