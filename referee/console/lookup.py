"""What can be looked up at the table: the match's own rules in plain words, how it is played and punished first."""

from scoring.words.describe import Section, describe
from tournament.models import Match
from tournament.services.keypad import reader
from tournament.services.match_rules import rules_of

_FIRST = ("texts", "offences")
_NOT_PLAY = frozenset({"identity"})


def rules_shown(match: Match) -> list[Section]:
    """The sections of the ruleset as this match's round plays it, in the reader's language."""
    found = [section for section in describe(rules_of(match), reader()) if section.key not in _NOT_PLAY]
    return sorted(found, key=lambda section: _FIRST.index(section.key) if section.key in _FIRST else len(_FIRST))
