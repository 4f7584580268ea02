"""The refusal of the draw: the rules' own error, so that whoever catches one catches both."""

from scoring.errors import ScoringError


class DrawError(ScoringError):
    """A draw record that cannot be drawn: `at` is the place in the record, `message` one Chinese sentence."""
