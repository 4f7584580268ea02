"""A short mark of everything a match's snapshot shows but what only time changes; nothing is folded for it."""

import hashlib
import json

from django.utils.translation import get_language

from scoring import ENGINE_VERSION
from tournament.models import Match

from .folded import last_entry
from .match_view import confirmations, place_view, teams_view


def match_tag(match: Match) -> str:
    """An HTTP entity tag: equal tags, equal snapshots. Version and last line stand for the whole sheet."""
    shown = {
        "place": place_view(match),
        "sheet": [match.version, match.status, last_entry(match)],
        "rules": [match.stage.ruleset.content_hash, match.stage.match_options, ENGINE_VERSION],
        "teams": teams_view(match),
        "confirmations": confirmations(match),
        "language": get_language(),
    }
    text = json.dumps(shown, sort_keys=True, ensure_ascii=False, default=str)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
